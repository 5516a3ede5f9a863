"""A game that was kept, looked at step by step."""

from collections.abc import Callable, Mapping
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from client.errors import ClientError
from client.play.cells import fold
from client.screen import steps
from client.screen.canvas import Canvas, Name
from client.screen.keys import Action
from client.screen.map.spot import AREA
from client.screen.overlays import CONTINUED, folded, unfolded
from client.screen.pointing import Mouse
from client.screen.position import SPECTATOR, Position
from client.screen.records import Study
from client.screen.shell import Shell
from client.screen.views import Typing
from client.screen.walking import Walk
from client.timeline import Moment, Timeline
from client.transcript import document, export
from client.words.general import GameWords, names
from engine.core.match import Match
from engine.core.questions import Kind, Question
from protocol.report import Judgement

WIDE = 112
"""Columns from which on the log has room beside the map."""
BESIDE = 38
"""Columns of the log beside the map; a wider screen gives it a share of what is left."""
STRIP = 6
"""Rows of the log below the map where there is no room beside it, its title included."""
MAP, CARDS, LOG = "map", "tracks and hands", "log"
MARKED = "map (@ has just changed)"
WORTH = {
    Judgement.GOOD: "the record is verified",
    Judgement.INCOMPLETE: "the record has no end",
    Judgement.BAD: "THE RECORD IS BAD: v shows why",
}


