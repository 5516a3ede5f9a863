"""The setup of a large game and nothing else: five decks of 25 cards mixed at once, then single cards dealt.

It is played to be measured, with fewer decks and cards to look for leaks. There is nothing to choose.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.core.cards import Faces, Handle
from engine.core.errors import Over
from engine.core.match import Game, Match, Settings, State
from engine.core.plain import Seat
from engine.core.questions import Mask, Question, Rules, Show, ask
from protocol.agreement import PROOFS
from protocol.agreement import Form as TableForm
from tests.protocol.toy import DATA_DIGEST, VERSION

DECKS = ("intrigue", "march", "muster", "siege", "winter")
CARDS = 25
"""A deck of The Iron Throne has 25 cards."""
DEALT = 20
"""Single cards, each in a question of its own."""


@dataclass
class Decks(State):
    """One deck is dealt from, to the seat `reader`."""

    reader: Seat = 0
    decks: int = len(DECKS)
    size: int = CARDS
    dealt: int = DEALT
    pile: list[Handle] = field(default_factory=list)


def mix(s: Decks) -> Rules[None]:
    """All decks in one question."""
    made = yield from ask(
        Mask("setup", "D1", {deck: (tuple(f"{deck} {n}" for n in range(s.size)), ()) for deck in DECKS[: s.decks]})
    )
    s.pile = list(made[DECKS[0]])
    s.step = "deal"


def deal(s: Decks) -> Rules[None]:
    """One card to the last seat."""
    if not s.dealt:
        raise Over(((0,),), "D3")
    s.dealt -= 1
    yield from ask(Show("deal", "D2", {s.reader: (s.pile.pop(0),)}))


def _settings(seats: int, wanted: Settings) -> Settings:
    return {"decks": len(DECKS), "size": CARDS, "dealt": DEALT, **wanted}


def _new(seats: int, settings: Settings) -> Decks:
    numbers: Any = settings
    return Decks(step="mix", reader=seats - 1, **numbers)


def _view(state: Decks, question: Question[Any] | None, known: Faces, seat: Seat) -> dict[str, Any]:
    return {"pile": len(state.pile)}


def _clauses() -> Mapping[str, str]:
    return {"D1": "Mix.", "D2": "Deal."}


GAME: Game[Decks] = Game(
    "decks",
    VERSION,
    tuple(range(2, 6)),
    _settings,
    _new,
    {"mix": mix, "deal": deal},
    _view,
    _clauses,
    lambda: DATA_DIGEST,
)


def new_match(form: TableForm) -> Match[Decks]:
    """The fresh match of an agreed form."""
    pairs: Any = form.settings
    return Match.start(GAME, len(form.seats), {name: value for name, value in pairs if name != PROOFS})
