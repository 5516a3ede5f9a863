"""What can be special about the form of a topic: its title, how its choices look and are called."""

from collections.abc import Callable
from dataclasses import dataclass

from client.play.line import LineMode
from client.screen.table.forms.faces import Face, ListFace
from client.screen.table.forms.picking import Row

NEVER = 10**6

Naming = Callable[[LineMode, Row], tuple[str, str]]
"""naming(mode, row): how a row with one choice is called, and a note."""


def by_label(mode: LineMode, row: Row) -> tuple[str, str]:
    """As it is typed."""
    assert row.choice is not None, "only such rows are named by it"
    return row.choice.label.text, row.choice.label.note


def _listed(mode: LineMode) -> Face:
    return ListFace()


@dataclass(frozen=True)
class Topic:
    """How one topic is answered.

    Attributes:
        title: what is done, for the frame.
        so_far: what the pieces chosen are.
        face: how choices look where areas are not picked, or in one area.
        naming: how choices are called there.
        sticky: as in `Picking`.
        across: the choices take the whole width, the figures stand below them.
        aims_from: the pieces after which the areas to choose are where something goes, or is done to others.
        peeks: an area of the map shows the figures of its first choice before it is entered.
    """

    title: str
    so_far: str = "Chosen"
    face: Callable[[LineMode], Face] = _listed
    naming: Naming = by_label
    sticky: bool = False
    across: bool = False
    aims_from: int = NEVER
    peeks: bool = False
