"""What the full screen shows of one game alone: its map, its pane of hands and its forms.

All else it shows of a game comes from the game's words. What belongs to one game lives in a folder of its name and is
imported only when that game is looked at.
"""

from collections.abc import Collection, Mapping
from importlib import import_module
from typing import Any, Protocol

from client.play.line import LineMode
from client.screen.canvas import Span
from client.screen.map.layout import Layout
from client.screen.map.spot import Scene
from client.screen.table.forms.topics import Topic
from client.screen.table.holdings import Holdings
from client.words.general import GameWords
from engine.core.match import Match
from engine.core.plain import Seat

SCREENS = {"agot": "client.screen.agot.screen"}
"""Where the `SCREEN` of each game that has one lives, by the name of the game."""


class GameMap(Protocol):
    """The map of a game, in the words of one table."""

    @property
    def layout(self) -> Layout:
        """Where the areas lie."""

    @property
    def start(self) -> str:
        """Where the cursor begins if no area is one's own."""

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
        """All areas as the match stands, from what everybody may know.

        Args:
            match: only its public state is looked at.
            seat: whose areas are `mine`; one that plays nobody has none.
            legal: areas that may be chosen now.
            chosen: areas that the answer so far names.
            overlay: what the answer so far draws, as `GameWords.overlay` gives it.
            acting: what is mine in the areas that may be chosen would act; else they are where it goes.
        """

    def sides(self, match: Match[Any]) -> list[tuple[str, str]]:
        """The letter of each side that is played, and its name."""

    def fought_over(self, match: Match[Any]) -> str:
        """The area in which a battle is being fought; "" if there is none."""


class HandsPane(Protocol):
    """The lines of the pane of hands and tracks at one table."""

    def __call__(self, width: int) -> list[Span]:
        """All lines, none wider than that."""

    def first(self, width: int) -> int:
        """How many of them should be in sight before the log gets room."""


class GameScreen:
    """What a game shows that has nothing of its own: no map, hands and tracks in its words, choices in lists.

    The screen of a game derives from this and replaces what it has something better for.

    Attributes:
        topics: the forms of questions that are more than a list, or have another title than their topic, by topic.
    """

    topics: Mapping[str, Topic] = {}

    def map(self, words: GameWords) -> GameMap | None:
        """The map for a table with these words, those of the game; None if there is none. Raises DataError."""
        return None

    def hands(self, mode: LineMode) -> HandsPane:
        """The pane of hands and tracks."""
        return Holdings(mode)

    def topic(self, name: str) -> Topic:
        """The form of a topic; a plain one if there is none of its own."""
        return self.topics.get(name) or Topic(name.replace("_", " ").capitalize())


def screen_of(match: Match[Any]) -> GameScreen:
    """What is shown of the game that is played."""
    name = match.game.name
    if name not in SCREENS:
        return GameScreen()
    screen: GameScreen = import_module(SCREENS[name]).SCREEN
    return screen
