"""What can be done on a screen, by which key, and how keys are called."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

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
PICKING = (
    "at the table", "in the lobby", "in lists", "where tables are joined", "in forms", "in the rules",
    "where your name is asked",
)  # fmt: skip
"""The screens on which a digit picks what stands behind it, or is a letter: there it cannot be bound."""
READ = {text.lower(): name for name, text in SHOWN.items()}
"""The names of keys by what people read."""

TOGETHER = {"Arrows": ("left", "down", "up", "right"), "hjkl": ("h", "j", "k", "l")}


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

    @property
    def key(self) -> str:
        """The first of its keys, for people; "" if it has none."""
        return shown(self.keys[0]) if self.keys else ""


@dataclass(frozen=True)
class Move(Action):
    """A motion inside a view, which knows it by its usual keys alone: whatever is pressed, the view gets one of these.

    Attributes:
        usual: the keys by which the view takes it; it is handed the first one.
        together: what the help says of it and of its neighbours of the same words, in one line.
    """

    usual: tuple[str, ...] = ()
    together: str = ""


def move(name: str, label: str, keys: tuple[str, ...], together: str) -> Move:
    """A motion of a view."""
    return Move(name, label, keys, lambda: None, usual=keys, together=together)


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


def typed_key(text: str) -> str:
    """The name of the key that somebody has written, as it is shown or by its name; "" if there is none such."""
    if len(text) == 1:
        return key_name(text) if text.isprintable() else ""
    word = text.strip().lower()
    name = READ.get(word) or key_name(word.replace("ctrl-", "c-").replace("shift-", "s-"))
    return name if name in SHOWN or name in {each.value for each in Keys if each.value[0] != "<"} else ""


def written(key: str) -> str:
    """How a key stands in the settings: as people read it, if that is read again."""
    return shown(key) if typed_key(shown(key)) == key else key


def whose(key: str) -> str:
    """Why a key can be bound nowhere, for people; "" if it can."""
    if key in EATEN:
        return f"the terminal keeps {shown(key)} for itself"
    if key in RESERVED:
        return f"leaving keeps {shown(key)} for itself"
    return "" if typed_key(key) == key else f"there is no name for the key {shown(key)}"


def in_short(keys: Sequence[str]) -> str:
    """Several keys for people, those that belong together under one name."""
    rest, names = list(keys), []
    for name, whole in TOGETHER.items():
        if all(key in rest for key in whole):
            names.append(name)
            rest = [key for key in rest if key not in whole]
    return ", ".join([*names, *map(shown, rest)])


class Keymap:
    """Keys by the names of actions. `changed`: what settings put in the place of the usual ones, as typed."""

    def __init__(self, changed: Mapping[str, Sequence[str]] | None = None) -> None:
        self._changed = {name: tuple(map(typed_key, keys)) for name, keys in (changed or {}).items()}

    def settle(self, actions: Sequence[Action]) -> Sequence[Action]:
        """The actions of one screen with the keys that they have there.

        A key that settings give to one of them is no longer the usual one of another.
        """
        given = {key for action in actions for key in self._changed.get(action.name, ())}
        if not given and not any(action.name in self._changed for action in actions):
            return actions
        return [replace(action, keys=self._keys(action, given)) for action in actions]

    def _keys(self, action: Action, given: Collection[str]) -> tuple[str, ...]:
        changed = self._changed.get(action.name)
        return changed if changed is not None else tuple(key for key in action.keys if key not in given)
