"""Battle: support, strength, house cards, blade, result, casualties, retreat, clean-up."""

from engine.core.options import Listed
from engine.core.questions import One, Rules, ask
from engine.westeros.cards import choose_cards, put_away
from engine.westeros.edition import Edition
from engine.westeros.losses import losses_here
from engine.westeros.power import drop_token
from engine.westeros.retreat import fall_back, retreat
from engine.westeros.state import FIEFDOMS, NOBODY, AreaId, Army, Battle, House, Kings, Side, take
from engine.westeros.support import declare_support, support_for
from engine.westeros.tracks import by_fiefdoms, by_tie, holder


def battle_for(s: Kings, area: AreaId, origin: AreaId, force: Army, order: str) -> Battle:
    """The battle for an area that holds units of another house or a neutral force, before anything has happened."""
    defender = NOBODY if area in s.garrisons else s.armies[area].house
    sides = {house: Side() for house in (force.house, defender) if house != NOBODY}
    return Battle(area, origin, force.house, defender, force, order, sides)


def begin_battle(e: Edition, s: Kings, battle: Battle) -> Rules[None]:
    """Fight it to the end of the clean-up."""
    s.battle = battle
    attacker, defender, area = battle.attacker, battle.defender, battle.area
    if defender == NOBODY:
        s.say("GarrisonAttacked", attacker, area, battle.origin, s.garrisons[area])
        yield from storm(e, s, battle)
    else:
        s.say("BattleBegan", attacker, defender, area, battle.origin)
        yield from fight(e, s, battle)
    s.battle = None


# ------------------------------------------------------------ garrisons
def storm(e: Edition, s: Kings, battle: Battle) -> Rules[None]:
    """Attack a neutral force: no cards, no blade, no casualties; enough strength takes the area for good."""
    yield from declare_support(e, s, battle)
    announce(e, s, battle)
    house, area = battle.attacker, battle.area
    if battle.sides[house].announced >= s.garrisons[area]:
        battle.winner = house
        del s.garrisons[area]
        s.armies[area] = battle.force
        s.say("GarrisonTaken", house, area)
    else:
        s.say("GarrisonHeld", house, area)
        fall_back(e, s, battle)


# ------------------------------------------------------------ strength
def strength(e: Edition, s: Kings, battle: Battle, house: House) -> int:
    """Strength of a combatant without card number and blade, never below 0; counted from the board each time."""
    side = battle.sides[house]
    total = sum(side.worth.get(unit, e.strength[unit]) * n for unit, n in s.army_of(house).standing.items())
    if house == battle.attacker:
        total += e.tokens[battle.order].modifier
    elif battle.area in s.orders and e.tokens[s.orders[battle.area]].type == "defense":
        total += e.tokens[s.orders[battle.area]].modifier * side.order_factor
    return max(0, total + support_for(e, s, battle, house))


def announce(e: Edition, s: Kings, battle: Battle) -> None:
    """Say the strengths before cards."""
    for house, side in battle.sides.items():
        side.announced = strength(e, s, battle, house)
    s.say("StrengthAnnounced", tuple((house, side.announced) for house, side in battle.sides.items()))


# ------------------------------------------------------------ the fight
def fight(e: Edition, s: Kings, battle: Battle) -> Rules[None]:
    """A battle between two houses."""
    yield from declare_support(e, s, battle)
    announce(e, s, battle)
    yield from choose_cards(e, s, battle)
    yield from act_now(e, s, battle)
    if battle.winner:
        s.say("BattleWon", battle.winner, battle.area, ())
    else:
        yield from offer_blade(e, s, battle)
        decide(e, s, battle)
        yield from resolve_abilities(e, s, battle, (e.win_timing,))
        yield from casualties(e, s, battle)
    yield from retreat(e, s, battle)
    settle(e, s, battle)


def act_now(e: Edition, s: Kings, battle: Battle) -> Rules[None]:
    """Carry out the texts that come before the comparison; a side that is left alone has won."""
    for timings in e.battle_timings:
        yield from resolve_abilities(e, s, battle, timings)
    left = [house for house in battle.sides if s.army_of(house).size()]
    if len(left) == 1:
        battle.winner = left[0]


def resolve_abilities(e: Edition, s: Kings, battle: Battle, timings: tuple[str, ...]) -> Rules[None]:
    """Carry out the card texts of these moments along the Fiefdoms track, each completely; stops when a side is gone.

    The text that acts on a win acts for the winner alone, and not for a house that nobody plays.
    """
    for house in by_fiefdoms(s, battle):
        side = battle.sides[house]
        ability = e.house_cards[side.card].ability
        if ability is None or ability.timing not in timings or side.cancelled:
            continue
        if ability.timing == e.win_timing and (battle.winner != house or house not in s.power):
            continue
        if all(s.army_of(fighter).size() for fighter in battle.sides):
            rules = e.effects[ability.effect](e, s, battle, house)
            if rules is not None:
                yield from rules


def offer_blade(e: Edition, s: Kings, battle: Battle) -> Rules[None]:
    """The holder of the Blade, if he fights, may use it once per round."""
    house = holder(e, s, FIEFDOMS)
    if s.blade_used or house not in battle.sides:
        return
    clause = e.clauses.blade
    if (yield from ask(One("blade", clause, s.seats[house], Listed(("no", "yes"), clause)))) == "yes":
        s.blade_used = True
        battle.sides[house].blade = True
        s.say("BladeUsed", house)


def decide(e: Edition, s: Kings, battle: Battle) -> None:
    """Add up and name the winner."""
    compare(e, s, battle)
    totals = tuple((house, side.total) for house, side in battle.sides.items())
    s.say("BattleWon", battle.winner, battle.area, totals)


def compare(e: Edition, s: Kings, battle: Battle) -> None:
    """Set totals and winner; equal totals go to the house higher on the Fiefdoms track, or as an option says."""
    for house, side in battle.sides.items():
        side.total = strength(e, s, battle, house) + side.printed + side.blade
    battle.winner = max(by_tie(e, s, battle), key=lambda house: battle.sides[house].total)


def casualties(e: Edition, s: Kings, battle: Battle) -> Rules[None]:
    """The winner's swords less the loser's fortifications kill that many of the loser's standing units."""
    loser = battle.foe(battle.winner)
    if loser not in s.power:
        return  # all of it is destroyed in any case
    swords = e.house_cards[battle.sides[battle.winner].card].swords
    stack = s.army_of(loser).standing
    deaths = min(swords - e.house_cards[battle.sides[loser].card].fortifications, sum(stack.values()))
    if deaths <= 0:
        return
    options = losses_here(e, e.clauses.casualties, stack, deaths)
    dead = yield from ask(One("casualties", e.clauses.casualties, s.seats[loser], options))
    for unit in dead:
        take(stack, unit)
    s.say("Casualties", loser, dead)


# ------------------------------------------------------------ afterwards
def settle(e: Edition, s: Kings, battle: Battle) -> None:
    """The winner's units stand in the area; tokens of a beaten defender go; the cards are put away."""
    area, force = battle.area, battle.force
    if battle.winner == battle.attacker:
        token = s.orders.pop(area, None)
        if token is not None:
            s.say("OrderRemoved", battle.defender, area, token)
        drop_token(s, area)
        s.armies[area] = force
    for house, side in battle.sides.items():
        put_away(e, s, house, side)
    s.say("BattleEnded", battle.winner, area)
