"""Whatever arrives gives events: a session never raises, and what it holds stays bounded."""

import random

import pytest

from protocol.encoding import pack, unpack
from protocol.events import Fault, LinkFault
from tests.protocol.table import Table, entry_frame

PLAYED = Table(3, seed=4, rounds=2)
PLAYED.run()
FRAMES = [frame for _, _, frame in PLAYED.heard]
JUNK = [
    None,
    0,
    1,
    7,
    255,
    256,
    2**32 - 1,
    2**32,
    2**64 - 1,
    -1,
    b"",
    b"x" * 32,
    b"y" * 64,
    "",
    (),
    ((),),
    (0, 1),
    True,
]


def spoil(draw: random.Random, table: Table) -> bytes:
    """A true frame, or one with a bit or a field changed, or a signed entry for any place with any body."""
    frame = draw.choice(FRAMES)
    case = draw.random()
    if case < 0.3:
        at = draw.randrange(len(frame))
        return frame[:at] + bytes([frame[at] ^ 1 << draw.randrange(8)]) + frame[at + 1 :]
    if case < 0.7:
        fields = unpack(frame, 1 << 20)
        assert isinstance(fields, tuple)
        at = draw.randrange(len(fields))
        return pack((*fields[:at], draw.choice(JUNK), *fields[at + 1 :]))
    if case < 0.9:
        log = table.session(0).log
        forged = table.forge(
            draw.randrange(3),
            slot=draw.choice([0, 1, 2, 3, 9, 70, 2**32 - 1]),
            phase=draw.choice([0, 1, 2, 255]),
            prev=draw.choice([log.prev, bytes(32), table.agreement.game_id]),
            body=draw.randbytes(draw.choice([0, 1, 32, 36, 64, 160, 500])),
        )
        return entry_frame(forged)
    return frame


@pytest.mark.parametrize("seed", range(30))
def test_any_frames_give_events(seed: int) -> None:
    draw = random.Random(seed)
    table = Table(3, seed=4, rounds=2)
    reached = draw.randrange(120)
    table.run(lambda: len(table.heard) >= reached)
    session = table.session(0)
    verdict = None
    for _ in range(80):
        peer = table.peer[draw.choice([1, 2])]
        session.receive(peer, spoil(draw, table))
        if draw.random() < 0.3:
            session.connected(peer)
        while (event := session.next_event()) is not None:
            if isinstance(event, LinkFault):
                assert event.peer in (table.peer[1], table.peer[2])
            if isinstance(event, Fault):
                assert verdict is None or event.verdict.rank < verdict.rank
                verdict = event.verdict
        session.unsaved()
        assert len(session.outgoing()) < 100
    assert session.verdict == verdict
