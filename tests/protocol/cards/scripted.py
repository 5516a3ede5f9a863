"""A table at which a few lines of rules are played: for what no whole game comes to."""

from collections.abc import Callable
from typing import Any

from engine.core.cards import Absent, Face, Handle
from engine.core.errors import Over
from engine.core.match import Game, Match, State
from engine.core.options import Listed
from engine.core.questions import Mask, One, Rules, Show, ask
from protocol.agreement import Form
from tests.protocol.cards.dealt import CardTable
from tests.protocol.table import MatchMaker
from tests.protocol.toy import DATA_DIGEST, VERSION

Script = Callable[[State], Rules[None]]


def scripted(rules: Script, seats: int, ranking: tuple[tuple[int, ...], ...] | None = None) -> MatchMaker:
    """Matches of the game that these rules are. Everybody is first, or the ranking is as given."""

    def start(state: State) -> Rules[None]:
        yield from rules(state)
        raise Over(ranking or (tuple(range(seats)),), "S9")

    game: Game[State] = Game(
        "script",
        VERSION,
        (seats,),
        lambda count, wanted: {},
        lambda count, settings: State(),
        {"start": start},
        lambda state, question, known, seat: {},
        lambda: {"S9": "The end."},
        lambda: DATA_DIGEST,
    )

    def new_match(form: Form) -> Match[State]:
        return Match.start(game, len(form.seats), {})

    return new_match


def table_of(rules: Script, seats: int = 2, seed: int = 5, **more: Any) -> CardTable:
    """A table at which these rules are played."""
    return CardTable(seats, seed, match=scripted(rules, seats, more.pop("ranking", None)), **more)


def hands(faces: tuple[str, ...], seats: int) -> Rules[dict[int, tuple[str, ...]]]:
    """A deck of these faces, dealt to all seats in equal hands."""
    made = yield from ask(Mask("make", "S1", {"road": (faces, ())}))
    size = len(faces) // seats
    dealt = {seat: made["road"][size * seat : size * seat + size] for seat in range(seats)}
    yield from ask(Show("deal", "S1", dealt))
    return dealt


def any_of(hand: tuple[str, ...]) -> Listed[str]:
    """Any card of a hand, opened with the answer; the default is the first."""
    return Listed(hand, "S2", opening=lambda card: (card,))


def claims(seat: int, handles: tuple[Handle, ...], *faces: Face) -> Rules[Any]:
    """The seat is asked for one of two words, both of which claim."""
    options = Listed(("none", "pass"), "S2", claiming=lambda value, seen: (Absent(seat, handles, faces, "S2"),))
    return ask(One("claim", "S2", seat, options))
