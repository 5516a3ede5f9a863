"""The map of a table, as far as its game has one: the cursor, and what is marked for the open question."""

from client.play.line import LineMode
from client.screen.canvas import Canvas, Glyphs
from client.screen.games import screen_of
from client.screen.map import lettering, listing
from client.screen.map.chart import Chart, Tier
from client.screen.map.spot import Scene
from client.screen.map.style import Style
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
        self.cursor = ""
        self._mode = mode
        self._tier: Tier | None = None
        self._seen: object = None
        self._scene: Scene = {}
        self._map = screen_of(mode.match).map(mode.words)
        self._chart: Chart | None = None
        if self._map is not None:
            self._chart = Chart(self._map.layout)
            scene = self._map.scene(mode.match, mode.table.seat)
            self.cursor = next((area for area, spot in scene.items() if spot.mine), self._map.start)

    def signs(self, glyphs: Glyphs) -> list[tuple[str, str]]:
        """What stands on the map as it was drawn last and what it means, letters first; none without a chart."""
        style = self._tier.style if self._tier is not None else Style.BLOCK
        if self._map is None or self._chart is None:
            return []
        sides = dict(self._map.sides(self._mode.match))
        others = dict(lettering.signs(glyphs, style=style, short=self._chart.short))
        return [*sides.items(), *((sign, means) for sign, means in others.items() if sign not in sides)]

    def apart(self, area: str) -> list[str]:
        """The areas that stand beside one on the map as it was drawn last, though no way leads to them."""
        return self._chart.parted(area, self._tier) if self._chart is not None else []

    def code(self, area: str) -> str:
        """The letters that stand for an area where its name has no room; "" without a chart."""
        return self._chart.layout.codes.get(area, "") if self._chart is not None else ""

    @property
    def there(self) -> bool:
        """Whether the game has a map to be drawn."""
        return self._chart is not None

    def lines(self, width: int, height: int) -> int:
        """The lines that the map fills of those there are for it."""
        return self._chart.lines(width, height) if self._chart is not None else 0

    def move(self, key: str) -> bool:
        """Move the cursor to the next area that way, or in the list; whether the key is one of moving."""
        if self._chart is None or key not in DIRECTIONS:
            return False
        if self._tier is not None and self._tier.style is Style.LIST and self.cursor in self._scene:
            self.cursor = listing.step(self._scene, self.cursor, DIRECTIONS[key])
        else:
            self.cursor = self._chart.step(self.cursor, DIRECTIONS[key], self._tier)
        return True

    def seek(self) -> None:
        """Put the cursor on the battle that is being fought, if there is one."""
        if self._map is not None:
            self.cursor = self._map.fought_over(self._mode.match) or self.cursor

    def rank(self, area: str) -> tuple[int, ...]:
        """Where an area stands as one reads the map: by rows, from the left."""
        if self._chart is None:
            return ()
        return self._chart.layout.tall.cells[area][0][::-1]

    def draw(self, canvas: Canvas, form: Form | None) -> None:
        """The map with what can be picked, and what the answer would do."""
        if self._map is None or self._chart is None:
            return
        question = self._mode.question
        pieces = form.ask.building.pieces if form is not None else ()
        overlay = dict(self._mode.words.overlay(self._mode.match, question, pieces)) if question is not None else {}
        legal = form.picking.areas if form is not None else ()
        acting = form is not None and len(pieces) < form.topic.aims_from
        match, seat = self._mode.match, self._mode.table.seat
        seen = (match.index, tuple(legal), tuple(overlay.items()), acting)
        if seen != self._seen:  # a cursor that moves changes nothing of what lies there
            self._seen = seen
            self._scene = self._map.scene(match, seat, legal, tuple(overlay), overlay, acting=acting)
        self._tier = self._chart.tier(canvas.width, canvas.height)
        self._chart.draw(canvas, self._scene, self.cursor or None, self._tier)
