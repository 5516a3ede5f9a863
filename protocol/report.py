"""What an audit finds: how much was verified, what is wrong and whose it is, and who wins then (SPEC.md section 14)."""

from dataclasses import dataclass, field
from enum import Enum

from engine.core.cards import Faces
from engine.core.errors import Over
from protocol.agreement import Agreement
from protocol.deck.audit import RANKED_LAST, ranked
from protocol.deck.cards import Claim
from protocol.entry import Place

START = Place(0, 0)


class Judgement(Enum):
    """What a record is worth."""

    GOOD = "good"
    """Complete, and every byte of it was found right."""
    BAD = "bad"
    """Something is wrong: the findings say what, and whose it is."""
    INCOMPLETE = "incomplete"
    """All that is there is right, but the end is missing."""


@dataclass(frozen=True, order=True)
class Finding:
    """One thing that is wrong. `seat` is -1 where no seat is to be named; `offset` is in bytes of the file.

    `reason` is a stable word: a kind of fault (EQUIV, BADPROOF, BADOPEN, BADDIGEST, ILLEGAL), BADROOT, BADSEAL,
    NOTDERIVED, FALSECLAIM, UNAUDITED or MISCOUNTED for what only the audit can see, or FILE, TABLE, SIGNATURE, ORDER,
    PAST, EVIDENCE, TALK, RULES for the record.
    """

    slot: int
    phase: int
    seat: int
    reason: str
    text: str
    offset: int = 0


@dataclass
class Counts:
    """How much was verified. `derived` counts values computed again from the opened secrets, `lines` those of talk.

    `shuffles` and `shares` are those of closed cards, each with its proof; `claims` counts what was asserted about
    them, `proven` how much of that was proven at once. `cards` counts the handles that there ever were, `opened` those
    whose faces the record shows: in the end all of them.
    """

    entries: int = 0
    signatures: int = 0
    commitments: int = 0
    openings: int = 0
    rolls: int = 0
    answers: int = 0
    secrets: int = 0
    derived: int = 0
    lines: int = 0
    shuffles: int = 0
    shares: int = 0
    claims: int = 0
    proven: int = 0
    cards: int = 0
    opened: int = 0


@dataclass
class Report:
    """The result of an audit. `findings` are ordered by slot, phase and seat: the first is the first bad place.

    `agreement` is None if the record does not even show a table that its seats have signed. `outcome` is what the
    rules gave, None if the record does not reach it. `missing` are the seats that the record waits for. `two_stories`:
    the seats that are proven to have signed two different lines of talk, each with the number of the first such line;
    that is told, but nothing of the game hangs on it. `waiting`: claims about closed cards that were not proven
    at once, so that they wait for the secrets to be opened. `faces`: those of all closed cards there ever were, as far
    as the record shows them.
    """

    judgement: Judgement = Judgement.BAD
    agreement: Agreement | None = None
    outcome: Over | None = None
    reached: Place = START
    missing: tuple[int, ...] = ()
    counts: Counts = field(default_factory=Counts)
    findings: tuple[Finding, ...] = ()
    two_stories: tuple[tuple[int, int], ...] = ()
    waiting: tuple[Claim, ...] = ()
    faces: Faces = field(default_factory=dict)

    @property
    def ranking(self) -> tuple[tuple[int, ...], ...] | None:
        """The tied groups of seats, best first, as the audit leaves them; None if the record shows no outcome.

        Who made a claim that is false, or that nobody can judge since its secret is closed, stands last.
        """
        if self.outcome is None:
            return None
        last = frozenset(found.seat for found in self.findings if found.reason in RANKED_LAST)
        return ranked(self.outcome.ranking, last)


class Wrong(Exception):
    """A record stops being worth reading: `finding` says where and why. Never leaves the audit."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.text)
        self.finding = finding
