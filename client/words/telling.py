"""What an answer led to, sentence by sentence: a step that left no choice is told once, each phase has its heading."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from client.words.general import GameWords, heading_at
from engine.core.match import Event, Match

FORCED = "Forced"
"""The event by which the match says that an answer was the only one: topic, clause, seat and value follow."""


class Telling(NamedTuple):
    """One event in words. `at`: how many events lead before it; `clause`: that of a step that left no choice."""

    at: int
    name: str
    data: tuple[Any, ...]
    text: str
    clause: str = ""


def tellings(words: GameWords, match: Match[Any], events: Sequence[Event]) -> Iterator[Telling]:
    """All events in their order; of a step that left no choice the event behind it speaks, if it says the same."""
    clause = ""
    for at, event in enumerate(events):
        name, *data = event
        if name == FORCED:
            clause = str(data[1])
            if at + 1 < len(events) and words.settled.get(str(data[0])) == events[at + 1][0]:
                continue
        text = words.event(match, event)
        if clause and name != FORCED:
            text = f"{text.removesuffix('.')}; no other choice ({clause})."
        yield Telling(at, str(name), tuple(data), text, clause)
        clause = ""


def headings(
    words: GameWords, events: Sequence[Event], before: tuple[int, str], now: tuple[int, str]
) -> dict[int, str]:
    """The headings of the phases that begin, each before how many-th event; behind all of them at their number.

    `before` and `now`: round and phase as `GameWords.stage` gives them. Also a phase that is over at once has one.
    """
    found: dict[int, str] = {}
    phase = before[1]
    for at, (name, *_) in enumerate(events):
        begun = words.telltale.get(str(name), phase)
        if begun != phase:
            found[at] = words.headed((before[0], begun))
            phase = begun
    if now != (before[0], phase):
        found[heading_at(words, events, now[1])] = words.headed(now)
    return found
