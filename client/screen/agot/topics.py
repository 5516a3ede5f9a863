"""The form of each topic of the game of Westeros: its title, how its choices look and are called."""

import re
from collections.abc import Mapping
from typing import cast

from client.play.line import LineMode
from client.screen.agot.tokens import TokenFace
from client.screen.table.forms.cards import CardFace
from client.screen.table.forms.faces import Face
from client.screen.table.forms.numbers import NumberFace
from client.screen.table.forms.picking import Row
from client.screen.table.forms.topics import Topic, by_label
from client.words.agot import AgotWords
from client.words.agot_board import card_icons

RECORD = re.compile(r"wins (\d+)(?:, ties (\d+))? of (\d+)")
"""`wins 3, ties 1 of 7` is shown as `3/7=1`: the longest name leaves no more room in a narrow column."""


def _orders(mode: LineMode) -> Face:
    return TokenFace(mode)


def _swaps(mode: LineMode) -> Face:
    return TokenFace(mode, counts=False)


def _numbers(mode: LineMode) -> Face:
    return NumberFace()


def _cards(mode: LineMode) -> Face:
    return CardFace()


def _card(mode: LineMode, row: Row) -> tuple[str, str]:
    """The name; strength, a letter for each icon, a star for a text, how many of theirs it beats and how many tie."""
    text, note = by_label(mode, row)
    if row.choice is None or mode.question is None:
        return text, note
    card = cast("AgotWords", mode.words).n.e.house_cards.get(str(row.choice.piece))
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
