"""What is special about the form of each topic: its title, how its choices look and are called."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from client.play.line import LineMode
from client.screen.table.forms.cards import CardFace
from client.screen.table.forms.faces import Face, ListFace
from client.screen.table.forms.numbers import NumberFace
from client.screen.table.forms.picking import Row
from client.screen.table.forms.tokens import TokenFace
from client.words.agot import AgotWords
from client.words.agot_board import card_icons

RECORD = re.compile(r"wins (\d+)(?:, ties (\d+))? of (\d+)")
"""`wins 3, ties 1 of 7` is shown as `3/7=1`: the longest name leaves no more room in a narrow column."""

NEVER = 10**6

Naming = Callable[[LineMode, Row], tuple[str, str]]
"""naming(mode, row): how a row with one choice is called, and a note."""


def by_label(mode: LineMode, row: Row) -> tuple[str, str]:
    """As it is typed."""
    assert row.choice is not None, "only such rows are named by it"
    return row.choice.label.text, row.choice.label.note


def _listed(mode: LineMode) -> Face:
    return ListFace()


def _orders(mode: LineMode) -> Face:
    return TokenFace(mode)


def _swaps(mode: LineMode) -> Face:
    return TokenFace(mode, counts=False)


def _numbers(mode: LineMode) -> Face:
    return NumberFace()


def _cards(mode: LineMode) -> Face:
    return CardFace()


@dataclass(frozen=True)
class Topic:
    """How one topic is answered.

    Attributes:
        title: what is done, for the frame.
        so_far: what the pieces chosen are.
        face: how choices look where areas are not picked, or in one area.
        naming: how choices are called there.
        sticky: as in `Picking`.
        across: the choices take the whole width, the figures stand below them.
        aims_from: the pieces after which the areas to choose are where something goes, or is done to others.
        peeks: an area of the map shows the figures of its first choice before it is entered.
    """

    title: str
    so_far: str = "Chosen"
    face: Callable[[LineMode], Face] = _listed
    naming: Naming = by_label
    sticky: bool = False
    across: bool = False
    aims_from: int = NEVER
    peeks: bool = False


def _card(mode: LineMode, row: Row) -> tuple[str, str]:
    """The name; strength, a letter for each icon, a star for a text, how many of theirs it beats and how many tie."""
    text, note = by_label(mode, row)
    if row.choice is None or mode.question is None or not isinstance(mode.words, AgotWords):
        return text, note
    card = mode.words.n.e.house_cards.get(str(row.choice.piece))
    if card is None:
        return text, note
    icons = card_icons(card) + ("*" if card.ability is not None else "")
    figures = mode.words.preview(mode.match, mode.question, mode.table.seat, (), row.choice.piece)
    record = RECORD.search(figures[0]) if figures else None
    ties = f"={record[2]}" if record is not None and record[2] else ""
    fares = f"{record[1]}/{record[3]}{ties}" if record is not None else ""
    return text, f"{card.strength} {icons:<3}{fares}"


TOPICS: Mapping[str, Topic] = {
    "orders": Topic("Orders", "Placed", _orders, sticky=True),
    "raven": Topic("The Raven", "Swap", _swaps),
    "raid": Topic("Raid"),
    "march": Topic("March", "Moves", aims_from=1, peeks=True),
    "muster": Topic("Muster", "Mustered"),
    "bid": Topic("Bid", "Your bid", _numbers, across=True),
    "bid_order": Topic("Tied bids", "In this order"),
    "support": Topic("Support"),
    "refuse_support": Topic("Decline support"),
    "house_card": Topic("House card", "Your card", _cards, _card, across=True),
    "blade": Topic("The Valyrian Steel Blade"),
    "casualties": Topic("Casualties", "Fallen"),
    "retreat": Topic("Retreat", "To", aims_from=0),
    "retreat_losses": Topic("Lost in retreat", "Lost"),
    "supply_losses": Topic("Lost for supply", "Lost"),
    "westeros_choice": Topic("Westeros card"),
    "wildling_bid": Topic("Bid for the Watch", "Your bid", _numbers, across=True),
    "wildling_highest": Topic("Highest bid"),
    "wildling_lowest": Topic("Lowest bid"),
    "wildling_reward": Topic("Reward of the Watch"),
    "wildling_losses": Topic("Lost to the wildlings", "Lost"),
    "recover_card": Topic("Luwin"),
    "remove_order": Topic("Cersei", aims_from=0),
    "remove_adjacent_order": Topic("Asha", aims_from=0),
    "discard_card": Topic("Melisandre"),
    "footman_lost": Topic("Loras"),
    "upgrade_footman": Topic("Renly"),
}
"""By topic; a test asks that every topic of the rules stands here."""


def topic_of(name: str) -> Topic:
    """The form of a topic; a plain one if there is none of its own."""
    return TOPICS.get(name) or Topic(name.replace("_", " ").capitalize())
