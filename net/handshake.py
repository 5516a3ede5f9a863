"""Who is there: both ends prove their identity keys on a fresh TLS connection (SPEC.md, links).

```
client                                server
HELLO version, nonce_c          ->
                                <-    HELLO version, nonce_s
                                <-    AUTH pk_s, Sig("auth", "S" B nonce_c nonce_s pk_s)
AUTH pk_c, Sig("auth", "C" B nonce_c nonce_s pk_s pk_c)   ->
JOIN token, proof of the code   ->    (only from a client that was given an invitation)
```

B is the hash of the server's certificate. A man in the middle has to show another certificate, so signatures made for
him verify nowhere else. The client speaks last: who is not the server that was called learns no key of a player.
"""

import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from hmac import compare_digest
from typing import TypeVar

import trio

from net.code import CodeLock, prove
from net.faults import (
    BadSignature,
    Garbage,
    Gone,
    Left,
    LinkFault,
    Slow,
    Stranger,
    VersionMismatch,
    WrongKey,
)
from net.frames import FrameReader, frame
from net.limits import CONTROL_LIMIT, Limits
from net.messages import Auth, Bye, Hello, Join, Message, decode, encode
from net.tls import Tls, TlsStream, broken, hang_up, secure
from protocol.identity import SigningKey, valid_public, verify

M = TypeVar("M", Hello, Auth, Join)

VERSION = 1
CLIENT, SERVER = b"C", b"S"


@dataclass(frozen=True)
class Session:
    """An authenticated connection on which nothing of the game has been said yet.

    Attributes:
        stream: the TLS stream.
        reader: holds bytes that came behind the introduction; its limit is still that of strangers (4 KiB).
        peer: the key that the other end has proven, 32 bytes.
        dialler: the key of the end that opened the connection.
    """

    stream: trio.abc.Stream
    reader: FrameReader
    peer: bytes
    dialler: bytes


async def call(
    stream: trio.abc.Stream,
    tls: Tls,
    me: SigningKey,
    expected: bytes,
    token: bytes | None,
    limits: Limits,
    code: bytes | None = None,
) -> Session:
    """Introduce ourselves over a connection that we opened.

    Args:
        stream: the open connection; it belongs to the session from now on.
        tls: this process's contexts.
        me: our identity.
        expected: the identity key that was called.
        token: the join token of an invitation (16 bytes), or None where we have a seat already.
        limits: `handshake` bounds the whole of it.
        code: the key of the table's code, if it has one.

    Raises:
        LinkFault: NoTls, VersionMismatch, WrongKey, BadSignature, Garbage, Oversize, HalfFrame, Gone, Left, Slow.

    Resource handling: on any exception `stream` is closed.
    """

    async def introduce() -> Session:
        secured, binding = await secure(stream, tls, server=False)
        end = _End(secured)
        nonce = secrets.token_bytes(32)
        await end.say(Hello(VERSION, nonce))
        hello = await end.hear(Hello)
        if hello.version != VERSION:
            raise VersionMismatch(None, VERSION, hello.version)
        auth = await end.hear(Auth)
        if auth.key != expected:
            raise WrongKey(auth.key, expected)
        _judge(auth, SERVER + binding + nonce + hello.nonce + auth.key)
        proof = me.sign("auth", CLIENT + binding + nonce + hello.nonce + auth.key + me.public)
        last: list[Message] = [Auth(me.public, proof)]
        if token is not None:
            answer_to_code = None if code is None else prove(code, binding, auth.key, me.public, hello.nonce)
            last.append(Join(token, answer_to_code))
        await trio.lowlevel.checkpoint_if_cancelled()
        # Once the server has this, it counts on the link. A cancellation in between would leave the two ends with
        # different views of which of two simultaneous calls is the one that stays.
        with trio.CancelScope(shield=True, deadline=trio.current_time() + limits.hang_up) as sending:
            await end.say(*last)
        if sending.cancelled_caught:
            raise Slow(expected, "does not read what is sent")
        return Session(secured, end.reader, expected, me.public)

    return await _within(introduce, stream, expected, limits)


