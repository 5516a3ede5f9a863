"""Measures what we promise: `make bench` prints a table and writes build/bench.json.

Every figure is taken in this one run, on one core where not said otherwise; what is compared is measured in turns, so
that a machine that slows down slows both. Exit code 1 if a bound is missed.
"""

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from engine.core.match import Match
from engine.core.playout import playout, replay
from protocol.audit import verify_record
from protocol.entry import Signed
from protocol.identity import verify
from protocol.record import Item, read
from protocol.report import Judgement
from tests.bots.tournament import HOUSES, score
from tests.bots.whole import AGOT, SEATS, agreed_table
from tests.client.screen.bench import screen_rows
from tests.figures import Row
from tests.homes.bench import homes_rows
from tests.protocol.bench import card_rows
from tests.protocol.cards.bench import mesh_rows
from tests.relay.bench import relay_rows
from tests.store.bench import resume_rows

DUELS = 100
"""Games of the captain as each house."""


def timed(work: Callable[[], Any]) -> float:
    """Seconds of process time that `work` takes."""
    start = time.process_time()
    work()
    return time.process_time() - start


def fresh() -> Match[Any]:
    """A five-seat match before its first question."""
    return Match.start(AGOT, SEATS, {})


def engine() -> Iterator[Row]:
    """Random legal games and the replay of what was recorded, with all checks and the digest on."""
    played, again = [], []
    for seed in range(6):
        start = time.process_time()
        replies = playout(fresh(), SEATS, Random(seed).randrange, 9_000)
        middle = time.process_time()
        replay(fresh(), replies)
        played.append(len(replies) / (middle - start))
        again.append(len(replies) / (time.process_time() - middle))
    yield Row("engine: random five-player games", statistics.median(played), "questions/s", 4_000, at_least=True)
    yield Row("engine: replay of recorded games", statistics.median(again), "questions/s", 8_000, at_least=True)
    yield Row("engine: fork in the middle of a march", forks(), "ms", 1)


def forks() -> float:
    """Median milliseconds of a fork while a battle of a march is being asked about."""
    from engine.core.playout import Oracle

    match, oracle, times = fresh(), Oracle(SEATS, Random(3).randrange), []
    while match.question is not None:
        if match.question.topic in ("house_card", "support", "retreat", "casualties", "blade"):
            start = time.perf_counter()
            match.fork()
            times.append((time.perf_counter() - start) * 1_000)
        oracle.step(match)
    return statistics.median(times)


def protocol() -> Iterator[Row]:
    """Bytes of a whole game, and a verifier against its two unavoidable halves, measured in turns."""
    table = agreed_table(5)
    record = table.record(0)
    sent = [0] * SEATS
    for seat, _, frame in table.heard:
        sent[seat] += len(frame) + 4
    yield Row("protocol: questions of the measured game", table.session(0).match.index, "questions")
    yield Row("protocol: rounds of the measured game", table.session(0).match.state.round, "rounds")
    yield Row("protocol: bytes sent per seat, whole game", statistics.mean(sent), "bytes")
    yield Row("protocol: size of its record", len(record), "bytes")
    signed = [Signed.parse(*row.fields) for row in read(record) if row.kind is Item.ENTRY]
    keys = table.agreement.game_keys
    replies = [event.reply for event in table.events(0) if type(event).__name__ == "Answered"]

    def signatures() -> None:
        for one in signed:
            if not verify(keys[one.entry.seat], "entry", one.data, one.signature):
                raise RuntimeError("a signature of our own record does not hold")

    def audit() -> None:
        if verify_record(lambda form: fresh(), record).judgement is not Judgement.GOOD:
            raise RuntimeError("our own record is not good")

    ratios, whole = [], []
    for _ in range(7):
        parts = timed(signatures) + timed(lambda: replay(fresh(), replies))
        whole.append(timed(audit))
        ratios.append(whole[-1] / parts)
    yield Row("verify: whole audit", statistics.median(whole), "s")
    yield Row("verify: against bare signatures + replay", statistics.median(ratios), "x", 1.5)


def captain() -> Iterator[Row]:
    """The strong bot as each house against three random ones and a steady one, and its slowest decision."""
    slowest = 0.0
    for house in HOUSES:
        result = score(house, range(DUELS), True)
        slowest = max(slowest, result.slowest)
        wins = 100 * result.wins / result.games
        yield Row(f"captain: wins as {house}, {DUELS} games", wins, "per 100", 80, at_least=True)
    yield Row("captain: slowest decision", slowest, "s", 0.2)


def program() -> Iterator[Row]:
    """The command as a user meets it: cold start, and a whole table of five processes."""
    command = [sys.executable, "-m", "client"]
    starts = []
    for _ in range(6):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([*command, "--version"], check=True, capture_output=True, timeout=60)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        starts.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    yield Row("client: cold start of --version", statistics.median(starts[1:]), "s of CPU", 0.3)
    with tempfile.TemporaryDirectory() as folder:
        start = time.monotonic()
        said = subprocess.run(
            [*command, "demo", "agot", "--seats", "5", "--bots", "steady", "--out", folder],
            check=True, capture_output=True, text=True, timeout=600,
        ).stdout  # fmt: skip
        seconds = time.monotonic() - start
        sizes = [path.stat().st_size for path in Path(folder).glob("*.moot")]
    if "verified: 5 records agree, 0 faults" not in said:
        raise RuntimeError(f"the demo did not verify:\n{said}")
    yield Row("client: demo, five processes, wall", seconds, "s", 90)
    yield Row("client: size of a record of the demo", max(sizes), "bytes")


def main() -> int:
    """Measure all, print, write; 1 if a bound was missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("build/bench.json"))
    rows: list[Row] = []
    out = parser.parse_args().out
    cards = (card_rows, mesh_rows)
    for part in (engine, protocol, *cards, captain, resume_rows, program, screen_rows, relay_rows, homes_rows):
        for row in part():
            rows.append(row)
            print(row.line(), flush=True)
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(rows, indent=1) + "\n")
    missed = [row["name"] for row in rows if not row["ok"]]
    print(f"{len(rows)} rows in {out}; " + (f"missed: {', '.join(missed)}" if missed else "every bound kept"))
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
