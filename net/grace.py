"""How long a table whose game is over stays open for those who talk. It knows no links and no clock.

Nothing on the wire says who stays: whoever has a link up may be there to hear, and whoever leaves says goodbye on it.
"""

from collections.abc import Sequence

TALK_ON = 600.0
"""Seconds without a word after which a table whose game is over closes though people are there: they have gone, or
sleep. It begins when the record is complete, and again with every line."""

RETURN = 60.0
"""Seconds for a link that broke, and was not ended by a goodbye, to come back: so long it is called in haste."""


class Grace:
    """The time from the end of a game, at `now`, to the end of the talk. All times are in seconds of one clock."""

    def __init__(self, now: float) -> None:
        self._until = now + TALK_ON
        self._hope = now

    def said(self, now: float) -> None:
        """Somebody has said something."""
        self._until = now + TALK_ON

    def lost(self, now: float) -> None:
        """A link broke without a goodbye: whoever was on it may still be there."""
        self._hope = now + RETURN

    def lasts(self, now: float, linked: Sequence[int]) -> bool:
        """Whether anybody may hear what is said, given the seats to which a link stands."""
        return now < self._until and (bool(linked) or now < self._hope)

    def wake(self, linked: Sequence[int]) -> float:
        """When to ask again, if nothing happens until then."""
        return self._until if linked else min(self._until, self._hope)
