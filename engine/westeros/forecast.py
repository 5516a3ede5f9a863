"""What an answer would lead to, by the rules themselves: they run on a copy, and the position stays as it is."""

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from engine.core.questions import One, Question, Rules
from engine.westeros.battle import act_now, compare, strength
from engine.westeros.cards import show
from engine.westeros.edition import Edition
from engine.westeros.losses import Lost
from engine.westeros.march import March, set_out
from engine.westeros.retreat import retreat_costs
from engine.westeros.state import AreaId, Army, Battle, House, Kings, Side, Unit, remove, take

T = TypeVar("T")


def after_march(e: Edition, s: Kings, house: House, march: March) -> Kings:
    """The position after a march, before anything of its battle, which is then the position's. Raises Over."""
    ahead = replace(
        s,
        armies={area: _army(army) for area, army in s.armies.items()},
        orders=dict(s.orders),
        tokens=dict(s.tokens),
        power=dict(s.power),
        garrisons=dict(s.garrisons),
        events=[],
    )
    ahead.battle = set_out(e, ahead, house, march)
    return ahead


def after_losses(s: Kings, lost: Lost) -> Kings:
    """The position when these units have left the map."""
    ahead = replace(s, armies={area: _army(army) for area, army in s.armies.items()}, orders=dict(s.orders))
    for area, unit in lost:
        remove(ahead, area, unit)
    return ahead


def strengths(e: Edition, s: Kings, support: Mapping[AreaId, House]) -> dict[House, int]:
    """What each side of the running battle would announce if this were all the support; a garrison is no side."""
    trial = _trial(s)
    battle = _battle(trial)
    battle.support = dict(support)
    return {house: strength(e, trial, battle, house) for house in battle.sides}


@dataclass(frozen=True)
class Decision:
    """How a battle comes out; no `totals` where a text leaves one side alone."""

    winner: House
    totals: dict[House, int]


def met(e: Edition, s: Kings, cards: Mapping[House, str], chosen: Mapping[str, Any], blade: House = "") -> Decision:
    """The running battle as it would be decided if these cards met, with the Blade used by a side or nobody.

    `chosen`: answers, by topic, to what a text asks before the comparison.
    """
    trial = _trial(s)
    battle = _battle(trial)
    for house, card in cards.items():
        show(e, battle.sides[house], card)
    _run(act_now(e, trial, battle), chosen)
    return Decision(battle.winner, {}) if battle.winner else _compared(e, trial, battle, blade)


def decided(e: Edition, s: Kings, blade: House) -> Decision:
    """The running battle, its cards resolved, as it would be decided with the Blade used by a side or nobody."""
    trial = _trial(s)
    return _compared(e, trial, _battle(trial), blade)


def _compared(e: Edition, trial: Kings, battle: Battle, blade: House) -> Decision:
    if blade:
        battle.sides[blade].blade = True
    compare(e, trial, battle)
    return Decision(battle.winner, {house: side.total for house, side in battle.sides.items()})


def ways_out(e: Edition, s: Kings, dead: Iterable[Unit]) -> dict[AreaId, int]:
    """Where the beaten defenders of the running battle may go when these have died, and how many that costs."""
    trial = _trial(s)
    battle = _battle(trial)
    army = trial.armies[battle.area]
    for unit in dead:
        take(army.standing, unit)
    army.routed = {}  # they die when they must retreat again
    return retreat_costs(e, trial, battle, army) if army.size() else {}


# ------------------------------------------------------------ copies
def _trial(s: Kings) -> Kings:
    """A copy as deep as a battle changes it before it is decided."""
    battle = _battle(s)
    armies = dict(s.armies)
    if battle.area in armies:
        armies[battle.area] = _army(armies[battle.area])
    own = copy(battle)
    own.force = _army(battle.force)
    own.sides = {house: _side(side) for house, side in battle.sides.items()}
    trial = copy(s)  # many trials are made for one preview, and this is several times as fast as dataclasses.replace
    trial.armies, trial.orders, trial.events, trial.battle = armies, dict(s.orders), [], own
    return trial


def _battle(s: Kings) -> Battle:
    if s.battle is None:
        raise LookupError("there is no battle")
    return s.battle


def _army(army: Army) -> Army:
    return Army(army.house, dict(army.standing), dict(army.routed))


def _side(side: Side) -> Side:
    own = copy(side)
    own.worth, own.idle_support = dict(side.worth), list(side.idle_support)
    return own


def _run(rules: Rules[T], chosen: Mapping[str, Any]) -> T:
    """Drive rules to their end, questions answered by topic, those with one answer by it."""
    answer: Any = None
    while True:
        try:
            question: Question[Any] = rules.send(answer)
        except StopIteration as stop:
            result: T = stop.value
            return result
        only = question.choice.only() if isinstance(question, One) else question.settled()
        answer = only[0] if only else chosen[question.topic]
