"""All that was said at a table as one peer holds it: a chain of each author (SPEC.md section 19)."""

from collections.abc import Sequence
from enum import Enum

from protocol.agreement import Agreement
from protocol.talk import AFTERWARDS, Spoken, Twice
from protocol.wire import SYNC_LIMIT, Kind, encode

LINES = 4_096
"""Lines of one author in one game: some hundred an hour for as long as anybody plays."""
BYTES = 1 << 20
"""Bytes of one author's lines, so that nobody can fill the memory and the records of the others."""
PROOFS = 16
"""Proofs against one seat, each lower than the last: a liar could make ever lower ones, to fill the others' disks."""
CHUNK_LINES = 1_000
_OVERHEAD = 16
"""Bytes that the headers of a line may add to its data and signature in a chunk."""
_SIGNATURE = 64


class Took(Enum):
    """What became of a line offered to the book."""

    ADMITTED = "admitted"
    KNOWN = "known"
    """The book holds this very line."""
    AHEAD = "ahead"
    """Lines before it are missing: to be offered again."""
    UNHEARD = "unheard"
    """Its author is proven to have told two stories, and this line would stand behind the place where they part."""
    BACKWARDS = "backwards"
    """It says that it was said before the line before it, which no honest seat says."""
    FULL = "full"
    """More than one author may say in one game, as all know."""


class TalkBook:
    """The talk of one table. It knows no peers and judges no signatures; what is offered must have been checked.

    `twice` has the proof against each seat of which there is one.
    """

    def __init__(self, agreement: Agreement) -> None:
        self.twice: dict[int, Twice] = {}
        self._chains: dict[int, list[Spoken]] = {seat: [] for seat in agreement.seats}
        self._bytes = dict.fromkeys(agreement.seats, 0)
        self._proofs = dict.fromkeys(agreement.seats, 0)
        self._start = agreement.game_id

    # ------------------------------------------------------------ looking
    @property
    def counts(self) -> tuple[int, ...]:
        """How many lines of each author are held, by seats ascending."""
        return tuple(map(len, self._chains.values()))

    @property
    def lines(self) -> list[Spoken]:
        """All lines, by slot, then seat, then number: there is no other order among what two seats say."""
        every = [spoken for chain in self._chains.values() for spoken in chain]
        return sorted(every, key=lambda spoken: (spoken.line.slot, spoken.line.seat, spoken.line.number))

    def count(self, seat: int) -> int:
        """How many lines of `seat` are held."""
        return len(self._chains[seat])

    def last(self, seat: int) -> tuple[bytes, int]:
        """What the next line of `seat` stands on, and the slot before which it was not said."""
        chain = self._chains[seat]
        return (chain[-1].hash, chain[-1].line.slot) if chain else (self._start, 0)

    def holds(self, spoken: Spoken) -> bool:
        """Whether this very line is held."""
        chain = self._chains[spoken.line.seat]
        return spoken.line.number < len(chain) and chain[spoken.line.number].data == spoken.data

    def full(self, seat: int, more: int) -> bool:
        """Whether a next line of `more` bytes would be too much for one author."""
        return len(self._chains[seat]) >= LINES or self._bytes[seat] + more > BYTES

    # ------------------------------------------------------------ taking
    def offer(self, spoken: Spoken) -> Took | Twice:
        """Judges a line of a seat at this table, whose signature holds; admits it if it is the author's next.

        Gives the proof if it is at odds with a line that is held; then the book is as it was before (`convict`).
        """
        line, chain = spoken.line, self._chains[spoken.line.seat]
        if self.holds(spoken):
            return Took.KNOWN
        proof = self.twice.get(line.seat)
        if proof is not None and line.number >= proof.number:
            return Took.UNHEARD
        if line.number > len(chain):
            return Took.AHEAD
        for at in (line.number, line.number - 1):
            against = Twice.of(chain[at], spoken) if 0 <= at < len(chain) else None
            if against is not None:
                return against
        if line.slot < self.last(line.seat)[1]:
            return Took.BACKWARDS
        if self.full(line.seat, len(spoken.data)):
            return Took.FULL
        chain.append(spoken)
        self._bytes[line.seat] += len(spoken.data)
        return Took.ADMITTED

    def matters(self, proof: Twice) -> bool:
        """Whether a proof would be kept: it is the lowest against its seat so far, and not one of too many."""
        known = self.twice.get(proof.seat)
        return known is None or (proof.rank < known.rank and self._proofs[proof.seat] < PROOFS)

    def convict(self, proof: Twice) -> bool:
        """Keeps a proof if it matters, and the seat's talk only up to it; returns whether it did."""
        if not self.matters(proof):
            return False
        self._proofs[proof.seat] += 1
        self.twice[proof.seat] = proof
        chain = self._chains[proof.seat]
        del chain[proof.number :]
        self._bytes[proof.seat] = sum(len(spoken.data) for spoken in chain)
        return True

    # ------------------------------------------------------------ comparing
    def heard(self) -> bytes:
        """The message that tells how many lines of each author are held."""
        return encode(Kind.HEARD, self.counts)

    def lacks(self, counts: Sequence[int]) -> bool:
        """Whether somebody who holds so many lines of each author has any that belongs here and is missing."""
        return any(
            min(theirs, self._end(seat)) > len(chain)
            for theirs, (seat, chain) in zip(counts, self._chains.items(), strict=True)
        )

    def alike(self, counts: Sequence[int]) -> bool:
        """Whether somebody who holds so many lines has all that goes into a record, and nothing that lacks here."""
        return not self.lacks(counts) and all(
            theirs >= len(chain) or chain[theirs].line.slot == AFTERWARDS
            for theirs, chain in zip(counts, self._chains.values(), strict=True)
        )

    def _end(self, seat: int) -> int:
        """As many lines of `seat` can belong here."""
        return self.twice[seat].number if seat in self.twice else LINES

    def lacking(self, counts: Sequence[int]) -> list[bytes]:
        """What somebody who holds so many lines of each author lacks, as much as one chunk takes, if anything."""
        lacks = [spoken for have, chain in zip(counts, self._chains.values(), strict=True) for spoken in chain[have:]]
        taken, size = [], _OVERHEAD
        for spoken in lacks[:CHUNK_LINES]:
            size += len(spoken.data) + _SIGNATURE + _OVERHEAD
            if size > SYNC_LIMIT:
                break
            taken.append(spoken.pair)
        return [encode(Kind.TALKS, tuple(taken), len(taken) < len(lacks))] if taken else []

    def proofs(self) -> list[bytes]:
        """The messages that prove who has told two stories, by seats ascending."""
        return [twice_frame(self.twice[seat]) for seat in sorted(self.twice)]


def talk_frame(spoken: Spoken) -> bytes:
    """The message that carries one line."""
    return encode(Kind.TALK, *spoken.pair)


def twice_frame(proof: Twice) -> bytes:
    """The message that proves two stories."""
    return encode(Kind.TWICE, proof.pairs)
