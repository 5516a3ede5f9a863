"""What the texts of the house cards do (W12), each under its word in the data.

An effect acts for the house `me` at the moment its card names. Those before the comparison set plain values in the
battle (`Side`), from which strength is counted; the others act on the board.
"""

from collections.abc import Mapping

from engine.agot.wildlings import recover
from engine.core.options import Listed
from engine.core.questions import One, Rules, ask
from engine.westeros.edition import Ability, Edition, Effect
from engine.westeros.power import gain
from engine.westeros.state import AreaId, Army, Battle, House, Kings, Unit, figures, orders_of, put, take

STANDING, ROUTED = "standing", "routed"
USED_WELL: Mapping[str, str] = {"footman_lost": STANDING}
"""What a text that asks before the comparison is sensibly answered, by topic: a footman dies that counts."""


def _ability(e: Edition, battle: Battle, me: House) -> Ability:
    ability = e.house_cards[battle.sides[me].card].ability
    if ability is None:
        raise LookupError(battle.sides[me].card)
    return ability


def _used(s: Kings, battle: Battle, me: House) -> None:
    s.say("AbilityUsed", me, battle.sides[me].card)


# ------------------------------------------------------------ cancel
def cancel_opponent_ability(e: Edition, s: Kings, battle: Battle, me: House) -> None:
    """Queen of Thorns: the other card's text does nothing in this battle (W6.5, W12.4)."""
    foe = battle.foe(me)
    battle.sides[foe].cancelled = True
    if e.house_cards[battle.sides[foe].card].ability is not None:
        _used(s, battle, me)
        s.say("AbilityCancelled", foe, battle.sides[foe].card)


# ------------------------------------------------------------ immediate
def kill_opposing_footman(e: Edition, s: Kings, battle: Battle, me: House) -> Rules[None]:
    """Ser Loras: one footman that fights on the other side dies; his player picks if some are routed (W12.5)."""
    foe = battle.foe(me)
    army = s.army_of(foe)
    piles = _piles(army, "footman")
    if piles:
        pile = piles[0]
        if me in s.power:
            pile = yield from ask(One("footman_lost", "W12.5", s.seats[me], Listed.of("W12.5", piles)))
        take(_stack(army, pile), "footman")
        _used(s, battle, me)
        s.say("Destroyed", foe, battle.area, ("footman",), "card")


def _piles(army: Army, unit: Unit) -> list[str]:
    return [pile for pile in (ROUTED, STANDING) if _stack(army, pile).get(unit)]


def _stack(army: Army, pile: str) -> dict[Unit, int]:
    return army.standing if pile == STANDING else army.routed


def remove_defense_order(e: Edition, s: Kings, battle: Battle, me: House) -> None:
    """Brienne: the other side's Defense token in the embattled area goes (W12.5)."""
    foe = battle.foe(me)
    token = s.orders.get(battle.area)
    if foe == battle.defender and token is not None and e.tokens[token].type == "defense":
        _used(s, battle, me)
        _remove_order(s, battle.area)


def _remove_order(s: Kings, area: AreaId) -> None:
    s.say("OrderRemoved", s.armies[area].house, area, s.orders.pop(area))


# ------------------------------------------------------------ strength
def unit_strength(e: Edition, s: Kings, battle: Battle, me: House) -> None:
    """Robb, Vargo, Victarion: own attacking units of one kind count more (W12.2)."""
    params = _ability(e, battle, me).params
    if me == battle.attacker and battle.force.standing.get(params["unit"]):
        battle.sides[me].worth[params["unit"]] = params["strength"]
        _used(s, battle, me)


def double_defense_order(e: Edition, s: Kings, battle: Battle, me: House) -> None:
    """Catelyn: the own Defense token in the embattled area counts twice (W12.2)."""
    token = s.orders.get(battle.area)
    if me == battle.defender and token is not None and e.tokens[token].type == "defense":
        battle.sides[me].order_factor = 2
        _used(s, battle, me)


def opposing_support_ships_zero(e: Edition, s: Kings, battle: Battle, me: House) -> None:
    """Salladhor: ships that support the other side add nothing; the +1 of their token stays (W12.3)."""
    foe = battle.foe(me)
    battle.sides[foe].idle_support.append("ship")
    if any(side == foe and s.armies[area].standing.get("ship") for area, side in battle.support.items()):
        _used(s, battle, me)


