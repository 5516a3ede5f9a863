"""Battles in Blackwater with two house cards: for tests of the texts of W12."""

from engine.westeros.state import Kings
from tests.agot.board import Play, Step, cards, march, position, said, stack

FIELD = "blackwater"


def fight(
    attacker: tuple[str, str, str],
    defender: tuple[str, str, str],
    *answers: Step,
    orders: dict[str, str] | None = None,
    more: dict[str, str] | None = None,
    blade_used: bool = True,
    setup: object = None,
) -> Play:
    """(house, figures, card) marches from reach into blackwater against (house, figures, card)."""
    (one, force, first), (other, there, second) = attacker, defender
    s = position(
        {"reach": f"{one} {force}", FIELD: f"{other} {there}", **(more or {})},
        orders={"reach": "march_0", **(orders or {})},
    )
    s.blade_used = blade_used
    if callable(setup):
        setup(s)
    moves = tuple((unit, n, FIELD) for unit, n in stack(force.split("/")[0]).items())
    support = [answer for answer in answers if answer[0] in ("support", "refuse_support")]
    rest = [answer for answer in answers if answer not in support]
    return march(s, one, ("march", ("reach", moves, False)), *support, cards(one, other, first, second), *rest)


def totals(s: Kings) -> dict[str, int]:
    ((_, _, sums),) = said(s, "BattleWon")
    return dict(sums)
