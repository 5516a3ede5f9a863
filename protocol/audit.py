"""The stranger's verifier: reads a record through the very log that judged the game (SPEC.md section 14)."""

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from engine.core.errors import MatchDead
from engine.core.match import Match
from protocol.agreement import Agreement, AgreementFault, Form
from protocol.audit_talk import TalkAudit
from protocol.deck.audit import open_all, waiting_claims
from protocol.encoding import EncodingFault
from protocol.entry import Place, Signed
from protocol.faults import Verdict
from protocol.log import Log, Proven, Taken, UnansweredKind
from protocol.record import Item, RecordFault, Row, read
from protocol.rederive import rederive
from protocol.report import START, Finding, Judgement, Report, Wrong
from protocol.secret import GameSecret

MatchFactory: TypeAlias = Callable[[Form], Match[Any]]
"""Makes the fresh match of an agreed form. Called once, after all signatures under the table were found good."""

Progress: TypeAlias = Callable[[int, int], None]
"""progress(bytes read, bytes in all), now and then."""

_AHEAD = 64
"""Items whose signatures are looked at one after another, which takes a fifth less than between other work."""


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
        self.talk: TalkAudit | None = None

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
                raise Wrong(Finding(0, 0, -1, "FILE", "there is no table in the file", len(self.data)))
        except RecordFault as fault:
            findings.append(Finding(*self._place(), -1, "FILE", str(fault), fault.offset))
        except Wrong as wrong:
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
        elif row.kind in (Item.TALK, Item.TWICE) and self.talk is not None:
            self.talk.judge(row, stopped=self.verdict is not None)
        else:
            raise Wrong(Finding(*self.log.place, -1, "FILE", f"{row.kind.name} has no place here", row.offset))

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
            raise Wrong(Finding(0, 0, seat, "TABLE", str(fault), row.offset)) from fault
        self.report.counts.signatures += 2 * len(agreement.seats)
        self.report.agreement = agreement
        self.log = Log(agreement, self.factory(agreement.form))
        self.keys = agreement.game_keys
        self.talk = TalkAudit(agreement, self.report, self._place)

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
            raise Wrong(Finding(*self._place(), -1, "FILE", f"an entry is malformed: {error}", offset)) from error
        key = self.keys.get(signed.entry.seat)
        if key is None or not signed.by(key):
            text = f"signature of seat {signed.entry.seat} does not hold"
            raise Wrong(Finding(*signed.place, signed.entry.seat, "SIGNATURE", text, offset))
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
        talked = self.talk is not None and self.talk.begun
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
            raise Wrong(Finding(*log.place, log.waiting_for[0], "ORDER", text, row.offset))
        if taken is Taken.STRAY:
            raise self._wrong(signed, "PAST", "it stands on another past, or belongs to another game", row.offset)
        self.report.counts.entries += 1
        try:
            while (step := log.advance()) is not None:
                self.report.counts.answers += step.reply is not None
        except (MatchDead, UnansweredKind) as error:
            raise Wrong(Finding(*log.place, -1, "RULES", str(error), row.offset)) from error

    def _wrong(self, signed: Signed, reason: str, text: str, offset: int) -> Wrong:
        return Wrong(Finding(*signed.place, signed.entry.seat, reason, text, offset))

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
            raise Wrong(Finding(*log.place, -1, "EVIDENCE", "evidence that proves nothing", row.offset))

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
