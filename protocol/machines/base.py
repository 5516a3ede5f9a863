"""What the machines share: their shape, what the log has taught, and our own side of a seat (SPEC.md section 11)."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engine.core.cards import Faces
from engine.core.match import Match
from engine.core.options import Options
from engine.core.questions import Reply
from protocol.agreement import Agreement
from protocol.deck.cards import Cards, Where
from protocol.deck.parts import Checked, Part, check_parts, make_parts
from protocol.faults import Bad, FaultKind
from protocol.secret import SeatKeys

LIGHT = 25
"""Multiplications in the group that nobody notices: some 3 ms. What takes more can be worked out elsewhere."""


class Setup(NamedTuple):
    """What a seat gave in slot 0: commitment to its secret, its point E, the proof that it knows E's key."""

    root: bytes
    point: bytes
    proof: bytes


class Sealed(NamedTuple):
    """A commitment and the past it was made on; what its seat could choose, and the faces that all saw by then."""

    commitment: bytes
    prev: bytes
    options: Options[Any]
    public: Faces


class Opening(NamedTuple):
    """An opened commitment, kept for the audit. `made` is the slot of the commitment, `prev` the past it stands on."""

    slot: int
    phase: int
    seat: int
    made: int
    prev: bytes
    nonce: bytes
    payload: bytes


class Share(NamedTuple):
    """An opened share of a joint roll, kept for the audit."""

    slot: int
    seat: int
    number: int
    share: bytes


class Drawn(NamedTuple):
    """A joint roll that all shares are open for: the seed that they make, and the integers that come from it."""

    slot: int
    seed: bytes
    rolled: tuple[int, ...]


class Slip(NamedTuple):
    """Something wrong that does not stop the table: the audit names the seat. `reason` is a stable word."""

    slot: int
    phase: int
    seat: int
    reason: str
    text: str


@dataclass
class Known:
    """What the entries so far have taught and later slots or the audit need.

    `dice` maps each seat to (number of its next joint roll, commitment to that share). `seals` holds commitments not
    yet opened, by (slot, seat). `secrets` holds the game secrets opened in the last slot. `drawn` is the last joint
    roll, `rolls` counts all. `cards` are the closed cards, as all know them.
    """

    setups: dict[int, Setup] = field(default_factory=dict)
    dice: dict[int, tuple[int, bytes]] = field(default_factory=dict)
    seals: dict[tuple[int, int], Sealed] = field(default_factory=dict)
    openings: list[Opening] = field(default_factory=list)
    shares: list[Share] = field(default_factory=list)
    slips: list[Slip] = field(default_factory=list)
    secrets: dict[int, bytes] = field(default_factory=dict)
    burned: dict[tuple[int, int], bytes] = field(default_factory=dict)
    drawn: Drawn | None = None
    rolls: int = 0
    commitments: int = 0
    cards: Cards = field(default_factory=Cards)

    def unopened(self, seat: int) -> tuple[int, ...]:
        """The slots in which `seat` made commitments that are still closed, ascending."""
        return tuple(sorted(slot for slot, who in self.seals if who == seat))


@dataclass(frozen=True)
class Author:
    """Our own seat: its keys and the payloads it chose in secret, by slot. Only this side can make bodies."""

    seat: int
    keys: SeatKeys
    payloads: dict[int, bytes] = field(default_factory=dict)


class Draft(NamedTuple):
    """A body of ours before its proofs are made: what stands before them, and the parts that they are."""

    start: bytes
    parts: tuple[Part, ...]


class Proofs(NamedTuple):
    """The part of a body that consists of proofs whose check may take long."""

    parts: tuple[Part, ...]
    body: bytes


class Scene(NamedTuple):
    """Where a machine works. `slot` is that of the machine; `match` stands at its question and is only looked at."""

    agreement: Agreement
    match: Match[Any]
    slot: int
    known: Known


