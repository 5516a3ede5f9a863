"""What the verifier found in a record: the verdict in one line, and below it all that stands behind it."""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, TypeAlias

from client.checking import REASONS, SMALL_PRINT, UNKNOWN, Checked
from client.screen.canvas import Canvas
from client.screen.keys import Action
from client.screen.overlays import FAR, folded, unfolded
from client.screen.position import SPECTATOR
from client.screen.records import Source, Study
from client.screen.replaying import ReplayView
from client.screen.shell import Shell
from client.seats import for_people
from client.words.general import GameWords, names
from client.words.library import words_for
from engine.core.errors import Over
from protocol.identity import fingerprint
from protocol.report import Finding, Judgement

COLUMNS = 112
"""Columns from which on the result stands beside what was checked."""
BAR = 40
PAGE = 10
STYLES = {Judgement.GOOD: "good", Judgement.INCOMPLETE: "warn", Judgement.BAD: "bad"}

PERSONAL = frozenset(
    (
        "EQUIV", "BADPROOF", "BADOPEN", "BADDIGEST", "ILLEGAL", "BADROOT", "BADSEAL", "NOTDERIVED", "FALSECLAIM",
        "MISCOUNTED",
    )
)  # fmt: skip
"""Reasons that only the player of the seat can have caused: with any other the file itself is wrong."""
UNJUDGED = "UNAUDITED"
"""The reason of what a seat hides, as its secret is missing or wrong."""
BLAME = "Only the player of this seat can have signed that."
OPEN_QUESTION = "Nobody can see these cards without its secret; who hides them is ranked last."
DAMAGE = "The file is damaged or was changed; that proves nothing against a player."

Lines: TypeAlias = list[tuple[str, str]]
"""Lines with their styles."""


class Beside(Protocol):
    """The people of a table that is still open while its record is looked at."""

    def status(self) -> str:
        """Who is there, and what was said last."""

    def actions(self) -> list[Action]:
        """What can be done with them."""


