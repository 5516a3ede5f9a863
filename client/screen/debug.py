"""What a report of a fault should hold: versions, the terminal, settings, the log. No secret is among it."""

import logging
import platform
import ssl
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import fields
from importlib.metadata import PackageNotFoundError, version
from typing import Protocol, runtime_checkable

from prompt_toolkit.output import ColorDepth
from typing_extensions import override

from client.home import Home
from client.play.cells import table
from client.screen.overlays import Reading
from client.settings import Settings, shown

PACKAGES = ("kingsmoot", "prompt_toolkit", "trio", "PyNaCl")
COLOURS = {
    ColorDepth.DEPTH_1_BIT: "none",
    ColorDepth.DEPTH_4_BIT: "16",
    ColorDepth.DEPTH_8_BIT: "256",
    ColorDepth.DEPTH_24_BIT: "16 million",
}
VARIABLES = ("TERM", "COLORTERM", "NO_COLOR", "PROMPT_TOOLKIT_COLOR_DEPTH", "LANG", "LC_ALL")
"""Those of the environment that a screen depends on."""
TITLE = "For a report"
FOOT = "{} looks again, Esc closes"

Facts = Callable[[], Sequence[str]]


@runtime_checkable
class Telling(Protocol):
    """A view that has something to add to a report."""

    def facts(self) -> Sequence[str]:
        """Lines for it, nothing secret among them."""


class Debug(Reading):
    """The report, made afresh at each of `keys`; `key` is how people call the first of them."""

    def __init__(self, facts: Facts, keys: Collection[str], key: str) -> None:
        super().__init__(TITLE, facts(), FOOT.format(key))
        self._facts = facts
        self._keys = keys

    @override
    def key(self, key: str) -> None:
        if key in self._keys:
            self.put(self._facts())
        else:
            super().key(key)


def report(
    settings: Settings, home: Home | None, size: tuple[int, int], depth: ColorDepth, environ: Mapping[str, str]
) -> list[str]:
    """All that does not depend on what is shown.

    Args:
        settings: those in force.
        home: where the file of settings is; None if that is not known here.
        size: of the terminal, columns and rows.
        depth: the colours that are made use of.
        environ: of this process.
    """
    return [
        *version_lines(),
        "",
        *table([("terminal", f"{size[0]}x{size[1]}, colours: {COLOURS[depth]}"), *_environment(environ)]),
        "",
        *table([*_config(home), *_changed(settings), *_log()]),
    ]


def version_lines() -> list[str]:
    """The program and what it stands on."""
    python = f"{platform.python_version()} on {platform.system()} {platform.machine()}"
    packages = [(name, _version(name)) for name in PACKAGES]
    sodium = ("libsodium", "the one inside PyNaCl, which does not tell its version")
    return table([packages[0], ("Python", python), *packages[1:], sodium, ("OpenSSL", ssl.OPENSSL_VERSION)])


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed as a package"


def _environment(environ: Mapping[str, str]) -> list[tuple[str, str]]:
    return [(name, environ[name]) for name in VARIABLES if name in environ]


def _config(home: Home | None) -> list[tuple[str, str]]:
    if home is None:
        return []
    there = "" if home.config_file.exists() else " (not there)"
    return [("settings", f"{home.config_file}{there}")]


def _changed(settings: Settings) -> list[tuple[str, str]]:
    """What is not as it is by default."""
    usual = Settings()
    rows = []
    for each in fields(settings):
        value = getattr(settings, each.name)
        if isinstance(value, Mapping):
            rows += [(f"{each.name}.{name}", shown(keys)) for name, keys in value.items()]
        elif value != getattr(usual, each.name):
            rows.append((each.name, shown(value)))
    return rows or [("", "all settings are the usual ones")]


def _log() -> list[tuple[str, str]]:
    root = logging.getLogger()
    level = logging.getLevelName(root.level).lower()
    files = [handler.baseFilename for handler in root.handlers if isinstance(handler, logging.FileHandler)]
    return [("log", f"{file} (from {level} up)") for file in files] or [("log", "none is written")]
