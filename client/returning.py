"""From a kept table back to a running one: the same seat, the same keys, the same journal."""

import logging
import os
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

import trio

from client.errors import ClientError
from client.home import Home
from client.listening import Listeners, listen_again, port_heard, ways_of
from client.matches import match_of
from client.player import Player
from client.seating import Seated, Tell, kept_seat
from client.seats import for_people, seat_number
from client.store.journal import TableJournal
from client.store.lock import SHORT_WAIT
from client.store.tables import SHORT, STOPPED, KeptTable
from client.words.library import words_for
from net.address import AddressError, parse_address
from net.code import CodeLock
from net.mesh import open_mesh
from net.rendezvous import Rendezvous
from net.table import run_table
from protocol.agreement import AgreementFault
from protocol.encoding import EncodingFault
from protocol.events import Event
from protocol.record import RecordFault
from protocol.session import Session

log = logging.getLogger(__name__)

SOON = 0.5
"""Seconds of reading after which a line tells how far it is, and again after as long."""
MARK = 16
NOT_BEGUN = (
    "this table died before all had signed it, so there is nothing to take up again; "
    "host or join anew, and if the others sit there without you, let them leave"
)


@asynccontextmanager
async def resume_table(
    home: Home, player: Player, kept: KeptTable, tell: Tell, wait: float = SHORT_WAIT
) -> AsyncIterator[Seated]:
    """Go on at a table, as long as the block lasts. Raises ClientError.

    `wait`: seconds to wait for another process that has it open and is about to end.
    """
    journal = TableJournal(home, kept.number, wait)
    try:
        kept = journal.kept  # what was read before the lock was ours may be old
        session = _session(player, kept, journal)
        past = await _taken_back(session, journal, tell)
        log.info("seat %d takes up table %s at slot %d", kept.seat, kept.id, session.slot)
        listeners = await _listen(kept, journal)
        ways = ways_of(kept.form, kept.ways)
        # The invitation still lets people watch, though nobody new may sit down.
        token = kept.door.token if kept.door.hosted and kept.form.spectators else None
        async with open_mesh(player.key, listeners=listeners, token=token, rendezvous=_meeting(kept)) as mesh:
            if kept.door.code is not None:
                mesh.lock = CodeLock(kept.door.code)
            for seat in kept.form.seats:
                if seat.identity != player.key.public:
                    mesh.want(seat.identity, ways[seat.identity], relayed=seat.number in kept.relayed)
            async with run_table(mesh, session, journal, ways) as table, kept_seat(table, journal) as seated:
                for line in _greeting(kept, session):
                    tell(line)
                yield replace(seated, past=past)
    finally:
        journal.close()


def _session(player: Player, kept: KeptTable, journal: TableJournal) -> Session:
    """The session of the table, fresh. Raises ClientError."""
    if kept.head is None:
        journal.abandon()  # told once; the next resume finds the table before it
        raise ClientError(NOT_BEGUN)
    if kept.state == STOPPED:
        raise ClientError(
            f"this table was stopped by a proven fault: {for_people(kept.reason)}; "
            f"{journal.home.command(f'verify {kept.id[:SHORT]}')} shows it"
        )
    agreement, keys, match = kept.agreement, journal.keys(), match_of(kept.form)
    try:
        kept.form.judge(match.game.version, match.game.data_digest())
    except AgreementFault as error:
        raise ClientError(
            f"this table cannot go on: {error}; a game ends under the rules that it began with, so use that version"
        ) from error
    if agreement.identity(kept.seat) != player.key.public or agreement.game_keys[kept.seat] != keys.game.public:
        raise ClientError(
            f"seat {seat_number(kept.seat)} of this table belongs to another key; put the file identity.key back"
        )
    return Session(agreement, kept.seat, keys, match, log.debug)


async def _taken_back(session: Session, journal: TableJournal, tell: Tell) -> list[Event]:
    """Has the session as the journal has it; what was told of the game and of talk until then. Raises ClientError.

    Every signature, move and proof is judged again, which can take seconds: in a thread, so that the screen lives.
    """
    items, mark = journal.items(), os.urandom(MARK)
    try:
        return await trio.to_thread.run_sync(lambda: session.restore(_read(items, tell), mark))
    except (RecordFault, EncodingFault) as error:
        raise ClientError(f"the journal of this table is damaged: {error}; put a copy of the file back") from error


def _read(items: Sequence[bytes], tell: Tell) -> Iterator[bytes]:
    """The items, in a thread, with a line now and then if it takes long; no more of them once that is cancelled."""
    told = time.monotonic()
    for number, item in enumerate(items):
        trio.from_thread.check_cancelled()
        if time.monotonic() - told > SOON:
            told = time.monotonic()
            trio.from_thread.run_sync(tell, f"Reading what was played: {number} of {len(items)} entries ...")
        yield item


async def _listen(kept: KeptTable, journal: TableJournal) -> Listeners:
    listeners = await listen_again(kept.door)
    port = port_heard(listeners)
    if port != kept.door.port:
        journal.listen_at(replace(kept.door, port=port))
    return listeners


def _meeting(kept: KeptTable) -> Rendezvous | None:
    if not kept.door.relay:
        return None
    try:
        return Rendezvous(parse_address(kept.door.relay), kept.door.token)
    except AddressError as error:
        raise ClientError(f"the address of the relay is damaged: {error}; put a copy of the file back") from error


def _greeting(kept: KeptTable, session: Session) -> list[str]:
    words = words_for(session.match, kept.names)
    lines = [
        f"Back at table {kept.id[:SHORT]}; its words, the same for all: {' '.join(kept.agreement.table_words)}",
        f"You are {words.seat(session.match, kept.seat)}. {words.where(session.match)}.",
    ]
    if session.match.outcome is not None:
        return [*lines, *words.outcome(session.match, session.match.outcome)]
    return [*lines, "You go on as soon as more than half of the others have told what they hold of yours."]
