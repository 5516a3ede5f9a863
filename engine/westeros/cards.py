"""House cards in a battle: chosen in secret, drawn by chance for a house that nobody plays, and put away."""

from engine.core.options import Listed
from engine.core.questions import Roll, Rules, Seal, Together, Unseal, ask
from engine.westeros.edition import Edition
from engine.westeros.state import Battle, House, Kings, Side


def card_options(e: Edition, s: Kings, house: House) -> Listed[str]:
    """The hand; for a seat held absent its lowest card."""
    hand = s.hands[house]
    lowest = min(hand, key=lambda card: (e.house_cards[card].strength, card))
    return Listed.of(e.clauses.house_card, hand, lowest)


def choose_cards(e: Edition, s: Kings, battle: Battle) -> Rules[None]:
    """Both sides come to a card, which from then on lies on the table."""
    if battle.defender in s.power:
        chosen = yield from _both_choose(e, s, battle)
    else:
        chosen = yield from _one_is_drawn(e, s, battle)
    for house, side in battle.sides.items():
        show(e, side, chosen[house])
        s.hands[house].remove(side.card)
        side.last = not s.hands[house]
    s.say("CardsRevealed", tuple((house, side.card) for house, side in battle.sides.items()))


def show(e: Edition, side: Side, card: str) -> None:
    """A side's card lies on the table, and counts as it is printed."""
    side.card = card
    side.printed = e.house_cards[card].strength


def _both_choose(e: Edition, s: Kings, battle: Battle) -> Rules[dict[House, str]]:
    choices = {s.seats[house]: card_options(e, s, house) for house in battle.sides}
    chosen = yield from ask(Together("house_card", e.clauses.house_card, choices))
    return {house: chosen[s.seats[house]] for house in battle.sides}


def _one_is_drawn(e: Edition, s: Kings, battle: Battle) -> Rules[dict[House, str]]:
    """The attacker commits before the other card is drawn, so that he cannot choose by it."""
    cl, house, foe = e.clauses, battle.attacker, battle.defender
    seat = s.seats[house]
    sealed = yield from ask(Seal("house_card", cl.house_card, {seat: card_options(e, s, house)}))
    (drawn,) = yield from ask(Roll("absent_card", cl.absent_card, (len(s.hands[foe]),)))
    opened = yield from ask(Unseal("house_card", cl.absent_card, sealed))
    return {house: opened[seat], foe: s.hands[foe][drawn]}


def put_away(e: Edition, s: Kings, house: House, side: Side) -> None:
    """A played card goes to the discard pile; if it was the last, or the hand is empty now, the others come back.

    Of a house that nobody plays all come back: they have all been drawn.
    """
    s.discards[house].append(side.card)
    if side.last or not s.hands[house]:
        out = [side.card] if house in s.power and not e.last_card_returns else []
        back = sorted(other for other in s.discards[house] if other not in out)
        s.hands[house], s.discards[house] = sorted([*s.hands[house], *back]), out
        s.say("HandTakenBack", house, tuple(back))
