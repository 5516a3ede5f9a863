"""How much and how long: limits of one link and of the mesh, the token bucket, the pauses between two dials."""

import random
from dataclasses import dataclass

KIB = 1024
STINT = 0.008
"""Seconds of judging on end, after which others have their turn: the screen, the links. One entry may take longer."""

CONTROL_LIMIT = 4 * KIB
"""Bytes of the largest frame of the link itself, and of any frame before the other end has proven its key."""
FRAME_LIMIT = 256 * KIB
"""Bytes of the largest frame: a chunk of the log on its way to a peer that was away."""


@dataclass(frozen=True)
class Limits:
    """Every figure that bounds a link or the mesh. Times in seconds, rates per second.

    What a peer may send (`frames`, `octets`) is more than what we send ourselves (`own_frames`, `own_octets`), so that
    an honest peer at full speed is not blamed even if the network holds back what it sent for up to `dead_after` and
    then delivers all of it at once. A peer above its rate is first read more slowly; only one that has been slowed
    down for `patience` on end is called a flood.
    """

    connect: float = 5.0
    """To open a connection to one address."""
    handshake: float = 10.0
    """From the open connection to the last message of the introduction."""
    ping_every: float = 2.0
    """Quiet time after which a ping goes out, and then between two pings."""
    dead_after: float = 6.0
    """Quiet time after which the link is dead. Short, since TCP sends again what was lost after pauses that double:
    when a cut of ten seconds ends, the old connection may sleep for ten more, and a new one is there in one."""
    relay_after: float = 3.0
    """What a direct connection has in advance before a peer is also waited for at the relay."""
    meet: float = 25.0
    """For the other end to come to the relay; then that is told, and the waiting connection renewed."""
    probe: float = 3.0
    """For a link in doubt to answer, while a newer connection of the same key waits."""
    linger: float = 3.0
    """For a closing link to send what is queued and hear the other end hang up."""
    hang_up: float = 1.0
    """For the last bytes of a link that ends by a fault."""

    frames: float = 50.0
    frames_burst: float = 500.0
    octets: float = 1024.0 * KIB
    octets_burst: float = 2048.0 * KIB
    patience: float = 60.0
    own_frames: float = 35.0
    own_frames_burst: float = 250.0
    own_octets: float = 768.0 * KIB
    own_octets_burst: float = 1024.0 * KIB
    queue: int = 256
    """Frames that may wait to be sent on one link."""

    pending: int = 16
    """Connections at the door that have not proven their key; one more ends the oldest."""
    guests: int = 16
    """Peers admitted by an invitation at one time."""
    redial_first: float = 0.5
    redial_most: float = 30.0
    steady: float = 10.0
    """A link that lived this long resets the pauses between two dials."""
    missed: float = 60.0
    """For so long after the end of such a link its peer is called in haste: most who are cut off are back by then."""
    redial_later: float = 2.0
    """The pause after a call that was answered with "not yet": it is people who are waited for."""
    redial_hasty: float = 1.0
    """The longest pause then, from the beginning of one call to that of the next."""
    connect_hasty: float = 2.0
    """What an address has then to answer: a system that sends its first packet again does so after 1 s, then 3 s."""
    head_start: float = 0.3
    """How long the larger key waits before its first dial, so that two ends seldom call each other at once."""


class Bucket:
    """A token bucket that may go into debt: who takes too much is told how long to wait until it is paid.

    Args:
        rate: tokens gained per second.
        burst: tokens held at most, and at the start.
        now: the time of the start, in seconds.
    """

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._then = now

    def take(self, amount: float, now: float) -> float:
        """Take `amount` tokens at the time `now`; returns the seconds until none are owed (0 if none are)."""
        self._tokens = min(self._burst, self._tokens + (now - self._then) * self._rate) - amount
        self._then = now
        return max(0.0, -self._tokens / self._rate)


class Backoff:
    """Pauses between two dials: doubled from `first` to `most`, each cut by up to one half at random.

    Without the random part, peers that lost each other in one network failure would call again in step.
    """

    def __init__(self, first: float, most: float, rng: random.Random) -> None:
        self._first = first
        self._most = most
        self._rng = rng
        self._step = first

    def next_pause(self) -> float:
        """Seconds to wait before the next dial."""
        pause = self._step * self._rng.uniform(0.5, 1.0)
        self._step = min(self._most, self._step * 2)
        return pause

    def reset(self) -> None:
        """Start again at `first`: a dial has led to a link that holds, or there is news about the address."""
        self._step = self._first
