"""What the shell shows and what it is given: views, what they may offer, a line that is being typed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from client.screen.canvas import Canvas
from client.screen.keys import Action

COMPLETIONS = Callable[[str], Sequence[tuple[str, str]]]


class View(Protocol):
    """What fills the screen: start, lobby, table, replay."""

    @property
    def title(self) -> str:
        """What the terminal window is called."""

    def draw(self, canvas: Canvas) -> None:
        """Draw all of it; there is always some cell too few."""

    def status(self) -> list[str]:
        """The bottom line: `You: ...` or `Waiting for: ...`; at most two lines are shown."""

    def actions(self) -> list[Action]:
        """What can be done here, in the order of the help."""

    def key(self, key: str) -> bool:
        """A key that is bound to no action; whether it meant anything."""

    def leave(self) -> None:
        """Esc where there is nothing to close, or q: go back, or ask."""


@runtime_checkable
class Offering(Protocol):
    """A view with more to choose than its actions."""

    def offered(self) -> Sequence[Action]:
        """What the palette finds besides them; these have no name."""


@runtime_checkable
class Typable(Protocol):
    """A view for which a typed line means something."""

    def meant(self, typed: str) -> Sequence[Action]:
        """What a line that begins so may mean, for the palette; these have no name."""


@dataclass(frozen=True)
class Typing:
    """A line that is being typed.

    `label` stands before it; `submit` takes it; `completions` gives what may stand in its place, each with a note;
    `history` is the name of the list of earlier lines that the up arrow walks through; `empty`: an empty line, too,
    means something, and is submitted.
    """

    label: str
    submit: Callable[[str], None]
    completions: COMPLETIONS
    history: str = "line"
    text: str = ""
    empty: bool = False