class Machine(ABC):
    """Answers one slot. `pasts` holds the `prev` of each phase begun so far.

    `judge` says what a body of one seat teaches, or raises Bad, and changes nothing; `take` then notes it; `make` is
    our own seat's body. Both sides of a body stand in one class, and our own bodies go through `judge` like all.
    """

    names: tuple[str, ...]
    """What is said in each phase, in their order. None at all: nobody needs to say anything in this slot."""
    decides = False
    """Whether phase 0 wants a choice that only the player can make."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.pasts: list[bytes] = []
        self.checked: dict[Proofs, Checked] = {}
        """Proofs that were checked, here or elsewhere: they are not checked again."""
        self.prepared: dict[int, bytes] = {}
        """Bodies of our own whose proofs were made elsewhere, by phase."""

    @property
    @abstractmethod
    def speakers(self) -> tuple[int, ...]:
        """The seats that speak in every phase of this slot, ascending."""

    def speaking(self, phase: int) -> tuple[int, ...]:
        """The seats that speak in a phase that has begun, ascending."""
        return self.speakers

    @abstractmethod
    def judge(self, phase: int, seat: int, body: bytes) -> Any:
        """What the body teaches. Raises Bad."""

    @abstractmethod
    def take(self, phase: int, seat: int, learnt: Any) -> None:
        """Notes what `judge` gave for the same seat and phase."""

    @abstractmethod
    def make(self, phase: int, author: Author) -> bytes:
        """Our own body. Where the player decides, his payload is in `author.payloads` already."""

    @abstractmethod
    def needs(self, phase: int, seat: int) -> tuple[int, ...]:
        """The slots whose secretly chosen payload `make` wants from the author in this phase, ascending."""

    def clash(self, phase: int, seat: int, learnt: Any, others: Mapping[int, Any]) -> tuple[int, ...]:
        """The seats, ascending, whose bodies cannot stand side by side though each is right alone; mostly none.

        `learnt` is what `judge` gave for `seat`, `others` what it gave for those who spoke before in this phase.
        """
        return ()

    def reply(self) -> Reply | None:
        """The answer to the question once the last phase is full; None for slots that no question asked for."""
        return None

    # ------------------------------------------------------------ proofs
    def proofs(self, phase: int, seat: int, body: bytes) -> Proofs | None:
        """What of a body may be checked elsewhere before it is judged, since it takes long; None for most bodies."""
        return None

    def draft(self, phase: int, author: Author) -> Draft | None:
        """Our own body with its proofs yet to be made; None where there are none."""
        return None

    def where(self, phase: int) -> Where:
        """The place of a phase that has begun, to which its proofs are bound."""
        return Where(self.scene.agreement.game_id, self.scene.slot, phase, self.pasts[phase])

    def note(self, proofs: Proofs, checked: Checked) -> None:
        """Takes what came of checking these proofs."""
        self.checked[proofs] = checked

    def check(self, proofs: Proofs) -> tuple[Any, ...]:
        """What each part teaches. Raises Bad if one does not hold."""
        checked = self.checked.get(proofs)
        if checked is None:
            checked = self.checked[proofs] = check_parts(*proofs)
        if checked.fault:
            raise Bad(FaultKind.BADPROOF, checked.fault)
        return checked.results

    def finish(self, phase: int, author: Author, draft: Draft) -> bytes:
        """Our own body, its proofs made now or elsewhere."""
        prepared = self.prepared.get(phase)
        return prepared if prepared is not None else draft.start + make_parts(draft.parts, author.keys.secret)


def fixed(body: bytes, sizes: Mapping[str, int]) -> tuple[bytes, ...] | None:
    """`body` cut into parts of these sizes in order, None if it is longer or shorter."""
    if len(body) != sum(sizes.values()):
        return None
    parts: list[bytes] = []
    at = 0
    for size in sizes.values():
        parts.append(body[at : at + size])
        at += size
    return tuple(parts)
