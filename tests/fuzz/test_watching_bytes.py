"""Any bytes from a spectator leave the seats as they were; any bytes to a spectator give an event or nothing."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.audience import READING
from protocol.events import Dismissed, LinkFault, Watched
from protocol.wire import Kind, decode, encode
from tests.fuzz.corpus import mutated, reshaped
from tests.fuzz.test_session_bytes import state
from tests.simulation.watched import FIRST, Gallery, key_of

PEER = key_of(FIRST).public
REASONS = {"garbage", "read-only", "flood", "crowded"}


def watched() -> Gallery:
    world = Gallery(3, seed=1)
    world.watch(FIRST, 0)
    world.run(lambda: world.session(0).slot >= 4)
    return world


WORLD = watched()
BEFORE = state(WORLD.session(1))
SHOWN = [frame for sender, to, frame in WORLD.heard if to == FIRST]
SAID = [frame for _, _, frame in WORLD.heard] + [encode(Kind.WATCH, 0, 0), encode(Kind.WANT, 0, 0)]


def kept(frame: bytes, _: Random) -> bytes:
    """A frame as it was."""
    return frame


def say(frames: list[bytes]) -> None:
    """A spectator of seat 1, new each time, says this."""
    session = WORLD.session(1)
    session._audience._expelled.clear()  # type: ignore[union-attr]  # it lets people watch
    for frame in [*frames, b""]:
        session.receive(PEER, frame)
    while (event := session.next_event()) is not None:
        assert isinstance(event, Watched | Dismissed)
        assert isinstance(event, Watched) or (event.peer == PEER and event.reason in REASONS)
    assert session.unsaved() == []
    assert all(to != PEER for to, _ in session.outgoing()), "whoever has left is sent nothing"
    assert state(session) == BEFORE


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(st.lists(st.binary(min_size=1, max_size=100), max_size=4), st.booleans())
def test_any_bytes_of_a_spectator(frames: list[bytes], watching: bool) -> None:
    say([encode(Kind.WATCH, 0, 0)] * watching + frames)


@pytest.mark.parametrize("seed", range(200))
def test_frames_of_a_game_spoiled_by_a_spectator(seed: int) -> None:
    draw = Random(seed)
    spoil = draw.choice([mutated, reshaped, kept])
    say([spoil(draw.choice(SAID), draw) or b"\x00" for _ in range(draw.randrange(1, 6))])


@pytest.mark.parametrize("seed", range(200))
def test_a_spectator_believes_nothing_that_is_spoiled(seed: int) -> None:
    """What it holds in the end is a piece of the true log, however the frames that it is shown were changed."""
    draw = Random(seed)
    world = Gallery(3, seed=1)
    onlooker = world.watch(FIRST, 0)
    watcher, peer = onlooker.watcher, world.peer[0]
    for frame in SHOWN:
        spoiled = draw.random() < 0.3
        watcher.receive(peer, draw.choice([mutated, reshaped])(frame, draw) or b"\x00" if spoiled else frame)
    while (event := watcher.next_event()) is not None:
        assert not isinstance(event, LinkFault) or event.peer == peer
    watcher.unsaved()
    asked = [decode(frame) for _, frame in watcher.outgoing()]
    assert all(message is not None and message.kind in READING for message in asked)
    if watcher.reading is not None and watcher.reading.verdict is None:
        truth = WORLD.session(0).log
        mine = watcher.reading.log
        assert mine.closed == truth.closed[: len(mine.closed)]
