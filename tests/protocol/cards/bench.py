"""What hidden cards cost at a real table: five processes, their links, stores and loops; rows for `make bench`."""

import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path

from protocol.audit import Judgement, verify_record
from tests.figures import Row
from tests.net.cards_mesh import frame_size, played
from tests.net.cards_seat import Tale
from tests.protocol.cards import decks

SEATS, SEED = 5, 5
KEY, SHUFFLE, SHARES = 96, 192 * decks.CARDS + 160, 32 + 64
"""Bytes of a deck key with its proof, of a shuffle of 25 cards, of the share in one card (SPEC.md section 21)."""

GAMES, WALL = 3, 8.0


def mesh_rows() -> Iterator[Row]:
    """The setup of a large game over the mesh, every proof checked by every seat; then one card at a time.

    All is of the quickest of up to three games: what else runs on the machine can only make it slower.
    """
    games: list[list[Tale]] = []
    while len(games) < GAMES and (not games or wall(games[-1]) > WALL):
        games.append(game())
    tales = min(games, key=wall)
    mixing = [tale.usage[1] - tale.usage[0] for tale in tales]
    yield Row("mesh: five seats mix five decks of 25, wall", wall(tales), "s", WALL)
    yield Row("mesh: the same, a seat", statistics.mean(mixing), "s of CPU")
    yield from loop_rows(tales)
    yield Row("mesh: turns of 25 whose progress was seen", min(len(tale.done) for tale in tales), "steps", 15, True)
    dealing = [(tale.usage[-1] - tale.usage[1]) / decks.DEALT * 1_000 for tale in tales]
    yield Row("mesh: a card to one of five, a seat that shares", max(dealing[:-1]), "ms of CPU")
    yield Row("mesh: a card to one of five, the reader", dealing[-1], "ms of CPU")
    yield from byte_rows(tales)


def game() -> list[Tale]:
    """What five processes tell of a game whose records agree and are good."""
    with tempfile.TemporaryDirectory() as folder:
        tales = played("decks", SEATS, SEED, Path(folder))
    (record,) = {tale.record for tale in tales}
    if verify_record(decks.new_match, bytes.fromhex(record)).judgement is not Judgement.GOOD:
        raise RuntimeError("our own record is not good")
    return tales


def wall(tales: list[Tale]) -> float:
    """Seconds from when the first seat knows that it is to mix until the last one has all decks."""
    return max(tale.mixed for tale in tales) - min(tale.began for tale in tales)


def loop_rows(tales: list[Tale]) -> Iterator[Row]:
    """For how long a loop did not come round while decks were mixed. Only what is our own doing is judged."""
    yield Row("mesh: loop blocked by its own process, longest", max(t.blocked for t in tales) * 1_000, "ms", 30)
    yield Row("mesh: longest step of the loop", max(t.step for t in tales) * 1_000, "ms of CPU", 30)
    late = sorted(gap for tale in tales for gap in tale.gaps)
    yield Row("mesh: loop late, median", late[len(late) // 2] * 1_000, "ms")
    yield Row("mesh: loop late, 99 of 100", late[len(late) * 99 // 100] * 1_000, "ms")
    yield Row("mesh: loop late, longest, with all that ran beside", late[-1] * 1_000, "ms")


def byte_rows(tales: list[Tale]) -> Iterator[Row]:
    """Each entry has the bytes that are stated, and its frame no more than it needs around them."""
    stated = {0: len(decks.DECKS) * KEY} | dict.fromkeys(range(1, 1 + SEATS), SHUFFLE)
    for tale in tales:
        for slot, phase, body, size in tale.frames:
            if 1 <= slot <= 1 + decks.DEALT and body != (stated[phase] if slot == 1 else SHARES):
                raise RuntimeError(f"{body} bytes in slot {slot}, phase {phase}")
            if size != frame_size(slot, body):
                raise RuntimeError(f"a frame of {size} bytes around {body}")
    largest = max((row for row in tales[0].frames if row[0] == 1), key=lambda row: row[2])
    yield Row("mesh: a shuffle of 25 as it goes on a link", largest[3], "bytes")
    yield Row("mesh: around the body of its entry", largest[3] - largest[2], "bytes")


if __name__ == "__main__":
    for row in mesh_rows():
        print(row.line(), flush=True)
