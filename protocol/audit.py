"""The stranger's verifier: reads a record through the very log that judged the game (SPEC.md section 14)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, TypeAlias

from engine.core.cards import Faces
from engine.core.errors import MatchDead, Over
from engine.core.match import Match
from protocol.agreement import Agreement, AgreementFault, Form
from protocol.deck.audit import RANKED_LAST, open_all, ranked, waiting_claims
from protocol.deck.cards import Claim
from protocol.encoding import EncodingFault
from protocol.entry import Place, Signed
from protocol.faults import Verdict
from protocol.log import Log, Proven, Taken, UnansweredKind
from protocol.record import Item, RecordFault, Row, read
from protocol.rederive import rederive
from protocol.secret import GameSecret
from protocol.talk import AFTERWARDS, Spoken, Twice
from protocol.talkbook import TalkBook, Took

MatchFactory: TypeAlias = Callable[[Form], Match[Any]]
"""Makes the fresh match of an agreed form. Called once, after all signatures under the table were found good."""

Progress: TypeAlias = Callable[[int, int], None]
"""progress(bytes read, bytes in all), now and then."""

START = Place(0, 0)
_AHEAD = 64
"""Items whose signatures are looked at one after another, which takes a fifth less than between other work."""


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


class _Wrong(Exception):
    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.text)
        self.finding = finding


def _together(rows: Iterator[Row]) -> Iterator[list[Row]]:
    """Some items at a time, the table alone; what is wrong with one is raised when all before it were given."""
    taken: list[Row] = []
    try:
        for row in rows:
            taken.append(row)
            if row.kind is Item.TABLE or len(taken) == _AHEAD:
                yield taken
                taken = []
    except RecordFault:
        if taken:
            yield taken
        raise
    if taken:
        yield taken


def verify_record(factory: MatchFactory, data: bytes, progress: Progress | None = None) -> Report:
    """Verifies a whole record: signatures, chain, commitments, dice, rules with digests, and the opened secrets.

    Never raises for any bytes; what `factory` raises for a form it does not know goes through.
    """
    return _Audit(factory, data, progress).run()


class _Audit:
    def __init__(self, factory: MatchFactory, data: bytes, progress: Progress | None) -> None:
        self.factory, self.data, self.progress = factory, data, progress
        self.report = Report()
        self.log: Log | None = None
        self.keys: dict[int, bytes] = {}
        self.ahead: dict[int, Signed] = {}
        self.verdict: Verdict | None = None
        self.last: tuple[tuple[int, int], int] = (START, -1)
        self.book: TalkBook | None = None
        self.spoke: tuple[int, int, int] = (0, -1, -1)

    def run(self) -> Report:
        findings: list[Finding] = []
        try:
            for rows in _together(read(self.data)):
                self._look_ahead(rows)
                for row in rows:
                    self._row(row)
                if self.progress is not None:
                    self.progress(rows[-1].offset, len(self.data))
            if self.log is None:
                raise _Wrong(Finding(0, 0, -1, "FILE", "there is no table in the file", len(self.data)))
        except RecordFault as fault:
            findings.append(Finding(*self._place(), -1, "FILE", str(fault), fault.offset))
        except _Wrong as wrong:
            findings.append(wrong.finding)
        if self.log is not None:
            self._close(self.log, findings)
        if self.progress is not None:
            self.progress(len(self.data), len(self.data))
        self.report.findings = tuple(sorted(findings))
        if findings:
            self.report.judgement = Judgement.BAD
        return self.report

    def _place(self) -> Place:
        return self.log.place if self.log is not None else START

    def _row(self, row: Row) -> None:
        if self.log is None:
            self._table(row)
        elif row.kind is Item.ENTRY:
            self._entry(self.log, row)
        elif row.kind is Item.EVIDENCE:
            self._evidence(self.log, row)
        elif row.kind is Item.TALK and self.book is not None:
            self._talk(self.book, row)
        elif row.kind is Item.TWICE and self.book is not None:
            self._twice(self.book, row)
        else:
            raise _Wrong(Finding(*self.log.place, -1, "FILE", f"{row.kind.name} has no place here", row.offset))

    def _table(self, row: Row) -> None:
        try:
            if row.kind is not Item.TABLE:
                raise AgreementFault(None, "the record does not begin with a table")
            agreement = Agreement.parse(row.fields[0], {})
            if len(row.fields[1]) != len(agreement.seats):
                raise AgreementFault(None, "not one pair of signatures for each seat")
            agreement = Agreement(
                agreement.form, agreement.opened, dict(zip(agreement.seats, row.fields[1], strict=True))
            )
            agreement.judge()
        except AgreementFault as fault:
            seat = -1 if fault.seat is None else fault.seat
            raise _Wrong(Finding(0, 0, seat, "TABLE", str(fault), row.offset)) from fault
        self.report.counts.signatures += 2 * len(agreement.seats)
        self.report.agreement = agreement
        self.log = Log(agreement, self.factory(agreement.form))
        self.keys = agreement.game_keys
        self.book = TalkBook(agreement)

    def _look_ahead(self, rows: list[Row]) -> None:
        """Find the entries among these whose signature holds: the others are judged in their turn."""
        self.ahead = {}
        for row in rows:
            if row.kind is Item.ENTRY:
                try:
                    signed = Signed.parse(*row.fields)
                except EncodingFault:
                    continue
                key = self.keys.get(signed.entry.seat)
                if key is not None and signed.by(key):
                    self.ahead[row.offset] = signed

    def _signed(self, data: bytes, signature: bytes, offset: int) -> Signed:
        try:
            signed = Signed.parse(data, signature)
        except EncodingFault as error:
            raise _Wrong(Finding(*self._place(), -1, "FILE", f"an entry is malformed: {error}", offset)) from error
        key = self.keys.get(signed.entry.seat)
        if key is None or not signed.by(key):
            text = f"signature of seat {signed.entry.seat} does not hold"
            raise _Wrong(Finding(*signed.place, signed.entry.seat, "SIGNATURE", text, offset))
        self.report.counts.signatures += 1
        return signed

    def _entry(self, log: Log, row: Row) -> None:
        signed = self.ahead.get(row.offset)
        if signed is None:
            signed = self._signed(row.fields[0], row.fields[1], row.offset)
        else:
            self.report.counts.signatures += 1
        entry = signed.entry
        at = ((entry.slot, entry.phase), entry.seat)
        talked = self.spoke[1] >= 0
        if self.verdict is not None or talked or log.ended or (at <= self.last and self.report.counts.entries):
            raise self._wrong(signed, "ORDER", "an entry out of its order", row.offset)
        self.last = at
        try:
            taken = log.offer(signed)
        except Proven as proven:
            raise self._wrong(signed, proven.verdict.kind.name, proven.verdict.text, row.offset) from proven
        if taken is Taken.AHEAD:
            missing = ", ".join(map(str, log.waiting_for))
            text = f"entries of seats {missing} are missing before this one"
            raise _Wrong(Finding(*log.place, log.waiting_for[0], "ORDER", text, row.offset))
        if taken is Taken.STRAY:
            raise self._wrong(signed, "PAST", "it stands on another past, or belongs to another game", row.offset)
        self.report.counts.entries += 1
        try:
            while (step := log.advance()) is not None:
                self.report.counts.answers += step.reply is not None
        except (MatchDead, UnansweredKind) as error:
            raise _Wrong(Finding(*log.place, -1, "RULES", str(error), row.offset)) from error

    def _wrong(self, signed: Signed, reason: str, text: str, offset: int) -> _Wrong:
        return _Wrong(Finding(*signed.place, signed.entry.seat, reason, text, offset))

    def _evidence(self, log: Log, row: Row) -> None:
        proven = False
        for data, signature in row.fields[0]:
            signed = self._signed(data, signature, row.offset)
            try:
                log.offer(signed)
            except Proven as fault:
                proven = True
                if self.verdict is None or fault.verdict.rank < self.verdict.rank:
                    self.verdict = fault.verdict
        if not proven:
            raise _Wrong(Finding(*log.place, -1, "EVIDENCE", "evidence that proves nothing", row.offset))

    # ------------------------------------------------------------ talk
    def _talk(self, book: TalkBook, row: Row) -> None:
        """The lines of each author, in their order, one after another from its first."""
        spoken = self._line(row.fields[0], row.fields[1], row.offset)
        line = spoken.line
        self._in_turn((0, line.seat, line.number), line.seat, row.offset)
        if line.number != book.count(line.seat) or book.offer(spoken) is not Took.ADMITTED:
            raise self._wrong_talk(line.seat, f"line {line.number} does not follow on the one before", row.offset)
        if line.slot == AFTERWARDS:
            raise self._wrong_talk(line.seat, "talk from after the end stands in no record", row.offset)
        self.report.counts.lines += 1

    def _twice(self, book: TalkBook, row: Row) -> None:
        """Behind all talk: who has told two stories, and that its talk stops where they part."""
        try:
            proof = Twice.parse(row.fields[0])
        except EncodingFault as error:
            raise self._wrong_talk(-1, str(error), row.offset) from error
        for spoken in (proof.first, proof.second):
            self._line(*spoken.pair, row.offset)
        self._in_turn((1, proof.seat, 0), proof.seat, row.offset)
        if book.count(proof.seat) > proof.number:
            raise self._wrong_talk(proof.seat, "talk from behind the line where two stories part", row.offset)
        self.report.two_stories += ((proof.seat, proof.number),)

    def _line(self, data: bytes, signature: bytes, offset: int) -> Spoken:
        try:
            spoken = Spoken.parse(data, signature)
        except EncodingFault as error:
            raise _Wrong(Finding(*self._place(), -1, "FILE", f"talk is malformed: {error}", offset)) from error
        seat = spoken.line.seat
        key = self.keys.get(seat)
        if key is None or not spoken.by(key):
            text = f"signature of seat {seat} under a line of talk does not hold"
            raise _Wrong(Finding(*self._place(), seat, "SIGNATURE", text, offset))
        self.report.counts.signatures += 1
        if self.report.agreement is None or spoken.line.game_id != self.report.agreement.game_id:
            raise self._wrong_talk(seat, "it belongs to another game", offset)
        return spoken

    def _in_turn(self, at: tuple[int, int, int], seat: int, offset: int) -> None:
        if self.verdict is not None or at <= self.spoke:
            raise self._wrong_talk(seat, "talk out of its order", offset)
        self.spoke = at

    def _wrong_talk(self, seat: int, text: str, offset: int) -> _Wrong:
        return _Wrong(Finding(*self._place(), seat, "TALK", text, offset))

    # ------------------------------------------------------------ the end
    def _close(self, log: Log, findings: list[Finding]) -> None:
        report, known = self.report, log.known
        report.outcome, report.reached, report.missing = log.match.outcome, log.place, log.waiting_for
        report.judgement = Judgement.GOOD if log.ended else Judgement.INCOMPLETE
        report.counts.commitments, report.counts.rolls = known.commitments, known.rolls
        report.counts.openings, report.counts.secrets = len(known.openings), len(known.secrets)
        cards = known.cards
        report.counts.shuffles, report.counts.shares = cards.shuffles, cards.shares
        report.counts.claims, report.counts.proven = len(cards.claims), sum(claim.proven for claim in cards.claims)
        report.faces = open_all(cards, {seat: GameSecret(value) for seat, value in known.secrets.items()})
        report.counts.cards, report.counts.opened = len(cards.ever), len(report.faces)
        report.waiting = () if log.ended else tuple(waiting_claims(cards))
        if self.verdict is not None:
            v = self.verdict
            findings.append(Finding(v.slot, v.phase, v.seat, v.kind.name, v.text))
        slips = list(known.slips)
        if log.ended:
            slips += rederive(known, log.agreement.game_id)
            report.counts.derived = _derived(log)
        findings += [Finding(*slip) for slip in slips]


def _derived(log: Log) -> int:
    """Values computed again: of each open seat its point, its next dice commitment, nonces, shares, words on cards."""
    known = log.known
    mine = [row.seat for rows in (known.openings, known.shares, known.cards.made) for row in rows]
    return 2 * len(known.secrets) + sum(seat in known.secrets for seat in mine) + len(known.burned)
