"""The page of commands names what there is, with the defaults that hold."""

from pathlib import Path

import pytest

from client.cli import build_parser
from client.completion.offers import commands_of
from client.errors import FAILED, INTERRUPTED, NETWORK, OK, USAGE
from client.settings import ALL, KEYS

PAGE = (Path(__file__).parents[2] / "docs" / "commands.md").read_text(encoding="utf-8").splitlines()
NAMES = [command.name for command in commands_of(build_parser()) if command.name]


def test_every_command_has_a_line_and_no_other() -> None:
    told = [line.split("`")[1].split()[0] for line in PAGE[: PAGE.index("## Settings")] if line.startswith("| `")]
    assert sorted(told) == sorted(NAMES)


@pytest.mark.parametrize("name", ALL)
def test_every_setting_has_its_default_and_its_values(name: str) -> None:
    key = ALL[name]
    default = str(key.default).lower() if key.switch else key.default
    line = next(line for line in PAGE if line.startswith(f"| `{name}` |"))
    assert line.startswith(f"| `{name}` | `{default}` | {' '.join(f'`{value}`' for value in key.allowed)}".rstrip())
    assert any(line.startswith(f"| `[{KEYS}]` |") for line in PAGE)


def test_every_exit_code_has_a_line() -> None:
    told = [int(line.split()[1]) for line in PAGE[PAGE.index("## Exit codes") :] if line[:3].strip("| ").isdecimal()]
    assert told == [OK, FAILED, USAGE, NETWORK, INTERRUPTED]
