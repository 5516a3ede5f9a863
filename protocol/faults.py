"""Faults by name, and the verdict that all honest peers reach (SPEC.md section 13)."""

from dataclasses import dataclass, field
from enum import IntEnum

from typing_extensions import override

from protocol.entry import Signed


class FaultKind(IntEnum):
    """What a seat can be proven to have done. The order decides which of several faults at one place counts."""

    EQUIV = 0
    """It signed two different entries for one place on one past."""
    BADPROOF = 2
    """A proof it gave does not hold."""
    BADOPEN = 3
    """What it opened does not fit what it had committed to."""
    BADDIGEST = 4
    """It signed another state of the game, or another outcome, than the log gives."""
    ILLEGAL = 5
    """It said in the open what the rules do not allow, or spoke where it was not asked."""


class Bad(Exception):
    """A machine's judgement on one signed body: a fault of `kind`, the text says why."""

    def __init__(self, kind: FaultKind, text: str) -> None:
        super().__init__(text)
        self.kind = kind


@dataclass(frozen=True)
class Verdict:
    """A proven fault: it stops the table. Equal at all honest peers once each has seen all evidence.

    `evidence` holds the entries that prove it: two for EQUIV, one, which needs the log before it, for the others.
    """

    slot: int
    phase: int
    seat: int
    kind: FaultKind
    text: str = field(compare=False)
    evidence: tuple[Signed, ...] = field(compare=False, repr=False)

    @property
    def rank(self) -> tuple[int, int, int, int]:
        """The lowest rank counts: the earliest place, then the lowest seat, then the kinds in their order."""
        return (self.slot, self.phase, self.seat, self.kind)

    @override
    def __str__(self) -> str:
        return f"slot {self.slot}, phase {self.phase}, seat {self.seat}: {self.kind.name}, {self.text}"


class LocalFault(Exception):
    """Our own side asked for what cannot be done; nothing has changed and nothing was sent."""


class NotAskedFault(LocalFault):
    """No choice of ours is wanted in this slot, or it was already made."""


class IllegalFault(LocalFault):
    """The rules refuse our choice: `clause` and `code` are those of the refusal."""

    def __init__(self, clause: str, code: str, text: str) -> None:
        super().__init__(text)
        self.clause, self.code = clause, code


class TalkFault(LocalFault):
    """This line cannot be said, or not now. `code` is a stable word.

    empty, too_long, characters: the text; coming_back, elsewhere: our seat's return; too_fast, full: too much was said;
    unheard: two different lines of ours are known; closed: the table is gone.
    """

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class StoppedFault(LocalFault):
    """The table was stopped by a proven fault: nothing more is signed at it."""
