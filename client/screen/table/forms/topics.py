"""What is special about the form of each topic: its title, how its choices look and are called."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from client.play.line import LineMode
from client.screen.table.forms.cards import CardFace
from client.screen.table.forms.faces import Face, ListFace, RowFace
from client.screen.table.forms.numbers import NumberFace
from client.screen.table.forms.picking import Row
from client.words.agot import AgotWords
from client.words.agot_board import ORDER_CODES

Naming = Callable[[LineMode, Row], tuple[str, str]]
"""naming(mode, row): how a row with one choice is called, and a note."""


def by_label(mode: LineMode, row: Row) -> tuple[str, str]:
    """As it is typed."""
    assert row.choice is not None, "only such rows are named by it"
    return row.choice.label.text, row.choice.label.note


@dataclass(frozen=True)
class Topic:
    """How one topic is answered.

    Attributes:
        title: what is done, for the frame.
        so_far: what the pieces chosen are.
        face: how choices look where areas are not picked, or in one area.
        naming: how choices are called there.
        sticky: as in `Picking`.
    """

    title: str
    so_far: str = "Chosen"
    face: Callable[[], Face] = ListFace
    naming: Naming = by_label
    sticky: bool = False


def _token(mode: LineMode, row: Row) -> tuple[str, str]:
    """`S Support`, and how many of it are left if there is more than one."""
    text, note = by_label(mode, row)
    piece = row.choice.piece if row.choice is not None else None
    if not (isinstance(piece, tuple) and isinstance(mode.words, AgotWords) and mode.ask is not None):
        return text, note
    names, token = mode.words.n, str(piece[1])
    used = sum(1 for each in mode.ask.building.pieces if isinstance(each, tuple) and each[1] == token)
    left = names.e.tokens[token].count - used
    return f"{ORDER_CODES[token]:<3} {names.token(token)}", f" x{left}" if left > 1 else ""


def _card(mode: LineMode, row: Row) -> tuple[str, str]:
    """The name; strength and icons, and against how many of their cards it wins."""
    text, note = by_label(mode, row)
    if row.choice is None or mode.question is None or not isinstance(mode.words, AgotWords):
        return text, note
    card = mode.words.n.e.house_cards.get(str(row.choice.piece))
    if card is None:
        return text, note
    icons = "".join(f" {number}{mark}" for number, mark in ((card.swords, "sw"), (card.fortifications, "fo")) if number)
    figures = mode.words.preview(mode.match, mode.question, mode.table.seat, (), row.choice.piece)
    fares = figures[0].rpartition(": ")[2].rstrip(".") if figures else ""
    return text, f"{card.strength}{icons}{' text' if card.ability is not None else ''} | {fares}"


def _tokens() -> Face:
    return RowFace(18)


TOPICS: Mapping[str, Topic] = {
    "orders": Topic("Orders", "Placed", _tokens, _token, sticky=True),
    "raven": Topic("The Raven", "Swap"),
    "raid": Topic("Raid"),
    "march": Topic("March", "Moves"),
    "muster": Topic("Muster", "Mustered"),
    "bid": Topic("Bid", "Your bid", NumberFace),
    "bid_order": Topic("Tied bids"),
    "support": Topic("Support"),
    "refuse_support": Topic("Decline support"),
    "house_card": Topic("House card", "Your card", CardFace, _card),
    "blade": Topic("The Valyrian Steel Blade"),
    "casualties": Topic("Casualties", "Fallen"),
    "retreat": Topic("Retreat", "To"),
    "retreat_losses": Topic("Lost in retreat", "Lost"),
    "supply_losses": Topic("Too large for your supply", "Lost"),
    "westeros_choice": Topic("Westeros card"),
    "wildling_bid": Topic("Bid for the Watch", "Your bid", NumberFace),
    "wildling_highest": Topic("Highest bid"),
    "wildling_lowest": Topic("Lowest bid"),
    "wildling_reward": Topic("Reward of the Watch"),
    "wildling_losses": Topic("Lost to the wildlings", "Lost"),
    "recover_card": Topic("Luwin"),
    "remove_order": Topic("Cersei"),
    "remove_adjacent_order": Topic("Asha"),
    "discard_card": Topic("Melisandre"),
    "footman_lost": Topic("Loras"),
    "upgrade_footman": Topic("Renly"),
}
"""By topic; a test asks that every topic of the rules stands here."""


def topic_of(name: str) -> Topic:
    """The form of a topic; a plain one if there is none of its own."""
    return TOPICS.get(name) or Topic(name.replace("_", " ").capitalize())
