"""The introduction, between honest ends, and against each of the ways to cheat at it."""

import os
import ssl
import stat
import tempfile
from collections.abc import Awaitable, Callable

import pytest
import trio
from trio.testing import MockClock, memory_stream_pair

from net import tls as net_tls
from net.faults import (
    BadSignature,
    Damaged,
    Garbage,
    Gone,
    HalfFrame,
    Left,
    LinkFault,
    NoTls,
    Oversize,
    Slow,
    Stranger,
    VersionMismatch,
    WrongKey,
)
from net.frames import FrameReader, frame
from net.handshake import Session, answer, call
from net.messages import Auth, Bye, Hello, Join, Message, decode, encode
from net.tls import TlsStream, fresh_tls, secure
from protocol.encoding import u32
from protocol.identity import SigningKey
from tests.net.wire import LIMITS, TOKEN, Cable, keys, move, sessions, tls

CALLER, HOST, OTHER = keys(3)
NONCE = b"n" * 32

Play = Callable[["Raw"], Awaitable[None]]


class Raw:
    """An end that says what it likes, after TLS."""

    def __init__(self, stream: TlsStream, binding: bytes) -> None:
        self.stream = stream
        self.binding = binding
        self.heard: list[Message] = []
        self._reader = FrameReader(4096)

    async def say(self, *messages: Message) -> None:
        await self.stream.send_all(b"".join(frame(encode(message)) for message in messages))

    async def hear(self) -> Message:
        while (payload := self._reader.next_frame()) is None:
            data = await self.stream.receive_some()
            if not data:
                raise EOFError
            self._reader.feed(data)
        message = decode(payload)
        assert message is not None
        self.heard.append(message)
        return message

    async def hear_hello(self) -> Hello:
        hello = await self.hear()
        assert isinstance(hello, Hello)
        return hello

    async def hear_auth(self) -> Auth:
        auth = await self.hear()
        assert isinstance(auth, Auth)
        return auth


async def against(play: Play, *, host: bool, token: bytes | None = None) -> tuple[Session | LinkFault, Raw]:
    """Let an honest host (or caller) meet `play`; returns its session or fault, and what it said to the other end."""
    honest, foul = memory_stream_pair()
    outcome: list[Session | LinkFault] = []
    raws: list[Raw] = []

    async def meet() -> None:
        try:
            if host:
                outcome.append(await answer(honest, tls(), HOST, {CALLER.public}.__contains__, token, LIMITS))
            else:
                outcome.append(await call(honest, tls(), CALLER, HOST.public, token, LIMITS))
        except LinkFault as fault:
            outcome.append(fault)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(meet)
        stream, binding = await secure(foul, fresh_tls(), server=not host)
        raw = Raw(stream, binding)
        raws.append(raw)
        try:
            await play(raw)
            while True:
                await raw.hear()
        except (EOFError, trio.BrokenResourceError, trio.ClosedResourceError):
            pass
    return outcome[0], raw


async def test_both_ends_learn_the_others_key() -> None:
    caller, host = await sessions(*memory_stream_pair(), CALLER, HOST)
    assert (caller.peer, caller.dialler) == (HOST.public, CALLER.public)
    assert (host.peer, host.dialler) == (CALLER.public, CALLER.public)


async def test_bytes_behind_the_introduction_are_kept() -> None:
    async def play(raw: Raw) -> None:
        await raw.say(Hello(1, NONCE))
        theirs = await raw.hear_hello()
        await raw.hear()
        proof = CALLER.sign("auth", b"C" + raw.binding + NONCE + theirs.nonce + HOST.public + CALLER.public)
        await raw.stream.send_all(frame(encode(Auth(CALLER.public, proof))) + frame(move(1, 10_000)))
        await raw.stream.aclose()

    session, _ = await against(play, host=True)
    assert isinstance(session, Session)
    session.reader.limit = 20_000
    while (payload := session.reader.next_frame()) is None:
        session.reader.feed(await session.stream.receive_some())
    assert payload == move(1, 10_000)


