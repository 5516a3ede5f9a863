"""A toy game of dice: wagers sealed first, dice that named seats may have rolled again after all saw them.

The wagers are opened only when the dice come out even; otherwise they are burned and only an audit would see them.
"""

from dataclasses import dataclass, field
from typing import Any

from engine.core.cards import Faces
from engine.core.errors import Over, Refused
from engine.core.match import Game, Settings, State
from engine.core.options import Listed
from engine.core.plain import Plain, Seat
from engine.core.questions import Question, Roll, Rules, Seal, Unseal, ask
from engine.core.windows import window

ROUNDS = 4


@dataclass
class Duel(State):
    round: int = 1
    dice: list[int] = field(default_factory=list)
    charms: list[int] = field(default_factory=list)  # how often each seat may still have dice rolled again
    score: list[int] = field(default_factory=list)


def new(seats: int, settings: Settings) -> Duel:
    return Duel(step="round", charms=[2] * seats, score=[0] * seats)


def play_round(s: Duel) -> Rules[None]:
    seats = range(len(s.score))
    wagers = yield from ask(Seal("wager", "D1", {x: Listed((0, 1, 2, 3), "D1") for x in seats}))
    s.dice = list((yield from ask(Roll("dice", "D2", tuple(6 for _ in seats)))))

    def offer(seat: Seat) -> Listed[Plain] | None:
        if not s.charms[seat]:
            return None
        dice = range(len(s.dice))
        pairs = [(i, j) for i in dice for j in dice if i < j]
        items: list[Plain] = [None, *((i,) for i in dice), *pairs]
        return Listed.of("D3", items)

    def act(seat: Seat, which: tuple[int, ...]) -> Rules[bool]:
        s.charms[seat] -= 1
        again = yield from ask(Roll("reroll", "D3", tuple(6 for _ in which)))
        for die, eyes in zip(which, again, strict=True):
            s.dice[die] = eyes
        s.say("Rerolled", seat, which, tuple(again))
        return False

    yield from window(tuple(seats), "reroll_window", "D3", offer, act)
    if sum(s.dice) % 2 == 0:
        opened = yield from ask(Unseal("open_wagers", "D4", wagers))
        for seat, wager in opened.items():
            s.score[seat] += wager + s.dice[seat]
        s.say("WagersOpened", tuple(opened.items()))
    s.dice = []
    s.round += 1
    if s.round > ROUNDS:
        best = sorted(set(s.score), reverse=True)
        raise Over(tuple(tuple(x for x in seats if s.score[x] == n) for n in best), "D5")


def no_settings(seats: int, wanted: Settings) -> Settings:
    if wanted:
        raise Refused("D0", "unknown_setting", name=sorted(wanted)[0])
    return {}


def view(s: Duel, question: Question[Any] | None, known: Faces, seat: Seat) -> dict[str, Any]:
    return {"dice": list(s.dice), "score": list(s.score), "charms": list(s.charms)}


GAME: Game[Duel] = Game(
    "duel",
    1,
    (2, 3, 4),
    no_settings,
    new,
    {"round": play_round},
    view,
    lambda: {"D1": "Seal a wager."},
    lambda: bytes(32),
)
