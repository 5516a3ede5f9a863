"""The short account before a question: what changes the game, a line for each battle and phase."""

from typing import Any

import pytest

from client.play.cells import fold
from client.screen.table.recap import INSET, OWN, recap
from client.words.agot_names import Names
from client.words.agot_recap import ACTS, Account
from client.words.agot_recap_fights import FIGHTING
from client.words.agot_standing import standing
from engine.agot.events import EVENTS
from engine.westeros.battle import battle_for
from engine.westeros.control import castle_counts
from engine.westeros.state import Army
from tests.agot.board import E, position
from tests.client.desk import Desk

N = Names(E, ())
ROOM = 18
"""Lines that a box has in a window of 80x24."""
SURE = 0.9
"""The least part of all boxes that need no scrolling."""


def account(*events: tuple[Any, ...], phase: str = "planning", mine: str = "stark") -> list[str]:
    """The sentences for some events, own ones behind a mark."""
    found = Account(N, position({"winterfell": "stark f", "riverrun": "lannister f"}), phase)
    for name, *data in events:
        found.take((name, tuple(data), f"{name} as a sentence."))
    return [("> " if own else "") + text for _, told in found.parts(mine) for text, own in told]


def test_it_knows_the_events_of_the_rules() -> None:
    assert set(EVENTS) >= {*ACTS, *FIGHTING}


def test_supply_and_power_are_told_in_one_line_each() -> None:
    counted = [("SupplyCounted", house, level) for house, level in (("stark", 3), ("lannister", 0))]
    s = position({})
    told = account(*counted)
    assert told == [f"> Supply: Stark {s.supply['stark']} to 3; Lannister {s.supply['lannister']} to 0."]
    assert account(("SupplyCounted", "stark", s.supply["stark"])) == ["Supply: as before."]
    gained = [("PowerConsolidated", house, "seagard", 1) for house in ("tyrell", "lannister", "tyrell")]
    assert account(*gained) == ["Power: Tyrell +2; Lannister +1."]


def test_a_battle_is_one_line() -> None:
    moves = (("footman", 1, "seagard"), ("footman", 1, "harrenhal"))
    events = (
        ("Marched", "lannister", "riverrun", "march_0", moves),
        ("BattleBegan", "lannister", "stark", "harrenhal", "riverrun"),
        ("SupportDeclared", "lannister", "seagard", "lannister"),
        ("StrengthAnnounced", (("lannister", 3), ("stark", 2))),
    )
    moved = "Lannister moves from Riverrun 1 footman to Seagard."
    assert account(*events) == [
        moved, "> Lannister attacks Stark in Harrenhal from Riverrun, 3 to 2 before cards."
    ]  # fmt: skip
    ended = (
        ("CardsRevealed", (("lannister", "tywin_lannister"), ("stark", "robb_stark"))),
        ("BattleWon", "lannister", "harrenhal", (("lannister", 7), ("stark", 5))),
        ("Casualties", "stark", ("footman",)),
        ("OrderRemoved", "stark", "harrenhal", "raid"),
        ("Retreated", "stark", "harrenhal", "moat_cailin", ("knight",)),
        ("BattleEnded", "lannister", "harrenhal"),
    )
    won = (
        "> Lannister takes Harrenhal from Stark, 7 to 5 (Tywin Lannister against Robb Stark); Stark loses 1 footman; "
        "Stark falls back to Moat Cailin."
    )
    assert account(*events, *ended) == [moved, won]
    assert account(*ended, phase="battle") == [won], "the account may begin in the middle of a battle"


def test_a_neutral_force_holds_or_falls() -> None:
    march = ("Marched", "stark", "moat_cailin", "march_0", (("footman", 1, "eyrie"),))
    attacked = ("GarrisonAttacked", "stark", "eyrie", "moat_cailin", 6)
    assert account(march, attacked, ("GarrisonTaken", "stark", "eyrie")) == [
        "> Stark takes The Eyrie from its neutral force of 6."
    ]
    assert account(march, attacked, ("GarrisonHeld", "stark", "eyrie")) == [
        "> Stark fails at The Eyrie against its neutral force of 6."
    ]


def test_an_account_may_begin_while_a_neutral_force_is_attacked() -> None:
    """The supporter of such an attack has answered in its midst; the neutral force has no side of its own."""
    s = position({"moat_cailin": "stark ff", "narrow_sea": "lannister s"}, garrisons={"eyrie": 6})
    s.battle = battle_for(s, "eyrie", "moat_cailin", Army("stark", {"footman": 2}), "march_0")
    found = Account(N, s, "battle")
    announced = ("StrengthAnnounced", ((("stark", 5),),), "")
    for event in (announced, ("GarrisonHeld", ("stark", "eyrie"), "")):
        found.take(event)
    ((_, told),) = found.parts("stark")
    assert told == [("Stark fails at The Eyrie against its neutral force of 6.", True)]
    found = Account(N, s, "battle")
    found.take(announced)
    ((_, told),) = found.parts("stark")
    assert told == [("Stark attacks The Eyrie and its neutral force of 6.", True)]


def test_where_one_stands_comes_first() -> None:
    before = position({"winterfell": "stark f"}, power=3)
    now = position({"winterfell": "stark f", "moat_cailin": "stark f"}, power=5)
    won = castle_counts(E, now)["stark"] - castle_counts(E, before)["stark"]
    assert won == 1
    first, castles = standing(N, before, now, "stark")
    assert "(+1)" in first
    assert first.endswith("5 power (+2).")
    assert f"Stark {castle_counts(E, now)['stark']} (+1)" in castles
    assert standing(N, before, before, "") == []


@pytest.mark.parametrize("seed", [1, 2, 3, 130, 142])  # the last two: rounds in which raids raid nothing
def test_whole_games_lose_nothing_that_changes_the_game(seed: int) -> None:
    """Every battle, supply and castle that changed is in the box before the next question, under its phase."""
    desk = Desk(seed % 5, seed)
    lengths: list[int] = []
    while desk.table.match.question is not None:
        if not desk.table.asks(desk.question):
            desk.mode.happened(desk.table.step())
            continue
        desk.to()
        told = recap(desk.mode)
        if told:
            look(desk, told)
            lengths.append(sum(len(fold(line, "    ", 76)) for line in told))
        seat = desk.table.seat
        desk.answer(desk.question.options(seat).sample(desk.table.oracle.draw, {}))
    assert sum(length <= ROOM for length in lengths) >= SURE * len(lengths)


def look(desk: Desk, told: list[str]) -> None:
    before, now, n = desk.mode.before, desk.mode.match, desk.mode.words.n  # type: ignore[attr-defined]
    assert before is not None
    text = "\n".join(told)
    heads = [line for line in told if line.startswith("Round ")]
    assert heads == list(dict.fromkeys(heads))
    assert heads
    assert all(line.startswith((INSET, OWN, "Round ", "You have ", "Castles: ")) for line in told)
    for house, level in now.state.supply.items():
        if level != before.state.supply[house]:
            assert f"{n.house(house)} {before.state.supply[house]} to {level}" in text
    for house, castles in castle_counts(n.e, now.state).items():
        if castles != castle_counts(n.e, before.state)[house]:
            assert f"{n.house(house)} {castles} (" in text
