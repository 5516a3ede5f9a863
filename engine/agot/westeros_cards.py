"""The Westeros phase: three cards out of the sets not yet seen, icons, and what each card does."""

from collections.abc import Callable
from typing import TypeAlias

from engine.agot.wildlings import wildlings_attack
from engine.core.options import Listed
from engine.core.questions import One, Roll, Rules, ask
from engine.westeros.auction import clash_of_kings
from engine.westeros.edition import Edition, WesterosCard
from engine.westeros.muster import mustering
from engine.westeros.power import power_for_crowns
from engine.westeros.state import Kings
from engine.westeros.supply import count_supply
from engine.westeros.tracks import first

RESHUFFLE = "reshuffle_redraw"
NOTHING = "none"


def reveal(e: Edition, s: Kings) -> Rules[None]:
    """One card of each deck (W2.1); a deck that shows Winter is Coming is made whole and shows another (W2.2)."""
    decks = list(s.unseen)
    drawn = yield from ask(Roll("westeros_cards", "W2.1", tuple(len(s.unseen[deck]) for deck in decks)))
    cards = {deck: s.unseen[deck].pop(n) for deck, n in zip(decks, drawn, strict=True)}
    while again := [deck for deck in decks if e.westeros_cards[cards[deck]].effect == RESHUFFLE]:
        for deck in again:
            s.unseen[deck] = list(e.decks[deck])
        s.say("DecksReshuffled", tuple(again))
        drawn = yield from ask(Roll("winter_card", "W2.2", tuple(len(s.unseen[deck]) for deck in again)))
        cards.update({deck: s.unseen[deck].pop(n) for deck, n in zip(again, drawn, strict=True)})
    s.revealed = [cards[deck] for deck in decks]
    s.say("WesterosCardsRevealed", tuple(s.revealed))
    move_wildlings(e, s)


def move_wildlings(e: Edition, s: Kings) -> None:
    """One step for each card with a mammoth, before any card is carried out (W2.3)."""
    steps = sum(e.westeros_cards[card].mammoth for card in s.revealed)
    if steps:
        at = e.wildling_track.index(s.wildlings) + steps
        s.wildlings = e.wildling_track[min(at, len(e.wildling_track) - 1)]
        s.say("WildlingsMoved", steps, s.wildlings)


def carry_out(e: Edition, s: Kings, place: int) -> Rules[None]:
    """Carry out one of the three revealed cards, 0 to 2 (W2.4)."""
    card = e.westeros_cards[s.revealed[place]]
    s.say("WesterosCardBegan", card.id)
    yield from EFFECTS[card.effect](e, s, card)


def _supply(e: Edition, s: Kings, card: WesterosCard) -> Rules[None]:
    return count_supply(e, s)


def _mustering(e: Edition, s: Kings, card: WesterosCard) -> Rules[None]:
    return mustering(e, s)


def _clash(e: Edition, s: Kings, card: WesterosCard) -> Rules[None]:
    return clash_of_kings(e, s)


def _wildlings(e: Edition, s: Kings, card: WesterosCard) -> Rules[None]:
    return wildlings_attack(e, s)


def _choose(e: Edition, s: Kings, card: WesterosCard) -> Rules[None]:
    """The holder of the card's token, or the first on its track while nobody holds it, picks what happens (W2.9)."""
    if card.chooser is None:
        raise LookupError(card.id)
    house = first(s, card.chooser)
    options = Listed.of("W2.9", card.options, NOTHING)
    picked = yield from ask(One("westeros_choice", "W2.9", s.seats[house], options))
    s.say("WesterosChoiceMade", house, card.id, picked)
    if picked != NOTHING:
        yield from EFFECTS[e.westeros_cards[picked].effect](e, s, card)


def _crowns(e: Edition, s: Kings, card: WesterosCard) -> Rules[None]:
    power_for_crowns(e, s)
    yield from ()


def _ban(e: Edition, s: Kings, card: WesterosCard) -> Rules[None]:
    """No order of one kind this round (W2.10)."""
    s.bans.append(card.params["ban"])
    s.say("OrdersBanned", card.params["ban"])
    yield from ()


def _no_support(e: Edition, s: Kings, card: WesterosCard) -> Rules[None]:
    """Units of one kind add nothing when they support this round (W2.10)."""
    s.idle_support.append(card.params["unit"])
    s.say("SupportWeakened", card.params["unit"])
    yield from ()


def _none(e: Edition, s: Kings, card: WesterosCard) -> Rules[None]:
    yield from ()


CardEffect: TypeAlias = Callable[[Edition, Kings, WesterosCard], Rules[None]]

EFFECTS: dict[str, CardEffect] = {
    "supply": _supply,
    "mustering": _mustering,
    "choose": _choose,
    "clash_of_kings": _clash,
    "gain_power_for_crowns": _crowns,
    "wildlings_attack": _wildlings,
    "ban_orders": _ban,
    "no_support_from": _no_support,
    NOTHING: _none,
}
"""What each effect word does; `reshuffle_redraw` has no turn of its own: such a card is replaced when it shows."""
