"""Every figure that bounds a relay."""

from dataclasses import dataclass, fields

KIB = 1024
BURST_SECONDS = 4
"""Seconds' worth of its rate that an address may send at once after a quiet time: who comes back gets a whole log."""


@dataclass(frozen=True)
class Figures:
    """How much and how long. Times in seconds, sizes in bytes; "each" is for each address.

    An address is an IPv4 address or the /64 network of an IPv6 one. `pending` counts connections that are not joined
    yet: those that have said nothing and those that wait.
    """

    pending_each: int = 64
    pending: int = 4000
    pairs_each: int = 64
    pairs: int = 5000
    waiting_each: int = 4
    """Connections that may wait on one side of one meeting point; the newest is joined first, the oldest goes."""
    rate: int = 256 * KIB
    """Bytes a second that one address may send, over all its pairs."""
    buffer: int = 64 * KIB
    """Bytes of one direction of one pair that the relay takes before the receiver has taken them."""
    greeting: float = 10.0
    """For the whole greeting: who says nothing, or dribbles, is closed."""
    waiting: float = 600.0
    """For the other side to come."""
    idle: float = 120.0
    """Without a byte in either direction, then the pair is closed; clients send heartbeats far more often."""
    linger: float = 3.0
    """For one direction to finish after the other one has ended: there are no half-closed pairs beyond that."""

    @property
    def files(self) -> int:
        """Sockets that are open when every limit is reached, and some to spare for listeners and logs."""
        return self.pending + 2 * self.pairs + 64

    def __post_init__(self) -> None:
        for field in fields(self):
            if not getattr(self, field.name) > 0:
                raise ValueError(f"--{field.name.replace('_', '-')} takes a number above 0")


OPTIONS: tuple[tuple[str, float, str], ...] = (
    ("pending_each", Figures.pending_each, "connections of one address that are not joined yet"),
    ("pending", Figures.pending, "connections that are not joined yet, in all"),
    ("pairs_each", Figures.pairs_each, "pairs of one address"),
    ("pairs", Figures.pairs, "pairs in all"),
    ("waiting_each", Figures.waiting_each, "connections on one side of one meeting point"),
    ("rate", Figures.rate, "bytes a second that one address may send"),
    ("buffer", Figures.buffer, "bytes held for one direction of a pair"),
    ("greeting", Figures.greeting, "seconds for a new connection to say what it wants"),
    ("waiting", Figures.waiting, "seconds for the other side to come"),
    ("idle", Figures.idle, "seconds without a byte after which a pair is closed"),
    ("linger", Figures.linger, "seconds for one direction to finish after the other"),
)
"""Name, default and meaning of each figure, for the command line."""
