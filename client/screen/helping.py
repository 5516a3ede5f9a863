"""The help of a screen: all its keys under headings, first what can be done now."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from client.screen.keys import Action, Move, in_short, shown

NOW, MOVING, NOT_NOW, ALWAYS = "You can now", "To move", "Not now", "On every screen"
LEAVING = "Ctrl-C twice leaves the program; the table is saved."
INSET = "  "


def help_row(keys: str, does: str) -> str:
    """A line of the help."""
    return f"{INSET}{keys:<14} {does}"


def help_lines(
    actions: Sequence[Action],
    everywhere: Collection[str],
    topics: Mapping[str, Collection[str]],
    first: Sequence[str] = (),
) -> list[str]:
    """All actions that have a key, one a line.

    `everywhere`: the names of those that each screen has; `topics`: names that stand under headings of their own while
    they can be done; `first`: rows before those of what can be done now.
    """
    keyed = [action for action in actions if action.keys]
    acts = [action for action in keyed if not isinstance(action, Move)]
    own = [action for action in acts if action.name not in everywhere]
    here = [action for action in own if not action.why_not()]
    apart = {name for names in topics.values() for name in names}
    blocks = {
        NOW: [*first, *_rows(action for action in here if action.name not in apart)],
        MOVING: _motions(keyed),
        **{topic: _rows(action for action in here if action.name in names) for topic, names in topics.items()},
        NOT_NOW: _rows(action for action in own if action.why_not()),
        ALWAYS: [*_rows(action for action in acts if action.name in everywhere), f"{INSET}{LEAVING}"],
    }
    lines = [line for topic, rows in blocks.items() if rows for line in ("", f"{topic}:", *rows)]
    return lines[1:]


def _rows(actions: Iterable[Action]) -> list[str]:
    return [help_row(", ".join(map(shown, action.keys)), action.label) for action in actions]


def _motions(actions: Sequence[Action]) -> list[str]:
    """How one moves, what belongs together in one row."""
    moves: dict[str, list[str]] = {}
    for action in actions:
        if isinstance(action, Move):
            moves.setdefault(action.together, []).extend(action.keys)
    return [help_row(in_short(keys), does) for does, keys in moves.items()]
