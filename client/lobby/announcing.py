"""What a host shows of its table to the local network, and the suspicion that nobody can come."""

from collections.abc import Callable
from dataclasses import replace

import trio

from client.lobby.front import Front
from client.lobby.settings import chosen, settings_line
from net.attempt import Told
from net.discovery import NO_TOKEN, Advert, Announcement
from net.hostroom import HostRoom
from net.invite import Invitation
from protocol.lobby import Changed, View

UNVISITED = 120.0
"""Seconds after which a host is told that nobody has reached it."""


def advert(invitation: Invitation, view: View, private: bool) -> Advert:
    """What the local network is shown of a table; the token, which lets anybody in, only of an open one."""
    offer = view.offer
    shown = replace(invitation, token=NO_TOKEN) if private else invitation
    name = view.name(invitation.host)
    return Advert(
        shown, offer.game, settings_line(offer.game, chosen(offer)), len(view.free), offer.seats, name, private
    )


def telling(front: Front, announcement: Announcement, invitation: Invitation, private: bool) -> Callable[[Told], None]:
    """Tells the host's front, and the network what it has to know of it."""

    def tell(told: Told) -> None:
        front.told(told)
        if isinstance(told, Changed):
            announcement.update(advert(invitation, told.after, private))

    return tell


async def warn_if_unvisited(room: HostRoom, front: Front, gathering: trio.CancelScope) -> None:
    """A firewall that blocks in silence looks like friends who do not come. Ends with `gathering`."""
    with gathering:
        await trio.sleep(UNVISITED)
        if not room.visited:
            front.tell("Nobody has reached this computer yet. If friends do try, a firewall may be in the way:")
            front.tell("kingsmoot doctor tells more, and docs/hosting.md what to do.")
