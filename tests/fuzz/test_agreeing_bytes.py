"""The agreement: any bytes of a seat give a fault that names that seat, end its link, or wait; never a crash."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.agreeing import Agreeing, FrameFault, Stage
from protocol.agreement import AgreementFault
from protocol.wire import Kind, Message, encode
from tests.adversaries.locks import Gathering
from tests.fuzz.corpus import frames, mutated, reshaped
from tests.protocol.table import identity_of, keys_of, make_form

PEERS = {seat: identity_of(seat, 1).public for seat in range(3)}


def fresh() -> Agreeing:
    return Agreeing(make_form(3, 1), 0, identity_of(0, 1), keys_of(0, 1), bytes(32))


SAID = st.tuples(st.sampled_from([1, 2]), st.sampled_from([b"", b"\x93", b"\x94", b"\x96"]), st.binary(max_size=90))


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(st.lists(SAID))
def test_any_bytes(said: list[tuple[int, bytes, bytes]]) -> None:
    agreeing = fresh()
    for seat, start, data in said:
        blamed: object = None
        try:
            agreeing.receive(PEERS[seat], start + data)
        except FrameFault as fault:
            blamed = fault.peer
        except AgreementFault as fault:
            blamed = PEERS[fault.seat or 0]
        assert blamed in (None, PEERS[seat])
    assert agreeing.stage is Stage.LOCKING
    assert agreeing.result() is None


def spoiled_gathering(seed: int) -> Stage:
    """Seat 1 sends spoiled frames of its own at random; the others agree with it, or blame it, and nobody else."""
    table = Gathering(3, seed)
    draw = Random(seed)
    corpus = frames()
    rate = draw.choice([0.05, 0.3, 1.0])

    def hook(to: int, message: Message) -> list[bytes]:
        frame = encode(message.kind, *message.fields)
        if draw.random() > rate:
            return [frame]
        spoiled = draw.choice([mutated(frame, draw), reshaped(frame, draw), draw.choice(corpus)])
        return [spoiled, frame] if draw.random() < 0.5 else [spoiled]

    table.hooks[1] = hook
    table.run()
    done = {table.seats[seat].stage for seat in (0, 2)}
    assert all(fault.seat == 1 for seat, fault in table.faults.items() if seat != 1) or Stage.DONE not in done, seed
    for seat, dropped in table.dropped:
        assert seat == 1 or dropped == 1, f"seed {seed}"
    results = [agreed.game_id for seat in (0, 2) if (agreed := table.seats[seat].result()) is not None]
    assert len(set(results)) <= 1, f"seed {seed}: two tables"
    return min(done, key=lambda stage: stage.value)


def test_spoiled_gatherings() -> None:
    stages = {spoiled_gathering(seed) for seed in range(150)}
    assert Stage.DONE in stages
    assert len(stages) > 1


@pytest.mark.parametrize("count", [256, 257])
def test_early_frames_of_the_game_have_a_bound(count: int) -> None:
    """One phase ahead is honest; a flood of what cannot be judged yet ends the link."""
    agreeing = fresh()
    frame = next(frame for frame in frames() if frame[1] == Kind.ENTRY)
    for _ in range(256):
        agreeing.receive(PEERS[1], frame)
    if count > 256:
        with pytest.raises(FrameFault):
            agreeing.receive(PEERS[1], frame)
    agreeing.receive(PEERS[2], frame)
    assert len(agreeing.leftover) == 257
