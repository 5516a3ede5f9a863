"""A table of client processes of which some die, again and again, and are taken up again."""

import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from client.checking import check
from client.flows import INVITE
from tests.processes import end, within
from tests.store.dying import KILLED

ROOT = Path(__file__).parents[2]
SEATS = 3
LIMIT = 400.0
"""Seconds for one run of one client; who never dies waits for all deaths of the others."""


@dataclass
class Seat:
    """One player: its home, its process, how often it has died. `gaps`: moments from one death to the next."""

    home: Path
    number: int
    gaps: list[int]
    between: Callable[["Seat"], None]
    process: "subprocess.Popen[str] | None" = None
    deaths: int = 0
    log: list[str] = field(default_factory=list)

    @property
    def record(self) -> Path:
        """Where it leaves its record."""
        return self.home / "game.moot"

    def start(self, *command: str) -> None:
        """Start a client, which will die if there are deaths left."""
        at = self.gaps.pop(0) if self.gaps else 0
        how = ["tests.store.dying", str(at)] if at else ["client"]
        common = ["--home", str(self.home), "--log-level", "debug"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", *how, *common, *command, "--out", str(self.record)],
            cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip

    def live_to_the_end(self) -> None:
        """Live, as often as it takes."""
        while self.live_on():
            pass

    def live_on(self) -> bool:
        """Wait for the process; take the table up again if it has died. False when it ended well."""
        assert self.process is not None
        try:
            said, _ = self.process.communicate(timeout=LIMIT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            said, _ = self.process.communicate(timeout=LIMIT)
            raise AssertionError(f"seat {self.number} hangs after {self.deaths} deaths:\n{said[-2000:]}") from None
        self.log.append(said)
        if self.process.returncode == KILLED:
            self.deaths += 1
            self.between(self)
            self.start(*(["resume"] if self.number == 0 else ["bot", "--resume"]))
            return True
        assert self.process.returncode == 0, f"seat {self.number} after {self.deaths} deaths:\n{said[-2000:]}"
        return False


def game_with_deaths(
    folder: Path,
    victims: Mapping[int, Sequence[int]],
    between: Callable[[Seat], None] = lambda seat: None,
    ways: Sequence[str] = ("--listen", "127.0.0.1:0"),
) -> list[str]:
    """A whole game, in which seats die after so many moments each; returns what each seat has said.

    `between` is called after each death; `ways` say how the host is found. Asserts that all seats end well, with one
    and the same good record.
    """
    seats = [Seat(folder / str(number), number, list(victims.get(number, [])), between) for number in range(SEATS)]
    host = ["host", "agot", "--seats", str(SEATS), *ways, "--as-bot", "random", "--name", "A"]
    try:
        seats[0].start(*host)
        assert seats[0].process is not None
        assert seats[0].process.stdout is not None
        with within(60, seats[0].process):
            invitation = next(line for line in seats[0].process.stdout if line.startswith(INVITE)).removeprefix(INVITE)
        for seat in seats[1:]:
            seat.start("bot", invitation.strip(), "--bots", "random", "--name", "ABC"[seat.number])
        with ThreadPoolExecutor(SEATS) as keepers:  # each seat has somebody who starts it again
            list(keepers.map(Seat.live_to_the_end, seats))
    finally:
        for seat in seats:
            if seat.process is not None:
                end(seat.process)
    assert len({seat.record.read_bytes() for seat in seats}) == 1
    assert check(seats[0].record).code(partial=False) == 0
    return ["\n".join(seat.log) for seat in seats]


def gaps(seed: int, count: int, most: int) -> list[int]:
    """`count` numbers of moments up to `most`."""
    draw = Random(f"gaps {seed}")
    return [draw.randint(1, most) for _ in range(count)]


def game_of_deaths(seed: int) -> list[str]:
    """A game of which one seat dies at every so-manieth moment, from one in a few to one in many, and in its end."""
    every = 7 + 6 * (seed % 5)
    dying = [1 + seed % every, *[every] * 50, *range(-1, -12, -1)]
    with tempfile.TemporaryDirectory() as folder:
        return game_with_deaths(Path(folder), {seed % SEATS: dying, (seed + 1) % SEATS: gaps(seed, 10, 90)})
