"""What lies where, for the pane beside the map: in the words of any game that has nothing shorter of its own."""

from client.play.line import LineMode
from client.screen.canvas import Span
from client.screen.overlays import unfolded
from client.screen.table.panes import plain_lines


class Holdings:
    """The lines of the pane: what I hold, where all other closed cards lie, tracks, and the hands that are open."""

    def __init__(self, mode: LineMode) -> None:
        self._mode = mode
        self._lines = plain_lines(self._texts)

    def __call__(self, width: int) -> list[Span]:
        """All lines at that width."""
        return list(self._lines(width))

    def first(self, width: int) -> int:
        """None of them must be in sight before all others."""
        return 0

    def _texts(self) -> list[str]:
        mode, words, seat = self._mode, self._mode.words, self._mode.table.seat
        cards = [pile.text for pile in mode.piles]
        hands = unfolded(words.hand(mode.match, seat))
        return [*cards, *([""] if cards else []), *words.tracks(mode.match, seat), "", *hands]