class AuditView:
    """The report on one record. `leave` goes back to where the player came from, `replay` shows the game.

    `missing` names those whose secrets the table still waits for; the check begins when there is nobody left.
    `beside`: who is still at the table of the record, if it has one.
    """

    title = "Kingsmoot: the audit"

    def __init__(
        self,
        shell: Shell,
        study: Study,
        leave: Callable[[], None],
        replay: Callable[[], None],
        missing: Callable[[], Sequence[str]] = tuple,
        beside: Beside | None = None,
    ) -> None:
        self.leave = leave
        self._beside = beside
        self._shell = shell
        self._study = study
        self._replay = replay
        self._missing = missing
        self._top = 0

    def begin(self) -> None:
        """Check the record, as soon as all secrets are there."""
        if not self._missing():
            self._study.check()

    # ------------------------------------------------------------ what can be done
    def actions(self) -> list[Action]:
        """What can be done with a report."""
        return [
            Action("audit_replay", "look at the game step by step", ("r",), self._replay, hint="replay"),
            Action("audit_path", "where the record is", ("v",), self._path, hint="record"),
            Action("audit_again", "check the record again", ("c",), self._again, self._busy),
            Action("list_up", "a line up", ("up", "k"), lambda: self._scroll(-1)),
            Action("list_down", "a line down", ("down", "j"), lambda: self._scroll(1)),
            Action("list_page_up", "a page up", ("pageup",), lambda: self._scroll(-PAGE)),
            Action("list_page_down", "a page down", ("pagedown", "space"), lambda: self._scroll(PAGE)),
            Action("list_first", "to the beginning", ("home",), lambda: self._scroll(-FAR)),
            Action("list_last", "to the end", ("end",), lambda: self._scroll(FAR)),
            *(self._beside.actions() if self._beside is not None else []),
        ]

    def _path(self) -> None:
        source = self._study.source
        name = source.path or source.name
        where = f"The record is in {source.path}." if source.path else "The record is kept with your tables."
        self._shell.read("The record", [where, f"Anybody can check it: kingsmoot verify {name}"])

    def _again(self) -> None:
        self._study.check(again=True)

    def _busy(self) -> str:
        if self._missing():
            return "not all secrets are open yet"
        return "" if self._study.checked is not None or self._study.flaw else "it is being checked"

    def key(self, key: str) -> bool:
        """No other key means anything here."""
        return False

    def _scroll(self, by: int) -> None:
        self._top = max(0, self._top + by)

    def status(self) -> list[str]:
        """What is waited for, or what may be done next; and who is still there."""
        return [self._own_status(), *([self._beside.status()] if self._beside is not None else [])]

    def _own_status(self) -> str:
        if missing := self._missing():
            return f"Waiting for: {names(list(missing))}, to open {'their' if len(missing) > 1 else 'the'} secret"
        if self._study.checked is None and not self._study.flaw:
            return "Waiting for: the verifier"
        return "You may watch the game again (r), see where its record is (v), or go back (q)."

    # ------------------------------------------------------------ drawing
    def draw(self, canvas: Canvas) -> None:
        """The verdict on top, the rest below it as far as there is room."""
        self.begin()  # nobody else tells us that the last secret has come
        study = self._study
        inside = canvas.box(f"The audit of {study.source.name}", "frame.focus", "title.focus")
        width = max(8, inside.width - 2)
        if study.checked is None:
            inside.lines(1, 0, [part for line in self._pending() for part in folded(line, width)])
            return
        y = 0
        for part in folded(verdict(study.checked), width):
            inside.put(1, y, part, STYLES[study.checked.report.judgement])
            y += 1
        body = inside.sub(1, y + 1, width, inside.height - y - 1)
        self._draw_body(body, study.checked)

    def _pending(self) -> list[str]:
        study = self._study
        if missing := self._missing():
            still = f"Secrets still missing: {names(list(missing))}."
            return ["The game is over. All open their secrets now, and then every program checks it.", "", still]
        if study.flaw:
            return ["It cannot be checked:", "  " + study.flaw]
        full = BAR * study.done // study.total if study.total else 0
        return ["Checking every signature, secret, draw and move ...", f"[{'=' * full}{' ' * (BAR - full)}]"]

    def _draw_body(self, canvas: Canvas, checked: Checked) -> None:
        left = [_counts(checked), ("", ""), *_faults(checked), *_players(checked, self._study)]
        right = _result(checked, self._study.language)
        if canvas.width >= COLUMNS - 4:
            half = canvas.width // 2
            columns = [(0, half - 2, left), (half, canvas.width - half, right)]
        else:
            columns = [(0, canvas.width, [*left, *right])]
        folds = [
            (x, [(part, style) for line, style in lines for part in folded(line, width)]) for x, width, lines in columns
        ]
        longest = max(len(parts) for _, parts in folds)
        room = canvas.height - (1 if longest > canvas.height else 0)
        self._top = max(0, min(self._top, longest - room))
        for x, parts in folds:
            for y, (part, style) in enumerate(parts[self._top : self._top + max(0, room)]):
                canvas.put(x, y, part, style)
        if room < canvas.height:
            shown = f"lines {self._top + 1} to {min(longest, self._top + room)} of {longest}: arrows scroll"
            canvas.put(0, canvas.height - 1, shown, "dim")


def verdict(checked: Checked) -> str:
    """The one line that everybody reads."""
    report = checked.report
    if report.judgement is Judgement.GOOD:
        return "VERIFIED. Nobody cheated: the record is complete, and everything in it is right."
    if report.judgement is Judgement.INCOMPLETE:
        if report.outcome is not None and report.missing:
            missing = names([checked.seat(seat) for seat in report.missing])
            return f"INCOMPLETE. The game is over, but the secret of {missing} is missing; all that is there is right."
        waiting = f" It waits for {names([checked.seat(seat) for seat in report.missing])}." if report.missing else ""
        return f"INCOMPLETE. The record ends in slot {report.reached.slot}; all that is there is right.{waiting}"
    found = report.findings[0]
    whose = f"{checked.seat(found.seat)}: " if found.seat >= 0 else ""
    return f"BAD. Slot {found.slot}: {whose}{REASONS.get(found.reason, found.reason)}."


def _faults(checked: Checked) -> Iterator[tuple[str, str]]:
    findings = checked.report.findings
    if not findings:
        return
    yield ("What is wrong" if len(findings) == 1 else f"What is wrong ({len(findings)} things)", "title.focus")
    for found in findings:
        yield from _fault(checked, found)
    yield ("", "")


def _fault(checked: Checked, found: Finding) -> Iterator[tuple[str, str]]:
    whose = f", {checked.seat(found.seat)}" if found.seat >= 0 else ""
    yield (f"  slot {found.slot}{whose}: {REASONS.get(found.reason, found.reason)}", "bad")
    yield (f"    evidence: {for_people(found.text)}", "")
    blame = OPEN_QUESTION if found.reason == UNJUDGED else BLAME if found.reason in PERSONAL else DAMAGE
    yield (f"    {blame}", "")
    yield (f"    {found.reason} in part {found.phase} of the slot; byte {found.offset} of the record", "dim")


