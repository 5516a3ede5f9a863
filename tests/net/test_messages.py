import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.faults import Garbage, LinkFault, Oversize
from net.limits import CONTROL_LIMIT
from net.messages import Auth, Bye, Hello, Join, Message, Ping, Pong, decode, encode
from protocol.encoding import Canon, pack
from tests.net.wire import move

ALL: tuple[Message, ...] = (
    Hello(1, bytes(32)),
    Hello(65535, b"n" * 32),
    Auth(b"k" * 32, b"s" * 64),
    Join(b"t" * 16),
    Ping(0),
    Pong(2**32 - 1),
    Bye("leaving"),
)


@pytest.mark.parametrize("message", ALL)
def test_what_is_encoded_is_decoded(message: Message) -> None:
    assert decode(encode(message)) == message


def test_layouts() -> None:
    assert encode(Ping(7)).hex() == "92a470696e6707"
    assert encode(Join(bytes(16))).hex() == "93a46a6f696ec410" + "00" * 16 + "c0"
    assert encode(Hello(1, bytes(32))).hex() == "93a568656c6c6f01c420" + "00" * 32


@pytest.mark.parametrize(
    "value",
    [
        ("hello", 1, bytes(31)),
        ("hello", -1, bytes(32)),
        ("hello", 65536, bytes(32)),
        ("hello", True, bytes(32)),
        ("hello",),
        ("auth", bytes(32), bytes(63)),
        ("auth", bytes(32), bytes(64), 0),
        ("join", bytes(15), None),
        ("join", bytes(16)),
        ("join", bytes(16), bytes(31)),
        ("ping",),
        ("ping", 2**32),
        ("ping", False),
        ("pong", "1"),
        ("bye", ""),
        ("bye", "x" * 33),
        ("bye", "clear\x1b[2J"),
        ("bye", "leaving\n"),
        ("gossip", 1),
        (),
        "hello",
        7,
        (None,),
        (b"hello", 1, bytes(32)),
        ((), 1),
        (-1, 2),
    ],
)
def test_wrong_fields_and_wrong_shapes_are_garbage(value: Canon) -> None:
    with pytest.raises(Garbage):
        decode(pack(value))


def test_a_later_hello_may_hold_more() -> None:
    assert decode(pack(("hello", 2, bytes(32), "more", (1, 2)))) == Hello(2, bytes(32))


def test_messages_of_the_game_are_handed_on_unopened() -> None:
    assert decode(move(1)) is None
    assert decode(move(1, 60_000)) is None
    with pytest.raises(Oversize, match="65536 are allowed for its kind"):
        decode(move(1, 70_000))


@pytest.mark.parametrize(
    "bomb",
    [
        b"\x91" * 4000,
        b"\x92\xa4ping" + b"\x91" * 4000,
        b"\x92\xa4ping\xdd\xff\xff\xff\xff",
        b"\x92\xa4ping\xdf\xff\xff\xff\xff",
        b"\x92\xa4ping\xc6\xff\xff\xff\xff",
        b"\x92\xa4ping\xc9\xff\xff\xff\xff\x01",
        b"\x92\xa4ping\xcb" + bytes(8),
        b"\x92\xa4ping\xcc\x01",
        b"\x92\xa3bye\xa1\xff",
        encode(Ping(1)) + b"\x00",
    ],
)
def test_bombs_and_other_spellings_are_garbage(bomb: bytes) -> None:
    with pytest.raises(Garbage):
        decode(bomb)


def test_a_long_message_of_the_link_is_refused_before_it_is_decoded() -> None:
    with pytest.raises(Oversize):
        decode(b"\x92\xa4ping" + b"\xc1" * CONTROL_LIMIT)


PARTS = st.sampled_from([encode(message) for message in ALL] + [b"\x92", b"\xa4ping", b"\xff", b"\xdc", move(1)])


@settings(derandomize=True, database=None, max_examples=500)
@given(st.one_of(st.binary(max_size=100), st.lists(PARTS, max_size=5).map(b"".join)))
def test_any_bytes_give_a_message_a_frame_of_the_game_or_a_named_fault(payload: bytes) -> None:
    try:
        message = decode(payload)
    except LinkFault:
        return
    assert message is None or encode(message) == payload or isinstance(message, Hello)
