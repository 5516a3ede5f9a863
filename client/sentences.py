"""What a command says outside a screen, in lines of the window: broken between words, never in a path or an id."""

import re
import shutil
import sys
from typing import TextIO

INDENT = "  "
COMMAND = re.compile(r"(kingsmoot (?:--home (?:'[^']*'|\S+) )?[a-z]+ [0-9a-f]{4,64}) (.+)")
"""A sentence that begins with what can be typed: a command with the id of a table."""


def say(text: str, stream: TextIO | None = None) -> None:
    """Print `text`, folded if people read it; a file or another program gets each line as it is."""
    stream = sys.stdout if stream is None else stream
    print("\n".join(for_window(text)) if stream.isatty() else text, file=stream, flush=True)


def for_window(text: str) -> list[str]:
    """`text` in lines of the window, as far as its words let it; what continues a line stands behind a small indent."""
    width = shutil.get_terminal_size().columns
    return [line for paragraph in text.splitlines() for line in at_words(paragraph, width)]


def at_words(text: str, width: int) -> list[str]:
    """One line in lines of at most `width` cells, all but the first a little further to the right.

    A word that is longer stands whole where it is: the terminal wraps it, so that it can be copied and clicked, and an
    invitation stays one line with the command before it. So does a command with which the sentence begins.
    """
    from client.play.cells import width_of  # the widths of letters are half of what a start would cost

    if width_of(text) <= width:
        return [text]  # columns stay columns
    if (typed := COMMAND.fullmatch(text)) is not None:
        return [typed[1], *at_words(INDENT + typed[2], width)]
    margin = text[: len(text) - len(text.lstrip(" "))]
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else (margin + (INDENT if lines else "")) + word
        if line and width_of(longer) > width >= width_of(margin + INDENT + word):
            lines.append(line)
            longer = margin + INDENT + word
        line = longer
    return [*lines, line]
