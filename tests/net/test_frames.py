import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.faults import HalfFrame, LinkFault, Oversize
from net.frames import FrameReader, frame

LIMIT = 1000


def cut(pieces: list[bytes], limit: int = LIMIT) -> list[bytes]:
    reader = FrameReader(limit)
    frames = []
    for piece in pieces:
        reader.feed(piece)
        while (payload := reader.next_frame()) is not None:
            frames.append(payload)
    reader.end()
    return frames


@settings(derandomize=True, database=None)
@given(st.lists(st.binary(max_size=40)))
def test_byte_by_byte_equals_all_at_once(payloads: list[bytes]) -> None:
    stream = b"".join(map(frame, payloads))
    assert cut([stream]) == cut([stream[i : i + 1] for i in range(len(stream))]) == payloads


@settings(derandomize=True, database=None, max_examples=300)
@given(st.lists(st.binary(max_size=30)))
def test_any_bytes_give_frames_or_a_named_fault(pieces: list[bytes]) -> None:
    try:
        frames = cut(pieces)
    except LinkFault:
        return
    assert b"".join(map(frame, frames)) == b"".join(pieces)


def test_four_gibibytes_are_refused_by_the_length_alone() -> None:
    reader = FrameReader(LIMIT)
    reader.feed(b"\xff\xff\xff")
    assert reader.next_frame() is None
    reader.feed(b"\xff")
    with pytest.raises(Oversize, match="4294967295 bytes where 1000 are allowed"):
        reader.next_frame()


@pytest.mark.parametrize(("size", "fits"), [(LIMIT, True), (LIMIT + 1, False)])
def test_the_limit_is_exact(size: int, fits: bool) -> None:
    if fits:
        assert cut([frame(bytes(size))]) == [bytes(size)]
    else:
        with pytest.raises(Oversize):
            cut([frame(bytes(size))])


def test_a_limit_changed_between_two_frames_binds_the_second_also_if_it_is_here_already() -> None:
    reader = FrameReader(4)
    reader.feed(frame(b"auth") + frame(bytes(100)))
    assert reader.next_frame() == b"auth"
    reader.limit = 100
    assert reader.next_frame() == bytes(100)


@pytest.mark.parametrize("kept", [1, 3, 4, 6])
def test_half_a_frame_at_the_close_is_named(kept: int) -> None:
    with pytest.raises(HalfFrame, match=f"middle of a message .{kept} bytes"):
        cut([frame(b"whole"), frame(b"half")[:kept]])
