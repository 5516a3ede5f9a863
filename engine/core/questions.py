"""The four kinds of question and the eight questions. There is no other way for the world to touch the rules."""

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Generic, TypeAlias, TypeVar

from typing_extensions import override

from engine.core.cards import Face, Handle
from engine.core.options import Options
from engine.core.plain import Plain, Seat

T = TypeVar("T")


class Kind(Enum):
    """How a question is answered without trusting anybody."""

    OPEN = "open"
    """One seat acts in the clear."""
    SECRET = "secret"
    """Several seats commit, then all open."""
    CHANCE = "chance"
    """Everybody's joint seed decides."""
    CARDS = "cards"
    """Closed cards are made, dealt, shown or opened."""


@dataclass
class Reply:
    """A question's answer as the log gives it.

    `values`: the answer of each seat that chose something. `faces`: every face that became public with it. `rolled`:
    the integers of a `Roll`. `withheld`: the seats, ascending, that committed and did not open what the rules take; the
    value of each is the default of its options, of which nothing was opened. A `Seal`, `Mask` or `Show` has an empty
    reply: what it yields is named by the match.
    """

    values: dict[Seat, Any] = field(default_factory=dict)
    faces: dict[Handle, Face] = field(default_factory=dict)
    rolled: tuple[int, ...] = ()
    withheld: tuple[Seat, ...] = ()

    def plain(self) -> tuple[Plain, ...]:
        """The reply as a plain value, in the order of seats and handles, however it was gathered.

        Who withheld stands in it only if anybody has.
        """
        told = (tuple(sorted(self.values.items())), tuple(sorted(self.faces.items())), self.rolled)
        return (*told, self.withheld) if self.withheld else told