def opponent_card_strength_zero(e: Edition, s: Kings, battle: Battle, me: House) -> None:
    """Balon: the number on the other card counts as 0 (W12.4)."""
    foe = battle.sides[battle.foe(me)]
    if foe.printed:
        foe.printed = 0
        _used(s, battle, me)


# ------------------------------------------------------------ on a win
def recover_own_card(e: Edition, s: Kings, battle: Battle, me: House) -> Rules[None]:
    """Maester Luwin: a card from the own discard pile comes back to hand (W12.7)."""
    if s.discards[me]:
        cards: list[str | None] = [None, *s.discards[me]]
        card = yield from ask(One("recover_card", "W12.7", s.seats[me], Listed.of("W12.7", cards)))
        if card is not None:
            _used(s, battle, me)
            recover(s, me, card)


def gain_power(e: Edition, s: Kings, battle: Battle, me: House) -> None:
    """Ser Jaime: power from the pool (W12.6)."""
    _used(s, battle, me)
    s.say("PowerGained", me, gain(e, s, me, _ability(e, battle, me).params["amount"]), "card")


def remove_loser_order(e: Edition, s: Kings, battle: Battle, me: House) -> Rules[None]:
    """Cersei: one order of the loser, anywhere, is removed (W12.9)."""
    yield from _may_remove_order(s, battle, me, "remove_order", orders_of(s, battle.foe(me)))


def remove_adjacent_support_or_consolidate(e: Edition, s: Kings, battle: Battle, me: House) -> Rules[None]:
    """Asha: one Support or Consolidate Power order of any house next to the embattled area is removed (W12.9)."""
    near = [
        area
        for area in e.board.borders[battle.area]
        if area in s.orders and e.tokens[s.orders[area]].type in ("support", "consolidate")
    ]
    yield from _may_remove_order(s, battle, me, "remove_adjacent_order", near)


def _may_remove_order(s: Kings, battle: Battle, me: House, topic: str, areas: list[AreaId]) -> Rules[None]:
    if areas:
        options: list[AreaId | None] = [None, *areas]
        area = yield from ask(One(topic, "W12.9", s.seats[me], Listed.of("W12.9", options)))
        if area is not None:
            _used(s, battle, me)
            _remove_order(s, area)


def pay_discard_loser_card(e: Edition, s: Kings, battle: Battle, me: House) -> Rules[None]:
    """Melisandre: for one power, a card left in the loser's hand is discarded (W12.7)."""
    foe, cost = battle.foe(me), _ability(e, battle, me).params["cost"]
    if foe in s.power and s.hands[foe] and s.power[me] >= cost:
        cards: list[str | None] = [None, *s.hands[foe]]
        card = yield from ask(One("discard_card", "W12.7", s.seats[me], Listed.of("W12.7", cards)))
        if card is not None:
            _used(s, battle, me)
            s.power[me] -= cost
            s.hands[foe].remove(card)
            s.discards[foe].append(card)
            s.say("CardDiscarded", foe, card)


def upgrade_footman(e: Edition, s: Kings, battle: Battle, me: House) -> Rules[None]:
    """Renly: a footman that fought becomes a knight and stays routed if it was (W12.8)."""
    army = s.army_of(me)
    piles: list[str | None] = [None, *_piles(army, e.upgrade_from)]
    if len(piles) > 1 and figures(s, me, e.upgrade_to) < e.units[e.upgrade_to].per_house:
        pile = yield from ask(One("upgrade_footman", "W12.8", s.seats[me], Listed.of("W12.8", piles)))
        if pile is not None:
            _used(s, battle, me)
            take(_stack(army, pile), e.upgrade_from)
            put(_stack(army, pile), e.upgrade_to)
            s.say("UnitUpgraded", me, battle.area)


EFFECTS: dict[str, Effect] = {
    effect.__name__: effect
    for effect in (
        cancel_opponent_ability,
        kill_opposing_footman,
        remove_defense_order,
        unit_strength,
        double_defense_order,
        opposing_support_ships_zero,
        opponent_card_strength_zero,
        recover_own_card,
        gain_power,
        remove_loser_order,
        remove_adjacent_support_or_consolidate,
        pay_discard_loser_card,
        upgrade_footman,
    )
}
