"""A step that left no choice is told once, with place and clause; a phase that is over at once has its heading."""

from collections import Counter
from random import Random

import pytest

from client.play.chronicle import HAPPENED
from client.timeline import Timeline
from client.transcript import told as transcript
from client.words.agot import AgotWords
from client.words.agot_events import NOTHING_DONE, SETTLED
from client.words.telling import FORCED, headings, tellings
from engine.agot.events import EVENTS, TOPICS
from engine.agot.game import GAME, edition_of
from engine.core.match import Match
from engine.core.playout import Oracle
from tests.agot.soak_games import random_settings
from tests.client.desk import Desk
from tests.client.screen.kept import record


def test_what_settles_a_topic_is_an_event_of_the_rules() -> None:
    assert set(SETTLED) <= set(TOPICS)
    assert set(SETTLED.values()) <= set(EVENTS)
    assert set(NOTHING_DONE) <= set(TOPICS)


@pytest.mark.parametrize("seed", [1, 2, 3, 8])
def test_no_event_is_lost_and_no_forced_step_told_twice(seed: int) -> None:
    rng = Random(seed)
    seats = rng.choice(GAME.seats)
    match = Match.start(GAME, seats, random_settings(seats, rng))
    words = AgotWords(edition_of(match.state), ["Anna", "Bela", "Cili", "Dora", "Emil"])
    oracle, met = Oracle(seats, rng.randrange), Counter[str]()
    while match.question is not None:
        events = match.answer(oracle.reply(match))
        told = list(tellings(words, match, events))
        assert [each.name for each in told if each.name != FORCED] == [name for name, *_ in events if name != FORCED]
        for at, (name, *data) in enumerate(events):
            if name != FORCED:
                continue
            (topic, clause, *_) = data
            met[str(topic)] += 1
            (its,) = (each for each in told if each.at in (at, at + 1) and each.clause)
            assert its.text.endswith(f"; no other choice ({clause}).")
            assert ": nothing" not in its.text
            assert (its.name == FORCED) == (its.at == at)
    assert met["raid"]


def raiding() -> Desk:
    """A table where all raids of a round have gone by."""
    desk = Desk(1, 6)
    while not any(told.text.endswith(", marches") for told in desk.mode.story):
        if desk.table.asks(desk.question):
            desk.table.take(desk.question.options(1).sample(desk.table.oracle.draw, {}))
        desk.mode.happened(desk.table.step())
    return desk


def test_raids_without_a_choice_stand_under_their_own_heading() -> None:
    """They were once told under the raven."""
    phases: dict[str, list[str]] = {}
    phase = ""
    for told in raiding().mode.story:
        if told.kind == "stage":
            phase = told.text
        elif told.kind in HAPPENED:
            phases.setdefault(phase, []).append(told.name)
    assert "Raided" in phases["Round 1, raids"]
    assert all("Raided" not in names for head, names in phases.items() if head != "Round 1, raids")


def test_such_a_raid_is_told_in_one_sentence_with_its_place() -> None:
    raids = [told for told in raiding().mode.story if told.name == "Raided" and told.kind == "forced"]
    assert raids
    assert all(
        told.text.endswith("; no other choice (W4.2).") and " raids nothing from " in told.text for told in raids
    )
    assert not [told for told in raiding().mode.story if told.name == FORCED]


def test_a_phase_that_goes_on_has_no_second_heading() -> None:
    words = Desk().mode.words
    raid = ("Raided", "stark", "winterfell", ())
    assert headings(words, [raid], (1, "raids"), (1, "raids")) == {}
    assert headings(words, [raid, raid], (1, "raids"), (1, "marches")) == {2: "Round 1, marches"}
    assert headings(words, [raid, raid], (1, "raven"), (1, "raids")) == {0: "Round 1, raids"}
    assert headings(words, [raid], (1, "raven"), (1, "marches")) == {0: "Round 1, raids", 1: "Round 1, marches"}


def test_the_text_of_a_record_has_that_heading_too() -> None:
    lines = list(transcript(Timeline(record())))
    at = lines.index("-- Round 1, raids (slot 3)")
    assert lines[at + 1].endswith("; no other choice (W4.2).")
    assert lines.index("-- Round 1, raven (slot 2)") < at < lines.index("-- Round 1, marches (slot 3)")