def _players(checked: Checked, study: Study) -> Iterator[tuple[str, str]]:
    agreement = checked.report.agreement
    if agreement is None:
        return
    yield ("Players", "title.focus")
    for seat in agreement.form.seats:
        known = study.known.get(seat.identity, UNKNOWN)
        state, style = _state(checked, seat.number)
        yield (f"  {_called(checked, seat.number, seat.name)}: {state}", style)
        yield (f"    {' '.join(fingerprint(seat.identity))} ({known})", "dim")
    yield (f"Table words, the same for all: {' '.join(agreement.table_words)}", "")
    yield ("", "")


def _state(checked: Checked, seat: int) -> tuple[str, str]:
    """What is known of a seat's secret, and whether all that it did fits."""
    report = checked.report
    found = [each for each in report.findings if each.seat == seat and each.reason in PERSONAL]
    told = [number for who, number in report.two_stories if who == seat]
    talk = f"; told two stories in its talk, from line {told[0] + 1} on" if told else ""
    if found:
        return f"{REASONS.get(found[0].reason, found[0].reason)} (slot {found[0].slot}){talk}", "bad"
    if report.judgement is Judgement.GOOD:
        return f"secret open, everything fits{talk}", "warn" if told else "good"
    opened = report.outcome is not None and report.reached.phase >= 1 and seat not in report.missing
    return ("secret open" if opened else "secret not open") + talk, "" if opened else "warn"


def _called(checked: Checked, seat: int, name: str) -> str:
    words = _words(checked)
    return words.seat(checked.match, seat) if words is not None and checked.match is not None else name


def _counts(checked: Checked) -> tuple[str, str]:
    return f"Checked: {', '.join(f'{number} {what}' for what, number in checked.counted())}.", "dim"


def _result(checked: Checked, language: str) -> Lines:
    words, match, outcome = _words(checked, language), checked.match, checked.report.outcome
    counts, ranking = checked.report.counts, checked.report.ranking
    if words is None or match is None:
        return []
    if outcome is not None and ranking is not None:
        ended = words.outcome(match, Over(ranking, outcome.clause))[1:]  # the audit may have ranked a seat last
    else:
        ended = [f"Not ended: {words.where(match)}."]
    lines = [("Result", "title.focus"), *[(f"  {line}", "") for line in ended], ("", "")]
    hands = unfolded(words.hand(match, SPECTATOR))
    lines += [("All hands", "title.focus"), *[(f"  {line}", "") for line in hands]]
    if counts.cards:
        how = "all open" if counts.opened == counts.cards else f"{counts.opened} of {counts.cards} open"
        lines += [("", ""), (f"Closed cards, {how}", "title.focus")]
        lines += [(f"  {pile.text}", "") for pile in checked.piles(words)]
    return [*lines, ("", ""), (SMALL_PRINT, "dim")]


def _words(checked: Checked, language: str = "en") -> GameWords | None:
    agreement, match = checked.report.agreement, checked.match
    if agreement is None or match is None:
        return None
    return words_for(match, [seat.name for seat in agreement.form.seats], language)


def open_audit(
    shell: Shell,
    source: Source,
    language: str = "en",
    missing: Callable[[], Sequence[str]] = tuple,
    beside: Beside | None = None,
) -> AuditView:
    """Show in `shell` what the verifier finds in a record; leaving it shows what was there before.

    `missing`: at a table whose game has just ended, the players whose secrets are not open yet; the record is loaded
    and checked when there is nobody left. `beside`: those who are still there to talk with.
    """
    study, before = Study(shell, source, language), shell.view

    def leave() -> None:
        study.leave()
        shell.show(before)

    return show_audit(shell, study, leave, missing, beside=beside)


def show_audit(
    shell: Shell,
    study: Study,
    leave: Callable[[], None],
    missing: Callable[[], Sequence[str]] = tuple,
    replay: Callable[[], None] | None = None,
    beside: Beside | None = None,
) -> AuditView:
    """The same for a record that is read already; `replay` goes to its replay, if there is one on the screen."""

    def back() -> None:
        shell.show(view)

    def begin() -> None:
        shell.show(ReplayView(shell, study, back, back))
        study.read()

    view = AuditView(shell, study, leave, replay or begin, missing, beside)
    shell.show(view)
    view.begin()
    return view
