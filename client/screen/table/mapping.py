"""The map of a table, as far as the game has one: its cursor, and what is marked on it."""


from client.play.line import LineMode
from client.screen.canvas import Canvas
from client.screen.table.forms.form import Form

DIRECTIONS = {
    "left": "left", "h": "left", "right": "right", "l": "right", "up": "up", "k": "up", "down": "down", "j": "down",
}  # fmt: skip


class MapPane:
    """The chart of the game with a cursor on one area. Without a chart nothing is drawn and nothing moves.

    Attributes:
        cursor: the area under the cursor; "" without a chart.
    """

    def __init__(self, mode: LineMode) -> None:
        self._mode = mode
        self.cursor = ""

    @property
    def there(self) -> bool:
        """Whether the game has a map to be drawn."""
        return False

    def lines(self, width: int, height: int) -> int:
        """The lines that the map takes in a window."""
        return height

    def move(self, key: str) -> bool:
        """Move the cursor to the next area that way; whether the key is one of moving."""
        return False

    def draw(self, canvas: Canvas, form: Form | None) -> None:
        """The map with what can be picked, and what the answer would do."""
