"""The line that is typed at the foot of the screen: its keys, its history, and the menu of what may stand in it."""

from collections.abc import Callable, Iterable

from prompt_toolkit.auto_suggest import AutoSuggestFromHistory
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition, has_completions
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyBindingsBase, KeyPressEvent
from prompt_toolkit.key_binding.bindings.emacs import load_emacs_bindings, load_emacs_search_bindings
from prompt_toolkit.key_binding.key_bindings import ConditionalKeyBindings, merge_key_bindings
from prompt_toolkit.layout import BufferControl, ConditionalContainer, Float, Window
from prompt_toolkit.layout.menus import CompletionsMenu
from prompt_toolkit.layout.processors import AppendAutoSuggestion, BeforeInput
from typing_extensions import override

from client.play.cells import width_of
from client.screen.shell import Shell
from client.screen.views import Typing

MENU = 10
"""Lines of the menu of completions, which opens above the status."""


class _Offers(Completer):
    def __init__(self, shell: Shell) -> None:
        self._shell = shell

    @override
    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        if self._shell.typing is None:
            return
        text = document.text_before_cursor
        for line, note in self._shell.typing.completions(text):
            yield Completion(line, start_position=-len(text), display=line.rpartition(", ")[2], display_meta=note)


class TypedLine:
    """What `shell.typing` asks for, on a screen of `rows()` lines.

    Attributes:
        window: has the focus while something is typed.
        floats: line and menu, over all else.
    """

    def __init__(self, shell: Shell, rows: Callable[[], int]) -> None:
        self._shell = shell
        self._rows = rows
        self._typed: Typing | None = None
        self._histories: dict[str, InMemoryHistory] = {}
        self._buffer = Buffer(
            completer=_Offers(shell),
            complete_while_typing=Condition(lambda: shell.typing is not None and bool(self._buffer.text)),
            auto_suggest=AutoSuggestFromHistory(),
            accept_handler=self._accept,
            multiline=False,
        )
        self.window = Window(
            BufferControl(
                self._buffer,
                input_processors=[BeforeInput(self._label, "class:kingsmoot.strong"), AppendAutoSuggestion()],
                include_default_input_processors=True,
            ),
            height=1,
        )
        # The line lies over the last one, so that nothing moves when somebody begins to type.
        shown = ConditionalContainer(self.window, Condition(lambda: shell.typing is not None))
        completions = CompletionsMenu(max_height=MENU, scroll_offset=1)
        self._menu = Float(completions, xcursor=True, bottom=1, height=self._offered)
        self.floats = [Float(shown, left=0, right=0, bottom=0, height=1), self._menu]

    def follow(self) -> bool:
        """Come into step with the shell; whether something is typed that was not before."""
        typing = self._shell.typing
        begins = typing is not None and typing is not self._typed
        if typing is not None and begins:
            self._buffer.history = self._histories.setdefault(typing.history, InMemoryHistory())
            self._buffer.reset(Document(typing.text))
        self._typed = typing
        return begins

    def reset(self) -> None:
        """Forget what is typed."""
        self._buffer.reset()

    def fit(self, width: int) -> None:
        """Come into step with a screen of so many columns, as it was drawn last.

        The menu stands above the status, for that says what is asked; and the line is shown from its label on as far
        as the cursor lets it, however narrow the window was when more of it had to be scrolled away.
        """
        self._menu.bottom = self._shell.foot
        if width_of(self._label() + self._buffer.document.text_before_cursor) < width:
            self.window.horizontal_scroll = 0

    def covered(self) -> int:
        """The lowest rows over which line and menu may be drawn."""
        return self._shell.foot + MENU if self._shell.typing is not None else 0

    def _offered(self) -> int:
        """Lines of the menu now."""
        state, room = self._buffer.complete_state, self._rows() - self._shell.foot
        return max(0, min(MENU, room, len(state.completions) if state is not None else 0))

    def _label(self) -> str:
        return f"{self._shell.typing.label}> " if self._shell.typing is not None else ""

    def _accept(self, buffer: Buffer) -> bool:
        self._shell.submitted(buffer.text)
        return self._shell.typing is not None  # a line that begins anew keeps what it begins with

    def emacs(self) -> KeyBindingsBase:
        """The usual keys of a line; those of `bindings` go before them."""
        return ConditionalKeyBindings(
            merge_key_bindings([load_emacs_bindings(), load_emacs_search_bindings()]),
            Condition(lambda: self._shell.typing is not None),
        )

    def bindings(self) -> KeyBindingsBase:
        """Escape and Tab, with the menu and without it."""
        typing = Condition(lambda: self._shell.typing is not None)
        line = KeyBindings()

        @line.add("escape", filter=typing & ~has_completions)
        def _(event: KeyPressEvent) -> None:
            self._buffer.reset()
            self._shell.dropped()

        @line.add("escape", filter=typing & has_completions)
        def _(event: KeyPressEvent) -> None:
            self._buffer.cancel_completion()

        @line.add("tab", filter=typing & ~has_completions)
        def _(event: KeyPressEvent) -> None:
            self._buffer.start_completion(select_first=False, insert_common_part=True)

        return line
