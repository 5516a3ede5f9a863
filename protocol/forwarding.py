"""Who is linked to whom, as each peer tells, and whom an entry must be passed on to (SPEC.md section 12).

A lie in such a list harms nobody else: who names too few links is sent things twice, who names too many is sent them
later, by have-lists.
"""

from collections.abc import Collection, Iterable, Set

from protocol.agreement import Agreement
from protocol.wire import Kind, encode


class Forwarding:
    """The links between the other seats. Peers are those with a link to us at the moment."""

    def __init__(self, agreement: Agreement) -> None:
        self._agreement = agreement
        self._links: dict[bytes, frozenset[int]] = {}
        self._told: dict[bytes, bytes] = {}
        self._met: set[bytes] = set()

    def news(self, peers: Set[bytes]) -> list[tuple[bytes, bytes]]:
        """(peer, frame) for those of `peers`, all that have a link to us, that do not know so yet; ascending."""
        if self._told.keys() == peers:
            return []  # what each was told names just these
        linked = sorted(peers)
        seats = [self._agreement.form.seat_of(peer) for peer in linked]
        frame = encode(Kind.LINKED, tuple(sorted(seat for seat in seats if seat is not None)))
        out = [(peer, frame) for peer in linked if self._told.get(peer) != frame]
        self._told = dict.fromkeys(linked, frame)
        return out

    def connected(self, peer: bytes) -> None:
        """A link to `peer` stands: what it told on an older one counts no more."""
        self._met.add(peer)
        self._links.pop(peer, None)
        self._told.pop(peer, None)

    def hear(self, peer: bytes, seats: tuple[int, ...]) -> None:
        """Notes with which seats `peer` is linked."""
        self._links[peer] = frozenset(seats)

    def without_link(self, author: int, source: bytes, peers: Iterable[bytes]) -> list[bytes]:
        """The `peers` that have no link to `author`, whose entry came from `source`; ascending.

        A peer that has not told its links yet sends a have-list with them, so it need not be guessed at.
        """
        sparing = (self._agreement.identity(author), source)
        return sorted(
            peer for peer in peers if peer in self._links and peer not in sparing and author not in self._links[peer]
        )

    def served(self, peer: bytes, helpers: Collection[bytes]) -> bool:
        """Whether we have never been linked to `peer`, and one of `helpers` is."""
        seat = self._agreement.form.seat_of(peer)
        return peer not in self._met and any(seat in self._links.get(helper, ()) for helper in helpers)
