"""Areas by name and by the letters that stand for them on a small map, and the way there."""

from client.play.line import LineMode
from client.screen.overlays import unfolded
from client.screen.table.attention import Attention
from client.screen.table.mapping import MapPane
from client.words.general import names


class Atlas:
    """What can be read of the areas of one table, and where somebody looks on its map."""

    def __init__(self, mode: LineMode, board: MapPane, attention: Attention) -> None:
        self._mode = mode
        self._board = board
        self._attention = attention

    @property
    def here(self) -> str:
        """The area under the cursor; "" in a game without a map."""
        return self._board.cursor

    def facts(self, area: str) -> list[str]:
        """An area with its code, in two paragraphs, and what stands beside it on the map though no way leads there."""
        head, *rest = unfolded(self._mode.words.area(self._mode.match, area))
        parted = [self._mode.words.area_name(other) for other in self._board.apart(area)]
        water = [f"No way across to {names(parted)} beside it."] if parted else []
        return [f"{self._board.code(area)} {head}".lstrip(), " ".join(map(str.strip, rest)), *water]

    def go(self, area: str) -> None:
        """Put the cursor there, and the map in sight."""
        self._attention.go(area)
