"""Tracks, houses and hands in few cells, for the pane beside the map."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import cast

from client.play.cells import pad, width_of
from client.play.line import LineMode
from client.screen.agot.scene import side as side_of
from client.screen.canvas import Span
from client.screen.overlays import folded, unfolded
from client.screen.theme import side
from client.words.agot import AgotWords
from client.words.agot_board import TRACK_NAMES, card_codes
from engine.westeros.control import castle_counts
from engine.westeros.state import COURT, FIEFDOMS, House, Kings

NAME_CELLS = 12


def house_lines(mode: LineMode) -> Callable[[int], list[Span]]:
    """The lines of the pane for a table; any game's own tracks and hands where there is nothing shorter."""
    words = mode.words
    if not isinstance(words, AgotWords):
        return lambda width: _folded(_plain(mode), width)

    @lru_cache(1)
    def lines_at(index: int, width: int) -> list[Span]:
        s = cast("Kings", mode.match.state)
        houses = list(s.turn_order)
        mine = next((house for house, seat in s.seats.items() if seat == mode.table.seat), "")
        return [
            *(_hand(words, s, mine, width) if mine else ()),
            *_tracks(words, s),
            *_table(words, s, houses, mine),
            Span(""),
            *[span for house in houses if house != mine for span in _hand(words, s, house, width)],
        ]

    return lambda width: lines_at(mode.match.index, width)


def _plain(mode: LineMode) -> list[str]:
    """What I hold, where all other closed cards lie, and what any game tells of tracks and open hands."""
    words, seat = mode.words, mode.table.seat
    cards = [pile.text for pile in mode.piles]
    hands = unfolded(words.hand(mode.match, seat))
    return [*cards, *([""] if cards else []), *words.tracks(mode.match, seat), "", *hands]


def _folded(texts: Sequence[str], width: int) -> list[Span]:
    return [Span(part) for text in texts for part in folded(text, width)]


def _tracks(words: AgotWords, s: Kings) -> list[Span]:
    """Who stands where by first letters, and whether Blade and Raven are used."""
    lines = []
    for track, title in TRACK_NAMES.items():
        places = " ".join(house[:1].upper() for house in s.tracks.get(track, ()))
        token, used = {FIEFDOMS: ("Blade", s.blade_used), COURT: ("Raven", s.raven_used)}.get(track, ("", False))
        lines.append(Span(f"{pad(title, NAME_CELLS)} {places}  {token}{' used' if used else ''}".rstrip()))
    stars = " ".join(map(str, words.n.e.stars))
    return [*lines, Span(f"{pad('Stars', NAME_CELLS)} {stars}  Wildlings {s.wildlings}")]


def _table(words: AgotWords, s: Kings, houses: Sequence[House], mine: House) -> list[Span]:
    """Castles, supply, power and cards in hand of each house."""
    counts = castle_counts(words.n.e, s) if s.seats else dict.fromkeys(houses, 0)
    lines = [Span(f"  {'':{NAME_CELLS - 1}}castl supply power card", "dim")]
    for house in houses:
        mark = ">" if house == mine else " "
        figures = f"{counts[house]:>4} {s.supply[house]:>6} {s.power[house]:>5} {len(s.hands[house]):>4}"
        lines.append(Span(f"{mark} {pad(words.n.house(house), NAME_CELLS)}{figures}", "strong" if mark == ">" else ""))
    return lines


def _hand(words: AgotWords, s: Kings, house: House, width: int) -> list[Span]:
    """The cards that a house holds, and those it has played."""
    e = words.n.e
    lines = [Span(words.n.house(house), side(side_of(e, house)))]
    for what, cards in (("", s.hands[house]), ("played: ", s.discards[house])):
        if cards:
            lines += [Span(part, "dim" if what else "") for part in _filled(what, card_codes(e, cards), width)]
    return lines


def _filled(what: str, codes: Sequence[str], width: int) -> list[str]:
    """Cards in few lines, no sign parted from its card: each stands in the first line that has room for it."""
    lines: list[str] = []
    for code in codes:
        at = next((at for at, line in enumerate(lines) if width_of(f"{line}; {code}") <= width), None)
        if at is None:
            lines.append(f" {code}" if lines else f" {what}{code}")
        else:
            lines[at] += f"; {code}"
    return lines
