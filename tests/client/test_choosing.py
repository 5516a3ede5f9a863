"""From typed words to pieces."""

from itertools import permutations

import pytest

from client.play.building import Building
from client.play.choosing import Choice, Label, Unclear, take
from client.play.ranking import one_by_one
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


def test_a_number_counts_no_choice_where_names_begin_with_it_and_the_next_word() -> None:
    moves = [Choice(n, place, Label(f"1 footman to {place}")) for n, place in enumerate(("Karhold", "Pyke"), 1)]
    assert take("1 footman to pyke", moves)[0].piece == "Pyke"
    assert take("1", moves)[0].piece == "Karhold"
    with pytest.raises(Unclear) as caught:
        take("1 footman to oldtown", moves)
    assert caught.value.whole == "1 footman to oldtown"


def test_without_numbers_a_number_is_a_name_or_nothing() -> None:
    with pytest.raises(Unclear):
        take("3", choices(), numbered=False)
    assert take("winterfell +1", choices(), numbered=False)[0].piece == ("winterfell", "march_plus_1")


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


def test_any_piece_is_dropped_if_the_others_stand_without_it() -> None:
    building = Building(pairs(), plain_label)
    building.put("3 1")
    building.drop(3)
    assert building.pieces == (1,)
    assert [label.text for label in building.labels] == ["1"]
    assert not building.answers


def test_what_does_nothing_stands_last() -> None:
    options = Listed.of("X3", [None, "a", "b"])
    assert options.complete(()).choices[0] is None
    building = Building(options, lambda _, piece: Label(str(piece), last=piece is None))
    assert [(choice.number, choice.piece) for choice in building.choices] == [(1, "a"), (2, "b"), (3, None)]


@pytest.mark.parametrize(("count", "pieces"), [(2, 1), (3, 2), (4, 3), (5, 4)])
def test_an_order_of_many_is_given_one_by_one(count: int, pieces: int) -> None:
    """Five tied bids have 120 orders; two have two, and are a list."""
    items = tuple(permutations("abcde"[:count]))
    building = Building(one_by_one(Listed(items, "W2.5")), plain_label)
    wanted = items[-1]
    for piece in wanted[:pieces] if pieces > 1 else (wanted,):
        assert not building.answers
        building.take(next(choice for choice in building.choices if choice.piece == piece))
    assert building.whole
    assert building.answers == (wanted,)
    assert building.single == (pieces == 1)
    with pytest.raises(Refused):
        building.options.complete(("z",))


def test_what_is_no_order_stays_a_list() -> None:
    for items in ((("f", "f"), ("f", "k"), ("k", "k")), ("a", "b", "c"), (("a", "b", "c"), ("a", "b", "d"), ("a",))):
        options = Listed(items, "X4")
        assert one_by_one(options) is options


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
