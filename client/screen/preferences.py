"""The settings of the program: each with what it does; a change is kept and counts at once."""

from collections.abc import Callable, Mapping
from typing import Any

from client.config_file import Value, save_settings
from client.errors import UsageError
from client.home import Home
from client.player import keep_name, load_player
from client.screen.actions import by_screen
from client.screen.form import Field, Form, Values
from client.screen.keylist import KeyList
from client.screen.shell import Shell
from client.settings import ALL, KEYS, NAMES, Gathered, Settings
from client.words.general import count
from client.words.languages import known_names

NAME = "name"
EXPLAINED = "Which key does what, on each screen: Enter shows all actions, and gives other keys to them."
ORIGINS = {"environment": "The environment", "flag": "A flag of this start"}
LATER = ("plain", "log_level")
"""Heeded when the program starts."""


class Preferences:
    """All settings as a form without a button: every change is written down."""

    def __init__(self, shell: Shell, home: Home, gather: Callable[[], Gathered], back: Callable[[], None]) -> None:
        self._shell = shell
        self._home = home
        self._gather = gather
        self._found = gather()
        self.form = Form(
            shell,
            "Settings",
            {NAME: load_player(home).name, **self._values(self._found.settings), KEYS: ""},
            self._fields,
            "",
            lambda _: None,
            back,
            changed=self._changed,
            lead=lambda: [f"Kept in {home.config_file}."],
        )

    def _values(self, settings: Settings) -> dict[str, Any]:
        return {name: getattr(settings, name) for name in ALL}

    def _fields(self, _: Values) -> list[Field]:
        name = Field(NAME, NAME, lambda _: "How the others see you at a table from now on.", (), str, None, str)
        keys = Field(KEYS, KEYS, lambda _: EXPLAINED, show=self._other_keys, open=self._list_keys)
        return [name, keys, *map(self._field, ALL)]

    def _other_keys(self, _: Any) -> str:
        """How many actions have other keys than usual."""
        changed = len(self._found.settings.keys)
        return f"{count(changed, 'action')} changed" if changed else "as usual"

    def _list_keys(self) -> None:
        self._shell.open(KeyList(self._shell, lambda: self._found.settings.keys, self._put))

    def _field(self, name: str) -> Field:
        key = ALL[name]
        choices = (True, False) if key.switch else key.allowed

        def explain(_: Any) -> str:
            origin = self._found.origins[name]
            now = f" {ORIGINS[origin]} decides it now; the change counts without." if origin in ORIGINS else ""
            later = " It counts from the next start." if name in LATER else ""
            of_names = f" Known so far: {known_names(key.allowed)}." if name == NAMES else ""
            return f"{key.text[:1].upper()}{key.text[1:]}: {key.choices}.{of_names}{later}{now}"

        return Field(name, name.replace("_", " "), explain, choices)

    def _changed(self, name: str, values: Values) -> None:
        """Write one down, and heed it. Raises UsageError."""
        if name == NAME:
            if not values[NAME]:
                raise UsageError("a name needs at least one letter")
            keep_name(self._home, values[NAME])
            return
        self._put({name: values[name]})

    def _put(self, values: Mapping[str, Value]) -> None:
        """Write settings down, and heed them. Raises UsageError."""
        save_settings(self._home, values, by_screen)
        self._found = self._gather()
        self._shell.adopt(self._found.settings)
