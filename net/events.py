"""What the mesh tells its owner."""

from dataclasses import dataclass

from net.faults import LinkFault


@dataclass(frozen=True)
class LinkUp:
    """A link to `peer` (identity key, 32 bytes) stands. Compare what both have: frames may have been lost before.

    `address` is where it leads to, as text for people; `dialled` whether this end opened it.
    """

    peer: bytes
    address: str
    dialled: bool


@dataclass(frozen=True)
class LinkDown:
    """The link to `peer` has ended for `fault`. While the peer is wanted the mesh goes on calling it."""

    peer: bytes
    fault: LinkFault


@dataclass(frozen=True)
class NoLink:
    """A connection did not become a link: one of our calls, or somebody at the door.

    `peer` is the key that was called or that was proven at the door, else None.
    """

    peer: bytes | None
    address: str
    fault: LinkFault


@dataclass(frozen=True)
class Frame:
    """A message of the game from `peer`, within the size of its kind; nothing else of it has been judged."""

    peer: bytes
    payload: bytes


Event = LinkUp | LinkDown | NoLink | Frame
