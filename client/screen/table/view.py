"""The table on the full screen: what it is made of, what can be done there, and what a key does."""

from functools import partial

from client.play.asking import Ask
from client.play.line import LineMode
from client.screen.canvas import Canvas, Name, Span
from client.screen.fairness import fairness_lines
from client.screen.games import screen_of
from client.screen.keys import Action
from client.screen.opening import BEGINS, progress
from client.screen.overlays import folded
from client.screen.pointing import Mouse
from client.screen.table.acts import Acts
from client.screen.table.arranging import Size
from client.screen.table.atlas import Atlas
from client.screen.table.attention import AREA, FAIR, HANDS, LOG, MAIN, NAMES, TALK, Attention
from client.screen.table.commands import Commands
from client.screen.table.drawing import SIGNS, Drawing
from client.screen.table.ending import Ending
from client.screen.table.facts import table_facts
from client.screen.table.hand import Hand
from client.screen.table.idle import Idle
from client.screen.table.mapping import MapPane
from client.screen.table.motions import MOTIONS
from client.screen.table.panes import Pane, log_lines, plain_lines, sign_lines, talk_lines
from client.screen.table.pointer import Pointer
from client.screen.table.recap import LookingBack
from client.screen.terminal import ScreenTerminal

SCROLLS = ("pageup", "pagedown", "home", "end")
FIRST = "All commit to their secrets, and what comes first is drawn ..."


