"""Writing the settings file: the commented first one, and single keys of it, with everything else left as it is."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

from client.errors import UsageError
from client.home import Home, private_folder, replace_file
from client.play.cells import fold
from client.settings import ALL, EXAMPLE, KEYS, Actions, judge_keys, known, read_file, read_keys, read_text, shown

WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
"""What may be typed for a setting that is only on or off."""
VALUE = r"""(?:"(?:[^"\\]|\\.)*"|'[^']*'|\[[^\]#]*\]|[^\s#"'\[]+)"""
"""A value that stands on one line."""

Value: TypeAlias = str | bool | tuple[str, ...] | None
"""What a key is set to; None: it is set no more, and the default counts."""


def default_text() -> str:
    """A file that sets nothing and explains everything: each key stands in a comment, with its default."""
    lines = [
        "# Settings of kingsmoot. Take away the # before a key to set it; kingsmoot settings shows what is in force."
    ]
    for key in ALL.values():
        lines += [
            "",
            *(f"# {line}" for line in fold(f"{key.text}: {key.choices}")),
            f"# {assignment(key.name, key.default)}",
        ]
    lines += [
        "",
        f"[{KEYS}]",
        "# Other keys for an action: its name, and the keys as the screen shows them. All actions and their keys",
        f"# are listed by: kingsmoot settings {KEYS}",
        f"# {EXAMPLE}",
    ]
    return "\n".join(lines) + "\n"


def init_file(home: Home) -> Path:
    """Write the first file and return its path. Raises UsageError if there is one already."""
    file = home.config_file
    if file.exists() or file.is_symlink():
        raise UsageError(f"{file} is there already; kingsmoot settings KEY VALUE changes it")
    _write(file, default_text())
    return file


def save_setting(home: Home, name: str, value: Value, actions: Actions | None = None) -> None:
    """Set one key for good: `theme`, or `keys.ACTION` with the keys of an action. Raises as `save_settings` does."""
    save_settings(home, {name: value}, actions)


def save_settings(home: Home, values: Mapping[str, Value], actions: Actions | None = None) -> None:
    """Set several keys for good, all or none of them; keys of actions are judged together, if `actions` are given.

    Comments and all other lines stay. Raises UsageError, with the file unchanged, if a value is not allowed, the file
    is damaged already, or a key stands there in a way that only a person should edit.
    """
    file = home.config_file
    before = read_file(file, actions)
    try:
        after = before
        for name, value in values.items():
            after = _changed(after, name, value)
        text = file.read_text(encoding="utf-8") if before or file.exists() else default_text()
    except ValueError as error:
        raise UsageError(str(error)) from None
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}") from error
    named = [name.partition(".")[2] for name in values if name.startswith(f"{KEYS}.")]
    if actions is not None and named:
        keys = after[KEYS] | {name: () for name in named if name not in after[KEYS]}  # their names are judged, too
        fault = judge_keys(keys, actions())
        if fault is not None:
            raise UsageError(fault[1])
    meant = {KEYS: {}} | after  # a new file has an empty table
    if meant == {KEYS: {}} | before:
        return  # to take out what was never set is no reason to make a file
    written = text
    for name, value in values.items():
        written = without_setting(written, name) if value is None else with_setting(written, name, value)
    try:
        as_meant = {KEYS: {}} | read_text(written, str(file)) == meant
    except UsageError:
        as_meant = False
    if not as_meant:
        told = " and ".join(f"`{name}`" for name in values)
        raise UsageError(f"{told} stands in {file} over several lines or in another way; edit it by hand")
    _write(file, written)


def parse_value(name: str, typed: list[str]) -> str | bool | tuple[str, ...]:
    """The value that was typed for a key. Raises UsageError that says what is allowed."""
    if name.startswith(f"{KEYS}."):
        return tuple(typed)
    try:
        key = known(name)
        word = " ".join(typed)
        return key.read(WORDS.get(word.lower(), word) if key.switch else word)
    except ValueError as error:
        raise UsageError(str(error)) from None


def assignment(name: str, value: str | bool | tuple[str, ...]) -> str:
    """The line that sets a key."""
    return f"{name} = {shown(value)}"


def without_setting(text: str, name: str) -> str:
    """The text with one key set no more: its line is taken out, but what is remarked at its end stays."""
    table, _, key = name.rpartition(".")
    lines = text.splitlines()
    start, end = _extent(lines, table)
    for number in range(start or 0, end if start is not None else 0):
        line = re.fullmatch(_line(r"\s*", key), lines[number])
        if line is not None:
            lines[number : number + 1] = [line[1].strip()] if line[1] else []
            break
    return "\n".join(lines) + "\n"


def with_setting(text: str, name: str, value: str | bool | tuple[str, ...]) -> str:
    """The text with one key set: in its own line, else in that of its comment, else in a new one of its table."""
    table, _, key = name.rpartition(".")
    lines = text.splitlines()
    start, end = _extent(lines, table)
    if start is None:
        lines += ["", f"[{table}]"]
        start = end = len(lines)
    made = assignment(_bare(key), value)
    for pattern in (r"\s*", r"\s*#\s*"):
        for number in range(start, end):
            line = re.fullmatch(_line(pattern, key), lines[number])
            if line is not None:
                lines[number] = made + (line[1] or "")
                return "\n".join(lines) + "\n"
    while end > start and not lines[end - 1].strip():
        end -= 1
    lines.insert(end, made)
    return "\n".join(lines) + "\n"


def _line(before: str, key: str) -> str:
    """The pattern of a line that sets a key, and of the remark at its end."""
    return rf"""{before}["']?{re.escape(key)}["']?\s*=\s*{VALUE}(\s*#.*)?\s*"""


def _extent(lines: list[str], table: str) -> tuple[int | None, int]:
    """The lines of a table, without its header; the keys before the first header belong to the table ``."""
    headers = [number for number, line in enumerate(lines) if re.match(r"\s*\[", line)]
    if not table:
        return 0, headers[0] if headers else len(lines)
    for number in headers:
        if re.fullmatch(rf"\s*\[\s*{re.escape(table)}\s*\]\s*(#.*)?", lines[number]):
            return number + 1, next((other for other in headers if other > number), len(lines))
    return None, len(lines)


def _bare(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else shown(key)


def _changed(before: dict[str, Any], name: str, value: Value) -> dict[str, Any]:
    """What the file sets when it is done, judged like a file. Raises ValueError."""
    table, _, key = name.rpartition(".")
    if table == KEYS and value is None:
        return before | {KEYS: {other: keys for other, keys in before.get(KEYS, {}).items() if other != key}}
    if table == KEYS and isinstance(value, tuple):
        return before | {KEYS: before.get(KEYS, {}) | read_keys({key: list(value)})}
    setting = known(name)
    if value is None:
        return {other: kept for other, kept in before.items() if other != name}
    return before | {name: setting.read(value)}


def _write(file: Path, text: str) -> None:
    """Through a link, for people keep such files together elsewhere. Raises UsageError."""
    file = file.resolve()
    private_folder(file.parent)
    replace_file(file, text.encode())
