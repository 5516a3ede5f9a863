"""A toy game of cards: a deck, closed hands, a card stolen at random, a claim about a closed hand, a reshuffle."""

from dataclasses import dataclass, field
from typing import Any

from engine.core.cards import Absent, Faces, Handle
from engine.core.errors import Over, Refused
from engine.core.match import Game, State
from engine.core.options import Listed
from engine.core.plain import Seat
from engine.core.questions import Mask, One, Question, Roll, Rules, Show, ask
from tests.core.duel import no_settings

DECK = ("crown", "fool", "knife", "thief") * 4
HAND = 3
TURNS = 24
Play = tuple[Handle, str, int]  # the card, the face it is said to show, the seat it is turned on


@dataclass
class Robbers(State):
    turn: int = 0
    deck: list[Handle] = field(default_factory=list)
    hands: list[list[Handle]] = field(default_factory=list)
    discards: list[str] = field(default_factory=list)  # faces, all public
    score: list[int] = field(default_factory=list)


def new(seats: int, settings: Any) -> Robbers:
    return Robbers(step="deal", hands=[[] for _ in range(seats)], score=[0] * seats)


def deal(s: Robbers) -> Rules[None]:
    made = yield from ask(Mask("shuffle", "R1", {"road": (DECK, ())}))
    s.deck = list(made["road"])
    shown: dict[Seat, tuple[Handle, ...]] = {}
    for seat, hand in enumerate(s.hands):
        hand += [s.deck.pop(0) for _ in range(HAND)]
        shown[seat] = tuple(hand)
    yield from ask(Show("deal", "R1", shown))
    s.step = "turn"


def plays(s: Robbers, seat: Seat) -> Listed[Play]:
    others = [x for x in range(len(s.hands)) if x != seat]
    items = [(h, f, x) for h in s.hands[seat] for f in sorted(set(DECK)) for x in others]

    def judge(play: Play, faces: Faces) -> None:
        if faces[play[0]] != play[1]:
            raise Refused("R2", "another_face", said=play[1])

    listed = Listed.of("R2", items)
    return Listed(listed.items, "R2", judge=judge, opening=lambda play: (play[0],))


def answers(s: Robbers, seat: Seat) -> Listed[Handle | None]:
    """Parry with a knife, or say that you hold none."""
    hand = tuple(s.hands[seat])

    def judge(card: Handle | None, faces: Faces) -> None:
        if card is not None and faces[card] != "knife":
            raise Refused("R3", "no_knife")

    def claiming(card: Handle | None, faces: Faces) -> tuple[Absent, ...]:
        return (Absent(seat, hand, ("knife",), "R3"),) if card is None else ()

    listed: Listed[Handle | None] = Listed.of("R3", [None, *hand])
    return Listed(listed.items, "R3", judge=judge, opening=lambda c: () if c is None else (c,), claiming=claiming)


def take_turn(s: Robbers) -> Rules[None]:
    seat = s.turn % len(s.hands)
    s.turn += 1
    if s.hands[seat]:
        card, face, victim = yield from ask(One("play", "R2", seat, plays(s, seat)))
        s.hands[seat].remove(card)
        s.discards.append(face)
        s.say("Played", seat, face, victim)
        if face == "crown":
            s.score[seat] += 1
        elif face == "thief":
            yield from steal(s, seat, victim)
    yield from draw(s, seat)
    if s.turn >= TURNS:
        best = sorted(set(s.score), reverse=True)
        raise Over(tuple(tuple(x for x, n in enumerate(s.score) if n == top) for top in best), "R5")


def steal(s: Robbers, thief: Seat, victim: Seat) -> Rules[None]:
    if not s.hands[victim]:
        return
    parry = yield from ask(One("parry", "R3", victim, answers(s, victim)))
    if parry is not None:
        s.hands[victim].remove(parry)
        s.discards.append("knife")
        return
    (place,) = yield from ask(Roll("theft", "R3", (len(s.hands[victim]),)))
    stolen = s.hands[victim].pop(place)
    s.hands[thief].append(stolen)
    yield from ask(Show("theft", "R3", {thief: (stolen,)}))


def draw(s: Robbers, seat: Seat) -> Rules[None]:
    """Draw one; an empty deck is made of the discards and the smallest hand's cards, unseen (R4)."""
    if not s.deck:
        hand = tuple(s.hands[seat])
        made = yield from ask(Mask("reshuffle", "R4", {"road": (tuple(s.discards), hand)}))
        s.deck, s.discards, s.hands[seat] = list(made["road"]), [], []
        shown = tuple(s.deck.pop(0) for _ in hand)
        s.hands[seat] += shown
        yield from ask(Show("redeal", "R4", {seat: shown}))
    if s.deck:
        card = s.deck.pop(0)
        s.hands[seat].append(card)
        yield from ask(Show("draw", "R4", {seat: (card,)}))


def view(s: Robbers, question: Question[Any] | None, known: Faces, seat: Seat) -> dict[str, Any]:
    return {
        "hands": [[known.get(h) if x == seat else None for h in hand] for x, hand in enumerate(s.hands)],
        "deck": len(s.deck),
        "discards": list(s.discards),
        "score": list(s.score),
    }


GAME: Game[Robbers] = Game(
    "robbers",
    1,
    (2, 3, 4),
    no_settings,
    new,
    {"deal": deal, "turn": take_turn},
    view,
    lambda: {"R1": "Shuffle and deal."},
    lambda: bytes(32),
)
