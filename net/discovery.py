"""Tables of the local network: announced by their hosts and found by others, by DNS-SD (SPEC.md, links).

An announcement binds nobody and proves nothing: who sits down checks the host's key on the link, as with an invitation
that came through a chat. The join token of an open table is announced, which is what makes it open; that of a private
one is not.
"""

import logging
import threading
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial

import trio

from net.address import Address, AddressError, parse_address
from net.invite import Invitation
from net.services import NoMulticast, Responder, Service, usable
from protocol.identity import valid_public

log = logging.getLogger(__name__)

VERSION = b"1"
TEXT_BYTES = 120
"""Bytes of a text in an announcement: all of it goes into one datagram."""
NO_TOKEN = bytes(16)
CLOSING = 2.0
"""Seconds for the goodbye of an announcement."""
LOOPBACK = ("127.0.0.1", "::1")


def multicast_dns() -> Responder:
    """The real one. Raises NoMulticast. Imported here, for it costs every start that needs none a third of a second."""
    from net.mdns import Zeroconfs

    return Zeroconfs()


@dataclass(frozen=True)
class Advert:
    """A table as the local network sees it.

    Attributes:
        invitation: leads to it; the token of a private table is all zeros, which opens no door.
        game: its name.
        settings: those that are switched on, for people.
        free: seats that are free, of `seats`.
        host: the host's word for itself.
        private: one needs the invitation and the code.
    """

    invitation: Invitation
    game: str
    settings: str
    free: int
    seats: int
    host: str
    private: bool


def service_of(advert: Advert) -> Service:
    """What is announced. Raises ValueError for a table that has no address that could be."""
    invitation = advert.invitation
    reachable = [address for address in invitation.addresses if usable(address.host)]
    outside = [address for address in reachable if address.host not in LOOPBACK] or reachable
    if not outside:
        raise ValueError("a table without an address of its own cannot be announced")
    text = {
        "v": VERSION,
        "id": invitation.table.hex().encode(),
        "key": invitation.host.hex().encode(),
        "game": _cut(advert.game),
        "set": _cut(advert.settings),
        "free": str(advert.free).encode(),
        "seats": str(advert.seats).encode(),
        "host": _cut(advert.host),
    }
    if not advert.private:
        text["join"] = invitation.token.hex().encode()
    if invitation.relay is not None:
        text["relay"] = _cut(invitation.relay.text)
    name = f"kingsmoot-{invitation.table.hex()}"
    return Service(name, outside[0].port, tuple(address.host for address in outside), text)


def advert_of(service: Service) -> Advert | None:
    """The table in what was found, or None if it is none that this version can use."""
    text = service.text
    try:
        host, table = bytes.fromhex(text["key"].decode("ascii")), bytes.fromhex(text["id"].decode("ascii"))
        token = bytes.fromhex(text["join"].decode("ascii")) if "join" in text else NO_TOKEN
        free, seats = int(text["free"]), int(text["seats"])
        relay = parse_address(text["relay"].decode("ascii")) if "relay" in text else None
        if text["v"] != VERSION or (len(table), len(token)) != (16, 16) or not valid_public(host):
            return None
        if not (0 <= free <= seats < 256 and 0 < service.port < 65536):
            return None
        game, settings, name = (_shown(text, key) for key in ("game", "set", "host"))
    except (KeyError, ValueError, AddressError):
        return None
    addresses = tuple(Address(address, service.port) for address in service.addresses if usable(address))
    if not addresses:
        return None
    return Advert(
        Invitation(host, table, token, addresses, relay=relay), game, settings, free, seats, name, not any(token)
    )


def _cut(text: str) -> bytes:
    return text.encode()[:TEXT_BYTES].decode(errors="ignore").encode()


def _shown(text: Mapping[str, bytes], key: str) -> str:
    """A text of a stranger, as it may be shown: nothing that moves the cursor."""
    return "".join(filter(str.isprintable, text[key][:TEXT_BYTES].decode(errors="replace")))


async def find(seconds: float, responder: Callable[[], Responder] = multicast_dns) -> list[Advert]:
    """The tables that show themselves within so many seconds, each once, those with free seats first.

    Raises NoMulticast if this computer can find none at all.
    """
    found: dict[bytes, Advert] = {}
    lock = threading.Lock()

    def take(service: Service) -> None:
        advert = advert_of(service)
        if advert is None:
            log.info("%s announces a table that cannot be used", service.name)
            return
        with lock:
            old = found.get(advert.invitation.table)
            found[advert.invitation.table] = advert if old is None else _joined(old, advert)

    opened = await trio.to_thread.run_sync(responder)
    try:
        await trio.to_thread.run_sync(opened.browse, take)
        await trio.sleep(seconds)
    finally:
        await _close(opened)
    with lock:
        return sorted(found.values(), key=lambda advert: (advert.free == 0, advert.host, advert.invitation.table))


def _joined(old: Advert, new: Advert) -> Advert:
    """One table that was heard of on two interfaces, or again: the newer word, and the addresses of both."""
    if old.invitation.host != new.invitation.host:
        return old  # somebody else shows the same id: the first one counts, and its key is checked on the link
    addresses = tuple(dict.fromkeys((*new.invitation.addresses, *old.invitation.addresses)))
    return replace(new, invitation=replace(new.invitation, addresses=addresses))


class Announcement:
    """A table that is being announced. Its methods return at once."""

    def __init__(self, advert: Advert) -> None:
        self._advert: Advert | None = advert
        self._news = trio.Event()

    def update(self, advert: Advert) -> None:
        """Something of the table has changed."""
        if self._advert is not None and advert != self._advert:
            self._advert = advert
            self._news.set()

    def withdraw(self) -> None:
        """The game begins: nobody else can come."""
        self._advert = None
        self._news.set()

    async def run(self, responder: Callable[[], Responder]) -> None:
        """Announce until it is withdrawn; that it cannot be done is logged, for an invitation works without."""
        try:
            opened = await trio.to_thread.run_sync(responder, abandon_on_cancel=True)
        except NoMulticast as error:
            log.warning("the table is not announced on the local network: %s", error)
            return
        try:
            while (advert := self._advert) is not None:
                self._news = trio.Event()
                # Abandoned when the game begins at once: closing it ends the thread, too.
                await trio.to_thread.run_sync(opened.publish, service_of(advert), abandon_on_cancel=True)
                await self._news.wait()
        except ValueError as error:
            log.warning("the table is not announced: %s", error)
        finally:
            await _close(opened)


async def _close(opened: Responder) -> None:
    with trio.CancelScope(shield=True, deadline=trio.current_time() + CLOSING):
        await trio.to_thread.run_sync(opened.close, abandon_on_cancel=True)


@asynccontextmanager
async def announced(
    advert: Advert, wanted: bool, responder: Callable[[], Responder] = multicast_dns
) -> AsyncIterator[Announcement]:
    """Announce a table, if that is wanted, until it is withdrawn or the block ends."""
    announcement = Announcement(advert)
    async with trio.open_nursery() as nursery:
        if wanted:
            nursery.start_soon(partial(announcement.run, responder))
        yield announcement
        nursery.cancel_scope.cancel()
