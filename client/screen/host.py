"""The full screen on a real terminal: prompt_toolkit on asyncio, with trio as its guest in the same thread.

Only this module knows both loops. From the screen to trio goes what `Shell` and its views send on channels; from trio
to the screen go changed views and `Shell.changed`. Nothing is awaited across.
"""

import asyncio
import contextlib
import errno
import gc
import logging
import os
import threading
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any

import outcome
import trio
from prompt_toolkit.application import get_app_session
from prompt_toolkit.filters import Condition
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.key_binding.key_bindings import merge_key_bindings
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import FloatContainer, HSplit, Layout, Window
from prompt_toolkit.layout.controls import FormattedTextControl
from prompt_toolkit.output import ColorDepth, Output

from client.errors import Interrupted, UsageError
from client.home import Home
from client.play.cells import fold
from client.screen.application import ScreenApplication
from client.screen.canvas import Canvas
from client.screen.keys import key_name
from client.screen.overlays import Reading
from client.screen.painting import Painting
from client.screen.shell import Shell, Work
from client.screen.theme import style_of
from client.screen.typed import TypedLine
from client.screen.unbroken import Unbroken
from client.settings import Settings
from client.signals import asked_to_leave

REFRESH = 1.0
"""Seconds between two looks at the clock in the bottom line."""
REDRAW = 0.01
"""Seconds that lie at least between two paintings: a flood of news or resizes is painted once."""
UNUSABLE = "this console cannot show a full screen; use Windows Terminal, or winpty, or --plain"
CLOSED = "the terminal was closed"
FAULT = ["This is a fault of the program, not yours: {}.", "The report is in the log (kingsmoot settings --paths)."]
UNDRAWN = "What was played is saved. Any key tries again; Ctrl-C twice leaves, and Resume takes the game up again."


class NoScreen(UsageError):
    """What this terminal is, the toolkit cannot draw on."""


class Closed(Interrupted):
    """There is no terminal any more."""


Flow = Callable[[Shell], Awaitable[int]]
"""What runs in trio beside the screen; gives the exit code."""

log = logging.getLogger(__name__)


