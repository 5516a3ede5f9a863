"""Houses, tracks and hands in few cells, for the pane beside the map."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import cast

from client.play.cells import cut, pad, width_of
from client.play.line import LineMode
from client.screen.agot.scene import side as side_of
from client.screen.canvas import Span
from client.screen.overlays import folded
from client.screen.theme import side
from client.words.agot import AgotWords
from client.words.agot_board import TRACK_NAMES, card_codes
from engine.westeros.control import castle_counts
from engine.westeros.state import COURT, FIEFDOMS, House, Kings

SHORT = ("cas", "su", "po", "cd", "T", "F", "C")
LONG = ("castles", "supply", "power", "cards", "T", "F", "C")
MEANS = "T F C: places on the tracks."
SHORT_MEANS = f"cas: castles, of those that win; su: supply; po: power; cd: cards in hand. {MEANS}"
LONG_FROM = 55
"""Cells from which the columns have whole words."""
HOUSE_CELLS = 10
PLAYER_CELLS = 16
"""Of the columns of houses with their mark, and of players at most."""


class Houses:
    """The lines of the pane for a table."""

    def __init__(self, mode: LineMode) -> None:
        self._mode = mode
        self._lines = lru_cache(2)(self._counted)

    def __call__(self, width: int) -> list[Span]:
        """All lines at that width."""
        return self._lines(self._mode.match.index, width)[0]

    def first(self, width: int) -> int:
        """How many of them should be in sight: the houses and one's own hand."""
        return self._lines(self._mode.match.index, width)[1]

    def _counted(self, index: int, width: int) -> tuple[list[Span], int]:
        """The lines at a position, and how many of them come first."""
        words, s = cast("AgotWords", self._mode.words), cast("Kings", self._mode.match.state)
        houses = list(s.turn_order)
        mine = next((house for house, seat in s.seats.items() if seat == self._mode.table.seat), "")
        first = [
            *_table(words, s, houses, mine, width),
            Span(_tokens(s)),
            *(_hand(words, s, mine, width, played=False) if mine else ()),
        ]
        lines = [
            *first,
            *(_played(words, s, mine, width) if mine else ()),
            *[span for house in houses if house != mine for span in _hand(words, s, house, width)],
            *_tracks(words, s, width),
        ]
        return lines, len(first)


def _folded(texts: Sequence[str], width: int) -> list[Span]:
    return [Span(part) for text in texts for part in folded(text, width)]


def _table(words: AgotWords, s: Kings, houses: Sequence[House], mine: House, width: int) -> list[Span]:
    """A line each: who plays it, castles, supply, power, cards in hand, and the places on the three tracks."""
    counts = castle_counts(words.n.e, s) if s.seats else dict.fromkeys(houses, 0)
    heads = LONG if width >= LONG_FROM else SHORT
    cells = [width_of(head) for head in heads]
    room = max(0, min(PLAYER_CELLS, width - HOUSE_CELLS - sum(cells) - len(cells) - 1))
    called = _apart(words.players, room)
    lines = [Span(" " * (HOUSE_CELLS + 1 + room) + " " + " ".join(heads), "dim")]
    for house in houses:
        mark = ">" if house == mine else " "
        player = called[s.seats[house]] if house in s.seats else ""
        figures = (
            *(f"{counts[house]}/{words.n.e.victory_areas}", s.supply[house], s.power[house], len(s.hands[house])),
            *(s.tracks[track].index(house) + 1 if house in s.tracks.get(track, ()) else "-" for track in TRACK_NAMES),
        )
        row = " ".join(f"{figure:>{its}}" for figure, its in zip(figures, cells, strict=True))
        name = pad(mark + cut(words.n.house(house), HOUSE_CELLS - 1), HOUSE_CELLS)
        text = f"{name} {pad(cut(player, room) if room else '', room)} {row}"
        lines.append(Span(text, "strong" if house == mine else ""))
    return lines


def _apart(players: Sequence[str], room: int) -> list[str]:
    """Players by what tells them apart in so many cells: a first word that several share is left out if need be."""
    if all(width_of(player) <= room for player in players):
        return list(players)
    first = Counter(player.partition(" ")[0] for player in players)
    parts = [player.partition(" ") for player in players]
    return [rest if rest and first[word] > 1 else word + gap + rest for word, gap, rest in parts]


def _tokens(s: Kings) -> str:
    """How strong the wildlings are, and whether Blade and Raven are used."""
    used = [f"{name}{' used' if its else ''}" for name, its in (("Blade", s.blade_used), ("Raven", s.raven_used))]
    return f" Wildlings {s.wildlings}; {'; '.join(used)}"


def _tracks(words: AgotWords, s: Kings, width: int) -> list[Span]:
    """Who stands where by names, the stars of the court, and what the columns mean."""
    e = words.n.e
    texts = []
    for track, title in TRACK_NAMES.items():
        token = {FIEFDOMS: " (the first has the Blade)", COURT: " (the first has the Raven)"}.get(track, "")
        texts.append(f"{title}: {', '.join(words.n.house(house) for house in s.tracks.get(track, ()))}{token}")
    texts.append(f"Stars by place at court: {' '.join(map(str, e.stars))}")
    texts.append(MEANS if width >= LONG_FROM else SHORT_MEANS)
    return [Span(""), *_folded(texts, width)]


def _hand(words: AgotWords, s: Kings, house: House, width: int, played: bool = True) -> list[Span]:
    """The cards that a house holds, and with `played` those it has played; behind its name theirs go without it."""
    held = _codes(words, house, s.hands[house]) or ["no card"]
    colour = side(side_of(words.n.e, house))
    lines = [Span(part, colour) for part in _filled(words.n.house(house), held, width)]
    return [*lines, *(_played(words, s, house, width) if played else ())]


def _played(words: AgotWords, s: Kings, house: House, width: int) -> list[Span]:
    codes = _codes(words, house, s.discards[house])
    return [Span(part, "dim") for part in _filled("  played", codes, width)] if codes else []


def _codes(words: AgotWords, house: House, cards: Sequence[str]) -> list[str]:
    surname = re.compile(rf" {re.escape(words.n.house(house))}(?= \d)")
    return [surname.sub("", code) for code in card_codes(words.n.e, cards)]


def _filled(what: str, codes: Sequence[str], width: int) -> list[str]:
    """Cards in few lines, no sign parted from its card: each stands in the first line that has room for it."""
    lines: list[str] = [f"{what}:"]
    for code in codes:
        at = next((at for at, line in enumerate(lines) if width_of(line) + width_of(code) + 2 <= width), None)
        if at is None:
            lines.append(f" {code}")
        else:
            lines[at] += f"{'' if lines[at].endswith(':') else ';'} {code}"
    return lines
