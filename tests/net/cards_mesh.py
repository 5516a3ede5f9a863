"""A table of cards of five processes on loopback links: starts them, lets them meet, and gives what they tell."""

import json
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tests.net.cards_seat import Tale
from tests.processes import PATIENCE, end, within


def played(game: str, seats: int, seed: int, folder: Path, crook: int | None = None, lie: str = "") -> list[Tale]:
    """What each seat but the crook tells of the whole game, while the crook tells its `lie` (`tests.net.cards_crook`).

    Raises RuntimeError, with what it said, if one of them did not end.
    """
    with ExitStack() as stack:
        processes = []
        for seat in range(seats):
            module = ["tests.net.cards_crook", lie] if seat == crook else ["tests.net.cards_seat"]
            numbers = [str(seat), str(seats), str(seed)]
            process = subprocess.Popen(
                [sys.executable, "-m", *module, game, *numbers, str(folder / f"home {seat}")],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            )  # fmt: skip
            stack.callback(end, process)
            stack.enter_context(within(PATIENCE, process))
            processes.append(process)
        ports = [int(_line(process)) for process in processes]
        for process in processes:
            assert process.stdin is not None
            process.stdin.write(f"{json.dumps(ports)}\n")
            process.stdin.flush()
        return [_tale(_line(process)) for seat, process in enumerate(processes) if seat != crook]


def _line(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    assert process.stderr is not None
    line = process.stdout.readline()
    if not line:
        raise RuntimeError(f"a seat came to no end: {process.stderr.read()}")
    return line


def _tale(line: str) -> Tale:
    told: dict[str, Any] = json.loads(line)
    tale = Tale(**told)
    tale.done = [(done, of) for done, of in tale.done]
    return tale


def frame_size(slot: int, body: int) -> int:
    """Bytes on the wire of an entry of this protocol whose body has so many, with the length in front (SPEC.md 4, 10).

    Phases and seats are below 128, so that each takes one byte.
    """
    array, number, hashed, signature = 1, 1, 2 + 32, 2 + 64
    slot_bytes = 1 if slot < 128 else 2 if slot < 256 else 3
    entry = array + number + hashed + slot_bytes + number + number + 2 * hashed + _head(body) + body + array
    return 4 + array + number + _head(entry) + entry + signature


def _head(size: int) -> int:
    """Bytes in front of a byte string."""
    return 2 if size < 256 else 3
