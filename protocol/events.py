"""What a Session tells its driver (SPEC.md section 12)."""

from dataclasses import dataclass
from typing import Any, TypeAlias

from engine.core.errors import Over
from engine.core.match import Event as GameEvent
from engine.core.questions import Question, Reply
from protocol.deck.audit import RANKED_LAST, ranked
from protocol.deck.cards import Claim
from protocol.faults import Verdict
from protocol.machines.base import Slip


@dataclass(frozen=True)
class Asked:
    """Our own choice is wanted: give it by `Session.choose`. `seats` are all that are asked with us, ascending."""

    slot: int
    question: Question[Any]
    seats: tuple[int, ...]


@dataclass(frozen=True)
class Committed:
    """A seat has committed to its choice in a SECRET slot; our own commitment is told, too."""

    slot: int
    seat: int


@dataclass(frozen=True)
class Answered:
    """A slot was answered and the match has moved. `reply.rolled` holds the dice of a CHANCE question.

    `claims`: what the answer asserts about closed cards, by seats ascending; who is not `proven` there waits for the
    audit, whatever the table has agreed, since the proof would be too long or is about cards that the seat never saw.
    """

    slot: int
    question: Question[Any]
    reply: Reply
    events: tuple[GameEvent, ...]
    claims: tuple[Claim, ...] = ()


@dataclass(frozen=True)
class Ended:
    """All have signed the outcome and spoken in the last slot.

    `secrets_open`: the seats whose game secret is open, ascending. `slips`: what our own audit found, which names
    seats but leaves the outcome; ordered by slot, phase and seat.
    """

    outcome: Over
    secrets_open: tuple[int, ...]
    slips: tuple[Slip, ...]

    @property
    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """The tied groups of seats, best first, as the audit leaves them: who made a false claim stands last."""
        return ranked(self.outcome.ranking, frozenset(slip.seat for slip in self.slips if slip.reason in RANKED_LAST))


@dataclass(frozen=True)
class Fault:
    """A proven fault has stopped the table. Told again if evidence of an earlier fault arrives: the last one counts."""

    verdict: Verdict


@dataclass(frozen=True)
class LinkFault:
    """`peer` sent what no honest peer sends: drop its link. The table goes on, and so does its seat by another link.

    `reason` is a stable word: garbage, unknown_kind, other_game, no_seat, signature, impossible_past, flood.
    """

    peer: bytes
    reason: str
    text: str


@dataclass(frozen=True)
class Lost:
    """Our seat must open what it chose in `slot`, and this journal does not hold it: another copy of the table does."""

    slot: int


@dataclass(frozen=True)
class OtherCopy:
    """The others have seen a run of our seat that this journal does not know of.

    `newer`: it began after ours, so this session says nothing any more. Else our journal is an old copy: nothing new
    is signed before all other seats have told what they hold of ours.
    """

    newer: bool


@dataclass(frozen=True)
class Said:
    """A seat has said something to all; our own lines are told, too. It is talk and moves no rule.

    `slot`: which one was open for the speaker; `talk.AFTERWARDS` after its last word in the game.
    """

    seat: int
    text: str
    slot: int


@dataclass(frozen=True)
class TwoStories:
    """A seat has signed two different lines of talk where it can sign one: `number`, counted from 0.

    The game goes on. What the seat said from that line on is not kept, and it is not heard any more. Told again if the
    stories part at an earlier line than was known.
    """

    seat: int
    number: int


@dataclass(frozen=True)
class Watched:
    """So many spectators watch from now on."""

    count: int


@dataclass(frozen=True)
class Dismissed:
    """`peer`, which holds no seat, may not watch, or not any more: drop its link. Nobody else is concerned.

    `reason` is the word for it: crowded, read-only, flood, garbage.
    """

    peer: bytes
    reason: str
    text: str


Event: TypeAlias = (
    Asked
    | Committed
    | Answered
    | Ended
    | Fault
    | LinkFault
    | Lost
    | OtherCopy
    | Said
    | TwoStories
    | Watched
    | Dismissed
)
