"""The pane of fairness: what the protocol does just now, in lines of its width."""

from client.play.fairness import fairness_texts
from client.play.line import LineMode
from client.screen.overlays import folded


def fairness_lines(mode: LineMode, width: int) -> list[str]:
    """What stands now at the table of `mode`, in lines of `width` cells; none for a table without a protocol."""
    return [line for text in fairness_texts(mode.table, mode.words) for line in _hung(text, width)]


def _hung(text: str, width: int) -> list[str]:
    """A line in parts, the later ones behind two blanks, as those lines are that belong to the one before."""
    first, *rest = folded(text, width)
    later = folded(" ".join(part.strip() for part in rest), max(8, width - 2)) if rest else []
    return [first, *(f"  {part}" for part in later)]
