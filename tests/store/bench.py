"""How long it takes to take up a long game again, and what a synced write costs: rows for `make bench`."""

import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from client.home import Home
from client.matches import match_of
from client.store.database import Store
from client.store.journal import TableJournal
from client.store.tables import Crew, Door, all_tables, items_of, keys_of
from protocol.record import choice_item
from protocol.session import Session
from tests.bots.whole import agreed_table
from tests.figures import Row

WRITES = 200


def resume_rows() -> Iterator[Row]:
    """A whole game of five in the store: reading it, judging every signature and move again; and single writes."""
    with tempfile.TemporaryDirectory() as folder:
        home = Home.find(str(Path(folder) / "home"), {})
        table = agreed_table(5)
        journal = TableJournal.gather(home, table.form, 0, [[] for _ in table.numbers], Door(None, 0), Crew())
        journal.draw_keys()
        with journal._store.writing() as db:
            db.execute("UPDATE secrets SET entropy = ?", (table.keys[0].to_bytes() + bytes(32),))
        journal.begin(table.agreement)
        journal.write(table.states[0].journal)
        journal.sync()
        yield Row("store: items in the journal of the measured game", len(table.states[0].journal), "items")
        times = []
        for _ in range(5):
            start = time.process_time()
            session = taken_up(home)
            times.append(time.process_time() - start)
        if not session.ended:
            raise RuntimeError("the game is not at its end")
        yield Row("store: resume of a whole game", statistics.median(times), "s", 1)
        yield Row("store: one item written and synced, wall", synced(journal), "ms")
        journal.close()
        yield Row("store: size of the file with one game", home.store_file.stat().st_size, "bytes")


def taken_up(home: Home) -> Session:
    """All that resume does before the first call goes out."""
    with Store(home) as store:
        (kept,) = all_tables(store)
        session = Session(kept.agreement, kept.seat, keys_of(store, kept.number), match_of(kept.form))
        session.restore(items_of(store, kept.number), bytes(16))
    return session


def synced(journal: TableJournal) -> float:
    """Median milliseconds of a write and a sync."""
    times = []
    for number in range(WRITES):
        start = time.perf_counter()
        journal.write([choice_item(number, bytes(40))])
        journal.sync()
        times.append((time.perf_counter() - start) * 1_000)
    return statistics.median(times)
