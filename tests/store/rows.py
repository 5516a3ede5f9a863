"""Players and tables for tests of the store: homes in a folder, a game of the fake wire in a journal."""

import socket
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from client.home import Home
from client.matches import settings_of
from client.player import load_player
from client.store.journal import TableJournal
from client.store.tables import Crew, Door
from engine.core.match import Match
from engine.core.plain import frozen
from engine.registry import game
from protocol.agreement import SPECTATORS, Form, Seat
from protocol.secret import SeatKeys
from tests.protocol.table import Table, Wire, identity_of, keys_of

SEATS, SEED = 3, 4
DOOR = Door("127.0.0.1:0", 4711, "relay.example:7447", bytes(range(16)), True, bytes(range(32)))


def day(number: int) -> datetime:
    """A day of the calendar."""
    return datetime(2026, 11, number, 12, tzinfo=UTC)


def new_match(form: Form) -> Match[Any]:
    """The fresh match of a table of `played`."""
    return Match.start(game("agot"), len(form.seats), settings_of(form))


@cache
def played(seats: int = SEATS, slots: int = 10_000, watched: bool = False) -> Table:
    """A table of A Game of Thrones on the fake wire, played at random, to its end or to a slot.

    `watched`: people without a seat may look on.
    """
    agot = game("agot")
    settings = frozen({**agot.settings(seats, {}), **({SPECTATORS: True} if watched else {})})
    rows = tuple(Seat(seat, f"name {seat}", identity_of(seat, SEED).public) for seat in range(seats))
    form = Form("agot", settings, agot.version, agot.data_digest(), 0, 0, rows)
    table = Table(seats, SEED, form=form, match=new_match, wire=Wire(1, 1))
    table.run(lambda: table.session(0).slot >= slots, limit_ms=100_000_000)
    return table


def home_of(folder: Path, seat: int) -> Home:
    """A home with the key of a seat of `played`."""
    home = Home.find(str(folder / f"home {seat}"), {})
    load_player(home)
    home.key_file.write_bytes(identity_of(seat, SEED).seed)
    return home


def free_ports(count: int) -> list[int]:
    """Ports of this machine that were free just now."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def kept_journal(
    home: Home,
    table: Table,
    seat: int,
    items: list[bytes] | None = None,
    ports: Sequence[int] = (4711, 4712, 4713),
    door: Door | None = None,
) -> TableJournal:
    """The journal of a seat of `played`, with its items or others, each seat to be found at its port.

    `door`: how its own differs, apart from the port; by default it is that of a guest.
    """
    ways = [[f"127.0.0.1:{port}"] for port in ports]
    door = replace(door or Door("127.0.0.1:0", 0), port=ports[seat])
    journal = TableJournal.gather(home, table.form, seat, ways, door, Crew())
    journal.draw_keys()
    entropy = keys_of(seat, SEED).to_bytes() + bytes(32)
    with journal._store.writing() as db:
        db.execute("UPDATE secrets SET entropy = ?", (entropy,))
    assert journal.keys().to_bytes() == SeatKeys.from_bytes(entropy[:96]).to_bytes()
    journal.begin(table.agreement)
    journal.write(table.states[seat].journal if items is None else items)
    journal.sync()
    return journal
