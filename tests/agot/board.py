"""Hand-made positions, and one rule driven with scripted answers."""

from collections.abc import Mapping
from typing import Any

from engine.agot.edition import edition
from engine.agot.game import new, settings
from engine.core.cards import NO_FACES
from engine.core.errors import Refused
from engine.core.match import Event
from engine.core.questions import One, Question, Roll, Rules, Seal, Sealed, Together, Unseal
from engine.westeros.edition import Edition
from engine.westeros.march import one_march
from engine.westeros.raid import one_raid
from engine.westeros.state import Army, Kings, Stack

E = edition(5)
HOUSES = tuple(E.houses)
LETTERS = {"f": "footman", "k": "knight", "s": "ship"}

Step = tuple[str, Any]
"""A topic and the answer: a value, for a question to several a mapping from house to value, for dice the numbers."""


def position(
    units: Mapping[str, str],
    *,
    orders: Mapping[str, str] | None = None,
    tokens: Mapping[str, str] | None = None,
    garrisons: Mapping[str, int] | None = None,
    supply: int | Mapping[str, int] = 6,
    power: int | Mapping[str, int] = 5,
    e: Edition = E,
    **tracks: list[str],
) -> Kings:
    """All houses of `e` in agreed seats and only these units: `{"pyke": "greyjoy ffk/f"}` has one routed after the /.

    Tracks are given as keywords, first places only if you like: `fiefdoms=["tyrell"]` moves Tyrell to place 1.
    """
    s = Kings(step="march")
    s.seats = {house: seat for seat, house in enumerate(e.playing)}
    s.tracks = {track: list(places) for track, places in e.start_tracks.items()}
    for track, first in tracks.items():
        s.tracks[track] = [*first, *(house for house in s.tracks[track] if house not in first)]
    for house in e.houses if e.options.forces_play_cards else e.playing:
        s.hands[house] = list(e.hands[house])
        s.discards[house] = []
    for house in e.playing:
        s.power[house] = power if isinstance(power, int) else power.get(house, 5)
        s.supply[house] = supply if isinstance(supply, int) else supply.get(house, 6)
    for area, text in units.items():
        house, _, figures = text.partition(" ")
        standing, _, routed = figures.partition("/")
        s.armies[area] = Army(house, stack(standing), stack(routed))
    s.orders = dict(orders or {})
    s.tokens = dict(tokens or {})
    s.garrisons = dict(garrisons or {})
    s.unseen = {deck: list(cards) for deck, cards in E.decks.items()}
    return s


def start(seats: int, *chosen: str) -> tuple[Edition, Kings]:
    """The edition with these options, and its position at the start with the houses agreed."""
    options: dict[str, Any] = {"houses": "agreed", **dict.fromkeys(chosen, True)}
    return edition(seats, tuple(sorted(chosen))), new(seats, settings(seats, options))


def stack(figures: str) -> Stack:
    """`ffk` as a stack."""
    return {unit: figures.count(letter) for letter, unit in LETTERS.items() if letter in figures}


def units(s: Kings, area: str) -> str:
    """An army in the notation of `position`; "" if nobody stands there."""
    army = s.armies.get(area)
    if army is None:
        return ""
    letters = {unit: letter for letter, unit in LETTERS.items()}
    piles = ["".join(letters[u] * n for u, n in sorted(pile.items())) for pile in (army.standing, army.routed)]
    return f"{army.house} {piles[0]}" + (f"/{piles[1]}" if piles[1] else "")


class Play:
    """A coroutine being driven. `question` is what it asks now, None when it has ended."""

    def __init__(self, s: Kings, rules: Rules[Any]) -> None:
        self.s = s
        self.rules = rules
        self.question: Question[Any] | None = None
        self.sealed: dict[int, Any] = {}
        self._send(None)

    def _send(self, value: Any) -> None:
        try:
            question = self.rules.send(value)
            settled = question.settled()
            if not settled and isinstance(question, One):
                settled = question.choice.only()
            while settled:
                question = self.rules.send(settled[0])
                settled = question.settled()
                if not settled and isinstance(question, One):
                    settled = question.choice.only()
            self.question = question
            if isinstance(question, Unseal):
                self._send(self.sealed)
        except StopIteration:
            self.question = None

    def answer(self, topic: str, value: Any) -> "Play":
        """Check and give one answer."""
        question = self.question
        assert question is not None, f"{topic}: nothing is asked any more"
        assert question.topic == topic, f"{topic} expected, {question.topic} asked"
        if isinstance(question, Seal):
            ((house, choice),) = value.items()
            self.check(self.s.seats[house], choice)
            self.sealed = {self.s.seats[house]: choice}
            self._send({seat: Sealed(0, seat, question.choices[seat]) for seat in question.seats})
        elif isinstance(question, Together):
            named = {self.s.seats[house]: choice for house, choice in value.items()}
            assert tuple(sorted(named)) == question.seats
            for seat, choice in named.items():
                self.check(seat, choice)
            self._send(dict(sorted(named.items())))
        elif isinstance(question, Roll):
            assert len(value) == len(question.sizes)
            assert all(0 <= n < size for n, size in zip(value, question.sizes, strict=True))
            self._send(value)
        else:
            self.check(question.seats[0], value)
            self._send(value)
        return self

    def check(self, seat: int, value: object) -> None:
        """Judge a value as a match does. Raises Refused."""
        assert self.question is not None
        options = self.question.options(seat)
        options.admit(value)
        options.check(value, NO_FACES)

    @property
    def topic(self) -> str:
        """The topic of the question asked now, "" when the rules have ended."""
        return self.question.topic if self.question is not None else ""

    @property
    def house(self) -> str:
        """The house that is asked now."""
        assert self.question is not None
        (seat,) = self.question.seats
        return next(house for house, of in self.s.seats.items() if of == seat)

    def items(self, house: str = "") -> tuple[Any, ...]:
        """The listed answers, of one house if several are asked."""
        assert self.question is not None
        seat = self.s.seats[house] if house else self.question.seats[0]
        items: tuple[Any, ...] = self.question.options(seat).complete(()).choices
        return items

    def refusal(self, value: object, house: str = "") -> tuple[str, str]:
        """Clause and code with which a value is refused; ("", "") if it is legal."""
        assert self.question is not None
        try:
            self.check(self.s.seats[house] if house else self.question.seats[0], value)
        except Refused as refused:
            return refused.clause, refused.code
        return "", ""


def play(s: Kings, rules: Rules[Any], *script: Step) -> Play:
    """Drive rules through the script and stop at the next question or the end."""
    driven = Play(s, rules)
    for topic, value in script:
        driven.answer(topic, value)
    return driven


def finish(s: Kings, rules: Rules[Any], *script: Step) -> list[Event]:
    """Drive rules through the script to their very end; returns what was said."""
    driven = play(s, rules, *script)
    assert driven.question is None, f"{driven.topic} is still asked"
    return s.events


def march(s: Kings, house: str, *script: Step, e: Edition = E) -> Play:
    """One march of a house."""
    return play(s, one_march(e, s, house), *script)


def raid(s: Kings, house: str, *script: Step) -> Play:
    """One raid of a house."""
    return play(s, one_raid(E, s, house), *script)


def cards(attacker: str, defender: str, first: str, second: str) -> Step:
    """The answer of two combatants to the question for house cards."""
    return ("house_card", {attacker: first, defender: second})


def said(s: Kings, name: str) -> list[tuple[Any, ...]]:
    """The values of every event of a name."""
    return [tuple(event[1:]) for event in s.events if event[0] == name]
