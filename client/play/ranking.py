"""An order of several things, given by naming one after another: what is listed in full grows too long to be read."""

from typing import Any, cast

from typing_extensions import override

from engine.core.cards import NO_FACES, Absent, Faces, Handle
from engine.core.errors import Refused
from engine.core.options import Completion, Listed, Options
from engine.core.plain import Draw, Plain

Order = tuple[Plain, ...]


class Ranking(Options[Order]):
    """The same answers as `listed`, each an order of the same things; the pieces are these things, the first first."""

    def __init__(self, listed: Listed[Order]) -> None:
        self.clause = listed.clause
        self._listed = listed

    @override
    def complete(self, partial: tuple[Plain, ...], known: Faces = NO_FACES) -> Completion[Order]:
        """What may be named next; the last thing need not be."""
        left = [order for order in self._listed.legal(known) if order[: len(partial)] == partial]
        if not left:
            raise Refused(self.clause, "not_offered")
        if len(left) == 1:
            return Completion((), (left[0],))
        return Completion(tuple(dict.fromkeys(order[len(partial)] for order in left)))

    @override
    def admit(self, value: object) -> None:
        self._listed.admit(value)

    @override
    def check(self, value: Order, faces: Faces) -> None:
        self._listed.check(value, faces)

    @override
    def opens(self, value: Order) -> tuple[Handle, ...]:
        return self._listed.opens(value)

    @override
    def claims(self, value: Order, faces: Faces) -> tuple[Absent, ...]:
        return self._listed.claims(value, faces)

    @override
    def sample(self, draw: Draw, known: Faces) -> Order:
        return self._listed.sample(draw, known)

    @override
    def default(self, withheld: bool = False) -> Order:
        return self._listed.default(withheld)

    @override
    def only(self) -> tuple[Order, ...]:
        return self._listed.only()


def one_by_one(options: Options[Any]) -> Options[Any]:
    """`options`, or the same as a Ranking if they list the orders of three things or more."""
    if not isinstance(options, Listed) or len(options.items) < 3:
        return options
    ranked = all(isinstance(item, tuple) and len(set(item)) == len(item) > 2 for item in options.items)
    if ranked and len({frozenset(item) for item in options.items}) == 1:
        return Ranking(cast("Listed[Order]", options))
    return options
