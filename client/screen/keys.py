"""What can be done on a screen, by which key, and how keys are called."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from prompt_toolkit.keys import Keys

ALIASES = {"c-m": "enter", "c-j": "enter", "c-i": "tab", "c-h": "backspace", " ": "space"}
"""Keys that a terminal cannot tell from others, under the name that people know."""
SHOWN = {
    "enter": "Enter", "tab": "Tab", "s-tab": "Shift-Tab", "escape": "Esc", "space": "Space", "backspace": "Backspace",
    "up": "Up", "down": "Down", "left": "Left", "right": "Right", "pageup": "PgUp", "pagedown": "PgDn",
    "home": "Home", "end": "End", "delete": "Del", "insert": "Ins",
    "s-left": "Shift-Left", "s-right": "Shift-Right", "s-up": "Shift-Up", "s-down": "Shift-Down",
}  # fmt: skip
EATEN = ("c-s", "c-q", "c-z", "f11")
"""Keys that terminals keep for themselves; nothing may be bound to them."""
RESERVED = ("c-c", "<sigint>")
"""Leaving must always be possible by these."""


def nothing() -> str:
    """Nothing stands in the way."""
    return ""


@dataclass(frozen=True)
class Action:
    """Something that can be done now.

    Attributes:
        name: how settings call it, of [a-z_].
        label: what it does, in a few words, for help and palette.
        keys: what it is bound to unless settings say otherwise, named as by `key_name`.
        run: does it.
        why_not: why it cannot be done now, for people; "" if it can.
        hint: one word for the line of keys at the foot of the screen; "" to stay out of it.
    """

    name: str
    label: str
    keys: tuple[str, ...]
    run: Callable[[], None]
    why_not: Callable[[], str] = nothing
    hint: str = ""


def key_name(key: Keys | str) -> str:
    """The name of a key that was pressed: `a`, `enter`, `c-p`, `f1`, `space`."""
    name = key.value if isinstance(key, Keys) else key
    return ALIASES.get(name, name)


def shown(key: str) -> str:
    """The name of a key for people: `Ctrl-P`, `F1`, `Enter`."""
    if key in SHOWN:
        return SHOWN[key]
    if key.startswith("c-"):
        return f"Ctrl-{key[2:].upper()}"
    if len(key) > 1 and key[0] == "f" and key[1:].isdecimal():
        return key.upper()
    return key


def known_key(key: str) -> bool:
    """Whether `key` names a key that an action may be bound to."""
    if key in EATEN or key in RESERVED:
        return False
    if len(key) == 1:
        return key.isprintable()
    return key in SHOWN or key in {each.value for each in Keys if not each.value.startswith("<")}


class Keymap:
    """Keys by the names of actions. `changed`: what settings put in the place of the usual ones."""

    def __init__(self, changed: Mapping[str, Sequence[str]] | None = None) -> None:
        self._changed = dict(changed or {})

    def keys(self, action: Action) -> tuple[str, ...]:
        """The keys of an action; none if settings took them all away."""
        changed = self._changed.get(action.name)
        return tuple(changed) if changed is not None else action.keys

    def find(self, actions: Iterable[Action], key: str) -> Action | None:
        """The first action that a key stands for. A key that settings gave away is no longer the usual one's."""
        return next((action for action in actions if key in self.keys(action)), None)

    def shown(self, action: Action) -> str:
        """The first key of an action, for people; "" if it has none."""
        keys = self.keys(action)
        return shown(keys[0]) if keys else ""
