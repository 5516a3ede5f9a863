"""A small game that does with closed cards all that any of ours does; tests play it over the simulated table.

Each turn: a card is played open from the hand, another seat may mix its hand, out of which one is stolen at random
unless parried (or a claim of holding no knife), one is peeked at, all put one face down and open it, one is given back,
one laid open by all, one is drawn. An empty road is made of the discards and a hand. The relics are a second deck that
shrinks to one card and to none.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.core.cards import Absent, Faces, Handle
from engine.core.errors import Over, Refused
from engine.core.match import Game, Match, Settings, State
from engine.core.options import Listed
from engine.core.plain import Seat
from engine.core.questions import Expose, Mask, One, Question, Roll, Rules, Seal, Show, Together, Unseal, ask
from protocol.agreement import PROOFS
from protocol.agreement import Form as TableForm
from tests.protocol.toy import DATA_DIGEST, VERSION

ROAD = ("crown", "fool", "knife", "thief") * 3
RELICS = ("bone", "horn", "ring")
HAND = 4

Play = tuple[Handle, str]
"""A card and the face that it is said to show."""


@dataclass
class Hoard(State):
    """Zones of handles, in public; discards are faces."""

    turn: int = 0
    turns: int = 4
    road: list[Handle] = field(default_factory=list)
    relics: list[Handle] = field(default_factory=list)
    hands: list[list[Handle]] = field(default_factory=list)
    discards: list[str] = field(default_factory=list)
    spoils: list[str] = field(default_factory=list)
    score: list[int] = field(default_factory=list)
    taken: tuple[Handle, Seat] | None = None


def deal(s: Hoard) -> Rules[None]:
    """Two decks at once, whole hands in one question."""
    made = yield from ask(Mask("shuffle", "C1", {"road": (ROAD, ()), "relics": (RELICS, ())}))
    s.road, s.relics = list(made["road"]), list(made["relics"])
    shown: dict[Seat, tuple[Handle, ...]] = {}
    for seat, hand in enumerate(s.hands):
        hand += [s.road.pop(0) for _ in range(min(HAND, len(ROAD) // len(s.hands)))]
        shown[seat] = tuple(hand)
    yield from ask(Show("deal", "C1", shown))
    s.step = "turn"


def plays(clause: str, hand: list[Handle]) -> Listed[Play]:
    """Any card of a hand, opened with the answer, whose face must be the one that is said."""

    def judge(play: Play, faces: Faces) -> None:
        if faces[play[0]] != play[1]:
            raise Refused(clause, "another_face", said=play[1])

    items = Listed.of(clause, [(h, f) for h in hand for f in sorted(set(ROAD))]).items
    return Listed(items, clause, judge=judge, opening=lambda play: (play[0],))


def blind(clause: str, hand: list[Handle]) -> Listed[Handle]:
    """Any card of a hand, whatever it shows, opened with the answer; the oldest by default."""
    return replace(Listed.of(clause, hand, default=hand[0]), opening=lambda handle: (handle,))


def parries(seat: Seat, hand: list[Handle]) -> Listed[Handle | None]:
    """A knife, or the claim to hold none."""
    held = tuple(hand)

    def judge(card: Handle | None, faces: Faces) -> None:
        if card is not None and faces[card] != "knife":
            raise Refused("C3", "no_knife")

    def claiming(card: Handle | None, faces: Faces) -> tuple[Absent, ...]:
        return (Absent(seat, held, ("knife",), "C3"),) if card is None else ()

    items: Listed[Handle | None] = Listed.of("C3", [None, *hand])
    return Listed(items.items, "C3", judge=judge, opening=lambda c: () if c is None else (c,), claiming=claiming)


def play_turn(s: Hoard) -> Rules[None]:
    """One turn of the seat whose turn it is."""
    seat, victim = s.turn % len(s.hands), (s.turn + 1) % len(s.hands)
    s.turn += 1
    if s.hands[seat]:
        card, face = yield from ask(One("play", "C2", seat, plays("C2", s.hands[seat])))
        discard(s, seat, card, face)
        s.score[seat] += face == "crown"
    yield from mix_hand(s, victim)
    yield from steal(s, seat, victim)
    yield from peek(s, seat, victim)
    yield from duel(s)
    yield from give_back(s)
    yield from relic(s, seat)
    yield from draw(s, seat)
    if s.turn >= s.turns:
        s.step = "end"


def discard(s: Hoard, seat: Seat, card: Handle, face: str) -> None:
    s.hands[seat].remove(card)
    s.discards.append(face)
    s.say("Discarded", seat, face)


def mix_hand(s: Hoard, seat: Seat) -> Rules[None]:
    """Who is to be robbed may mix his hand, so that who has peeked at it knows no more which card is which."""
    if s.hands[seat] and (yield from ask(One("mix", "C3", seat, Listed.of("C3", [False, True])))):
        made = yield from ask(Mask("hand", "C3", {"road": ((), tuple(s.hands[seat]))}, by=seat))
        s.hands[seat] = list(made["road"])


def steal(s: Hoard, thief: Seat, victim: Seat) -> Rules[None]:
    """At random out of a hand, unless its owner parries; who does not, claims to have no knife."""
    if not s.hands[victim]:
        return
    parry = yield from ask(One("parry", "C3", victim, parries(victim, s.hands[victim])))
    if parry is not None:
        discard(s, victim, parry, "knife")
        return
    (at,) = yield from ask(Roll("theft", "C3", (len(s.hands[victim]),)))
    stolen = s.hands[victim].pop(at)
    s.hands[thief].append(stolen)
    yield from ask(Show("theft", "C3", {thief: (stolen,)}))
    s.taken = (stolen, victim)


def peek(s: Hoard, seat: Seat, victim: Seat) -> Rules[None]:
    """The seat sees a card of the next one, and that one a card of the first: two re-maskings in one question."""
    shown: dict[Seat, tuple[Handle, ...]] = {}
    for reader, owner in ((seat, victim), (victim, seat)):
        if s.hands[owner]:
            shown[reader] = (s.hands[owner][0],)
    yield from ask(Show("peek", "C4", shown))


def duel(s: Hoard) -> Rules[None]:
    """All put a card face down and open together; one more is sealed, and opened or burned.

    The card of a seat that withheld is opened by a question of its own.
    """
    put = yield from ask(Together("duel", "C5", {x: blind("C5", h) for x, h in at_hand(s).items() if len(h) > 1}))
    yield from ask(Expose("duel", "C5", s.closed(put.values())))
    for x, card in put.items():
        discard(s, x, card, s.public[card])
        s.score[x] += s.public[card] == "knife"
    sealed = yield from ask(Seal("ambush", "C6", {x: blind("C6", h) for x, h in at_hand(s).items() if h}))
    opening = {x: token for x, token in sealed.items() if (x + s.turn) % 2}
    sprung = yield from ask(Unseal("ambush", "C6", opening))
    yield from ask(Expose("ambush", "C6", s.closed(sprung.values())))
    for x, card in sprung.items():
        discard(s, x, card, s.public[card])


def at_hand(s: Hoard) -> dict[Seat, list[Handle]]:
    """The hands without the card that was just stolen."""
    taken = () if s.taken is None else s.taken[:1]
    return {x: [card for card in hand if card not in taken] for x, hand in enumerate(s.hands)}


def give_back(s: Hoard) -> Rules[None]:
    """A stolen card is shown to its owner again, who knows it; then to the next seat, and laid open by all."""
    if s.taken is None:
        return
    card, owner = s.taken
    s.taken = None
    holder = next((x for x, hand in enumerate(s.hands) if card in hand), None)
    if holder is None:
        return
    s.hands[holder].remove(card)
    yield from ask(Show("release", "C7", {owner: (card,)}))
    yield from ask(Show("witness", "C7", {(owner + 1) % len(s.hands): (card,), (owner + 2) % len(s.hands): (card,)}))
    (face,) = yield from ask(Expose("torture", "C7", (card,)))
    s.discards.append(face)
    again = yield from ask(Expose("torture", "C7", (card,)))
    s.say("Tortured", again[0])


def relic(s: Hoard, seat: Seat) -> Rules[None]:
    """The top relic is laid open though nobody has seen it; the rest are mixed again, down to one and to none."""
    if s.relics:
        (face,) = yield from ask(Expose("relic", "C8", (s.relics.pop(0),)))
        s.spoils.append(face)
        made = yield from ask(Mask("relics", "C8", {"relics": ((), tuple(s.relics))}))
        s.relics = list(made["relics"])
        yield from ask(Show("relic", "C8", {seat: tuple(s.relics[:1])}))
    elif s.spoils:
        made = yield from ask(Mask("relics", "C8", {"relics": (tuple(s.spoils), ())}))
        s.relics, s.spoils = list(made["relics"]), []


def draw(s: Hoard, seat: Seat) -> Rules[None]:
    """Draw one; an empty road is made of the discards and the hand of the seat, unseen."""
    if not s.road:
        hand = tuple(s.hands[seat])
        made = yield from ask(Mask("reshuffle", "C9", {"road": (tuple(s.discards), hand)}))
        s.road, s.discards = list(made["road"]), []
        s.hands[seat] = [s.road.pop(0) for _ in hand]
        yield from ask(Show("redeal", "C9", {seat: tuple(s.hands[seat])}))
    if s.road:
        s.hands[seat].append(s.road.pop(0))
        yield from ask(Show("draw", "C9", {seat: (s.hands[seat][-1],)}))


def end(s: Hoard) -> Rules[None]:
    """Most crowns and knives."""
    if not s.score:
        yield Roll("never", "C10", (2,))
    best = sorted(set(s.score), reverse=True)
    raise Over(tuple(tuple(x for x, n in enumerate(s.score) if n == top) for top in best), "C10")


def _settings(seats: int, wanted: Settings) -> Settings:
    return {"turns": 4, **wanted}


def _new(seats: int, settings: Settings) -> Hoard:
    turns = settings["turns"]
    assert isinstance(turns, int)
    return Hoard(step="deal", turns=turns, hands=[[] for _ in range(seats)], score=[0] * seats)


def _view(state: Hoard, question: Question[Any] | None, known: Faces, seat: Seat) -> dict[str, Any]:
    return {"hands": [[known.get(handle) for handle in hand] for hand in state.hands]}


def _clauses() -> Mapping[str, str]:
    return {"C1": "Shuffle and deal."}


GAME: Game[Hoard] = Game(
    "hoard",
    VERSION,
    tuple(range(2, 6)),
    _settings,
    _new,
    {"deal": deal, "turn": play_turn, "end": end},
    _view,
    _clauses,
    lambda: DATA_DIGEST,
)


def new_match(form: TableForm) -> Match[Hoard]:
    """The fresh match of an agreed form; what the table alone has agreed is left out."""
    pairs: Any = form.settings
    return Match.start(GAME, len(form.seats), {name: value for name, value in pairs if name != PROOFS})
