"""How fast a table of five is across a real network: rows for `make bench`.

Five network namespaces on a wire of 50 ms one way, each with the product's own program in it (`tests/homes/timing.py`);
their journals are on the disk of this machine, which all five share. Where namespaces cannot be made, one row says why.
"""

import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.figures import Row
from tests.homes.network import lacking
from tests.homes.timing import TimedTable, timed_table

DELAY = 0.05
SAMPLES = 6
CUT = 10.0
CUTS = 3
VICTIM = 4
"""The home that is cut off: the last one, which is an island where there is a relay."""
SETTLED = 11.0
"""Seconds for links to count as steady."""


def homes_rows() -> Iterator[Row]:
    """A secret round and a roll against the delays of the wire, and how soon after a cut all play again."""
    if reason := lacking():
        yield Row(f"homes: not measured, {reason}", 0, "rows")
        return
    with tempfile.TemporaryDirectory() as folder, timed_table(Path(folder), DELAY) as table:
        table.until(lambda: min(len(table.secret_rounds()), len(table.rolls())) >= SAMPLES, 180)
        for name, delays, times in (("secret round", 2, table.secret_rounds()), ("roll", 1, table.rolls())):
            bound = (delays * DELAY + 0.015) * 1_000
            milliseconds = [seconds * 1_000 for seconds in times]
            yield Row(f"homes: {name} of five, {delays} x 50 ms", statistics.median(milliseconds), "ms", bound)
            yield Row(f"homes: the slowest of {len(times)}", max(milliseconds), "ms")
    with tempfile.TemporaryDirectory() as folder, timed_table(Path(folder), DELAY) as table:
        yield Row(f"homes: play after a cut of {CUT:g} s, worst of {CUTS}", back(table), "s", 2)
    with tempfile.TemporaryDirectory() as folder, timed_table(Path(folder), DELAY, over_relay=True) as table:
        # Told, not judged: a way through a relay is twice as long, and each new connection goes it several times.
        yield Row(f"homes: the same over a relay, worst of {CUTS}", back(table), "s")


def back(table: TimedTable) -> float:
    """The longest time from the end of a cut to when each seat has had an answer, of a few cuts."""
    worst = 0.0
    for number in range(CUTS):
        time.sleep(SETTLED + number / CUTS)
        table.net.cut(VICTIM)
        time.sleep(CUT)
        table.net.mend(VICTIM)
        worst = max(worst, table.until_back(time.monotonic(), 60))
    return worst


if __name__ == "__main__":
    for row in homes_rows():
        print(row.line(), flush=True)
