"""Everything that a key can be given to, by the screen it is on: what settings may name, and what is listed for people.

The screens themselves make their actions; a test asks that all of them stand here, as they are. So the settings can be
judged, and listed, without a screen.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources

from client.play.cells import fold, table
from client.screen.keys import Action, Keymap, shown

FILE = "actions.json"
EVERYWHERE = "everywhere"
"""The screen that is part of each other one."""


@dataclass(frozen=True)
class Entry:
    """One action: what it does, and the names of its usual keys. `also`: other words by which people look for it."""

    does: str
    keys: tuple[str, ...]
    also: tuple[str, ...] = field(default=(), compare=False)


@cache
def registered() -> Mapping[str, Mapping[str, Entry]]:
    """All actions by name, under the words for their screen."""
    raw = json.loads(resources.files("client.screen").joinpath(FILE).read_bytes())
    return {
        screen: {
            name: Entry(entry["does"], tuple(entry["keys"]), tuple(entry.get("also", ())))
            for name, entry in actions.items()
        }
        for screen, actions in raw.items()
    }


def also(name: str) -> list[str]:
    """Other words for an action, on whatever screen it is."""
    return [word for actions in registered().values() if name in actions for word in actions[name].also]


def by_screen() -> Mapping[str, Mapping[str, Entry]]:
    """The same, each screen with what can be done everywhere: a key can mean one thing there."""
    usual = registered()[EVERYWHERE]
    return {screen: {**usual, **actions} for screen, actions in registered().items()}


def listing(changed: Mapping[str, Sequence[str]]) -> list[str]:
    """All actions with the keys that they have now, in lines of 80 cells. `changed`: as in the settings."""
    lines, keys = [], in_force(changed)
    for screen, actions in registered().items():
        rows = [(f"  {name}", ", ".join(keys[screen][name]) or "-", entry.does) for name, entry in actions.items()]
        lines += ["", f"{screen.capitalize()}:", *(part for row in table(rows, gap=2) for part in fold(row, " " * 20))]
    return lines[1:]


@dataclass(frozen=True)
class Taken:
    """Keys that an action loses on one screen.

    Attributes:
        screen: where.
        loser: the action that has them no more.
        keys: those that it loses, for people.
        left: those that it still has, for people.
    """

    screen: str
    loser: str
    keys: tuple[str, ...]
    left: tuple[str, ...]


def taken(
    before: Mapping[str, Sequence[str]], after: Mapping[str, Sequence[str]], meant: Collection[str]
) -> list[Taken]:
    """Who loses which keys when the settings change: read off what the screens would do. Both as in the settings.

    `meant`: the actions that are given other keys, of which nothing is told.
    """
    old, new = in_force(before), in_force(after)
    found = []
    for screen, actions in new.items():
        for loser, left in actions.items():
            lost = tuple(key for key in old[screen][loser] if key not in left)
            if lost and loser not in meant:
                found.append(Taken(screen, loser, lost, left))
    return found


def told(losses: Sequence[Taken]) -> list[str]:
    """The same in sentences without a full stop, those alike on several screens in one."""
    screens: dict[str, list[str]] = {}
    for each in losses:
        rest = f"keeps {', '.join(each.left)}" if each.left else "has no key then"
        screens.setdefault(f"{each.loser} loses {', '.join(each.keys)} and {rest}", []).append(each.screen)
    return [f"{what} ({', '.join(where)})" for what, where in screens.items()]


def in_force(changed: Mapping[str, Sequence[str]]) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """By screen and action the keys for people, as the settings have changed them."""
    keymap = Keymap(changed)
    return {
        screen: {
            action.name: tuple(map(shown, action.keys))
            for action in keymap.settle(
                [Action(name, entry.does, entry.keys, lambda: None) for name, entry in actions.items()]
            )
        }
        for screen, actions in by_screen().items()
    }
