"""A sealed answer that the rules refuse is told to everybody with what stands instead (SPEC 11, W15.1; asks B14).

A seat that opens such an answer has withheld it. Nobody could see it in time, so the game goes on; people are told at
once, in the same words at the table, to a spectator and in the replay, and the audit names the seat in the end.
"""

from collections.abc import Iterable
from functools import cache
from types import SimpleNamespace
from typing import cast

import pytest

from client.play.line import LineMode
from client.screen.table.recap import recap
from client.timeline import Timeline
from client.transcript import told as transcript
from client.watching import Spectacle
from client.words.agot import AgotWords
from client.words.library import words_for
from client.words.withheld import instead
from engine.agot.game import edition_of
from engine.core.match import Match
from engine.core.questions import Kind, Reply
from protocol.encoding import pack
from protocol.events import Answered
from protocol.watching import Shown, Watcher
from tests.adversaries.rig import chosen
from tests.client.desk import Desk
from tests.client.hoard_words import HoardWords, the_hoard_is_known
from tests.protocol.cards import hoard
from tests.protocol.table import Table, make_form
from tests.store.rows import new_match

SEATS, SEED, LIAR = 3, 1, 1
NAMES = [f"player {seat}" for seat in range(SEATS)]
NO_ORDER = pack((("winterfell", "march_9"),))
REFUSED = [
    ("orders", NO_ORDER, "nothing"),
    ("bid", pack(99), "0"),
    ("bid", b"\xc1", "0"),
    ("house_card", pack("the_stranger"), "lowest"),
]


def at_table() -> Table:
    return Table(form=make_form(SEATS, SEED, (("houses", "agreed"),), "agot"), seed=SEED, match=new_match)


NAMED = ["orders", "bid", "no answer at all", "card"]


@cache
def slots() -> dict[str, int]:
    """Where the liar is first asked each of these, in secret, in a game of honest seats."""
    table, found = at_table(), dict[str, int]()

    def enough() -> bool:
        question = table.session(0).match.question
        if question is not None and question.kind is Kind.SECRET and LIAR in question.seats:
            found.setdefault(question.topic, table.session(0).match.index + 1)
        return {topic for topic, _, _ in REFUSED} <= found.keys()

    table.run(enough, limit_ms=100_000_000)
    return found


@cache
def lied(topic: str, payload: bytes) -> tuple[Table, int]:
    """A table at which that was opened, one slot further."""
    table, slot = at_table(), slots()[topic]
    chosen(table, LIAR, slot, payload)
    table.run(lambda: table.session(0).slot > slot, limit_ms=100_000_000)
    return table, slot


def sentence(table: Table, slot: int, stands: str) -> str:
    """What is to be told; `lowest`: the name of the lowest card in the hand."""
    match = table.session(0).match
    words = AgotWords(edition_of(match.state), NAMES)
    if stands == "lowest":
        hand = answered(table, slot).question.options(LIAR).complete(()).choices
        cards = [words.n.e.house_cards[str(card)] for card in hand]
        stands = min(cards, key=lambda card: (card.strength, card.id)).name
    return f"What {words.seat(match, LIAR)} had sealed is against the rules; instead stands: {stands} (W15.1)."


def answered(table: Table, slot: int) -> Answered:
    (event,) = (event for event in table.events(0, Answered) if event.slot == slot)
    assert isinstance(event, Answered)
    return event


def flat(lines: Iterable[str]) -> str:
    """Without the ends of lines."""
    return " ".join(" ".join(lines).split())


def lied_to(table: Table, slot: int) -> LineMode:
    """Seat 0, to whom all was told up to the answer of `slot`."""
    fresh, desk = new_match(table.form), Desk()
    mode = LineMode(desk.table, fresh, words_for(fresh, NAMES), lambda: 0.0)
    for event in table.events(0):
        mode.happened(event)
        if isinstance(event, Answered) and event.slot == slot:
            break
    return mode


@pytest.mark.parametrize(("topic", "payload", "stands"), REFUSED, ids=NAMED)
def test_the_others_are_told_at_the_table_what_stands(topic: str, payload: bytes, stands: str) -> None:
    """Line mode and its log; the story that the screen and a resumed game show, and the box before the next answer."""
    table, slot = lied(topic, payload)
    assert answered(table, slot).reply.withheld == (LIAR,)
    wanted, mode = sentence(table, slot, stands), lied_to(table, slot)
    assert wanted in flat(recap(mode)), "whatever one has answered in the same slot"
    told = [each.text for each in mode.story if each.slot == slot and each.kind == "event"]
    assert told[0] == wanted, "before what came of it"
    assert sum(each.text == wanted for each in mode.story) == 1
    assert wanted in flat(mode.look("log", "1000"))


@pytest.mark.parametrize("topic", ["bid", "house_card"])
def test_why_tells_the_clause_by_which_it_stands(topic: str) -> None:
    """Where no later step of the same answer had a rule of its own to tell."""
    payload, stands = next((payload, stands) for asked, payload, stands in REFUSED if asked == topic)
    table, slot = lied(topic, payload)
    mode = lied_to(table, slot)
    why = flat(mode.look("why"))
    assert sentence(table, slot, stands) in why
    assert f"W15.1: {mode.words.clauses['W15.1']}" in why


@pytest.mark.parametrize(("topic", "payload", "stands"), REFUSED, ids=NAMED)
def test_a_replay_tells_it_at_the_very_step(topic: str, payload: bytes, stands: str) -> None:
    table, slot = lied(topic, payload)
    timeline, wanted = Timeline(table.record(0)), sentence(table, slot, stands)
    assert not timeline.broken
    assert [n for n, moment in enumerate(timeline.moments) if wanted in moment.lines] == [slot]
    assert wanted in flat(transcript(timeline))


@pytest.mark.parametrize(("topic", "payload", "stands"), REFUSED, ids=NAMED)
def test_a_spectator_is_told_it(topic: str, payload: bytes, stands: str) -> None:
    table, slot = lied(topic, payload)
    lines, fresh = list[str](), new_match(table.form)
    reading = SimpleNamespace(agreement=table.agreement, fresh=fresh)
    seen = Spectacle(cast("Watcher", SimpleNamespace(reading=reading)), lines.append)
    seen.told(Shown())
    for event in table.events(0, Answered):
        seen.told(event)
    assert flat(lines).count(sentence(table, slot, stands)) == 1


def test_of_honest_seats_nothing_of_the_kind_is_told() -> None:
    table = at_table()
    last = max(slots().values())
    table.run(lambda: table.session(0).slot > last, limit_ms=100_000_000)
    assert not any("against the rules" in each.text for each in lied_to(table, last).story)


def test_a_game_without_a_clause_of_its_own_has_that_of_the_protocol(monkeypatch: pytest.MonkeyPatch) -> None:
    the_hoard_is_known(monkeypatch)
    desk = Desk(0, 3, match=Match.start(hoard.GAME, 5, {"turns": 5}))
    words = HoardWords([f"player {seat}" for seat in range(5)])
    while desk.question.topic != "duel":
        if desk.table.asks(desk.question):
            desk.table.take(desk.question.options(0).sample(desk.table.oracle.draw, desk.table.known))
        desk.mode.happened(desk.table.step())
    match, question = desk.mode.match, desk.question
    seats = question.seats[1:]
    value, _ = match.withheld(seats[0])
    reply = Reply(dict.fromkeys(question.seats, value), withheld=seats[:1])
    label = words.label(match, question, (), value).text
    assert instead(words, match, question, reply) == [
        f"What player {seats[0]} had sealed is against the rules; instead stands: {label} (SPEC 11)."
    ]