async def test_a_man_in_the_middle_with_his_own_certificate_is_refused_by_both() -> None:
    caller_end, caller_side = memory_stream_pair()
    host_side, host_end = memory_stream_pair()
    faults: dict[str, LinkFault] = {}
    evil = fresh_tls()

    async def dial() -> None:
        with pytest.raises(BadSignature, match="somebody sits between") as caught:
            await call(caller_end, tls(), CALLER, HOST.public, None, LIMITS)
        faults["caller"] = caught.value

    async def host() -> None:
        with pytest.raises(Gone) as caught:
            await answer(host_end, tls(), HOST, {CALLER.public}.__contains__, None, LIMITS)
        faults["host"] = caught.value

    async def splice(source: TlsStream, sink: TlsStream) -> None:
        try:
            async for data in source:
                await sink.send_all(data)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            pass
        await trio.aclose_forcefully(sink.transport_stream)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(dial)
        nursery.start_soon(host)
        to_caller, shown = await secure(caller_side, evil, server=True)
        to_host, seen = await secure(host_side, evil, server=False)
        assert shown != seen
        nursery.start_soon(splice, to_caller, to_host)
        nursery.start_soon(splice, to_host, to_caller)
    assert faults.keys() == {"caller", "host"}
    assert faults["caller"].peer == HOST.public


async def test_a_man_in_the_middle_cannot_pass_on_the_callers_proof_either() -> None:
    async def play(raw: Raw) -> None:
        # As if a caller had been talked into signing for the certificate of the one in between.
        await raw.say(Hello(1, NONCE))
        theirs = await raw.hear_hello()
        await raw.hear()
        elsewhere = bytes(32)
        proof = CALLER.sign("auth", b"C" + elsewhere + NONCE + theirs.nonce + HOST.public + CALLER.public)
        await raw.say(Auth(CALLER.public, proof))

    fault, _ = await against(play, host=True)
    assert isinstance(fault, BadSignature)


async def test_the_hosts_own_proof_reflected_is_refused() -> None:
    async def play(raw: Raw) -> None:
        await raw.say(Hello(1, NONCE))
        await raw.hear_hello()
        await raw.say(await raw.hear_auth())

    fault, _ = await against(play, host=True)
    assert isinstance(fault, BadSignature)


async def test_a_proof_for_the_other_role_is_refused() -> None:
    async def play(raw: Raw) -> None:
        await raw.say(Hello(1, NONCE))
        theirs = await raw.hear_hello()
        await raw.hear()
        proof = CALLER.sign("auth", b"S" + raw.binding + NONCE + theirs.nonce + CALLER.public)
        await raw.say(Auth(CALLER.public, proof))

    fault, _ = await against(play, host=True)
    assert isinstance(fault, BadSignature)


async def test_a_proof_replayed_to_the_same_host_is_refused() -> None:
    stolen: list[Auth] = []

    async def honest(raw: Raw) -> None:
        await raw.say(Hello(1, NONCE))
        theirs = await raw.hear_hello()
        await raw.hear()
        proof = CALLER.sign("auth", b"C" + raw.binding + NONCE + theirs.nonce + HOST.public + CALLER.public)
        stolen.append(Auth(CALLER.public, proof))
        await raw.say(stolen[0])
        await raw.stream.aclose()

    async def replay(raw: Raw) -> None:
        await raw.say(Hello(1, NONCE))
        await raw.hear_hello()
        await raw.hear()
        await raw.say(stolen[0])

    session, _ = await against(honest, host=True)
    assert isinstance(session, Session)
    fault, _ = await against(replay, host=True)
    assert isinstance(fault, BadSignature)


async def test_another_player_at_the_address_is_named_and_learns_no_key() -> None:
    async def play(raw: Raw) -> None:
        theirs = await raw.hear_hello()
        proof = OTHER.sign("auth", b"S" + raw.binding + theirs.nonce + NONCE + OTHER.public)
        await raw.say(Hello(1, NONCE), Auth(OTHER.public, proof))

    fault, raw = await against(play, host=False)
    assert isinstance(fault, WrongKey)
    assert (fault.peer, fault.expected) == (OTHER.public, HOST.public)
    assert not any(isinstance(message, Auth) for message in raw.heard)


