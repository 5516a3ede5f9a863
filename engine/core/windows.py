"""The one way a timing window runs: one act or pass each, until all have passed in a row."""

from collections.abc import Callable, Sequence
from typing import Any

from engine.core.options import Listed, Options
from engine.core.plain import Seat
from engine.core.questions import One, Rules, Together, ask

POLL_FROM = 3
"""With this many seats or more a window is polled in secret first, so that waiting for five passes costs one round."""


def window(
    seats: Sequence[Seat],
    topic: str,
    clause: str,
    offer: Callable[[Seat], Options[Any] | None],
    act: Callable[[Seat, Any], Rules[bool]],
) -> Rules[None]:
    """Ask `seats` in order until all have passed in a row, or an act closes the window.

    `offer(seat)` gives what the seat may do, from public facts, the answer None meaning "pass"; or None itself if
    nothing whatever it holds could be done. `act(seat, value)` carries an act out and says if it closes the window.
    """
    if len(seats) >= POLL_FROM:
        yield from _polled(seats, topic, clause, offer, act)
    else:
        yield from _in_turn(seats, topic, clause, offer, act)


def _in_turn(
    seats: Sequence[Seat],
    topic: str,
    clause: str,
    offer: Callable[[Seat], Options[Any] | None],
    act: Callable[[Seat, Any], Rules[bool]],
) -> Rules[None]:
    passed, turn = 0, 0
    while passed < len(seats):
        seat = seats[turn % len(seats)]
        turn += 1
        options = offer(seat)
        value = None if options is None else (yield from ask(One(topic, clause, seat, options)))
        if value is None:
            passed += 1
            continue
        passed = 0
        if (yield from act(seat, value)):
            return


def _polled(
    seats: Sequence[Seat],
    topic: str,
    clause: str,
    offer: Callable[[Seat], Options[Any] | None],
    act: Callable[[Seat, Any], Rules[bool]],
) -> Rules[None]:
    turn = list(seats)
    poll: Listed[str] = Listed(("hold", "pass"), clause, default_index=1)
    while True:
        able = {seat: poll for seat in turn if offer(seat) is not None}
        said = yield from ask(Together(f"{topic}_poll", clause, able))
        for place, seat in enumerate(turn):
            options = offer(seat)
            if said.get(seat) != "hold" or options is None:
                continue
            value = yield from ask(One(topic, clause, seat, options))
            if value is None:
                continue
            if (yield from act(seat, value)):
                return
            turn = turn[place + 1 :] + turn[: place + 1]
            break  # the position has changed: everybody is asked again, from the next seat on
        else:
            return
