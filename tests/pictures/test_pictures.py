"""The pictures show the program as it is."""

import re
from xml.etree import ElementTree

import pytest

from client.screen.canvas import Canvas
from tests.pictures.scenes import SCENES, drawn, path_of
from tests.pictures.svg import svg

SPACE = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", SCENES)
def test_a_picture_is_what_the_program_draws(name: str) -> None:
    """Run `make pictures` after a change of the screen."""
    canvas = drawn(name)
    assert path_of(name, "txt").read_text(encoding="utf-8") == canvas.text
    assert path_of(name, "svg").read_text(encoding="utf-8") == svg(canvas, name)


def test_letters_of_markup_and_wide_ones_are_kept() -> None:
    canvas = Canvas(20, 2)
    canvas.put(0, 0, "<a & b> 龍", "side1")
    picture = ElementTree.fromstring(svg(canvas, "x < y"))
    words = [text.text for text in picture.iter(f"{SPACE}text")]
    assert words == ["<a", "&", "b>", "龍"]
    assert [title.text for title in picture.iter(f"{SPACE}title")] == ["Kingsmoot: x < y"]


def test_lines_meet() -> None:
    """Whatever font there is: a frame is one path from corner to corner."""
    canvas = Canvas(3, 3)
    canvas.box(style="")
    (path,) = ElementTree.fromstring(svg(canvas, "")).iter(f"{SPACE}path")
    ends = re.findall(r"[MHV]([\d. ]+)", path.attrib["d"])
    assert len(ends) == 2 * (2 * 4 + 4)