@pytest.mark.parametrize("key", [bytes(32), b"\x01" + bytes(31), b"\xff" * 32])
async def test_a_key_that_is_no_point_is_refused(key: bytes) -> None:
    async def play(raw: Raw) -> None:
        await raw.say(Hello(1, NONCE), Auth(key, bytes(64)))

    fault, _ = await against(play, host=True)
    assert isinstance(fault, BadSignature)


@pytest.mark.parametrize(("theirs", "words"), [(0, "they must update"), (2, "you must update")])
@pytest.mark.parametrize("host", [True, False])
async def test_versions_that_differ_say_who_must_update(theirs: int, words: str, host: bool) -> None:
    async def play(raw: Raw) -> None:
        await raw.say(Hello(theirs, NONCE))

    fault, raw = await against(play, host=host)
    assert isinstance(fault, VersionMismatch)
    assert words in str(fault)
    assert raw.heard[0] == Hello(1, raw.heard[0].nonce if isinstance(raw.heard[0], Hello) else b"")


def joining(key: SigningKey, *last: Message) -> Play:
    async def play(raw: Raw) -> None:
        await raw.say(Hello(1, NONCE))
        theirs = await raw.hear_hello()
        await raw.hear()
        proof = key.sign("auth", b"C" + raw.binding + NONCE + theirs.nonce + HOST.public + key.public)
        await raw.say(Auth(key.public, proof), *last)

    return play


@pytest.mark.parametrize(
    ("token", "last"),
    [
        (None, ()),
        (None, (Join(TOKEN),)),
        (TOKEN, (Join(bytes(16)),)),
        (TOKEN, (Hello(1, NONCE),)),
    ],
)
async def test_an_unknown_key_without_the_token_is_refused_at_the_door_and_told(
    token: bytes | None, last: tuple[Message, ...]
) -> None:
    fault, raw = await against(joining(OTHER, *last), host=True, token=token)
    assert isinstance(fault, Stranger)
    assert fault.peer == OTHER.public
    assert raw.heard[-1] == Bye("stranger")


async def test_an_unknown_key_with_the_token_comes_in() -> None:
    one, two = memory_stream_pair()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(call, one, tls(), OTHER, HOST.public, TOKEN, LIMITS)
        session = await answer(two, tls(), HOST, set[bytes]().__contains__, TOKEN, LIMITS)
    assert session.peer == OTHER.public


async def test_our_own_key_is_refused_although_it_has_the_token() -> None:
    fault, _ = await against(joining(HOST, Join(TOKEN)), host=True, token=TOKEN)
    assert isinstance(fault, Stranger)
    assert "same key" in fault.cause


async def test_an_unknown_key_that_shows_no_token_is_waited_for_ten_seconds(autojump_clock: MockClock) -> None:
    fault, _ = await against(joining(OTHER), host=True, token=TOKEN)
    assert isinstance(fault, Slow)
    assert trio.current_time() == pytest.approx(LIMITS.handshake)


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (u32(0xFFFFFFFF), Oversize),
        (u32(4097), Oversize),
        (frame(b"\x91" * 4096), Garbage),
        (frame(b""), Garbage),
        (frame(move(1)), Garbage),
        (frame(encode(Join(TOKEN))), Garbage),
        (b"GET / HTTP/1.1\r\n\r\n", Oversize),
        (frame(encode(Bye("leaving"))), Left),
    ],
)
@pytest.mark.parametrize("host", [True, False])
async def test_rubbish_in_place_of_the_introduction(data: bytes, kind: type[LinkFault], host: bool) -> None:
    async def play(raw: Raw) -> None:
        await raw.stream.send_all(data)

    fault, _ = await against(play, host=host)
    assert type(fault) is kind


@pytest.mark.parametrize(("data", "kind"), [(b"", Gone), (b"\0\0\0", HalfFrame)])
async def test_an_introduction_that_ends_too_early(data: bytes, kind: type[LinkFault]) -> None:
    async def play(raw: Raw) -> None:
        if data:
            await raw.stream.send_all(data)
        await raw.stream.aclose()
        raise EOFError

    fault, _ = await against(play, host=True)
    assert type(fault) is kind


