"""A game in which one seat speaks three times in a row before anybody else: the ground for long walks back."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.core.cards import Faces
from engine.core.errors import Over
from engine.core.match import Game, Match, Settings, State
from engine.core.options import Listed
from engine.core.plain import Seat
from engine.core.questions import One, Question, Rules, Together, ask
from protocol.agreement import Form
from tests.protocol import toy


@dataclass
class Solo(State):
    """What was said."""

    seats: int = 0
    said: list[int] = field(default_factory=list)


def _play(s: Solo) -> Rules[None]:
    for turn in range(3):
        s.said.append((yield from ask(One("solo", f"S{turn}", 0, Listed((0, 1, 2), "S")))))
    bids = yield from ask(Together("all", "S4", {seat: Listed((0, 1), "S4") for seat in range(s.seats)}))
    s.said += bids.values()
    raise Over((tuple(range(s.seats)),), "S5")


def _new(seats: int, settings: Settings) -> Solo:
    return Solo(step="play", seats=seats)


def _settings(seats: int, wanted: Settings) -> Settings:
    return dict(wanted)


def _view(state: Solo, question: Question[Any] | None, known: Faces, seat: Seat) -> dict[str, Any]:
    return {}


def _clauses() -> Mapping[str, str]:
    return {}


def _digest() -> bytes:
    return toy.DATA_DIGEST


GAME: Game[Solo] = Game("solo", toy.VERSION, (2, 3, 4), _settings, _new, {"play": _play}, _view, _clauses, _digest)


def new_match(form: Form) -> Match[Solo]:
    """The fresh match of a form."""
    return Match.start(GAME, len(form.seats), {})
