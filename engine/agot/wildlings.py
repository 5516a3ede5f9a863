"""The wildling attack (W2.8)."""

from engine.core.options import Listed
from engine.core.questions import One, Rules, ask
from engine.westeros.auction import secret_bids
from engine.westeros.edition import Edition
from engine.westeros.losses import Losses, Lost, standing
from engine.westeros.state import THRONE, Attack, House, Kings
from engine.westeros.supply import lose
from engine.westeros.tracks import first


def wildlings_attack(e: Edition, s: Kings) -> Rules[None]:
    """All houses bid for the Watch; it wins with at least the wildlings' strength."""
    s.attack = attack = Attack(s.wildlings)
    s.say("WildlingsAttacked", attack.strength)
    attack.bids = yield from secret_bids(s, "wildling_bid", "W2.8a", "W2.8a")
    s.say("WildlingBidsOpened", tuple(attack.bids.items()))
    if sum(attack.bids.values()) >= attack.strength:
        s.say("WatchWon", attack.strength, sum(attack.bids.values()))
        yield from _reward(s, attack)
    else:
        s.say("WildlingsWon", attack.strength, sum(attack.bids.values()))
        yield from _losses(e, s, attack)
    s.wildlings = e.wildling_track[0]
    s.attack = None


def _named(s: Kings, attack: Attack, amount: int, topic: str, clause: str, event: str) -> Rules[House]:
    """Who bid this amount; the holder of the Iron Throne names one among several."""
    tied = [house for house, bid in attack.bids.items() if bid == amount]
    if len(tied) == 1:
        return tied[0]
    holder = first(s, THRONE)
    earliest = min(tied, key=s.turn_order.index)
    house = yield from ask(One(topic, clause, s.seats[holder], Listed.of(clause, tied, earliest)))
    s.say(event, holder, house)
    return house


def _reward(s: Kings, attack: Attack) -> Rules[None]:
    best = max(attack.bids.values())
    house = attack.highest = yield from _named(s, attack, best, "wildling_highest", "W2.8b", "HighestNamed")
    cards: list[str | None] = [None, *s.discards[house]]
    card = yield from ask(One("wildling_reward", "W2.8b", s.seats[house], Listed.of("W2.8b", cards)))
    if card is not None:
        recover(s, house, card)


def recover(s: Kings, house: House, card: str) -> None:
    """A discarded card comes back to its owner's hand."""
    s.discards[house].remove(card)
    s.hands[house] = sorted([*s.hands[house], card])
    s.say("CardRecovered", house, card)


def _losses(e: Edition, s: Kings, attack: Attack) -> Rules[None]:
    worst = min(attack.bids.values())
    attack.lowest = yield from _named(s, attack, worst, "wildling_lowest", "W2.8c", "LowestNamed")
    for house in s.turn_order:
        losses = wildling_losses(e, s, house, owed(e, attack, house))
        if losses.owed:
            lost = yield from ask(One("wildling_losses", "W2.8c", s.seats[house], losses.form()))
            lose(s, house, lost, "wildlings")
            e.check_victory(e, s)


def owed(e: Edition, attack: Attack, house: House) -> int:
    """The muster points of units that the wildlings take from a house."""
    return e.wildling_lowest_loss if house == attack.lowest else e.wildling_loss


def wildling_losses(e: Edition, s: Kings, house: House, points: int) -> Losses:
    """What the house may give up: units worth just `points`, else the smallest excess, else all it has."""
    stacks = standing(s, house)
    value = {kind.id: kind.loss_value for kind in e.units.values()}
    figures = {unit: sum(stack.get(unit, 0) for stack in stacks.values()) for unit in value}
    groups = [(value[unit], count) for unit, count in figures.items()]
    most = sum(worth * count for worth, count in groups)
    due = next((n for n in range(points, most) if _makes(n, groups)), most)

    def leads(lost: Lost) -> bool:
        left = dict(figures)
        for _, unit in lost:
            left[unit] -= 1
        gap = due - sum(value[unit] for _, unit in lost)
        return gap >= 0 and _makes(gap, [(value[unit], count) for unit, count in left.items()])

    def enough(lost: Lost) -> bool:
        return sum(value[unit] for _, unit in lost) == due

    return Losses("W2.8c", due, stacks, e.loss_order, leads, enough)


def _makes(amount: int, groups: list[tuple[int, int]]) -> bool:
    """Whether some of the figures, given as (worth, count), are worth just this amount together."""
    if not amount or not groups:
        return not amount
    (worth, count), rest = groups[0], groups[1:]
    return any(_makes(amount - worth * n, rest) for n in range(min(count, amount // worth) + 1))