class TableView:
    """Map, question, tracks, log and talk of a running game."""

    def __init__(self, terminal: ScreenTerminal, mode: LineMode) -> None:
        self._shell = terminal.shell
        self._mode = mode
        self._pace = terminal.pace
        self._map = MapPane(mode)
        self._attention = Attention(mode, self._map)
        self._acts = Acts(terminal, mode)
        self._atlas = Atlas(mode, self._map, self._attention)
        self._commands = Commands(terminal, mode, self._acts, self._atlas, self._signs)
        self._ending = Ending(terminal, mode, self._commands.say)
        self._idle = Idle(mode, terminal.pace, self._acts, self._ending)
        self._hand = Hand(self._shell, mode, self._acts, self._attention, self._map)
        self._asked: Ask | None = None
        self._looking_back = LookingBack(self._shell, mode)
        hands = screen_of(mode.match).hands(mode)
        self._panes = {
            LOG: Pane(LOG, log_lines(mode), follows=True),
            TALK: Pane(TALK, talk_lines(mode), follows=True, style="chat"),
            HANDS: Pane(HANDS, hands),
            FAIR: Pane(FAIR, self._fairness),
            AREA: Pane(AREA, plain_lines(self._area)),
            SIGNS: Pane(SIGNS, self._legend),
        }
        self._drawing = Drawing(
            mode, self._attention, self._map, self._panes, hands.first, self._idle, self._shell.named
        )
        self._pointer = Pointer(self._map, self._panes, self._attention, self._hand)
        self._follow()

    @property
    def title(self) -> str:
        """Of the window: a star and whose turn it is while it is mine."""
        return "* your turn - Kingsmoot" if self._mode.mine else "Kingsmoot"

    # ------------------------------------------------------------ in step with the table
    def _follow(self) -> None:
        """Come into step with the table, and open the boxes that are due."""
        self._attention.follow()
        form = self._attention.form
        if form is not None and form.ask is not self._asked:
            self._asked = form.ask
            self._shell.hush()  # so that its keys are seen
            for line in self._mode.restored():
                self._shell.say(line)
        at = form.ask if form is not None else self._mode.match.outcome
        self._looking_back.due(at, self._attention.focus == LOG)
        if not self._looking_back.follow():
            self._ending.follow()

    # ------------------------------------------------------------ drawing
    def draw(self, canvas: Canvas) -> None:
        """All panes that there is room for; before anybody is asked anything what comes first of all."""
        self._follow()
        if self._mode.begun:
            self._drawing(canvas)
        else:
            progress(canvas, BEGINS, [*(told.text for told in self._mode.story), FIRST])

    def _fairness(self, width: int) -> list[Span]:
        """What the protocol does; nothing for a table that has none."""
        lines = fairness_lines(self._mode, width) or folded("This table needs no proof: it is on one computer.", width)
        return [Span(line) for line in lines]

    def _signs(self) -> list[tuple[str, str]]:
        return self._map.signs(self._shell.glyphs)

    def _legend(self, width: int) -> list[Span]:
        """The signs of the map with their meanings."""
        return sign_lines(self._signs(), width)

    def _area(self) -> list[str]:
        """The area under the cursor."""
        here = self._atlas.here
        return self._atlas.facts(here) if here else ["No area is under the cursor."]

    # ------------------------------------------------------------ keys
    def status(self) -> list[str]:
        """What is to be done, or who is waited for."""
        return self._idle.status() or self._mode.status()

    def actions(self) -> list[Action]:
        """What can be done at the table."""
        acts, end = self._acts, self._ending
        secret = self._mode.ask is not None and self._mode.ask.secret
        return [
            Action(
                "done", "send the answer as it stands", ("d",), acts.done, self._no_sending, "" if secret else "done"
            ),
            Action("seal", "seal the answer as it stands", ("s",), acts.done, self._no_seal, "seal" if secret else ""),
            Action("undo", "take back the last piece", ("u",), acts.undo, acts.no_piece, "undo"),
            Action("clear", "begin the answer again", ("c",), acts.clear, acts.no_piece, "clear"),
            *self._commands.actions(),
            Action("zoom", "the pane in use alone, or all", ("z",), self._attention.zoom, hint="zoom"),
            Action("leave", "leave the table", ("q",), self.leave, hint="quit"),
            *[
                Action(f"pane_{name}", f"show {name}", (f"f{number}",), partial(self._attention.turn, name))
                for number, name in enumerate(NAMES, 2)
            ],
            Action("hurry", "hurry the bots, which wait a moment", ("space",), self._pace.hurry, self._no_hurry),
            Action("audit", "open the audit of a game that is over", ("x",), end.audit, end.no_audit, "audit"),
            Action("back", "back to the map, to all panes", ("escape",), self._back),
            *MOTIONS,
        ]

    def meant(self, typed: str) -> list[Action]:
        """What a typed line would do, for the palette."""
        return self._commands.meant(typed)

    def _no_seal(self) -> str:
        ask = self._mode.ask
        if ask is not None and not ask.secret:
            return f"this answer is open; {self._shell.named()['done'] or 'done'} sends it"
        return self._acts.no_end()

    def _no_sending(self) -> str:
        ask = self._mode.ask
        if ask is not None and ask.secret:
            return f"this answer is a secret; {self._shell.named()['seal'] or 'seal'} seals it"
        return self._acts.no_end()

    def _no_hurry(self) -> str:
        if not self._pace.heeded:
            return "no bots of yours sit here"
        return "" if self._pace.seconds else "they do not wait; the setting pace makes them"

    def _back(self) -> None:
        if not self._attention.back():
            self._shell.say("q leaves the table.")

    def key(self, key: str) -> bool:
        """Move, pick, scroll."""
        self._follow()
        at = self._attention
        if key in SCROLLS:
            self._scroll(key)
            return True
        if at.focus != MAIN and (at.alone or at.size is not Size.WIDE):
            return False
        if key == "enter":
            return self._hand.enter()
        if key.isdecimal() and len(key) == 1 and (at.with_map or not at.roams):
            return self._hand.digit(int(key))
        return at.move(key)

    def mouse(self, name: Name | None, what: Mouse) -> bool:
        """Point, pick, scroll."""
        self._follow()
        return self._pointer.mouse(name, what)

    def _scroll(self, key: str) -> None:
        focus, form = self._attention.focus, self._attention.form
        if focus != MAIN:
            self._panes[focus].scroll(key)
        elif form is not None:
            form.scroll({"pageup": -5, "pagedown": 5, "home": -1000, "end": 1000}[key])
        else:
            self._panes[LOG].scroll(key)

    def facts(self) -> list[str]:
        """Slot, head and links, for a report."""
        return table_facts(self._mode)

    def leave(self) -> None:
        """Leave the table, after a question."""
        self._acts.leave()
