"""What the full screen needs to know of the game of Westeros, first edition."""

from collections.abc import Collection, Mapping
from typing import Any, cast

from typing_extensions import override

from client.play.line import LineMode
from client.screen.agot import scene
from client.screen.agot.houses import Houses
from client.screen.agot.topics import TOPICS
from client.screen.games import GameScreen
from client.screen.map.spot import Scene
from client.words.agot import AgotWords
from client.words.general import GameWords
from engine.core.match import Match
from engine.core.plain import Seat


class AgotMap:
    """The map of Westeros in the words of one table."""

    start = "winterfell"

    def __init__(self, words: AgotWords) -> None:
        self._words = words
        self.layout = scene.layout(words)

    def scene(
        self,
        match: Match[Any],
        seat: Seat,
        legal: Collection[str] = (),
        chosen: Collection[str] = (),
        overlay: Mapping[str, str] | None = None,
        *,
        acting: bool = True,
    ) -> Scene:
        """All areas, by region from north to south."""
        return scene.scene(self._words, match, seat, legal, chosen, overlay, acting=acting)

    def sides(self, match: Match[Any]) -> list[tuple[str, str]]:
        """The houses."""
        return scene.houses(self._words.n.e, match.state)

    def fought_over(self, match: Match[Any]) -> str:
        """Where the attackers meet those who are there."""
        return scene.fought_over(match)


class AgotScreen(GameScreen):
    """The map of Westeros, houses and their cards in few cells, order tokens and house cards."""

    topics = TOPICS

    @override
    def map(self, words: GameWords) -> AgotMap:
        return AgotMap(cast("AgotWords", words))

    @override
    def hands(self, mode: LineMode) -> Houses:
        return Houses(mode)


SCREEN = AgotScreen()
