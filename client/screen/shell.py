"""One player's screen: which view is shown, what lies over it, what a key does. It knows no terminal and no loop.

The host (`client.screen.host`) draws it and hands it keys; whatever runs in trio changes views and calls `changed`.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from client.pace import Pace
from client.screen.canvas import ASCII, UNICODE, Canvas
from client.screen.foot import Foot
from client.screen.helping import help_lines
from client.screen.keys import Action, Keymap, Move, shown
from client.screen.overlays import ESC_CLOSES, HELPED, Overlay, Reading
from client.screen.pointing import KEY, Mouse, Pointed
from client.screen.views import Offering, Typable, Typing, View
from client.settings import PACES, Settings

MOUSE = {True: "Mouse on: hold Shift to select text.", False: "Mouse off: text is selected as in any other program."}
MOVES = {Mouse.UP: ("list_up", "replay_up"), Mouse.DOWN: ("list_down", "replay_down")}
"""The actions that the wheel does where a view has no better use for it."""
SAID = 8.0
"""Seconds for which something said stands in the place of the keys."""
AGAIN = "Press Ctrl-C again to leave."
Work = Callable[[], None]


def _always() -> bool:
    return True


class Shell:
    """All that one player sees.

    Attributes:
        view: what fills the screen.
        overlay: what lies over it, or None.
        typing: the line being typed, or None.
        title: of the terminal window.
        glyphs: the signs that are drawn with.
        foot: lines of the status and what is below it, as drawn last.
        recaps: whether a box tells what happened since the last answer.
        pace: that of our bots.
        pointing: whether the mouse is ours, and not the terminal's for selecting text.
        changed: called whenever something is to be drawn again; set by the host.
        ring: rings the bell; set by the host.
        quit: called when the player leaves for good by Ctrl-C; set by the host.
        adopt: takes other settings at once; set by the host, which then calls `settle`.
        broken: takes what a key or a callback has raised, and ends what runs now; None while a box is all there can be.
            Set by whoever runs a flow.
        aside: aside(work, done) does long work beside the screen and then `done` on it; set by the host, both at once
            until then. Neither may raise.
        facts: what the host knows for a report of a fault; set by it.
        now: the time in seconds, by which what was said goes away again; set by the host, until then it stands still.
    """

    def __init__(self, view: View, keymap: Keymap, ascii_only: bool = False) -> None:
        self.view = view
        self.overlay: Overlay | None = None
        self.typing: Typing | None = None
        self.foot = 1
        self.recaps = False
        self.pace = Pace()
        self.pointing = False
        self.changed: Callable[[], None] = lambda: None
        self.ring: Callable[[], None] = lambda: None
        self.quit: Callable[[], None] = lambda: None
        self.adopt: Callable[[Settings], None] = self.settle
        self.broken: Callable[[Exception], None] | None = None
        self.aside: Callable[[Work, Work], None] = _at_once
        self.facts: Callable[[], Sequence[str]] = tuple
        self.now: Callable[[], float] = lambda: 0.0
        self.keymap = keymap
        self.glyphs = ASCII if ascii_only else UNICODE
        self._message = ""
        self._said = 0.0
        self._stands: Callable[[], bool] = _always
        self._leaving = False
        self._pressed = 0
        self._warned = -2
        self._drawn: tuple[object, Canvas] = (None, Canvas(0, 0))

    # ------------------------------------------------------------ for views and flows
    def settle(self, settings: Settings) -> None:
        """Draw and heed keys as the settings want it from now on."""
        self.keymap = Keymap(settings.keys)
        self.glyphs = ASCII if settings.ascii else UNICODE
        self.recaps = settings.recap
        self.pace.put(PACES[settings.pace])
        self.changed()

    def show(self, view: View) -> None:
        """Another view from now on."""
        self.view, self.overlay, self.typing, self._message = view, None, None, ""
        self.changed()

    def say(self, message: str, stands: Callable[[], bool] = _always) -> None:
        """One line in the place of the keys, until the next key, or for some seconds while it `stands`."""
        self._message, self._said, self._stands = message, self.now(), stands
        self.changed()

    def hush(self) -> None:
        """Take back what was said: there is something new to be done. May be called while drawing.

        Not that the next Ctrl-C leaves, for that is still so.
        """
        if not self._leaving:
            self._message = ""

    def open(self, overlay: Overlay) -> None:
        """Lay something over the screen."""
        self.overlay = overlay
        self.changed()

    def read(self, title: str, lines: Sequence[str], foot: str = ESC_CLOSES) -> None:
        """Show an answer: in the message line if it is one short line, else in a box above `foot`."""
        lines = [line for line in lines if line.strip()] if len(lines) < 3 else list(lines)
        if len(lines) == 1 and len(lines[0]) < 70:
            self.say(lines[0].strip())
        elif lines:
            self.open(Reading(title, lines, foot))

    def type(self, typing: Typing) -> None:
        """Begin to type a line."""
        self.typing = typing
        self.changed()

    @property
    def title(self) -> str:
        """What the terminal window is called."""
        return self.view.title

    # ------------------------------------------------------------ keys
    def key(self, key: str) -> None:
        """Take one key, by its name (`client.screen.keys.key_name`). The host hands on none while a line is typed."""
        if key in ("c-c", "<sigint>"):
            self._interrupt()
            return
        self._leaving, self._message = False, ""
        self._pressed += 1
        if self.overlay is not None:
            overlay = self.overlay
            overlay.key(key)
            left = overlay.done and self.overlay is overlay and self.typing is None  # else it went on by itself
            self._close(overlay)
            if left and isinstance(overlay, Reading) and self._means(key, overlay.onward):
                self.act(key)
        else:
            self.act(key)
        self.changed()

    def _means(self, key: str, names: Collection[str]) -> bool:
        """Whether a key is that of one of the actions so named."""
        return any(key in action.keys for action in self.everything() if action.name in names)

    def twice(self, message: str, act: Work) -> None:
        """What is costly to do by one key too many: `act` at the second key in a row that wants it, else `message`."""
        if self._warned == self._pressed - 1:
            act()
        else:
            self._warned = self._pressed
            self.say(message)

    def pass_on(self, key: str) -> None:
        """Do what a key does on the view itself, if anything: it has done something already, to what lay over it."""
        self.act(key, needless=True)

    def act(self, key: str, needless: bool = False) -> None:
        """Do what a key does on the view itself, whatever lies over it; `needless`: it need not mean anything there."""
        actions = self.everything()
        action = next((action for action in actions if key in action.keys), None)
        if isinstance(action, Move):
            self._hand_on(action.usual[0], needless)
        elif action is not None:
            reason = action.why_not()
            if reason:
                self.say(f"{action.label}: {reason}")
            else:
                action.run()
        elif any(key in each.usual for each in actions if isinstance(each, Move)):
            self._mean_nothing(needless)  # the settings give its motion other keys
        else:
            self._hand_on(key, needless)

    def _hand_on(self, key: str, needless: bool) -> None:
        if not self.view.key(key):
            self._mean_nothing(needless)

    def _mean_nothing(self, needless: bool) -> None:
        if needless:
            return
        keys = next((action.keys for action in self.everything() if action.name == "help"), ())
        how = f"; {' or '.join(map(shown, keys))} shows those that do" if keys else ""
        self.say(f"That key does nothing here{how}.")

    def _close(self, overlay: Overlay) -> None:
        if overlay.done and self.overlay is overlay:  # what it did may have opened another one
            self.overlay = None

    def mouse(self, x: int, y: int, what: Mouse) -> bool:
        """The mouse did something at a cell of what was drawn last; whether that meant anything."""
        overlay, view = self.overlay, self.view
        top = overlay if overlay is not None else view
        seen, canvas = self._drawn
        name = canvas.under(x, y)
        if self.typing is not None or seen is not top or (what is Mouse.CLICK and name is None):
            return False
        if what is Mouse.CLICK and name is not None and name[0] == KEY:
            self.key(str(name[1]))
            return True
        if what is Mouse.CLICK:
            self._leaving, self._message = False, ""
        used = isinstance(top, Pointed) and top.mouse(name, what)
        if overlay is not None:
            self._close(overlay)
        elif not used:
            used = self._wheel(what)
        self.changed()
        return used

    def _wheel(self, what: Mouse) -> bool:
        names = MOVES.get(what, ())
        action = next((action for action in self.everything() if action.name in names), None)
        if action is None or action.why_not():
            return False
        action.run()
        return True

    def _interrupt(self) -> None:
        if self._leaving:
            self.quit()
            return
        self.overlay = self.typing = None
        self._leaving = True
        self.say(AGAIN)

    def pasted(self, text: str) -> None:
        """Something was pasted while nothing is typed: it begins the line of an action called `paste`."""
        action = next((action for action in self.view.actions() if action.name == "paste"), None)
        if self.overlay is None and action is not None:
            action.run()
            if self.typing is not None:
                self.type(replace(self.typing, text=text))

    def submitted(self, text: str) -> None:
        """The line being typed is complete."""
        typing, self.typing = self.typing, None
        self._message = ""
        if typing is not None and (text.strip() or typing.empty):
            typing.submit(text)
        self.changed()

    def dropped(self) -> None:
        """The line being typed is given up."""
        self.typing = None
        self.changed()

    # ------------------------------------------------------------ what can be done
    def everything(self) -> Sequence[Action]:
        """All actions with their keys, the view's own first; one may stand in place of a usual one of the same name."""
        own = self.view.actions()
        names = {action.name for action in own}
        return self.keymap.settle([*own, *(action for action in self._own() if action.name not in names)])

    def named(self) -> dict[str, str]:
        """The first key of each action that there is now, for people, by its name; "" if it has none."""
        return {action.name: action.key for action in self.everything()}

    def _own(self) -> list[Action]:
        return [
            Action("help", "show the keys of this screen", ("f1", "?"), self._help, hint="keys"),
            Action("palette", "find anything that can be done", ("c-p",), self._palette, hint="all"),
            Action("redraw", "draw the screen again", ("c-l",), self.changed),
            Action("mouse", "switch the mouse on or off", ("f8",), self._switch),
            Action("debug", "versions, settings and links, for a report", ("f12",), self._debug),
            Action("leave", "go back", ("escape", "q"), self.view.leave, hint="back"),
        ]

    def _help(self) -> None:
        self.open(Reading("Keys", self.help(), onward=HELPED))

    def help(
        self, topics: Mapping[str, Collection[str]] = MappingProxyType({}), first: Sequence[str] = ()
    ) -> list[str]:
        """All actions that have a key, one a line under headings; see `client.screen.helping`."""
        return help_lines(self.everything(), {action.name for action in self._own()}, topics, first)

    def _palette(self) -> None:
        from client.screen.palette import Palette, gathered  # with the register, which a start need not read

        view = self.view
        offered = view.offered() if isinstance(view, Offering) else ()
        actions = [*offered, *gathered(self.everything(), self.say)]
        self.open(Palette(actions, view.meant) if isinstance(view, Typable) else Palette(actions))

    def _switch(self) -> None:
        self.pointing = not self.pointing
        self.say(MOUSE[self.pointing])

    def _debug(self) -> None:
        from client.screen.debug import Debug, Telling  # few ever need it

        def facts() -> list[str]:
            own = list(self.view.facts()) if isinstance(self.view, Telling) else []
            return [*own, *([""] if own else []), *self.facts()]

        action = next(action for action in self.everything() if action.name == "debug")
        self.open(Debug(facts, action.keys, action.key))

    # ------------------------------------------------------------ drawing
    def draw(self, width: int, height: int) -> Canvas:
        """The whole screen; a line that is being typed lies over the last one."""
        canvas = Canvas(width, height, self.glyphs)
        if self.now() - self._said >= SAID or not self._stands():
            self.hush()
        foot = Foot(self.view.status(), self._message, width, height)
        self.foot = foot.height
        self.view.draw(canvas.sub(0, 0, width, max(0, height - foot.height)))
        said = bool(self._message)  # the view may have hushed it
        foot.draw(canvas.sub(0, height - foot.height, width, foot.height), said, self.everything)
        if self.overlay is not None:
            canvas.forget()
            self.overlay.draw(canvas)
        self._drawn = (self.overlay if self.overlay is not None else self.view, canvas)
        return canvas


def _at_once(work: Work, done: Work) -> None:
    work()
    done()
