"""Homes with a settings file, and what is said of one that cannot be used."""

import argparse
from pathlib import Path

import pytest

from client.errors import UsageError
from client.home import Home
from client.settings import read_text

NONE = argparse.Namespace()
ACTIONS = {"at the table": ("help", "quit", "board"), "in lists": ("help", "quit", "choose")}


def home(tmp_path: Path, text: str | None = None) -> Home:
    found = Home.find(str(tmp_path / "home"), {})
    if text is not None:
        found.config.mkdir(mode=0o700)
        found.config_file.write_text(text)
    return found


def refused(text: str) -> str:
    with pytest.raises(UsageError) as caught:
        read_text(text, "config.toml", lambda: ACTIONS)
    assert "\n" not in str(caught.value)
    return str(caught.value)
