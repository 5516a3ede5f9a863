"""What a player has set: the defaults, over them one TOML file, over it the environment and the flags."""

import argparse
import json
import os
import re
import sys
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, TypeAlias

from client.errors import UsageError
from client.home import Home
from client.logs import LEVELS

THEMES = ("dark", "light", "contrast")
COLORS = ("auto", "never")
LANGUAGES = ("en", "hu", "ro", "es", "ca")
"""English, and the languages in which the rulebooks of the games were printed."""
NAMES = "names"
"""The setting that says which of them names are in."""
PACES = {"none": 0.0, "short": 1.0, "long": 2.5}
"""Seconds for each pace."""
KEYS = "keys"
"""The table of the file that gives other keys to actions of the screen."""
EXAMPLE = 'help = ["f1", "?"]'
SPELT = "keys are written as x, F1, Ctrl-P, Enter, Space, PgUp"
LISTED = f"; kingsmoot settings {KEYS} lists all"
NEAREST = 0.6

Actions: TypeAlias = Callable[[], Mapping[str, Collection[str]]]
"""actions(): by screen every action that a key can be given to there; asked only if the file has such a table."""


def _told(text: str, allowed: tuple[str, ...] = ()) -> Mapping[str, Any]:
    return {"text": text, "allowed": allowed}


@dataclass(frozen=True)
class Settings:
    """Every setting with its default. `keys`: the keys of each action that has other ones than usual, as typed."""

    theme: str = field(default="dark", metadata=_told("colours for a dark or light background, or strong", THEMES))
    color: str = field(default="auto", metadata=_told("never: no colour at all, as with NO_COLOR", COLORS))
    ascii: bool = field(default=False, metadata=_told("draw with letters and ASCII signs only"))
    mouse: bool = field(default=False, metadata=_told("the mouse chooses; selecting text then needs Shift"))
    bell: bool = field(default=True, metadata=_told("ring when it is my turn"))
    title: bool = field(default=True, metadata=_told("the title of the window says whose turn it is"))
    recap: bool = field(default=True, metadata=_told("a box tells what happened since my last answer"))
    pace: str = field(default="short", metadata=_told("how long my bots wait before they go on", tuple(PACES)))
    plain: bool = field(default=False, metadata=_told("plain lines: no screen, no menus, no colour"))
    names: str = field(default="en", metadata=_told("language of areas, units and cards, where known", LANGUAGES))
    log_level: str = field(default="info", metadata=_told("how much the log file keeps", LEVELS))
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict, metadata=_told("other keys for actions"))


@dataclass(frozen=True)
class Key:
    """One setting that is a single value. `allowed`: what it may be, as it stands in the file."""

    name: str
    default: str | bool
    allowed: tuple[str, ...]
    text: str

    def read(self, raw: Any) -> str | bool:
        """The value from the file. Raises ValueError that says what is allowed."""
        fits = type(raw) is bool if self.switch else type(raw) is str and raw in self.allowed
        if not fits:
            raise ValueError(f"{self.name} takes {self.choices}, not {shown(raw)}")
        value: str | bool = raw
        return value

    @property
    def switch(self) -> bool:
        """Whether it is only on or off."""
        return type(self.default) is bool

    @property
    def choices(self) -> str:
        """What is allowed, in words."""
        words = ["true", "false"] if self.switch else [shown(value) for value in self.allowed]
        return f"{', '.join(words[:-1])} or {words[-1]}"


ALL: Mapping[str, Key] = {
    spec.name: Key(spec.name, getattr(Settings(), spec.name), spec.metadata["allowed"], spec.metadata["text"])
    for spec in fields(Settings)
    if spec.name != KEYS
}
"""All settings that are single values, in the order in which they are shown."""


@dataclass(frozen=True)
class Gathered:
    """The settings in force; `origins`: where each comes from, `default`, `file`, `environment` or `flag`."""

    settings: Settings
    origins: Mapping[str, str]


def settings_for(args: argparse.Namespace, home: Home, actions: Actions | None = None) -> Settings:
    """The settings of this run. Raises UsageError, in one line, if the file cannot be used."""
    return gather(args, home, actions=actions).settings


def gather(
    args: argparse.Namespace, home: Home, environ: Mapping[str, str] = os.environ, actions: Actions | None = None
) -> Gathered:
    """The settings of this run and their origins. Raises UsageError as `settings_for` does.

    Without `actions` the table of keys is not judged.
    """
    layers = (
        ("file", read_file(home.config_file, actions)),
        ("environment", {"color": "never"} if environ.get("NO_COLOR") else {}),
        ("flag", _flags(args)),
    )
    settings, origins = Settings(), dict.fromkeys((*ALL, KEYS), "default")
    for origin, layer in layers:
        settings = replace(settings, **layer)
        origins |= dict.fromkeys(layer, origin)
    return Gathered(settings, origins)


def settings_or_defaults(args: argparse.Namespace, home: Home, actions: Actions | None = None) -> Settings:
    """The settings of a command that can do without: a file that cannot be used is told on stderr and left alone."""
    try:
        return settings_for(args, home, actions)
    except UsageError as error:
        print(f"kingsmoot: {error}; the defaults are used", file=sys.stderr)
        return replace(Settings(), **_flags(args))


def log_level(args: argparse.Namespace, home: Home) -> str:
    """How much to log. A file that cannot be used does not matter for this: then it is the default."""
    try:
        return settings_for(args, home).log_level
    except UsageError:
        return replace(Settings(), **_flags(args)).log_level


