"""Where a table writes before it sends."""

from collections.abc import Sequence
from typing import Protocol


class Journal(Protocol):
    """Where a seat keeps what it must never lose."""

    def write(self, items: Sequence[bytes]) -> None:
        """Append the items, in this order."""

    def sync(self, items: Sequence[bytes]) -> None:
        """Append the items, and return only when they and all that was written before are on the disk."""