class ReplayView:
    """Map, log and cards of any position; `walk` goes to others, `leave` back to where the player came from."""

    title = "Kingsmoot: replay"

    def __init__(self, shell: Shell, study: Study, leave: Callable[[], None], audit: Callable[[], None]) -> None:
        self.leave = leave
        self._shell = shell
        self._study = study
        self._audit = audit
        self.walk = Walk(study, shell.say, self._moved)
        self._pane = MAP
        self._wide = False
        self._top = 0

    @property
    def n(self) -> int:
        """The number of the position that is looked at."""
        return self.walk.n

    def _moved(self) -> None:
        self._top = 0 if self._pane == LOG else self._top

    # ------------------------------------------------------------ what can be done
    def actions(self) -> list[Action]:
        """What can be done with a record that is read."""
        walk = self.walk

        def act(name: str, label: str, keys: tuple[str, ...], run: Callable[[], None], hint: str = "") -> Action:
            return Action(name, label, keys, run, self._unread, hint)

        def stage(moment: Moment) -> Any:
            return moment.stage

        def number(moment: Moment) -> Any:
            return moment.stage[0]

        return [
            act("replay_next", "one step on", ("right", "l", "space"), partial(walk.step, 1), "next"),
            act("replay_back", "one step back", ("left", "h", "backspace"), partial(walk.step, -1), "back"),
            act("replay_next_phase", "on to the next phase", ("]", "s-right"), partial(walk.leap, 1, stage), "phase"),
            act("replay_last_phase", "back to where a phase began", ("[", "s-left"), partial(walk.leap, -1, stage)),
            act("replay_next_round", "on to the next round", ("}",), partial(walk.leap, 1, number)),
            act("replay_last_round", "back to where a round began", ("{",), partial(walk.leap, -1, number)),
            act("replay_start", "to the beginning", ("home", "g"), partial(walk.go, 0)),
            act("replay_end", "to the end", ("end", "G"), partial(walk.go, 10**9)),
            act("replay_jump", "go to a slot, or to a round and phase", (":",), self._type_jump, "go to"),
            act("replay_find", "find words in the log", ("/",), self._type_find, "find"),
            act("replay_find_next", "find the same words again", ("n",), lambda: walk.find(walk.sought)),
            act("replay_find_back", "find the same words before", ("N",), lambda: walk.find(walk.sought, -1)),
            act("replay_up", "up: to the area before, or scroll", ("up", "k"), partial(self._move, -1)),
            act("replay_down", "down: to the next area, or scroll", ("down", "j"), partial(self._move, 1)),
            act("replay_page_up", "a page up", ("pageup",), partial(self._scroll, -10)),
            act("replay_page_down", "a page down", ("pagedown",), partial(self._scroll, 10)),
            act("replay_area", "all about the area under the cursor", ("enter",), self._area),
            act("replay_pane", "show another part: map, tracks and hands, log", ("tab",), self._turn, "pane"),
            act("replay_export", "write the game to a file, as text", ("e",), self._type_file),
            Action("replay_audit", "what the verifier found", ("v",), self._audit, hint="verdict"),
        ]

    def _unread(self) -> str:
        return "" if self._study.timeline is not None else self._study.error or "the record is still being read"

    def _turn(self) -> None:
        panes = (MAP, CARDS) if self._wide else (MAP, CARDS, LOG)
        self._pane = panes[(panes.index(self._pane) + 1) % len(panes)] if self._pane in panes else MAP
        self._top = 0

    def _area(self) -> None:
        if self.walk.position is not None:
            self._shell.read("Area", self.walk.position.area())

    def _type_jump(self) -> None:
        self._shell.type(Typing("go to", self.walk.jump, self.walk.places, "replay"))

    def _type_find(self) -> None:
        self._shell.type(Typing("find", self.walk.find, lambda _: [], "find", self.walk.sought))

    def _type_file(self) -> None:
        name = f"{Path(self._study.source.name).stem}.txt"
        self._shell.type(Typing("write to", self.export, lambda _: [], "export", name))

    def export(self, name: str) -> None:
        """Write the whole game to a file."""
        timeline, checked = self._study.timeline, self._study.checked
        if timeline is None:
            return
        verdict = checked.verdict() if checked is not None else "The record was not verified."
        try:
            file = export(Path(name.strip()).expanduser(), document(timeline, self._study.source.name, verdict))
        except ClientError as error:
            self._shell.read("Not written", [str(error)])
        else:
            self._shell.read("Written", [f"The game is written to {file.absolute()}."])

    def key(self, key: str) -> bool:
        """No other key means anything here."""
        return False

    def mouse(self, name: Name | None, what: Mouse) -> bool:
        """A click on the map moves the cursor there, or where it is tells all about the area."""
        if what is not Mouse.CLICK or name is None or name[0] != AREA or self.walk.position is None:
            return False
        if not self.walk.position.point(str(name[1])):
            self._area()
        return True

    def _move(self, step: int) -> None:
        if self._pane != MAP or self.walk.position is None or not self.walk.position.move(step < 0):
            self._scroll(step)

    def _scroll(self, step: int) -> None:
        self._top = max(0, self._top + (-step if self._pane == LOG and not self._wide else step))

    def status(self) -> list[str]:
        """Where we are, what the record is worth, and who is asked next."""
        study, timeline, position = self._study, self._study.timeline, self.walk.position
        if timeline is None or position is None:
            return ["You: press Esc to go back, or v for the verdict" if study.error else "Reading the record ..."]
        worth = WORTH[study.checked.report.judgement] if study.checked is not None else "the record is being checked"
        where = timeline.moments[self.n].where
        lines = [f"You look at slot {self.n} of {timeline.last}: {where} ({study.flaw or worth})"]
        match, question = position.match, position.match.question
        if question is not None:
            lines.append(f"Next: {_next(timeline.words, match, question)}")
        return lines

    # ------------------------------------------------------------ drawing
    def draw(self, canvas: Canvas) -> None:
        """The position and what led to it, or how far the reading is."""
        study, position = self._study, self.walk.position
        self._wide = canvas.width >= WIDE
        if study.timeline is None or position is None:
            inside = canvas.box(f"Replay of {study.source.name}")
            far = f" slot {study.done}" if study.done else ""
            inside.lines(1, 0, folded(study.error or f"Reading the record ...{far}", max(8, inside.width - 2)))
            return
        if self._wide:
            beside = BESIDE + (canvas.width - WIDE) // 2
            self._draw_main(canvas.sub(0, 0, canvas.width - beside - 1, canvas.height), study.timeline, position)
            for y in range(canvas.height):
                canvas.put(canvas.width - beside - 1, y, canvas.glyphs.vertical, "frame")
            self._draw_log(canvas.sub(canvas.width - beside, 0, beside, canvas.height), study.timeline, 0)
        else:
            strip = self._strip(canvas, position)
            self._draw_main(canvas.sub(0, 0, canvas.width, canvas.height - strip), study.timeline, position)
            part = canvas.sub(0, canvas.height - strip, canvas.width, strip)
            asked_in = study.timeline.moments[max(0, self.n - 1)].where
            body = _panel(part, f"Slot {self.n} of {study.timeline.last}: {asked_in}", "title")
            now = self._now(study.timeline, body)
            steps.draw(body, now, self._gutter, str(self.n))
            if len(now) > body.height and strip and canvas.width > 60:
                part.put(canvas.width - 30, 0, f" {len(now) - body.height} more in the log: Tab ", "dim")

    def _strip(self, canvas: Canvas, position: Position) -> int:
        """The rows of the log below the map: all that it leaves free."""
        if self._pane == LOG or canvas.height < 2 * STRIP:
            return 0
        room = canvas.height - STRIP - 1
        return STRIP + (room - position.lines(canvas.width, room) if self._pane == MAP else 0)

    def _now(self, timeline: Timeline, body: Canvas) -> list[steps.Row]:
        """This step alone, its heading being shown already."""
        found = steps.rows(timeline, self.n, body.width - 1, self._faults, True)
        return [row for row in found if row.style != "title"]

    def _draw_main(self, canvas: Canvas, timeline: Timeline, position: Position) -> None:
        if self._pane == LOG and not self._wide:
            self._draw_log(canvas, timeline, self._top)
            return
        words, match = timeline.words, position.match
        pane = self._pane if self._pane != LOG else MAP
        what = MARKED if pane == MAP and position.changed else pane
        body = _panel(canvas, f"{words.where(match)}: {what}", "title.focus")
        if pane == MAP:
            below = position.draw(body, self._top)
        else:
            texts = [*words.tracks(match, SPECTATOR), "", *unfolded(words.hand(match, SPECTATOR))]
            if timeline.sight:
                texts += ["", timeline.sight, *[pile.text for pile in timeline.piles(match)]]
            lines = [part for text in texts for part in hung(text, canvas.width)]
            self._top = max(0, min(self._top, len(lines) - body.height))
            body.lines(0, 0, lines[self._top : self._top + body.height])
            below = len(lines) - self._top - body.height
        if below > 0 and canvas.width > 60:
            canvas.put(canvas.width - 18, 0, f" {below} more below ", "dim")

    def _draw_log(self, canvas: Canvas, timeline: Timeline, back: int) -> None:
        body = _panel(canvas, f"Log: slot {self.n} of {timeline.last}", "title")
        found = list(islice(steps.history(timeline, self.n, body.width - 1, self._faults), back + body.height))
        steps.draw(body, found[back:][::-1] or found[-1:], self._gutter, str(self.n))

    @property
    def _gutter(self) -> int:
        timeline = self._study.timeline
        return len(str(timeline.last)) + 2 if timeline is not None else 0

    @property
    def _faults(self) -> Mapping[int, list[str]]:
        """What the verifier found, by position."""
        checked, timeline = self._study.checked, self._study.timeline
        found: dict[int, list[str]] = {}
        if checked is not None and timeline is not None:
            for each in checked.report.findings:
                found.setdefault(min(each.slot, timeline.last), []).append(checked.finding(each))
        return found


def _next(words: GameWords, match: Match[Any], question: Question[Any]) -> str:
    """Who is asked, and what."""
    seats = question.seats
    if not seats:
        return "closed cards, with the help of all" if question.kind is Kind.CARDS else "a draw, by the shares of all"
    who = f"{len(seats)} players at once" if len(seats) > 2 else names([words.seat(match, seat) for seat in seats])
    return f"{who}: {words.prompt(match, question, seats[0])}"


def hung(line: str, width: int) -> list[str]:
    """A paragraph in lines of `width` cells, all but the first to the right."""
    return fold(line, CONTINUED, max(8, width)) if line else [""]


def _panel(canvas: Canvas, title: str, style: str) -> Canvas:
    """A rule with a title in it, and what lies below: a frame at the sides would cost columns that maps need."""
    canvas.put(0, 0, canvas.glyphs.horizontal * canvas.width, "frame")
    canvas.put(1, 0, f" {title} ", style)
    return canvas.sub(0, 1, canvas.width, canvas.height - 1)
