"""How a link to a wanted peer is made: by a call to one of its addresses, or where the two of us meet at the relay."""

from dataclasses import replace

import trio

from net.address import Address
from net.faults import LinkFault, Unreachable
from net.handshake import answer, call
from net.limits import Limits
from net.link import Link
from net.neighbour import Neighbour
from net.relay.greeting import ANSWERS
from net.rendezvous import Connect, Rendezvous, meet
from net.tls import Tls
from protocol.identity import SigningKey


class Calls:
    """Makes links for one mesh. A peer that is missed is called in haste.

    Args:
        me: our identity.
        tls: this process's certificate and contexts.
        connect: opens a stream to an address, or raises Unreachable.
        limits: how much and how long.
        rendezvous: the relay where peers meet that cannot reach each other.
    """

    def __init__(
        self, me: SigningKey, tls: Tls, connect: Connect, limits: Limits, rendezvous: Rendezvous | None
    ) -> None:
        self._me = me
        self._tls = tls
        self._connect = connect
        self._limits = limits
        self._hasty = replace(limits, connect=limits.connect_hasty)
        self._rendezvous = rendezvous

    async def call(self, neighbour: Neighbour, address: Address) -> Link:
        """A link made by calling the peer at one address. Raises LinkFault, with the peer as its culprit."""
        peer, limits = neighbour.key, self._limits_for(neighbour)
        stream: trio.abc.Stream | None = None
        try:
            with trio.move_on_after(limits.connect):
                stream = await self._connect(address)
        except LinkFault as fault:
            fault.blame(peer)
            raise
        if stream is None:
            raise Unreachable(peer, f"cannot be reached at {address.text}: no answer within {limits.connect:g} s")
        return await self._introduce(stream, neighbour, limits)

    async def meet(self, neighbour: Neighbour) -> Link:
        """A link made at the relay: at the peer's door while it does not know us, else where the two of us meet.

        There must be a relay. Raises LinkFault, with the peer as its culprit.
        """
        peer, rendezvous, limits = neighbour.key, self._rendezvous, self._limits_for(neighbour)
        assert rendezvous is not None
        point = rendezvous.pair(self._me.public, peer) if neighbour.token is None else rendezvous.door(peer)
        try:
            stream = await meet(rendezvous, point, self._connect, limits)
        except LinkFault as fault:
            fault.blame(peer)
            raise
        if point[1] == ANSWERS:
            return Link(await answer(stream, self._tls, self._me, lambda key: key == peer, None, limits), limits)
        return await self._introduce(stream, neighbour, limits)

    def _limits_for(self, neighbour: Neighbour) -> Limits:
        return self._hasty if neighbour.missed else self._limits

    async def _introduce(self, stream: trio.abc.Stream, neighbour: Neighbour, limits: Limits) -> Link:
        session = await call(stream, self._tls, self._me, neighbour.key, neighbour.token, limits, neighbour.code)
        return Link(session, limits)
