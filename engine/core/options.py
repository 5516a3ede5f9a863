"""What a seat may answer. Options are public: every peer builds the same from the same state."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar, cast

from typing_extensions import override

from engine.core.cards import NO_FACES, Absent, Faces, Handle
from engine.core.errors import Refused
from engine.core.plain import Draw, Plain, Shape, exact, fits, order

T = TypeVar("T")

SAMPLES = 50
"""How often a form's sampler may miss before its default is taken: only a sampler that ignores a rule comes near."""


@dataclass(frozen=True)
class Completion(Generic[T]):
    """Where somebody stands who builds an answer piece by piece.

    `choices` are the pieces that may come next, sorted as they should be shown. `answers` holds the one legal answer
    that the pieces so far make, or nothing if it may not end here.
    """

    choices: tuple[Plain, ...]
    answers: tuple[T, ...] = ()


class Options(ABC, Generic[T]):
    """The answers one seat may give to one question, and the rule behind them.

    An answer goes through `admit` (shape, exact types; nothing else ever sees junk), then `check` (the rules, on true
    faces). Both raise Refused and change nothing. Options hold values and never the state they were made from.
    """

    clause: str

    @abstractmethod
    def admit(self, value: object) -> None:
        """Judge the shape alone. Raises Refused."""

    def check(self, value: T, faces: Faces) -> None:
        """Judge the rules, given the faces that this answer opens and all public ones. Raises Refused."""

    def opens(self, value: T) -> tuple[Handle, ...]:
        """The handles that the entry carrying this answer must open."""
        return ()

    def may_open(self) -> tuple[Handle, ...]:
        """Every handle that some answer opens, as far as that can be told without the answer."""
        return ()

    def claims(self, value: T, faces: Faces) -> tuple[Absent, ...]:
        """What this answer asserts about cards that stay closed."""
        return ()

    @abstractmethod
    def sample(self, draw: Draw, known: Faces) -> T:
        """A legal answer drawn at random by somebody who knows `known`."""

    @abstractmethod
    def complete(self, partial: tuple[Plain, ...], known: Faces = NO_FACES) -> Completion[T]:
        """What may follow the pieces `partial`. Raises Refused if they cannot begin an answer."""

    @abstractmethod
    def default(self, withheld: bool = False) -> T:
        """The answer of a seat that is held absent, from public facts only.

        It opens no card: one that stands for a card names its handle (the oldest of a hand) and must stand whatever
        that shows, since the rules open it afterwards. `withheld`: of a seat that committed and then did not open;
        never better for it than the default.
        """

    def only(self) -> tuple[T, ...]:
        """The single answer that public facts leave, if there is just one; else nothing."""
        return ()


Judge: TypeAlias = Callable[[T, Faces], None]


def _no_handles(value: object) -> tuple[Handle, ...]:
    return ()


