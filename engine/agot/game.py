"""The game as the outside meets it: settings, steps, view."""

from collections.abc import Callable
from typing import Any

from engine.agot.edition import clauses, data_digest, edition, variants
from engine.agot.setup import draw_houses, new_game
from engine.agot.variants import check_together
from engine.agot.victory import final_count
from engine.agot.view import view_of
from engine.agot.westeros_cards import carry_out, reveal
from engine.core.cards import Faces
from engine.core.errors import Refused
from engine.core.match import Game, Settings
from engine.core.plain import Plain, Seat
from engine.core.questions import Question, Rules
from engine.westeros.edition import Edition
from engine.westeros.march import one_march, stand_up
from engine.westeros.orders import plan, raven
from engine.westeros.power import consolidate
from engine.westeros.raid import next_house, one_raid
from engine.westeros.state import NOBODY, House, Kings

SEATS = (3, 4, 5)
DRAWN, AGREED = "drawn", "agreed"


def settings(seats: int, wanted: Settings) -> Settings:
    """Complete what the host wants: each option for this number of players by its id, and `houses`.

    `houses` is `drawn`, or `agreed` (seats take the houses in the order of the data), or the houses in the order of
    the seats with commas between. Raises Refused for a setting that does not exist, a value it does not take, houses
    that are not those of the game, or two options that contradict each other.
    """
    offered = {ident: variant for ident, variant in variants().items() if seats in variant.players}
    for name, value in sorted(wanted.items()):
        if name == "houses":
            agreed_houses(seats, value)
        elif name not in offered:
            raise Refused("W13.1", "no_such_setting", name=name)
        elif type(value) is not bool:
            raise Refused("W13.1", "bad_setting", name=name, allowed=(False, True))
    check_together(offered, (name for name in offered if wanted.get(name)))
    return {"houses": wanted.get("houses", DRAWN)} | {name: wanted.get(name, False) for name in sorted(offered)}


def agreed_houses(seats: int, value: Plain) -> tuple[House, ...]:
    """The houses in the order of the seats; none if they are drawn. Raises Refused."""
    playing = edition(seats).playing
    if value in (DRAWN, AGREED):
        return playing if value == AGREED else ()
    named = tuple(value.split(",")) if isinstance(value, str) else ()
    if sorted(named) != sorted(playing):
        raise Refused("W1.1", "bad_setting", name="houses", allowed=(DRAWN, AGREED, ",".join(playing)))
    return named


def new(seats: int, chosen: Settings) -> Kings:
    """The position before the first step."""
    options = tuple(sorted(name for name, value in chosen.items() if value is True))
    return new_game(edition(seats, options), options, agreed_houses(seats, chosen["houses"]))


def edition_of(s: Kings) -> Edition:
    """The edition a position is played by."""
    return edition(len(s.power), s.variants)


# ------------------------------------------------------------ steps
def _reveal(e: Edition, s: Kings) -> Rules[None]:
    yield from reveal(e, s)
    s.step = "card_1"


def _card(place: int, following: str) -> Callable[[Edition, Kings], Rules[None]]:
    def step(e: Edition, s: Kings) -> Rules[None]:
        yield from carry_out(e, s, place)
        s.step = following

    return step


def _planning(e: Edition, s: Kings) -> Rules[None]:
    yield from plan(e, s)
    s.step = "raven"


def _raven(e: Edition, s: Kings) -> Rules[None]:
    yield from raven(e, s)
    s.step = "raid"


def _raid(e: Edition, s: Kings) -> Rules[None]:
    """One Raid token; the step repeats until none is left (W4.1)."""
    s.last = house = next_house(e, s, "raid")
    if house == NOBODY:
        s.step = "march"
    else:
        yield from one_raid(e, s, house)


def _march(e: Edition, s: Kings) -> Rules[None]:
    """One March token; the step repeats until none is left (W5.1)."""
    s.last = house = next_house(e, s, "march")
    if house == NOBODY:
        s.step = "stand_up"
    else:
        yield from one_march(e, s, house)


def _stand_up(e: Edition, s: Kings) -> Rules[None]:
    stand_up(s)
    s.step = "consolidate"
    yield from ()


def _consolidate(e: Edition, s: Kings) -> Rules[None]:
    consolidate(e, s)
    s.step = "end_of_round"
    yield from ()


def _end_of_round(e: Edition, s: Kings) -> Rules[None]:
    """All orders leave the board, Blade and Raven are fresh, the next round or the count follows (W7.2, W8.2)."""
    s.orders, s.bans, s.idle_support = {}, [], []
    s.blade_used = s.raven_used = False
    s.say("RoundEnded", s.round)
    if s.round == e.rounds:
        final_count(e, s)
    s.round += 1
    s.revealed = []
    s.step = "reveal"
    yield from ()


def _bound(rules: Callable[[Edition, Kings], Rules[None]]) -> Callable[[Kings], Rules[None]]:
    return lambda s: rules(edition_of(s), s)


STEPS = {
    name: _bound(rules)
    for name, rules in {
        "setup": draw_houses,
        "reveal": _reveal,
        "card_1": _card(0, "card_2"),
        "card_2": _card(1, "card_3"),
        "card_3": _card(2, "planning"),
        "planning": _planning,
        "raven": _raven,
        "raid": _raid,
        "march": _march,
        "stand_up": _stand_up,
        "consolidate": _consolidate,
        "end_of_round": _end_of_round,
    }.items()
}


def view(s: Kings, question: Question[Any] | None, known: Faces, seat: Seat) -> dict[str, Any]:
    """What a seat may see: everything, as nothing in this game is hidden."""
    return view_of(edition_of(s), s, question, seat)


GAME: Game[Kings] = Game(
    name="agot",
    version=2,
    seats=SEATS,
    settings=settings,
    new=new,
    steps=STEPS,
    view=view,
    clauses=clauses,
    data_digest=data_digest,
)