def _flags(args: argparse.Namespace) -> dict[str, Any]:
    """What flags of this command say; a command without a flag says nothing."""
    given = {name: value for name in ("theme", "log_level") if (value := getattr(args, name, None)) is not None}
    given |= {name: True for name in ("plain", "ascii") if getattr(args, name, False)}
    return given | ({"bell": False} if getattr(args, "no_bell", False) else {})


# ------------------------------------------------------------ the file
def read_file(file: Path, actions: Actions | None = None) -> dict[str, Any]:
    """What the file sets, judged; nothing if there is none. Raises UsageError naming file, line and key."""
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"cannot read {file}: it is no text in UTF-8") from error
    return read_text(text, str(file), actions)


def read_text(text: str, where: str, actions: Actions | None = None) -> dict[str, Any]:
    """What a file of this text sets. Raises UsageError; `where` stands for the file in it."""
    import tomllib

    try:
        raw = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise _fault(f"{where} is no TOML: {error}") from error
    found: dict[str, Any] = {}
    named = raw[KEYS] if isinstance(raw.get(KEYS), dict) else {}
    every = _every(actions()) if actions is not None and named else {}
    for action in named if every else ():  # before its keys: who has the name wrong may mean no keys at all
        if action not in every:
            raise _fault(f"{where}{_at_line(text, KEYS, action)}: {_unknown(action, every)}")
    for name, value in raw.items():
        try:
            found[name] = read_keys(value) if name == KEYS else known(name).read(value)
        except ValueError as error:
            raise _fault(f"{where}{_at_line(text, '', name)}: {error}") from None
    if found.get(KEYS) and actions is not None:
        fault = judge_keys(found[KEYS], actions())
        if fault is not None:
            raise _fault(f"{where}{_at_line(text, KEYS, fault[0])}: {fault[1]}")
    return found


def known(name: str) -> Key:
    """The setting of that name. Raises ValueError with the nearest one."""
    if name == KEYS:
        raise ValueError(f"{KEYS} is a table; one action of it is set by: kingsmoot settings {KEYS}.ACTION KEY")
    if name not in ALL:
        others = f"; there are {', '.join(ALL)} and {KEYS}"
        raise ValueError(f"there is no setting `{name}`{_nearest(name, (*ALL, KEYS)) or others}")
    return ALL[name]


def read_keys(raw: Any) -> dict[str, tuple[str, ...]]:
    """The table of keys from the file. Raises ValueError that says what is allowed."""
    if not isinstance(raw, dict):
        raise ValueError(f"{KEYS} is a table: [{KEYS}], and below it lines like: {EXAMPLE}")
    for action, keys in raw.items():
        if not isinstance(keys, list) or not all(isinstance(key, str) and key.strip() for key in keys):
            raise ValueError(f"{KEYS}.{action} takes a list of keys, as in {EXAMPLE}, not {shown(keys)}")
    return {action: tuple(keys) for action, keys in raw.items()}


def judge_keys(keys: Mapping[str, tuple[str, ...]], actions: Mapping[str, Collection[str]]) -> tuple[str, str] | None:
    """The first action, by name, whose keys cannot be as they are, and why. `actions`: those of each screen."""
    from client.screen.keys import PICKING, shown, typed_key, whose  # no start without such a table needs it

    every = _every(actions)
    named = {action: {typed_key(text): text for text in texts} for action, texts in keys.items()}
    for action, its in named.items():
        if action not in every:
            return action, _unknown(action, every)
        if "" in its:
            return action, f"{KEYS}.{action}: there is no key `{its['']}`; {SPELT}"
        for key in its:
            if reason := whose(key):
                return action, f"{KEYS}.{action}: {reason}; choose another key"
    for screen, names in actions.items():
        taken: dict[str, str] = {}
        for action in (action for action in named if action in names):
            for key in named[action]:
                if screen in PICKING and key.isdecimal():
                    return action, f"{KEYS}.{action}: {key} picks by its number {screen}; choose another key"
                if taken.setdefault(key, action) != action:
                    return action, f"{KEYS}.{taken[key]} and {KEYS}.{action} both take {shown(key)} {screen}"
    return None


def _every(actions: Mapping[str, Collection[str]]) -> dict[str, None]:
    """All names of actions, in the order of the screens."""
    return dict.fromkeys(name for names in actions.values() for name in names)


def _unknown(action: str, every: Collection[str]) -> str:
    if action in ALL:
        return f"`{action}` is a setting, not an action: its line stands above [{KEYS}]"
    return f"there is no action `{action}`{_nearest(action, every) or LISTED}"


def _fault(text: str) -> UsageError:
    """A name or value of the file may hold anything; the screen gets what can be printed."""
    return UsageError("".join(letter if letter.isprintable() else "?" for letter in text))


def _nearest(name: str, others: Collection[str]) -> str:
    import difflib

    near = difflib.get_close_matches(name, others, 1, NEAREST)
    return f"; did you mean `{near[0]}`?" if near else ""


def _at_line(text: str, table: str, name: str) -> str:
    """`, line 3`: where a key is set, as far as that can be seen without parsing."""
    inside = ""
    for number, line in enumerate(text.splitlines(), 1):
        if header := re.match(r"\s*\[\s*([\w-]+)\s*\]", line):
            inside = header[1]
            if not table and inside == name:
                return f", line {number}"
        elif inside == table and re.match(rf"""\s*["']?{re.escape(name)}["']?\s*[=.]""", line):
            return f", line {number}"
    return ""


def shown(value: Any) -> str:
    """A value as it stands in the file."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(shown, value))}]"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)
