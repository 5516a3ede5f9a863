"""Records of whole games for the screens of replay and audit, and pictures that their screens must match."""

import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from client.screen.keys import Keymap
from client.screen.records import Source
from client.screen.shell import Shell
from engine.core.match import Match
from engine.registry import game
from protocol.agreement import Form, Seat
from protocol.record import read
from tests.client.screen.keyboard import Nothing
from tests.protocol.table import Table, identity_of

SEATS = 5
SIZES = [(80, 24), (120, 40)]
PICTURES = Path(__file__).parent / "pictures"
WRITE = "KINGSMOOT_PICTURES"
"""Set in the environment, it has the pictures drawn anew instead of compared."""


def new_table(seed: int, names: Sequence[str] = ()) -> Table:
    """A table of five at the first edition, before its first word.

    Version and digest of the rules are none, so that the game stays the same whatever is changed in a text of them.
    """
    agot = game("agot")
    settings = tuple(sorted(agot.settings(SEATS, {}).items()))
    called = names or [f"name {seat}" for seat in range(SEATS)]
    rows = tuple(Seat(seat, called[seat], identity_of(seat, seed).public) for seat in range(SEATS))
    form = Form("agot", settings, 0, bytes(32), 0, 0, rows)
    return Table(SEATS, seed, form=form, match=lambda form: Match.start(agot, SEATS, dict(settings)))


@cache
def record(seed: int = 11, names: tuple[str, ...] = ()) -> bytes:
    """A whole game, played by the protocol."""
    table = new_table(seed, names)
    table.run(limit_ms=100_000_000)
    assert table.ended()
    return table.record(0)


@cache
def talked(seed: int = 11) -> bytes:
    """The same with two lines of talk, one before the fifth answer and one at the end."""
    table = new_table(seed)
    table.run(lambda: table.session(1).slot == 5)
    table.session(1).say("May the best house win")
    table.run(lambda: table.session(2).log.match.outcome is not None, limit_ms=100_000_000)
    table.session(2).say("Well played")
    table.run(limit_ms=100_000_000)
    assert table.ended()
    return table.record(0)


def without_end(data: bytes, rows: int) -> bytes:
    """A record without its last rows."""
    return data[: list(read(data))[-rows].offset]


def with_flaw(data: bytes, part: float = 0.5) -> bytes:
    """A record in which one byte is another one, so far into it."""
    at = int(len(data) * part)
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


def source(data: bytes, path: str = "") -> Source:
    """Bytes as a record that people call `game`."""
    return Source("game", lambda: data, path=path)


def new_shell() -> Shell:
    """A shell that does long work at once."""
    return Shell(Nothing(), Keymap())


def press(shell: Shell, *keys: str) -> None:
    """Several keys, one after another."""
    for key in keys:
        shell.key(key)


def picture(name: str, text: str) -> None:
    """Compare a screen with the picture of that name, or draw the picture anew."""
    file = PICTURES / f"{name}.txt"
    if os.environ.get(WRITE):
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8"), f"{name}: {WRITE}=1 draws it anew"