class Screen:
    """One shell on one terminal. `home`: whose settings these are, for a report; None if that is not known.

    Attributes:
        fault: the latest exception of a key, a view or a callback; it is told in a box, and in full in the log.
    """

    def __init__(
        self,
        shell: Shell,
        settings: Settings,
        source: Input | None = None,
        sink: Output | None = None,
        home: Home | None = None,
    ) -> None:
        self.shell = shell
        self.fault: BaseException | None = None
        self._settings = settings
        self._home = home
        self._named = ""
        self._unbroken = Unbroken()
        self._line = TypedLine(shell, lambda: self.app.output.get_size().rows)
        self.app = ScreenApplication(
            layout=self._layout(),
            key_bindings=self._bindings(),
            style=style_of(settings.theme),
            color_depth=lambda: ColorDepth.DEPTH_1_BIT if self._settings.color == "never" else None,
            full_screen=True,
            mouse_support=Condition(lambda: shell.pointing),
            min_redraw_interval=REDRAW,
            refresh_interval=REFRESH,
            input=source,
            output=sink,
        )
        self.app.ttimeoutlen = self.app.timeoutlen = 0.05  # a lone Escape is not waited for
        self.app.after_render += self._unbroken.write
        shell.pointing = settings.mouse
        shell.changed = self._changed
        shell.ring = self._ring
        shell.quit = self.stop
        shell.adopt = self._adopt
        shell.aside = self._aside
        shell.facts = self._facts
        shell.now = time.monotonic

    # ------------------------------------------------------------ what prompt_toolkit is told
    def _layout(self) -> Layout:
        # Keys need somebody who has the focus; while nothing is typed it is this one, of which nothing is seen.
        self._idle = Window(FormattedTextControl("", focusable=True), height=0)
        body = HSplit([Painting(self._draw, self._line.covered, self.shell.mouse), self._idle])
        return Layout(FloatContainer(body, self._line.floats), focused_element=self._idle)

    def _bindings(self) -> Any:
        typing = Condition(lambda: self.shell.typing is not None)
        keys = KeyBindings()

        @keys.add("<any>", filter=~typing)
        def _(event: KeyPressEvent) -> None:
            for press in event.key_sequence:
                if press.key == Keys.BracketedPaste:
                    self.shell.pasted("".join(filter(str.isprintable, press.data)))
                elif press.key != Keys.CPRResponse:
                    self.shell.key(key_name(press.key))

        for name in ("c-c", "<sigint>"):

            @keys.add(name, eager=True)
            def _(event: KeyPressEvent, name: str = name) -> None:
                self._line.reset()
                self.shell.key(name)

        for name in ("escape", "tab", "c-p", "c-l", "enter", "f1"):
            # Else the sequence that some of these begin would be waited for.
            @keys.add(name, filter=~typing, eager=name != "escape")
            def _(event: KeyPressEvent, name: str = name) -> None:
                self.shell.key(name)

        return merge_key_bindings([self._line.emacs(), keys, self._line.bindings()])

    def _changed(self) -> None:
        """Bring focus, typed line and window title in step with the shell, at once: more keys may be waiting."""
        if self._line.follow():
            self.app.layout.focus(self._line.window)
        if self.shell.typing is None and not self.app.layout.has_focus(self._idle):
            self.app.layout.focus(self._idle)
        if self._settings.title and self.shell.title != self._named:
            self._named = self.shell.title
            self.app.output.set_title(self._named)
        self.app.invalidate()

    def _ring(self) -> None:
        if self._settings.bell:
            with contextlib.suppress(OSError):  # it is closed, as the next painting finds out
                self.app.output.bell()
                self.app.output.flush()

    def _aside(self, work: Work, done: Work) -> None:
        """Do long work in a thread that nobody waits for when the screen ends."""
        loop = asyncio.get_running_loop()

        def run() -> None:
            work()
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody looks any more
                loop.call_soon_threadsafe(done)

        threading.Thread(target=run, name="aside", daemon=True).start()

    # ------------------------------------------------------------ faults of our own
    def _draw(self, width: int, height: int) -> Canvas:
        """What the shell draws; if that fails a word on it, so that the player can still leave in peace."""
        try:
            canvas = self.shell.draw(width, height)
            self._line.fit(width)
            self._unbroken.put(canvas.long_lines if self.shell.typing is None else ())  # the menu may lie over them
            return canvas
        except Exception as error:
            if self.fault is None or type(error) is not type(self.fault):  # or every second would be logged
                log.exception("the screen cannot be drawn")
            self.fault = error
            canvas = Canvas(width, height)
            lines = [line.format(type(error).__name__) for line in FAULT]
            canvas.lines(0, 0, [part for line in (*lines, UNDRAWN) for part in fold(line, "", max(8, width))])
            return canvas

    def _failed(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """An exception that nobody else catches: of a key, or of a callback."""
        error = context.get("exception")
        log.error("the screen: %s", context.get("message"), exc_info=error)
        if not isinstance(error, Exception):
            return
        self.fault = error
        if self.shell.broken is not None:
            self.shell.broken(error)
        else:
            self.shell.open(Reading("A fault of the program", [line.format(type(error).__name__) for line in FAULT]))

    def _facts(self) -> Sequence[str]:
        from client.screen.debug import report  # few ever need it

        size = self.app.output.get_size()
        settings = replace(self._settings, mouse=self.shell.pointing)
        return report(settings, self._home, (size.columns, size.rows), self.app.color_depth, os.environ)

    def _adopt(self, settings: Settings) -> None:
        if settings.mouse != self._settings.mouse:  # else what the key has switched stays
            self.shell.pointing = settings.mouse
        self._settings = settings
        self.app.style = style_of(settings.theme)
        self.shell.settle(settings)

    def stop(self) -> None:
        """End the screen; whoever plays leaves the table, which is saved."""
        if self.app.is_running and not self.app.is_done:
            self.app.exit()

    # ------------------------------------------------------------ both loops
    async def run(self, flow: Flow) -> int:
        """Run `flow` in trio beside the screen, to its end. Raises Interrupted when the player or a signal ends it."""
        loop = asyncio.get_running_loop()
        finished: asyncio.Future[outcome.Outcome[int | None]] = loop.create_future()
        scope = trio.CancelScope()

        async def guest() -> int | None:
            with scope:
                return await flow(self.shell)
            return None

        def done(ended: outcome.Outcome[int | None]) -> None:
            finished.set_result(ended)
            self.stop()

        trio.lowlevel.start_guest_run(
            guest,
            run_sync_soon_threadsafe=loop.call_soon_threadsafe,
            done_callback=done,
            host_uses_signal_set_wakeup_fd=True,
        )
        loop.set_exception_handler(self._failed)
        closed = False
        with asked_to_leave(loop, self.stop):  # to the end: a window that is closed says so more than once
            try:
                if not finished.done():
                    await self.app.run_async(handle_sigint=True, set_exception_handler=False)
            except (EOFError, OSError) as error:
                if isinstance(error, OSError) and error.errno != errno.EIO:
                    raise
                closed = True
            finally:  # whatever ends us, the guest must have ended before its host does
                if not finished.done():
                    scope.cancel()  # wakes trio by itself: in guest mode a cancelled task is scheduled at once
                ended = await finished
                with contextlib.suppress(OSError):  # a terminal that is closed has no title
                    if self._settings.title and self._named:
                        self.app.output.clear_title()
                        self.app.output.flush()
        code = ended.unwrap()
        if closed:
            raise Closed(CLOSED)
        if code is None:
            raise Interrupted("you left; kingsmoot resume takes the game up again")
        return code


def open_terminal() -> tuple[Input, Output]:
    """This terminal. Raises NoScreen if the toolkit cannot draw on it: on Windows it knows only some consoles."""
    session = get_app_session()
    try:
        return session.input, session.output  # made at the first look
    except Exception as error:  # each system has errors of its own for it, which others cannot even import
        log.warning("no full screen: %s: %s", type(error).__name__, error)
        raise NoScreen(UNUSABLE) from error


def run_screen(shell: Shell, flow: Flow, settings: Settings, home: Home | None = None) -> int:
    """Show `shell` on this terminal while `flow` runs. Raises NoScreen, Interrupted, and whatever `flow` raises."""
    gc.freeze()  # what was imported stays; to look through it for garbage takes as long as several frames
    os.environ.setdefault("PROMPT_TOOLKIT_NO_CPR", "1")  # some terminals answer the cursor question late or never
    source, sink = open_terminal()
    try:
        return asyncio.run(Screen(shell, settings, source, sink, home).run(flow))
    except Closed:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in (1, 2):  # what is still said, or waits to be written, must not fail
            os.dup2(nowhere, stream)
        raise
