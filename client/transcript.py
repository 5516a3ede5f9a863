"""A whole game as text: what `kingsmoot replay` prints and what is written to a file."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from client.errors import UsageError
from client.home import replace_file
from client.piles import pile_lines
from client.play.cells import WIDTH, fold, marked
from client.sentences import at_words
from client.timeline import Moment, Timeline

OURS = "Kingsmoot: the game of "
HEAD = f"{OURS}table "
"""The first words of a text. Those of earlier versions named no table."""
SAID = "  # "
"""Before a line of talk: it is no part of the game."""
CARDS = "  : "
"""Before a line on closed cards, which not all could read then."""


def told(timeline: Timeline) -> Iterator[str]:
    """The game in lines of 80 cells: a heading for each phase, its sentences, talk among them, and the end.

    Closed cards are told of step by step, and where they all lie when a round begins and at the end.
    """
    if timeline.sight:
        yield from marked(timeline.sight, CARDS)
    stage: tuple[int, str] = (0, "")
    for n, moment in enumerate(timeline.moments):
        over = n == timeline.last and bool(timeline.outcome)
        yield from _moment(moment, n > 0, over)
        if n > 0 and moment.stage[0] != stage[0] and not over:
            yield from lying(timeline, n)
        stage = moment.stage if n > 0 else stage
    yield from lying(timeline, timeline.last)
    yield from _said(timeline.after)
    if not timeline.broken:
        yield from timeline.outcome or ("", "The record ends before the game does.")


def lying(timeline: Timeline, n: int, mark: str = CARDS) -> Iterator[str]:
    """Where the closed cards lie at position `n`: each place on a line of its own, or more, behind `mark`."""
    if timeline.sight:
        yield from pile_lines(timeline.piles(timeline.at(n)), mark)


def document(timeline: Timeline, title: str, verdict: str) -> Iterator[str]:
    """The same with a head that says what it is; `verdict` is what the verifier found.

    `title` is what people call the record: it is told unless it is how the id begins.
    """
    yield HEAD + timeline.table
    if not timeline.table.startswith(title.lower()):
        yield from at_words(f"From {title}", WIDTH)
    yield from fold(verdict, "  ")
    yield from fold(timeline.moments[0].lines[0], "  ")
    yield ""
    yield from told(timeline)
    if timeline.broken:
        yield from ("", *fold(timeline.broken, "  "))


def _moment(moment: Moment, sentences: bool, over: bool) -> Iterator[str]:
    """What was said and what happened; a heading behind all of it is none if the game is over."""
    yield from _said(moment.said)
    if sentences:
        heads = dict(moment.heads)
        for at, line in enumerate(moment.lines):
            yield from _head(moment, heads, at)
            yield from fold(line, "  ")
        for line in moment.cards:
            yield from marked(line, CARDS)
        for line in moment.hidden:
            yield from fold(line, "  ")
        yield from () if over else _head(moment, heads, len(moment.lines))


def _head(moment: Moment, heads: Mapping[int, str], at: int) -> Iterator[str]:
    if at in heads:
        yield from ("", f"-- {heads[at]} (slot {moment.slot})")


def _said(lines: tuple[str, ...]) -> Iterator[str]:
    for line in lines:
        first, *rest = fold(line, "", 76)
        yield SAID + first
        yield from (f"    {part}" for part in rest)


def export(file: Path, lines: Iterable[str]) -> Path:
    """Write a text, whole or not at all. Raises UsageError; what is no earlier text of ours is never overwritten."""
    try:
        if file.exists() and not file.read_bytes().startswith(OURS.encode()):
            raise UsageError(f"{file} is there already, and it is no text of a game; choose another name")
    except OSError as error:
        raise UsageError(f"cannot write {file}: {error.strerror}") from error
    replace_file(file, "".join(line + "\n" for line in lines).encode())
    return file
