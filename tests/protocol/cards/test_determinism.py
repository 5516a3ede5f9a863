"""The same seeds give the same bytes in every process, whatever the order of its sets."""

import hashlib
import os
import subprocess
import sys

import pytest

from tests.processes import PATIENCE
from tests.protocol.cards.dealt import CardTable


def told(seed: int) -> str:
    """A digest of all that goes over the wire in a game of the hoard, of every record, and of what each seat sees."""
    table = CardTable(3, seed, turns=2)
    said = hashlib.sha256()
    while not table.ended():
        before = table.session(0).slot
        table.run(lambda before=before: table.session(0).slot > before or table.ended())  # type: ignore[misc]  # bound now
        for seat in table.numbers:
            said.update(repr(list(table.session(seat).known.items())).encode())
    table.run()
    for row in table.heard:
        said.update(repr(row).encode())
    for seat in table.numbers:
        said.update(table.record(seat))
    return said.hexdigest()


def elsewhere(seed: int, hash_seed: str) -> str:
    """The same in a process of its own."""
    command = [sys.executable, "-c", f"from {__name__} import told; print(told({seed}))"]
    environ = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(command, env=environ, check=True, capture_output=True, text=True, timeout=PATIENCE)
    return done.stdout.strip()


@pytest.mark.slow
@pytest.mark.parametrize("seed", [7, 8])
def test_two_processes_and_two_orders_of_sets_give_the_same_bytes(seed: int) -> None:
    assert elsewhere(seed, "1") == elsewhere(seed, "4242") == told(seed)


@pytest.mark.slow
def test_other_seeds_give_other_bytes() -> None:
    assert told(7) != told(8)
