"""A client's side of the relay: two ends that cannot reach each other meet there (SPEC.md section 15).

The relay joins their streams and understands nothing of them; TLS and the introduction run through it from end to end,
so it is trusted no more than any cable. All who hold an invitation to a table can work out its meeting points:

* the *door*, where the host waits for those whom it does not know yet;
* one for each *pair* of players, once they know each other's keys.

At each of them side 0 then answers as the TLS server, and side 1 calls.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import trio

from net.address import Address
from net.faults import LinkFault, Unreachable
from net.limits import Backoff, Bucket, Limits
from net.relay.greeting import ANSWERS, CALLS, Answer, greeting
from protocol.encoding import LABEL, lp
from protocol.secret import hkdf_expand, hkdf_extract

Connect = Callable[[Address], Awaitable[trio.abc.Stream]]
DOOR_SOCKETS = 2
"""Sockets that a host keeps waiting at its door: while one is being taken, the next friend finds the other."""
TURNS, DOOR_BURST = 0.5, 8.0
"""How often each of them is renewed at most: so many times a second, and so many at once."""
WHY: dict[int, str] = {
    Answer.CROWDED: "has too many connections from your address already",
    Answer.FULL: "is full",
    Answer.CLOSING: "is being shut down",
    Answer.NEWER: "let newer connections of your side wait instead of this one",
}


class NoRelay(LinkFault):
    """The relay cannot be reached, refuses, or is none.

    Attributes:
        trouble: what the relay did or suffered, a predicate without full stop.
    """

    code = "no-relay"

    def __init__(self, peer: bytes | None, trouble: str) -> None:
        super().__init__(peer, f"cannot be met at the relay, which {trouble}")
        self.trouble = trouble


class NoMeeting(LinkFault):
    """The relay is there, but the other end did not come to it in time."""

    code = "no-meeting"


class RelayBack(LinkFault):
    """The relay lets us wait at our door again: no fault, but news that comes the same way."""

    code = "relay-back"

    def __init__(self) -> None:
        super().__init__(None, "can be met at the relay again")


@dataclass(frozen=True)
class Rendezvous:
    """A relay, and the join token of the table, from which the meeting points there follow."""

    relay: Address
    token: bytes = field(repr=False)

    @property
    def name(self) -> str:
        """For people."""
        return f"relay {self.relay.text}"

    def door(self, host: bytes) -> tuple[bytes, int]:
        """Token and side of the host's door, for those who knock: 32 bytes, and 1."""
        return self._point("relay/door", host), CALLS

    def pair(self, me: bytes, peer: bytes) -> tuple[bytes, int]:
        """Token and side of the meeting point of two players, for the one whose key is `me`."""
        return self._point("relay/pair", *sorted((me, peer))), ANSWERS if me < peer else CALLS

    def _point(self, label: str, *parts: bytes) -> bytes:
        info = lp(LABEL + label.encode()) + b"".join(map(lp, parts))
        return hkdf_expand(hkdf_extract(b"", self.token), info, 32)


async def meet(rendezvous: Rendezvous, point: tuple[bytes, int], connect: Connect, limits: Limits) -> trio.abc.Stream:
    """Wait at a meeting point until the other side is there; its stream is then to be used like any other.

    Args:
        rendezvous: the relay.
        point: token and side.
        connect: opens a stream to an address, or raises Unreachable.
        limits: `connect` bounds the way to the relay, `meet` the wait there.

    Raises:
        NoRelay: the relay cannot be reached, or refuses.
        NoMeeting: nobody came.

    Resource handling: on any exception the connection to the relay is closed.
    """
    relay = rendezvous.relay.text
    stream: trio.abc.Stream | None = None
    try:
        with trio.move_on_after(limits.connect):
            stream = await connect(rendezvous.relay)
    except Unreachable as fault:
        raise NoRelay(None, fault.cause) from fault
    if stream is None:
        raise NoRelay(None, f"cannot be reached at {relay}: no answer within {limits.connect:g} s")
    try:
        with trio.move_on_after(limits.meet):
            await stream.send_all(greeting(*point))
            _judge(await stream.receive_some(1), relay)
            return stream
        raise NoMeeting(None, f"did not come to the relay {relay} within {limits.meet:g} s")
    except trio.BrokenResourceError as error:
        await trio.aclose_forcefully(stream)
        raise NoRelay(None, f"cut the connection at {relay}") from error
    except BaseException:
        await trio.aclose_forcefully(stream)
        raise


def _judge(said: bytes | bytearray, relay: str) -> None:
    """The relay's answer. Raises NoRelay or NoMeeting if the other side is not there."""
    if not said:
        raise NoRelay(None, f"closed the connection at {relay} without an answer: it may be no relay")
    if said[0] == Answer.NOBODY:
        raise NoMeeting(None, f"did not come to the relay {relay} in the time it allows")
    if said[0] != Answer.PAIRED:
        raise NoRelay(None, f"{WHY.get(said[0], f'refuses (answer {said[0]})')} ({relay})")


async def keep_door(
    wait: Callable[[], Awaitable[trio.abc.Stream]],
    take: Callable[[trio.abc.Stream], None],
    tell: Callable[[NoRelay | RelayBack], None],
    backoff: Backoff,
) -> None:
    """Keep one socket waiting at a door, for ever: renewed when nobody came, and when somebody did.

    Args:
        wait: waits there once.
        take: gets the stream of whoever came; returns at once.
        tell: told when the relay fails, once until it works again, and then that it does.
        backoff: the pauses while it does.
    """
    # Who knocks and leaves again and again, or a relay that lets nobody wait, must not keep us running.
    turns = Bucket(TURNS, DOOR_BURST, trio.current_time())
    told = False
    while True:
        await trio.sleep(turns.take(1, trio.current_time()))
        try:
            stream = await wait()
        except NoMeeting:
            if told:
                tell(RelayBack())
            told = False
        except NoRelay as fault:
            if not told:
                tell(fault)
            told = True
            await trio.sleep(backoff.next_pause())
            continue
        else:
            if told:
                tell(RelayBack())
            told = False
            take(stream)
        backoff.reset()
