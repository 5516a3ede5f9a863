"""The tables this player sat at: which there are, and which one is meant."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from client.errors import ClientError, UsageError
from client.store.database import Store
from client.store.lock import is_open
from protocol.agreement import Agreement, AgreementFault, Form
from protocol.record import RecordFault, assemble, read_item
from protocol.secret import SeatKeys

GATHERING, PLAYING, ENDED, STOPPED = "gathering", "playing", "ended", "stopped"
KEYS, NONCE = 96, 32
SHORT = 8
"""Hexadecimal digits of a game id by which people call a table."""
SHORTEST = 4
"""Digits that a typed id has at least: with fewer, a file of that name is meant more often."""


@dataclass(frozen=True)
class Door:
    """Where a table was listened for: as in --listen, the port that it came to, the relay and the token to meet by.

    `hosted`: whether the invitation leads here; `code` is then the key of the table's code (`net.code.code_key`), or
    None.
    """

    listen: str | None
    port: int
    relay: str = ""
    token: bytes = field(default=b"", repr=False)
    hosted: bool = False
    code: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True)
class Crew:
    """Who plays on this machine: the kind of bot in our own seat, "" for a person; `bots` of `kind` brought along."""

    bot: str = ""
    bots: int = 0
    kind: str = ""


@dataclass(frozen=True)
class Result:
    """How a game ended: the tied groups of seats, best first, and how each seat is called in sentences."""

    ranking: tuple[tuple[int, ...], ...]
    called: tuple[str, ...]

    @property
    def encoded(self) -> str:
        """As the file keeps it."""
        return json.dumps({"ranking": self.ranking, "called": self.called}, ensure_ascii=False)

    @staticmethod
    def parse(text: str) -> "Result":
        """What `encoded` gave. Raises ValueError, KeyError or TypeError for anything else."""
        raw = json.loads(text)
        made = Result(tuple(tuple(map(int, group)) for group in raw["ranking"]), tuple(map(str, raw["called"])))
        every = sorted(seat for group in made.ranking for seat in group)
        if not every or not all(made.ranking) or every != list(range(len(made.called))):
            raise ValueError(f"{text} ranks other seats than those of a table")
        return made


@dataclass(frozen=True)
class KeptTable:
    """A table as it was left. `head` is None until all have signed; dates as `Store.now` writes them.

    `relayed`: the seats that were last met at the relay. `result`: None unless the game ended, and also of one that an
    older version of the program has kept.
    """

    number: int
    game_id: bytes | None
    head: bytes | None
    form: Form
    state: str
    seat: int
    ways: tuple[tuple[str, ...], ...]
    door: Door
    crew: Crew
    relayed: tuple[int, ...]
    slot: int
    phase: int
    round: int
    stage: str
    reason: str
    started: str
    ended: str | None
    result: Result | None = None

    @property
    def id(self) -> str:
        """The whole game id, "" before there is one."""
        return self.game_id.hex() if self.game_id is not None else ""

    @property
    def names(self) -> list[str]:
        """The players by seat."""
        return [seat.name for seat in self.form.seats]

    @cached_property
    def agreement(self) -> Agreement:
        """What all have signed. Raises ClientError before that."""
        if self.head is None:
            raise ClientError("this table has not begun")
        genesis, signatures = read_item(self.head).fields
        return Agreement.parse(genesis, dict(zip(self.form.numbers, signatures, strict=True)))


COLUMNS = (
    "number, game_id, head, form, state, seat, ways, listen, port, relay, token, hosted, code, bot, bots, bot_kind, "
    "relayed, slot, phase, round, stage, reason, started, ended, result"
)


def all_tables(store: Store) -> list[KeptTable]:
    """All tables, the latest first. Raises UsageError if the file is damaged."""
    return [_table(store, row) for row in store.rows(f"SELECT {COLUMNS} FROM tables ORDER BY number DESC")]


def table_numbered(store: Store, number: int) -> KeptTable:
    """The table of that number, which must be there."""
    return _table(store, store.rows(f"SELECT {COLUMNS} FROM tables WHERE number = ?", number)[0])


def find_table(store: Store, text: str) -> KeptTable:
    """The table whose game id begins with `text`. Raises UsageError if there is none, or more than one."""
    wanted = text.strip().lower()
    if len(wanted) < SHORTEST or not all(digit in "0123456789abcdef" for digit in wanted):
        raise UsageError(f"`{text}` is no id of a table: at least {SHORTEST} of the digits that kingsmoot games shows")
    found = [table for table in all_tables(store) if table.id.startswith(wanted)]
    if not found:
        raise UsageError(f"there is no table {text}; kingsmoot games lists all")
    if len(found) > 1:
        raise UsageError(f"{len(found)} tables begin with {text}; type more of the id")
    return found[0]


def last_unfinished(store: Store) -> KeptTable:
    """The latest table that has not ended and is not open in another window. Raises ClientError if there is none."""
    unfinished = [table for table in all_tables(store) if table.state in (GATHERING, PLAYING)]
    if not unfinished:
        raise ClientError("there is no unfinished table; kingsmoot games lists all, kingsmoot resume ID opens one")
    return next((table for table in unfinished if not is_open(store.home, table.number)), unfinished[0])


def _table(store: Store, row: Sequence[Any]) -> KeptTable:
    number, game_id, head, form, state, seat, ways, *row = row
    listen, port, relay, token, hosted, code, bot, bots, kind, relayed, *standing, result = row
    try:
        return KeptTable(
            number,
            game_id,
            head,
            Form.parse(form),
            state,
            seat,
            tuple(tuple(each) for each in json.loads(ways)),
            Door(listen, port, relay, token, bool(hosted), code),
            Crew(bot, bots, kind),
            tuple(json.loads(relayed)),
            *(*standing, Result.parse(result) if result is not None else None),
        )
    except (AgreementFault, ValueError, TypeError, KeyError) as error:
        raise UsageError(f"{store.file}: table {number} cannot be read: {error}; put a copy back") from error


def items_of(store: Store, number: int) -> list[bytes]:
    """The journal of a table, in order."""
    return [item for (item,) in store.rows("SELECT item FROM items WHERE number = ? ORDER BY position", number)]


def keys_of(store: Store, number: int) -> SeatKeys:
    """The keys of our seat. Raises ClientError if the file has lost them."""
    rows = store.rows("SELECT entropy FROM secrets WHERE number = ?", number)
    if not rows:
        raise ClientError(f"{store.file} does not hold the keys of this table; put a copy back")
    return SeatKeys.from_bytes(rows[0][0][:KEYS])


def seat_at(store: Store, game_id: bytes) -> tuple[int, SeatKeys] | None:
    """Our seat at a game and its keys; None if we have none there, or if the file has lost them."""
    rows = store.rows("SELECT seat, entropy FROM tables JOIN secrets USING (number) WHERE game_id = ?", game_id)
    return (rows[0][0], SeatKeys.from_bytes(rows[0][1][:KEYS])) if rows else None


def record_of(store: Store, table: KeptTable) -> bytes:
    """The record of all that was said so far, as `kingsmoot verify` reads it. Raises ClientError."""
    try:
        return assemble(table.agreement, items_of(store, table.number))
    except RecordFault as error:
        raise UsageError(f"{store.file}: the journal of this table is damaged: {error}; put a copy back") from error
