"""Real frames of real games to mutate, and the mutations."""

from functools import cache
from random import Random

from protocol.encoding import Canon, pack, unpack
from protocol.entry import Entry, Signed
from protocol.wire import Kind, decode, encode
from tests.protocol.table import Table, Wire


@cache
def frames(seed: int = 1) -> tuple[bytes, ...]:
    """Every different frame of a game in rough weather, evidence of a crime included."""
    table = Table(3, seed, wire=Wire(1, 400, 0.2))
    table.run()
    found = dict.fromkeys(frame for _, _, frame in table.heard)
    one, other = (table.forge(1, slot=1, phase=0, body=bytes([n])) for n in (1, 2))
    found[encode(Kind.EVIDENCE, tuple((s.data, s.signature) for s in (one, other)))] = None
    return tuple(found)


def mutated(frame: bytes, draw: Random) -> bytes:
    """`frame` with some bytes flipped, cut out, doubled or added."""
    data = bytearray(frame)
    for _ in range(draw.choice([1, 1, 1, 2, 5])):
        at = draw.randrange(len(data) + 1)
        how = draw.randrange(5)
        if how == 0 and at < len(data):
            data[at] ^= 1 << draw.randrange(8)
        elif how == 1:
            del data[at : at + draw.randrange(1, 9)]
        elif how == 2:
            data[at:at] = draw.randbytes(draw.randrange(1, 9))
        elif how == 3:
            data[at:at] = data[at : at + draw.randrange(1, 40)]
        elif at < len(data):
            data[at] = draw.choice([0x00, 0x7F, 0x80, 0xC0, 0xC1, 0xCA, 0xD9, 0xDC, 0xDD, 0xDF, 0xFF])
    return bytes(data)


def reshaped(frame: bytes, draw: Random) -> bytes:
    """`frame` with one field of its message, or of an entry in it, replaced by another canonical value."""
    try:
        value = unpack(frame, 256 * 1024)
    except ValueError:
        return frame  # spoiled before
    return pack(_reshape(value, draw, 0)) if isinstance(value, tuple) else frame


ODD: tuple[Canon, ...] = (
    None,
    True,
    0,
    1,
    -1,
    255,
    2**32 - 1,
    2**32,
    2**64 - 1,
    -(2**63),
    b"",
    bytes(31),
    bytes(32),
    bytes(64),
    "",
    "text",
    (),
    (1,),
    ((),),
    ((b"", b""),),
)


def _reshape(value: tuple[Canon, ...], draw: Random, depth: int) -> tuple[Canon, ...]:
    if not value:
        return (draw.choice(ODD),)
    at = draw.randrange(len(value))
    part = value[at]
    if isinstance(part, tuple) and part and depth < 4 and draw.random() < 0.7:
        return (*value[:at], _reshape(part, draw, depth + 1), *value[at + 1 :])
    if isinstance(part, bytes) and len(part) > 64 and draw.random() < 0.8:
        try:
            inner = unpack(part)
        except ValueError:
            inner = ()
        if isinstance(inner, tuple) and inner:
            return (*value[:at], pack(_reshape(inner, draw, depth + 1)), *value[at + 1 :])
    how = draw.randrange(3)
    if how == 0:
        return value[:at] + value[at + 1 :]
    if how == 1:
        return (*value[:at], value[at], *value[at:])
    return (*value[:at], draw.choice(ODD), *value[at + 1 :])


def resigned(table: Table, frame: bytes, seat: int, draw: Random) -> bytes:
    """An ENTRY with some fields changed and signed by the real key of `seat`: only the log can find it out.

    Other frames stay, but none that carries entries: the corpus is of a twin game with the same keys, and true words of
    the honest seats of that twin would make them say two things.
    """
    message = decode(frame)
    assert message is not None
    if message.kind in (Kind.SYNC, Kind.EVIDENCE):
        return encode(Kind.WANT, 0, 0)
    if message.kind is not Kind.ENTRY:
        return frame
    entry = Signed.parse(*message.fields).entry
    body = draw.choice(
        [entry.body, b"", mutated(entry.body or b"\x00", draw), bytes(32), bytes(64), draw.randbytes(36)]
    )
    log = table.session(0).log
    places = [*(closed.place for closed in log.closed), log.place]
    slot, phase = draw.choice([*places, (entry.slot, entry.phase), (draw.randrange(99), draw.randrange(256))])
    prev = draw.choice([entry.prev, log.prev_at(places[draw.randrange(len(places))]) or bytes(32), bytes(32)])
    digest = draw.choice([entry.digest, log.before, bytes(32)])
    changed = Entry(table.agreement.game_id, slot, phase, seat, prev, digest, body)
    signed = Signed.make(changed, table.keys[seat].game)
    return encode(Kind.ENTRY, signed.data, signed.signature)
