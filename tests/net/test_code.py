"""The code of a private table at the door: right, missing, wrong, passed on from elsewhere, tried too often."""

import pytest
import trio
from trio.testing import memory_stream_pair

from net.code import TRIES_EACH, TRIES_IN_ALL, CodeLock, code_key, prove
from net.faults import CodeClosed, CodeNeeded, LinkFault, WrongCode
from net.frames import FrameReader, frame
from net.handshake import Session, answer, call
from net.messages import Auth, Bye, Hello, Join, Message, decode, encode
from net.tls import TlsStream, fresh_tls, secure
from protocol.identity import SigningKey
from tests.net.wire import LIMITS, TOKEN, keys, tls

FRIEND, HOST, FALSE = keys(3)
TABLE = bytes(range(16))
KEY = code_key("real draw practice", TABLE)


async def knock(lock: CodeLock, code: bytes | None, who: SigningKey = FRIEND) -> Session | LinkFault:
    """An honest joiner at a door with a lock; what the host made of it."""
    one, two = memory_stream_pair()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(call, one, tls(), who, HOST.public, TOKEN, LIMITS, code)
        try:
            return await answer(two, tls(), HOST, set[bytes]().__contains__, TOKEN, LIMITS, lock)
        except LinkFault as fault:
            return fault


async def test_who_knows_the_code_comes_in() -> None:
    session = await knock(CodeLock(KEY), KEY)
    assert isinstance(session, Session)
    assert session.peer == FRIEND.public


@pytest.mark.parametrize(
    ("code", "kind"), [(None, CodeNeeded), (code_key("wrong", TABLE), WrongCode), (bytes(32), WrongCode)]
)
async def test_who_does_not_is_told_which_it_is(code: bytes | None, kind: type[LinkFault]) -> None:
    fault = await knock(CodeLock(KEY), code)
    assert isinstance(fault, kind)
    assert fault.peer == FRIEND.public


async def test_the_same_code_at_another_table_is_another_key() -> None:
    assert code_key("real draw practice", bytes(16)) != KEY
    assert code_key(" REAL-draw  practice", TABLE) == KEY
    assert code_key("real draw", TABLE) != KEY


async def hear(stream: TlsStream, reader: FrameReader) -> Message:
    while (payload := reader.next_frame()) is None:
        data = await stream.receive_some()
        if not data:
            raise EOFError
        reader.feed(data)
    message = decode(payload)
    assert message is not None
    return message


async def proof_given_to(host: SigningKey, certificate_of_its_own: bool) -> bytes:
    """What a friend answers to a host of that key, who passes it on."""
    one, two = memory_stream_pair()
    context = fresh_tls() if certificate_of_its_own else tls()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(call, one, tls(), FRIEND, host.public, TOKEN, LIMITS, KEY)
        stream, binding = await secure(two, context, server=True)
        reader = FrameReader(4096)
        hello = await hear(stream, reader)
        assert isinstance(hello, Hello)
        nonce = bytes(32)
        proof = host.sign("auth", b"S" + binding + hello.nonce + nonce + host.public)
        await stream.send_all(b"".join(frame(encode(m)) for m in (Hello(1, nonce), Auth(host.public, proof))))
        assert isinstance(await hear(stream, reader), Auth)
        join = await hear(stream, reader)
    assert isinstance(join, Join)
    assert join.proof is not None
    return join.proof


async def test_a_false_host_cannot_pass_the_answer_on_to_the_true_one() -> None:
    """CRYPTO 10: the proof names the certificate, the host, the joiner and the host's nonce."""
    stolen = await proof_given_to(FALSE, certificate_of_its_own=True)
    fault, last = await replay(stolen)
    assert isinstance(fault, WrongCode)
    assert last == Bye("wrong-code")


async def test_an_answer_once_given_to_this_very_host_is_worth_nothing_again() -> None:
    old = await proof_given_to(HOST, certificate_of_its_own=False)
    fault, _ = await replay(old)
    assert isinstance(fault, WrongCode)


async def replay(proof: bytes) -> tuple[Session | LinkFault, Message]:
    """Somebody without the code shows a proof that another one gave."""
    one, two = memory_stream_pair()
    outcome: list[Session | LinkFault] = []

    async def door() -> None:
        try:
            known = set[bytes]().__contains__
            outcome.append(await answer(two, tls(), HOST, known, TOKEN, LIMITS, CodeLock(KEY)))
        except LinkFault as fault:
            outcome.append(fault)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(door)
        stream, binding = await secure(one, fresh_tls(), server=False)
        reader = FrameReader(4096)
        await stream.send_all(frame(encode(Hello(1, bytes(32)))))
        hello = await hear(stream, reader)
        assert isinstance(hello, Hello)
        await hear(stream, reader)
        signed = FALSE.sign("auth", b"C" + binding + bytes(32) + hello.nonce + HOST.public + FALSE.public)
        await stream.send_all(b"".join(frame(encode(m)) for m in (Auth(FALSE.public, signed), Join(TOKEN, proof))))
        last = await hear(stream, reader)
    return outcome[0], last


def test_every_part_of_the_proof_counts() -> None:
    parts = [bytes([n]) * 32 for n in range(5)]
    whole = prove(*parts)
    for at in range(5):
        changed = list(parts)
        changed[at] = bytes([9]) * 32
        assert prove(*changed) != whole


def test_tries_are_limited_for_a_key_and_in_all() -> None:
    lock, part = CodeLock(KEY), bytes(32)
    for _ in range(TRIES_EACH):
        with pytest.raises(WrongCode):
            lock.judge(part, part, b"a" * 32, part, part)
    with pytest.raises(CodeClosed, match="has tried 5"):
        lock.judge(part, part, b"a" * 32, part, prove(KEY, part, part, b"a" * 32, part))
    for n in range(TRIES_IN_ALL - TRIES_EACH):
        with pytest.raises(WrongCode):
            lock.judge(part, part, bytes([n]) * 32, part, part)
    with pytest.raises(CodeClosed, match="after 30 wrong codes"):
        lock.judge(part, part, b"z" * 32, part, prove(KEY, part, part, b"z" * 32, part))
    with pytest.raises(CodeNeeded):
        lock.judge(part, part, b"z" * 32, part, None)


def test_the_key_is_not_shown() -> None:
    assert KEY.hex() not in repr(CodeLock(KEY))
    assert repr(KEY) not in repr(CodeLock(KEY))