async def test_a_slow_loris_has_ten_seconds_in_all(autojump_clock: MockClock) -> None:
    async def play(raw: Raw) -> None:
        for byte in frame(encode(Hello(1, NONCE))):
            await raw.stream.send_all(bytes([byte]))
            await trio.sleep(1)

    fault, _ = await against(play, host=True)
    assert isinstance(fault, Slow)


async def test_a_slow_loris_before_tls_has_ten_seconds_too(autojump_clock: MockClock) -> None:
    mute, end = memory_stream_pair()
    with pytest.raises(Slow, match="within 10 s"):
        await answer(end, tls(), HOST, set[bytes]().__contains__, None, LIMITS)
    assert trio.current_time() <= LIMITS.handshake + LIMITS.hang_up
    assert await mute.receive_some() == b""


@pytest.mark.parametrize("data", [b"GET / HTTP/1.1\r\n\r\n", b"SSH-2.0-x\r\n", bytes(2000), b"\x16\x03\x01\xff\xff"])
async def test_what_is_no_tls_is_named(data: bytes) -> None:
    other, end = memory_stream_pair()
    await other.send_all(data)
    await other.aclose()
    with pytest.raises((NoTls, Gone)):
        await answer(end, tls(), HOST, set[bytes]().__contains__, None, LIMITS)


async def test_a_host_that_cuts_is_named_by_the_key_that_was_called() -> None:
    other, end = memory_stream_pair()
    await other.aclose()
    with pytest.raises(Gone) as caught:
        await call(end, tls(), CALLER, HOST.public, None, LIMITS)
    assert caught.value.peer == HOST.public


async def test_tls_without_our_protocol_name_is_no_program_for_this_game() -> None:
    other, end = memory_stream_pair()
    context = net_tls._context(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.set_alpn_protocols(["h2"])
    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.SSLStream(other, context).do_handshake)
        with pytest.raises(NoTls, match="no program for this game"):
            await answer(end, tls(), HOST, set[bytes]().__contains__, None, LIMITS)


async def test_an_older_tls_is_refused() -> None:
    other, end = memory_stream_pair()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.maximum_version = ssl.TLSVersion.TLSv1_2

    async def old() -> None:
        with pytest.raises(trio.BrokenResourceError):
            await trio.SSLStream(other, context).do_handshake()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(old)
        with pytest.raises(NoTls):
            await answer(end, tls(), HOST, set[bytes]().__contains__, None, LIMITS)


async def test_a_relay_that_passes_bytes_on_is_no_man_in_the_middle_and_one_that_flips_them_is_noticed() -> None:
    cable, further = Cable(), Cable()
    flip = False

    async def relay(source: trio.abc.Stream, sink: trio.abc.Stream) -> None:
        try:
            async for data in source:
                changed = bytes(data[:-1]) + bytes([data[-1] ^ flip])
                await sink.send_all(changed)
        except trio.BrokenResourceError:
            pass

    async with trio.open_nursery() as nursery:
        nursery.start_soon(relay, cable.ends[1], further.ends[0])
        nursery.start_soon(relay, further.ends[0], cable.ends[1])
        caller, host = await sessions(cable.ends[0], further.ends[1], CALLER, HOST)
        flip = True
        await caller.stream.send_all(b"to be changed")
        with pytest.raises(trio.BrokenResourceError) as caught:
            await host.stream.receive_some()
        assert type(net_tls.broken(CALLER.public, caught.value)) is Damaged
        nursery.cancel_scope.cancel()


def test_the_key_is_in_no_file_afterwards(tmp_path: os.PathLike[str], monkeypatch: pytest.MonkeyPatch) -> None:
    modes = []
    real = ssl.SSLContext.load_cert_chain

    def watched(self: ssl.SSLContext, path: str) -> None:
        modes.append(stat.S_IMODE(os.stat(path).st_mode))
        real(self, path)

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(ssl.SSLContext, "load_cert_chain", watched)
    one, other = fresh_tls(), fresh_tls()
    assert one.certificate != other.certificate
    assert modes == [0o600, 0o600]
    assert one.server.num_tickets == 0
    assert os.listdir(tmp_path) == []
