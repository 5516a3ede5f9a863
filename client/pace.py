"""How long bots leave what has happened to be looked at, at a table where a person sits on this computer."""

import trio


class Pace:
    """A wait before each move that follows something new. It may change at any time, and who waits can be hurried.

    Attributes:
        seconds: each wait takes so long.
        heeded: the seats of those that wait as it says; empty before the game, and where nobody does.
        news: is set when it changes, or somebody is in a hurry; another one then stands in its place.
    """

    def __init__(self, seconds: float = 0.0) -> None:
        self.seconds = seconds
        self.heeded: frozenset[int] = frozenset()
        self.news = trio.Event()

    def put(self, seconds: float) -> None:
        """From now on each wait takes so long; one that goes on is over."""
        self.seconds = seconds
        self.hurry()

    def hurry(self) -> None:
        """A wait that goes on is over."""
        told, self.news = self.news, trio.Event()
        told.set()

    async def wait(self) -> None:
        """One wait."""
        with trio.move_on_after(self.seconds):
            await self.news.wait()


AT_ONCE = Pace()
"""That of a bot that nobody looks at."""
