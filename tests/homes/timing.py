"""A table of five seats that note when things happen, each in a home of its own, and what follows from their notes."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from typing import Any

from tests.homes.network import Homes, address, at_once, homes
from tests.homes.seat import SEATS
from tests.homes.switch import ISLAND, OPEN, Plan
from tests.processes import within

Note = dict[str, Any]
PORT = 7447
THINKS, STAGGER = 0.2, 0.05
"""Seconds that a seat thinks, and how much longer than the one before it."""


@dataclass
class TimedTable:
    """The notes of all seats, by home, as they come."""

    net: Homes
    notes: list[list[Note]] = field(default_factory=lambda: [[] for _ in range(SEATS)])

    def sit(self, home: int, folder: Path, *how: str) -> None:
        """Start the seat of one home: `host`, perhaps with a relay, or an invitation."""
        # Nobody chooses in the very moment in which another does, or in which all are busy with the last answer.
        thinks = str(THINKS + home * STAGGER)
        command = [sys.executable, "-m", "tests.homes.seat", str(folder / f"P{home}"), thinks, *how]
        process = self.net.start(home, command, stdout=subprocess.PIPE)
        at_once(process.pid, 1)  # or the load of this machine would be measured
        Thread(target=self._gather, args=(home, process), daemon=True).start()

    def _gather(self, home: int, process: "subprocess.Popen[str]") -> None:
        assert process.stdout is not None
        for line in process.stdout:
            self.notes[home].append(json.loads(line))

    def of(self, home: int, what: str) -> list[Note]:
        """The notes of one kind of one home."""
        return [note for note in self.notes[home] if note["what"] == what]

    def until(self, wanted: Callable[[], bool], limit: float) -> None:
        """Wait. Raises TimeoutError with the last notes."""
        end = time.monotonic() + limit
        while not wanted():
            if self.of(0, "over"):
                raise RuntimeError("the game was over before all was measured")
            if time.monotonic() > end:
                raise TimeoutError(f"after {limit:g} s: {[notes[-2:] for notes in self.notes]}")
            time.sleep(0.02)

    def answered(self) -> dict[int, list[float]]:
        """When each slot was answered at each home, of those that all have answered."""
        by_home = [{note["slot"]: note["at"] for note in self.of(home, "answered")} for home in range(SEATS)]
        slots = set(by_home[0]).intersection(*by_home[1:])
        return {slot: [times[slot] for times in by_home] for slot in sorted(slots)}

    def secret_rounds(self) -> list[float]:
        """Seconds from the last choice to when the last seat had all, of the rounds in which all seats were asked."""
        answers, seconds = self.answered(), []
        for note in self.of(0, "answered"):
            if note["form"] == "Together" and len(note["by"]) == SEATS and note["slot"] in answers:
                slot = note["slot"]
                chosen = [one["at"] for home in range(SEATS) for one in self.of(home, "chose") if one["slot"] == slot]
                seconds.append(max(answers[slot]) - max(chosen))
        return seconds

    def rolls(self) -> list[float]:
        """Seconds from when the last seat had come to the roll, and so gave its share, to when the last seat had it."""
        answers = self.answered()
        rolled = [note["slot"] for note in self.of(0, "answered") if note["form"] == "Roll"]
        return [max(answers[slot]) - max(answers[slot - 1]) for slot in rolled if {slot, slot - 1} <= answers.keys()]

    def until_back(self, moment: float, limit: float) -> float:
        """Wait until each seat has had an answer after `moment`; gives the seconds since then."""
        self.until(lambda: self._back_after(moment) is not None, limit)
        return self._back_after(moment) or 0.0

    def _back_after(self, moment: float) -> float | None:
        """Seconds from `moment` until each seat has had an answer; None as long as one has not."""
        first = [next((n["at"] for n in self.of(h, "answered") if n["at"] > moment), None) for h in range(SEATS)]
        times = [at for at in first if at is not None]
        return max(times) - moment if len(times) == SEATS else None


@contextmanager
def timed_table(folder: Path, delay: float, over_relay: bool = False) -> Iterator[TimedTable]:
    """Five seats at play, as long as the block lasts.

    `delay` is that of one way, in seconds. With `over_relay` there is a relay, and nobody else can reach the last seat.
    """
    doors = (OPEN,) * (SEATS - 1) + ((ISLAND, OPEN) if over_relay else (OPEN,))
    with homes(Plan(doors, delay=delay, relay=SEATS if over_relay else None)) as net:
        relay = f"{address(SEATS)}:{PORT}"
        if over_relay:
            command = [sys.executable, "-m", "client", "relay", "--listen", relay]
            process = net.start(SEATS, command, stderr=subprocess.PIPE)
            assert process.stderr is not None
            with within(30, process):
                process.stderr.readline()  # it listens
        table = TimedTable(net)
        table.sit(0, folder, *(["host", relay] if over_relay else ["host"]))
        table.until(lambda: bool(table.of(0, "invitation")), 30)
        line = table.of(0, "invitation")[0]["line"]
        for home in range(1, SEATS):
            table.sit(home, folder, line)
        table.until(lambda: all(table.of(home, "seated") for home in range(SEATS)), 60)
        yield table