async def answer(
    stream: trio.abc.Stream,
    tls: Tls,
    me: SigningKey,
    seated: Callable[[bytes], bool],
    token: bytes | None,
    limits: Limits,
    lock: CodeLock | None = None,
) -> Session:
    """Introduce ourselves over a connection that somebody else opened, and judge whether he may come in.

    Args:
        stream: the open connection; it belongs to the session from now on.
        tls: this process's contexts.
        me: our identity.
        seated: whether a key is known at this table.
        token: the join token that lets an unknown key in, or None if nobody new may come.
        limits: `handshake` bounds the whole of it.
        lock: the code that an unknown key must know besides, if the table has one.

    Raises:
        LinkFault: as `call`, and Stranger for an unknown key without the token, or for our own key; CodeNeeded,
            WrongCode or CodeClosed for one without the code.

    Resource handling: on any exception `stream` is closed.
    """

    async def introduce() -> Session:
        secured, binding = await secure(stream, tls, server=True)
        end = _End(secured)
        # The other end must be able to tell its player which of the two is old, so the answer goes out in any case.
        nonce = secrets.token_bytes(32)
        theirs = await end.hear(Hello)
        if theirs.version != VERSION:
            await end.say(Hello(VERSION, nonce))
            raise VersionMismatch(None, VERSION, theirs.version)
        proof = me.sign("auth", SERVER + binding + theirs.nonce + nonce + me.public)
        await end.say(Hello(VERSION, nonce), Auth(me.public, proof))
        auth = await end.hear(Auth)
        _judge(auth, CLIENT + binding + theirs.nonce + nonce + me.public + auth.key)
        try:
            if auth.key == me.public:
                raise Stranger(auth.key, "has the same key as this program: a second copy of it, or a copied key file")
            if not seated(auth.key):
                join = await _admit(end, auth.key, token)
                if lock is not None:
                    lock.judge(binding, me.public, auth.key, nonce, join.proof)
        except LinkFault as fault:
            await end.say(Bye(fault.code))
            raise
        return Session(secured, end.reader, auth.key, auth.key)

    return await _within(introduce, stream, None, limits)


async def _admit(end: "_End", key: bytes, token: bytes | None) -> Join:
    if token is None:
        raise Stranger(key, "has no seat at this table, which takes nobody new")
    try:
        join = await end.hear(Join)
    except Garbage:
        raise Stranger(key, "has no seat at this table and shows no invitation") from None
    if not compare_digest(join.token, token):
        raise Stranger(key, "shows an invitation that is not for this table, or no longer valid")
    return join


async def _within(
    introduce: Callable[[], Awaitable[Session]],
    stream: trio.abc.Stream,
    peer: bytes | None,
    limits: Limits,
) -> Session:
    try:
        with trio.move_on_after(limits.handshake):
            return await introduce()
        raise Slow(peer, f"did not finish its introduction within {limits.handshake:g} s")
    except trio.BrokenResourceError as error:
        await trio.aclose_forcefully(stream)
        raise broken(peer, error) from error
    except BaseException as error:
        if isinstance(error, LinkFault) and error.peer is None:
            error.blame(peer)
        await hang_up(stream, limits.hang_up)
        raise


def _judge(auth: Auth, message: bytes) -> None:
    if not valid_public(auth.key) or not verify(auth.key, "auth", message, auth.signature):
        raise BadSignature(None, "cannot prove its key on this connection: it lies, or somebody sits between you")


class _End:
    """Messages in and out of a TLS stream, one at a time, within the limits for strangers."""

    def __init__(self, stream: TlsStream) -> None:
        self.reader = FrameReader(CONTROL_LIMIT)
        self._stream = stream

    async def say(self, *messages: Message) -> None:
        await self._stream.send_all(b"".join(frame(encode(message)) for message in messages))

    async def hear(self, kind: type[M]) -> M:
        while (payload := self.reader.next_frame()) is None:
            data = await self._stream.receive_some(CONTROL_LIMIT)
            if not data:
                self.reader.end()
                raise Gone(None, "closed the connection before it had introduced itself")
            self.reader.feed(data)
        message = decode(payload)
        if isinstance(message, Bye):
            raise Left(None, message.reason)
        if not isinstance(message, kind):
            raise Garbage(None, f"sent something else where {kind.__name__.lower()!r} was due")
        return message