@dataclass(frozen=True)
class Question(Generic[T]):
    """What the rules ask. `topic` is the word by which a client draws it, `clause` the rule behind it."""

    topic: str
    clause: str

    @property
    def kind(self) -> Kind:
        """Which of the four ways answers it."""
        raise NotImplementedError(type(self).__name__)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that choose or open something, ascending; nobody for chance and cards."""
        return ()

    def options(self, seat: Seat) -> Options[Any]:
        """What `seat` may answer. Raises KeyError for a seat that is not asked."""
        raise KeyError(seat)

    def settled(self) -> tuple[T, ...]:
        """The result, if nobody needs to be asked at all; else nothing."""
        return ()


@dataclass(frozen=True)
class One(Question[T]):
    """OPEN: exactly one seat has the word. The answer is its choice."""

    seat: Seat
    choice: Options[T]

    @property
    @override
    def kind(self) -> Kind:
        return Kind.OPEN

    @property
    @override
    def seats(self) -> tuple[Seat, ...]:
        return (self.seat,)

    @override
    def options(self, seat: Seat) -> Options[Any]:
        if seat != self.seat:
            raise KeyError(seat)
        return self.choice


@dataclass(frozen=True)
class _Many(Question[T]):
    """What `Together` and `Seal` share: options for several seats."""

    choices: Mapping[Seat, Options[Any]]

    @property
    @override
    def seats(self) -> tuple[Seat, ...]:
        return tuple(sorted(self.choices))

    @override
    def options(self, seat: Seat) -> Options[Any]:
        return self.choices[seat]


@dataclass(frozen=True)
class Together(_Many[dict[Seat, T]]):
    """SECRET: all named seats commit, then all open. The answer maps each seat to its choice, in seat order.

    Asked of one seat it is an OPEN question (nobody else's choice could depend on it), of none it is not asked.

    A seat may open what the rules refuse, and then `default(withheld=True)` of its options is its choice. If answers
    open cards, those of that choice are still closed: `Expose` what `State.closed` gives before you use a face.
    """

    choices: Mapping[Seat, Options[T]]

    @property
    @override
    def kind(self) -> Kind:
        return Kind.SECRET if len(self.choices) > 1 else Kind.OPEN

    @override
    def settled(self) -> tuple[dict[Seat, T], ...]:
        return () if self.choices else ({},)


@dataclass(frozen=True)
class Sealed(Generic[T]):
    """Stands for a choice that is committed and not opened.

    `question` is the number of the `Seal` in its match, from 0; `options` judge the choice when it is opened.
    """

    question: int
    seat: Seat
    options: Options[T]


@dataclass(frozen=True)
class Seal(_Many[dict[Seat, Sealed[T]]]):
    """SECRET, first half: commitments only. The answer maps each seat to its token.

    A token that is not opened by the end of its step is burned: only the audit ever sees it. Until then no card that
    it may open goes into a `Mask`: `Match` sees to it for options that can list them (`Options.may_open`).
    """

    choices: Mapping[Seat, Options[T]]

    @property
    @override
    def kind(self) -> Kind:
        return Kind.SECRET

    @override
    def settled(self) -> tuple[dict[Seat, Sealed[T]], ...]:
        return () if self.choices else ({},)


@dataclass(frozen=True)
class Unseal(Question[dict[Seat, T]]):
    """SECRET, second half: nobody chooses. The answer maps each seat to what it had sealed.

    As in `Together`, what a seat opens against the rules counts as withheld, and its default has opened no card.
    """

    tokens: Mapping[Seat, Sealed[T]]

    @property
    @override
    def kind(self) -> Kind:
        return Kind.SECRET

    @property
    @override
    def seats(self) -> tuple[Seat, ...]:
        return tuple(sorted(self.tokens))

    @override
    def options(self, seat: Seat) -> Options[Any]:
        return self.tokens[seat].options

    @override
    def settled(self) -> tuple[dict[Seat, T], ...]:
        return () if self.tokens else ({},)


@dataclass(frozen=True)
class Roll(Question[tuple[int, ...]]):
    """CHANCE: for each size n, in this order, an integer in 0..n-1 that nobody could know or bias."""

    sizes: tuple[int, ...]

    @property
    @override
    def kind(self) -> Kind:
        return Kind.CHANCE

    @override
    def settled(self) -> tuple[tuple[int, ...], ...]:
        return () if any(n > 1 for n in self.sizes) else (tuple(0 for _ in self.sizes),)


@dataclass(frozen=True)
class Mask(Question[dict[str, tuple[Handle, ...]]]):
    """CARDS: for each deck, known faces and living handles become fresh handles in an order nobody knows.

    `by`: one seat alone mixes cards all of which it sees, such as its hand, and goes on seeing them. All others forget
    which is which, but for a card that is mixed with no other: of that one, all know what they knew.
    """

    decks: Mapping[str, tuple[tuple[Face, ...], tuple[Handle, ...]]]
    by: Seat | None = None

    @property
    @override
    def kind(self) -> Kind:
        return Kind.CARDS


@dataclass(frozen=True)
class Show(Question[None]):
    """CARDS: each named seat comes to see the faces of its handles (a deal, a theft, a release, a peek)."""

    to: Mapping[Seat, tuple[Handle, ...]]

    @property
    @override
    def kind(self) -> Kind:
        return Kind.CARDS

    @override
    def settled(self) -> tuple[None, ...]:
        return () if any(self.to.values()) else (None,)


@dataclass(frozen=True)
class Expose(Question[tuple[Face, ...]]):
    """CARDS: the faces of the handles become public. The answer gives them in the order of the handles."""

    handles: tuple[Handle, ...]

    @property
    @override
    def kind(self) -> Kind:
        return Kind.CARDS

    @override
    def settled(self) -> tuple[tuple[Face, ...], ...]:
        return () if self.handles else ((),)


Rules: TypeAlias = Generator[Question[Any], Any, T]
"""A piece of rules: it asks questions and ends with a result. Run it with `yield from`."""


def ask(question: Question[T]) -> Rules[T]:
    """Put a question to the outside world; gives the answer its type."""
    answer: T = yield question
    return answer