@dataclass(frozen=True)
class Listed(Options[T]):
    """A finite list of answers, sorted by `plain.order` and unique.

    What hangs on a closed card is left to `judge`, which sees true faces; `opening` names the cards an answer opens,
    `claiming` what it asserts. `default_index` and `withheld_index` point into `items`.
    """

    items: tuple[T, ...]
    clause: str
    default_index: int = 0
    withheld_index: int | None = None
    judge: Judge[T] | None = None
    opening: Callable[[T], tuple[Handle, ...]] = _no_handles
    claiming: Callable[[T, Faces], tuple[Absent, ...]] | None = None

    def __post_init__(self) -> None:
        if not self.items:
            raise ValueError(f"{self.clause}: nothing may be answered, so the rules must not ask")

    @classmethod
    def of(cls, clause: str, items: Iterable[T], default: T | None = None) -> "Listed[T]":
        """The options `items`, sorted; `default` is one of them (else the first is taken)."""
        listed = tuple(sorted(items, key=cast("Callable[[T], tuple[object, ...]]", order)))
        return cls(listed, clause, listed.index(default) if default is not None else 0)

    @override
    def admit(self, value: object) -> None:
        if not any(item == value and exact(item, value) for item in self.items):
            raise Refused(self.clause, "not_offered")

    @override
    def check(self, value: T, faces: Faces) -> None:
        if self.judge is not None:
            self.judge(value, faces)

    @override
    def opens(self, value: T) -> tuple[Handle, ...]:
        return self.opening(value)

    @override
    def claims(self, value: T, faces: Faces) -> tuple[Absent, ...]:
        return self.claiming(value, faces) if self.claiming is not None else ()

    @override
    def may_open(self) -> tuple[Handle, ...]:
        return tuple(dict.fromkeys(handle for item in self.items for handle in self.opening(item)))

    def legal(self, known: Faces) -> tuple[T, ...]:
        """The answers that somebody who knows `known` cannot exclude; with no knowledge, what everybody cannot."""
        if self.judge is None and self.claiming is None:
            return self.items
        return tuple(item for item in self.items if self._possible(item, known))

    def _possible(self, item: T, known: Faces) -> bool:
        try:
            if self.judge is not None and all(h in known for h in self.opening(item)):
                self.judge(item, known)
        except Refused:
            return False
        return not any(
            known.get(handle) in claim.faces for claim in self.claims(item, known) for handle in claim.handles
        )

    @override
    def sample(self, draw: Draw, known: Faces) -> T:
        good = self.legal(known)
        return good[draw(len(good))]

    @override
    def complete(self, partial: tuple[Plain, ...], known: Faces = NO_FACES) -> Completion[T]:
        if not partial:
            return Completion(cast("tuple[Plain, ...]", self.legal(known)))
        if len(partial) > 1:
            raise Refused(self.clause, "one_choice_only")
        self.admit(partial[0])
        return Completion((), (cast("T", partial[0]),))

    @override
    def default(self, withheld: bool = False) -> T:
        if withheld and self.withheld_index is not None:
            return self.items[self.withheld_index]
        return self.items[self.default_index]

    @override
    def only(self) -> tuple[T, ...]:
        if len(self.items) == 1 and self.claiming is None and not self.opening(self.items[0]):
            return self.items
        return ()


@dataclass(frozen=True)
class Form(Options[T]):
    """A combinatorial choice: a shape, one judge, a sampler, and a way to build it piece by piece.

    The shape is tried first, so `judge` meets no junk. `sampler` proposes; what `judge` refuses is drawn again.
    `grow` lists the pieces that may follow the pieces so far, and the answer they make if it may end there.
    `lone`: the fallback is the only legal answer, so nobody needs to be asked.
    """

    clause: str
    shape: Shape
    judge: Judge[T]
    sampler: Callable[[Draw], T]
    grow: Callable[[tuple[Plain, ...]], Completion[T]]
    fallback: T
    opening: Callable[[T], tuple[Handle, ...]] = _no_handles
    lone: bool = False

    @override
    def admit(self, value: object) -> None:
        if not fits(self.shape, value):
            raise Refused(self.clause, "malformed")

    @override
    def check(self, value: T, faces: Faces) -> None:
        self.judge(value, faces)

    @override
    def opens(self, value: T) -> tuple[Handle, ...]:
        return self.opening(value)

    @override
    def sample(self, draw: Draw, known: Faces) -> T:
        for _ in range(SAMPLES):
            value = self.sampler(draw)
            try:
                self.judge(value, known)
            except Refused:
                continue
            return value
        return self.fallback

    @override
    def complete(self, partial: tuple[Plain, ...], known: Faces = NO_FACES) -> Completion[T]:
        return self.grow(partial)

    @override
    def default(self, withheld: bool = False) -> T:
        return self.fallback

    @override
    def only(self) -> tuple[T, ...]:
        return (self.fallback,) if self.lone else ()
