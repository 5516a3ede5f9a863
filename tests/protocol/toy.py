"""A small game on the real engine that meets every machine of the protocol: tests play it in milliseconds.

Each round: a seat calls in the open, all bid together, dice are rolled, all seal a gift, one seat peeks (OPEN), and the
gifts of all but the caller are unsealed; the caller's is burned. Most points win.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.core.cards import Faces
from engine.core.errors import Over, Refused
from engine.core.match import Game, Match, Settings, State
from engine.core.options import Completion, Form, Listed
from engine.core.plain import Draw, Plain, Seat
from engine.core.questions import One, Question, Roll, Rules, Seal, Together, Unseal, ask
from protocol.agreement import Form as TableForm

VERSION = 3
DATA_DIGEST = bytes(range(32))


@dataclass
class Toy(State):
    """Points and the round by seat."""

    points: list[int] = field(default_factory=list)
    rounds: int = 1
    round: int = 0
    caller: int = 0


def _gift_judge(value: tuple[str, int], faces: Faces) -> None:
    if value[1] > len(value[0]):
        raise Refused("T4", "gift_too_large")


def gift() -> Form[tuple[str, int]]:
    """A word and a number no larger than its length: a combinatorial choice."""

    def sampler(draw: Draw) -> tuple[str, int]:
        return ("abc"[: draw(4)], draw(4))

    def grow(pieces: tuple[Plain, ...]) -> Completion[tuple[str, int]]:
        return Completion(())

    return Form("T4", (str, int), _gift_judge, sampler, grow, ("", 0))


def play_round(s: Toy) -> Rules[None]:
    """One round."""
    seats = tuple(range(len(s.points)))
    call = yield from ask(One("call", "T1", s.caller, Listed.of("T1", ["high", "low"])))
    bids = yield from ask(Together("bid", "T2", dict.fromkeys(seats, Listed(tuple(range(6)), "T2", withheld_index=5))))
    dice = yield from ask(Roll("dice", "T3", (6, 6, 2**63 + 1)))
    gifts = yield from ask(Seal("gift", "T4", dict.fromkeys(seats, gift())))
    peek = yield from ask(One("peek", "T5", seats[-1 - s.caller], Listed.of("T5", [False, True])))
    shown = yield from ask(Unseal("show", "T6", {seat: gifts[seat] for seat in seats if seat != s.caller}))
    for seat in seats:
        high = bids[seat] if call == "high" else 5 - bids[seat]
        s.points[seat] += high + dice[seat % 2] + (shown[seat][1] if seat in shown else 0) + int(peek)
    s.say("RoundPlayed", s.round, tuple(s.points))
    s.round += 1
    s.caller = (s.caller + 1) % len(seats)
    s.step = "end" if s.round == s.rounds else "round"


def end(s: Toy) -> Rules[None]:
    """Ranks the seats."""
    if not s.points:
        yield Roll("never", "T7", (2,))
    groups = sorted(set(s.points), reverse=True)
    raise Over(tuple(tuple(i for i, p in enumerate(s.points) if p == group) for group in groups), "T7")


def _settings(seats: int, wanted: Settings) -> Settings:
    return {"rounds": 1, **wanted}


def _new(seats: int, settings: Settings) -> Toy:
    rounds = settings["rounds"]
    assert isinstance(rounds, int)
    return Toy(step="round", points=[0] * seats, rounds=rounds)


def _view(state: Toy, question: Question[Any] | None, known: Faces, seat: Seat) -> dict[str, Any]:
    return {"points": list(state.points)}


def _clauses() -> Mapping[str, str]:
    return {"T1": "The caller calls."}


def _digest() -> bytes:
    return DATA_DIGEST


GAME: Game[Toy] = Game(
    "toy", VERSION, tuple(range(2, 9)), _settings, _new, {"round": play_round, "end": end}, _view, _clauses, _digest
)


def new_match(form: TableForm) -> Match[Toy]:
    """The fresh match of an agreed form: the factory that the audit wants."""
    assert isinstance(form.settings, tuple)
    pairs: Any = form.settings
    return Match.start(GAME, len(form.seats), dict(pairs))
