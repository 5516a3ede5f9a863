"""From typed words to pieces."""

import pytest

from client.play.building import Building
from client.play.choosing import Choice, Label, Unclear, take
from engine.core.errors import Refused
from engine.core.options import Completion, Form, Listed
from engine.core.plain import Plain

AREAS = ("the_reach", "winterfell", "white_harbor", "kings_landing")
TOKENS = {"march_plus_1": "March +1", "march_minus_1": "March -1", "raid": "Raid", "raid_star": "Raid (two areas)"}


def named(_: tuple[Plain, ...], piece: Plain) -> Label:
    assert isinstance(piece, tuple)
    area, token = piece
    return Label(f"{str(area).replace('_', ' ').title()} {TOKENS[str(token)]}")


def choices() -> list[Choice]:
    pieces = [(area, token) for area in AREAS for token in TOKENS]
    return [Choice(i, piece, named((), piece)) for i, piece in enumerate(pieces, 1)]


@pytest.mark.parametrize(
    ("typed", "piece", "rest"),
    [
        ("winterfell march +1", ("winterfell", "march_plus_1"), ""),
        ("WINT MARCH -1", ("winterfell", "march_minus_1"), ""),
        ("winterfell raid", ("winterfell", "raid"), ""),
        ("winterfell raid two", ("winterfell", "raid_star"), ""),
        ("kings landing raid, x", ("kings_landing", "raid"), "x"),
        ("landing +1", ("kings_landing", "march_plus_1"), ""),
        ("white_harbor raid_star", ("white_harbor", "raid_star"), ""),
        ("winterfell raid white raid", ("winterfell", "raid"), "white raid"),
        ("3", ("the_reach", "raid"), ""),
        ("3 winterfell raid", ("the_reach", "raid"), "winterfell raid"),
    ],
)
def test_take(typed: str, piece: Plain, rest: str) -> None:
    choice, left = take(typed, choices())
    assert (choice.piece, left) == (piece, rest)


def test_several_meanings_are_named() -> None:
    with pytest.raises(Unclear) as caught:
        take("winterfell march", choices())
    assert caught.value.several
    assert caught.value.near == ("Winterfell March +1", "Winterfell March -1")


def test_near_misses_are_named() -> None:
    with pytest.raises(Unclear) as caught:
        take("wintrefell raid", choices())
    assert not caught.value.several
    assert "Winterfell Raid" in caught.value.near


def test_numbers_mean_themselves_before_they_count_lines() -> None:
    bids = [Choice(i, bid, Label(str(bid))) for i, bid in enumerate(range(12), 1)]
    assert take("1", bids)[0].piece == 1
    assert take("10", bids)[0].piece == 10
    with pytest.raises(Unclear):
        take("12", [*bids[:11]])


def pairs() -> Form[tuple[int, ...]]:
    """Two different numbers of 1 to 4, ascending."""

    def judge(value: tuple[int, ...], _: object) -> None:
        if len(set(value)) != 2:
            raise Refused("X1", "two_wanted")

    def grow(partial: tuple[Plain, ...]) -> Completion[tuple[int, ...]]:
        taken = [n for n in partial if isinstance(n, int)]
        if any(not 1 <= n <= 4 for n in taken) or len(set(taken)) < len(taken):
            raise Refused("X1", "twice")
        rest = tuple(n for n in range(1, 5) if n not in taken) if len(taken) < 2 else ()
        return Completion(rest, (tuple(sorted(taken)),) if len(taken) == 2 else ())

    return Form("X1", [int], judge, lambda draw: (1, 2 + draw(3)), grow, (1, 2))


def plain_label(_: tuple[Plain, ...], piece: Plain) -> Label:
    return Label(str(piece))


def test_building_piece_by_piece_with_undo() -> None:
    building = Building(pairs(), plain_label)
    assert not building.answers
    building.put("3")
    assert [choice.piece for choice in building.choices] == [1, 2, 4]
    building.put("1")
    assert building.whole
    assert building.answers == ((1, 3),)
    undone = building.undo()
    assert undone is not None
    assert undone.text == "1"
    assert building.pieces == (3,)
    building.clear()
    assert building.undo() is None


@pytest.mark.parametrize("line", ["3 1", "3, 1", " 3 ,1 ", "3,1,"])
def test_several_pieces_on_one_line(line: str) -> None:
    building = Building(pairs(), plain_label)
    building.put(line)
    assert building.answers == ((1, 3),)


def test_a_line_counts_whole_or_not_at_all() -> None:
    building = Building(pairs(), plain_label)
    with pytest.raises(Unclear):
        building.put("3 7")
    assert building.pieces == ()


def test_listed_takes_one() -> None:
    building = Building(Listed(("pass", "hold"), "X2"), plain_label)
    building.put("hol")
    assert building.answers == ("hold",)
    assert building.whole


def test_completions_follow_the_pieces_before() -> None:
    building = Building(pairs(), plain_label)
    assert [line for line, _ in building.completions("")] == ["1", "2", "3", "4"]
    assert [line for line, _ in building.completions("3, ")] == ["3, 1", "3, 2", "3, 4"]
    assert building.completions("9, ") == []
    assert building.pieces == ()


def test_a_number_alone_counts_lines_though_names_begin_with_it() -> None:
    """Casualties are `1 footman` and `1 knight`: the first of the list is still picked by 1."""
    losses = [Choice(n, (unit,), Label(f"1 {unit}")) for n, unit in enumerate(("footman", "knight"), 1)]
    for typed, piece in (("1", "footman"), ("2", "knight"), ("1 knight", "knight"), ("1 f", "footman")):
        assert take(typed, losses)[0].piece == (piece,)
