"""Hints: what the bot `captain` would do in a player's place, and what it goes by."""

from collections.abc import Mapping, Sequence
from typing import Any

from client.bots.bot import Question
from client.words.agot_names import Names
from client.words.hints import Hint
from engine.core.cards import Faces
from engine.core.match import Match
from engine.core.plain import Plain, Seat
from engine.westeros.march import LEAVE

WAYS: Mapping[str, str] = {
    "orders": "It looks for the marches that promise most, and lets the other areas help them or stay safe.",
    "raven": "It swaps an order only if another one is clearly better now that all lie open.",
    "raid": "It takes the order that is worth most to its owner, and most of all from whoever leads.",
    "march": "It weighs the land to be won, castles first, against what could be lost or is left open.",
    "muster": "It takes the figure that is worth most for its points, one after another.",
    "bid": "It weighs the place to be expected against the power spent.",
    "bid_order": "You come first, then whoever is least dangerous.",
    "wildling_bid": "It weighs the units saved and the reward against the power spent.",
    "wildling_highest": "The reward is yours, or goes to the rival who is least dangerous.",
    "wildling_lowest": "The most dangerous rival should suffer most.",
    "wildling_reward": "It takes back the card that does most: strength, icons and text together.",
    "wildling_losses": "It gives up the units that it would miss least for their points.",
    "supply_losses": "It gives up the units that it would miss least.",
    "westeros_choice": "It counts what each choice brings you, less what it brings the others.",
    "support": "It supports its own side; of two rivals the one with fewer castles, nobody if they are level.",
    "refuse_support": "Help does no harm.",
    "house_card": "It tries your cards against all of theirs: who wins, who dies, and a strong card has its price.",
    "blade": "It is used where it turns a defeat into a victory, and nowhere else.",
    "casualties": "The weakest go first, and a footman before a ship.",
    "retreat": "It goes where the units are worth most when they stand again.",
    "retreat_losses": "The weakest go first, and a footman before a ship.",
    "recover_card": "It takes back the card that does most: strength, icons and text together.",
    "remove_order": "It takes the order that is worth most to its owner.",
    "remove_adjacent_order": "It takes the order that is worth most to its owner.",
    "discard_card": "It pays for a strong card only.",
    "footman_lost": "One that stands still fights; one that lies counts nothing.",
    "upgrade_footman": "One that stands fights at once.",
}
"""What the bot goes by, by topic; a test asks that every topic it knows about stands here."""

STAYS = "No move from there is worth what it would risk or leave open; so the order goes, and all stay."
"""What it goes by if nobody moves."""


def hint(n: Names, match: Match[Any], topic: str, seat: Seat, known: Faces) -> Hint | None:
    """The best answer that the bot thinks of, with its reasons; None if it would draw lots."""
    from client.bots.captain.captain import Captain, aims  # most people never ask

    question = Question.of(match.fork(), seat, known)
    found = Captain.best(question)
    if not found:
        return None
    pieces, reasons = spelled(topic, found[0]), [WAYS[topic]]
    if topic == "march" and len(pieces) == 1:
        return Hint(pieces, (STAYS,), f"{n.area(pieces[0])}: nobody moves")
    if topic == "orders":
        reasons += _marches(n, aims(question))
    return Hint(pieces, tuple(reasons))


def _marches(n: Names, goals: Mapping[str, Sequence[str]]) -> list[str]:
    """Where its marches are to go."""
    told = [f"From {n.area(origin)} it means to march to {n.areas(to)}." for origin, to in goals.items()]
    return told or ["It means to march nowhere."]


def spelled(topic: str, value: Any) -> tuple[Plain, ...]:
    """The pieces by which an answer is built."""
    if topic in ("orders", "muster", "supply_losses", "wildling_losses"):
        return tuple(value)
    if topic == "march":
        origin, moves, leave = value
        return (origin, *moves, *([LEAVE] if leave else []))
    if topic == "bid_order" and len(value) > 2:
        return tuple(value[:-1])  # the last one is left over
    return (value,)
