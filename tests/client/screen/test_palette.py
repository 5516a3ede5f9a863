"""The colours of sides can be told apart by colour-blind people, and black letters be read on them (product 6).

Colour-blindness is simulated after Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of
Color Vision Deficiency" (IEEE TVCG 15, 2009): their matrices for severity 1.0, on linear RGB. Distances are those of
CIE 1976 Lab under D65. Contrast and luminance are those of WCAG 2, 1.4.3.
"""

from itertools import combinations
from typing import TypeAlias

import pytest

from client.screen.theme import OKABE_ITO, SIDES

Vector: TypeAlias = tuple[float, float, float]
Matrix: TypeAlias = tuple[Vector, Vector, Vector]

SIGHTS: dict[str, Matrix] = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
"""From linear sRGB."""
WHITE: Vector = (0.95047, 1.0, 1.08883)
APART = 15.0
"""2.3 is the least difference that people notice between patches side by side (Mahy and others, 1994); more than six
times of it is seen between cells at a distance. The letter of the owner says the same anyway.
"""
CONTRAST = 4.5


def linear(colour: str) -> Vector:
    """`#rrggbb` as amounts of light from 0 to 1."""
    r, g, b = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return (_light(r), _light(g), _light(b))


def _light(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def times(matrix: Matrix, vector: Vector) -> Vector:
    x, y, z = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return (x, y, z)


def lab(light: Vector) -> Vector:
    x, y, z = (_root(part / white) for part, white in zip(times(XYZ, light), WHITE, strict=True))
    return (116 * y - 16, 500 * (x - y), 200 * (y - z))


def _root(part: float) -> float:
    return part ** (1 / 3) if part > 216 / 24389 else float((24389 / 27 * part + 16) / 116)


def distance(one: str, other: str, sight: str) -> float:
    """How far apart two colours look."""
    seen = []
    for colour in (one, other):
        r, g, b = (min(1.0, max(0.0, part)) for part in times(SIGHTS[sight], linear(colour)))
        seen.append(lab((r, g, b)))
    return float(sum((p - q) ** 2 for p, q in zip(*seen, strict=True)) ** 0.5)


def contrast_with_black(colour: str) -> float:
    return (times(XYZ, linear(colour))[1] + 0.05) / 0.05


def test_the_measure_is_right() -> None:
    """Known values: sRGB red in Lab, black on white, red and green of equal look to a deuteranope."""
    assert lab(linear("#FF0000")) == pytest.approx((53.24, 80.09, 67.20), abs=0.05)
    assert contrast_with_black("#FFFFFF") == pytest.approx(21, abs=0.01)
    for sight in SIGHTS:
        assert distance("#000000", "#FFFFFF", sight) == pytest.approx(100, abs=0.5)
    assert distance("#B04A3A", "#6F7A35", "full") > 3 * distance("#B04A3A", "#6F7A35", "deuteranopia")


def test_there_is_a_colour_for_each_side() -> None:
    assert len(set(OKABE_ITO)) == len(OKABE_ITO) == SIDES


@pytest.mark.parametrize("sight", SIGHTS)
def test_sides_look_apart(sight: str) -> None:
    near = {pair: distance(*pair, sight) for pair in combinations(OKABE_ITO, 2)}
    assert {pair: far for pair, far in near.items() if far < APART} == {}


def test_black_letters_can_be_read_on_every_side() -> None:
    assert {colour: ratio for colour in OKABE_ITO if (ratio := contrast_with_black(colour)) < CONTRAST} == {}
