"""The talk of a record: every line signed and in its order, and who has told two stories (SPEC.md section 14)."""

from collections.abc import Callable

from protocol.agreement import Agreement
from protocol.encoding import EncodingFault
from protocol.entry import Place
from protocol.record import Item, Row
from protocol.report import Finding, Report, Wrong
from protocol.talk import AFTERWARDS, Spoken, Twice
from protocol.talkbook import TalkBook, Took


class TalkAudit:
    """Judges the items of talk one after another, and counts them in `report`. `place`: how far the log is."""

    def __init__(self, agreement: Agreement, report: Report, place: Callable[[], Place]) -> None:
        self._game_id = agreement.game_id
        self._keys = agreement.game_keys
        self._book = TalkBook(agreement)
        self._report = report
        self._place = place
        self._last = (0, -1, -1)

    @property
    def begun(self) -> bool:
        """Whether there was an item of talk: no entry may come behind one."""
        return self._last[1] >= 0

    def judge(self, row: Row, *, stopped: bool) -> None:
        """The next TALK or TWICE item. Raises Wrong. `stopped`: evidence came before, and talk has no place there."""
        if row.kind is Item.TWICE:
            self._twice(row, stopped)
        else:
            self._talk(row, stopped)

    def _talk(self, row: Row, stopped: bool) -> None:
        """The lines of each author, in their order, one after another from its first."""
        spoken = self._line(row.fields[0], row.fields[1], row.offset)
        line = spoken.line
        self._in_turn((0, line.seat, line.number), line.seat, row.offset, stopped)
        if line.number != self._book.count(line.seat) or self._book.offer(spoken) is not Took.ADMITTED:
            raise self._wrong(line.seat, f"line {line.number} does not follow on the one before", row.offset)
        if line.slot == AFTERWARDS:
            raise self._wrong(line.seat, "talk from after the end stands in no record", row.offset)
        self._report.counts.lines += 1

    def _twice(self, row: Row, stopped: bool) -> None:
        """Behind all talk: who has told two stories, and that its talk stops where they part."""
        try:
            proof = Twice.parse(row.fields[0])
        except EncodingFault as error:
            raise self._wrong(-1, str(error), row.offset) from error
        for spoken in (proof.first, proof.second):
            self._line(*spoken.pair, row.offset)
        self._in_turn((1, proof.seat, 0), proof.seat, row.offset, stopped)
        if self._book.count(proof.seat) > proof.number:
            raise self._wrong(proof.seat, "talk from behind the line where two stories part", row.offset)
        self._report.two_stories += ((proof.seat, proof.number),)

    def _line(self, data: bytes, signature: bytes, offset: int) -> Spoken:
        try:
            spoken = Spoken.parse(data, signature)
        except EncodingFault as error:
            raise Wrong(Finding(*self._place(), -1, "FILE", f"talk is malformed: {error}", offset)) from error
        seat = spoken.line.seat
        key = self._keys.get(seat)
        if key is None or not spoken.by(key):
            text = f"signature of seat {seat} under a line of talk does not hold"
            raise Wrong(Finding(*self._place(), seat, "SIGNATURE", text, offset))
        self._report.counts.signatures += 1
        if spoken.line.game_id != self._game_id:
            raise self._wrong(seat, "it belongs to another game", offset)
        return spoken

    def _in_turn(self, at: tuple[int, int, int], seat: int, offset: int, stopped: bool) -> None:
        if stopped or at <= self._last:
            raise self._wrong(seat, "talk out of its order", offset)
        self._last = at

    def _wrong(self, seat: int, text: str, offset: int) -> Wrong:
        return Wrong(Finding(*self._place(), seat, "TALK", text, offset))
