"""Which pairs of a lobby have no link yet (SPEC.md section 8)."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

from protocol.lobby.people import Gap, View


@dataclass(frozen=True)
class Tie:
    """What a guest says of another one: whether a link stands, else why not."""

    linked: bool
    why: str


def gaps(view: View, host: bytes, ties: Mapping[bytes, Mapping[bytes, Tie]]) -> tuple[Gap, ...]:
    """Pairs of guests that sit and do not both say that they are linked; the host knows its own links itself."""
    guests = [person.identity for person in view.seated if person.identity != host and person.here]
    found = []
    for pair in combinations(guests, 2):
        said = [(one, other, ties.get(one, {}).get(other)) for one, other in (pair, pair[::-1])]
        if not all(tie is not None and tie.linked for _, _, tie in said):
            reasons = [Gap(one, other, tie.why) for one, other, tie in said if tie is not None and tie.why]
            found.append(reasons[0] if reasons else Gap(*pair, ""))
    return tuple(found)
