"""No byte of a choice that is not open leaves its owner; no secret does before its time (asks B15)."""

from collections.abc import Callable
from typing import Any

import pytest

from protocol.encoding import pack
from protocol.entry import Place
from protocol.record import Item, choice_item, read
from protocol.wire import Kind, decode
from tests.protocol.table import Outgoing, Table, Wire
from tests.simulation.world import World, entries_in

BIDS, BIDS_OPEN, GIFTS, GIFTS_OPEN, SECRETS = Place(2, 0), Place(2, 1), Place(4, 0), Place(6, 0), Place(7, 1)


def world(seat: int, place: Place, choice: object, wire: Wire, plant: Callable[[Table], Any] | None = None) -> World:
    """A table at which one seat answers one secret question in a given way and all else goes as drawn."""
    table = World(4, seed=9, wire=wire)
    table.choosers[seat] = lambda session, asked: choice if asked.slot == place.slot else table.sample(session, asked)
    if plant is not None:
        table.cheats[seat] = plant(table)
    table.run()
    assert table.session(seat).ended
    return table


def seen(table: Table, seat: int, made: Place, opened: Place) -> list[tuple[object, ...]]:
    """All that the others hear until `seat` opens: every frame with its length, less what must hang on the hash.

    That is the commitment itself, every `prev` behind it and, with it, every signature.
    """
    out: list[tuple[object, ...]] = []
    for sender, to, frame in table.heard:
        message = decode(frame)
        if message is None:
            out.append((sender, to, len(frame), frame))
            continue
        entries = entries_in(frame)
        if any(signed.entry.seat == seat and signed.place >= opened for signed in entries):
            return out
        rows = []
        for signed in entries:
            entry = signed.entry
            hidden = signed.place == made and entry.seat == seat
            rows.append(
                (
                    *signed.place,
                    entry.seat,
                    entry.prev if signed.place <= made else len(entry.prev),
                    entry.digest,
                    len(entry.body) if hidden else mask(entry.body, signed.place, made, entry.seat, table),
                    signed.signature if signed.place <= made and not hidden else len(signed.signature),
                )
            )
        plain: object = frame if message.kind in (Kind.WANT, Kind.BEHIND) else ()
        if message.kind is Kind.HAVE:
            place = Place(message.fields[0], message.fields[1])
            plain = (*place, message.fields[2] if place <= made else 32, message.fields[3])
        out.append((sender, to, len(frame), message.kind, plain, tuple(rows)))
    return out


def mask(body: bytes, place: Place, made: Place, seat: int, table: Table) -> object:
    """Bodies stay as they are, but for the nonces of others behind the commitment: they hang on the past."""
    if place > made and place in (BIDS_OPEN, GIFTS, GIFTS_OPEN):
        return len(body), body[32:] if place != GIFTS else b""
    return body


CHOICES: list[tuple[int, Place, Place, object, object]] = [
    (1, BIDS, BIDS_OPEN, 0, 5),
    (3, BIDS, BIDS_OPEN, 1, 2),
    (1, GIFTS, GIFTS_OPEN, ("", 0), ("abc", 3)),
    (3, GIFTS, GIFTS_OPEN, ("a", 0), ("a", 1)),
    (0, GIFTS, SECRETS, ("", 0), ("abc", 3)),  # the caller's gift is burned: closed to the very end
]


@pytest.mark.parametrize("wire", [Wire(1, 1), Wire(1, 300, 0.2)], ids=["calm", "rough"])
@pytest.mark.parametrize(("seat", "made", "opened", "one", "other"), CHOICES)
def test_two_worlds_are_the_same_bytes_until_the_choice_is_opened(
    seat: int, made: Place, opened: Place, one: object, other: object, wire: Wire
) -> None:
    here, there = world(seat, made, one, wire), world(seat, made, other, wire)
    left, right = seen(here, seat, made, opened), seen(there, seat, made, opened)
    assert left == right
    assert any(signed.place == made and signed.entry.seat == seat for _, _, f in here.heard for signed in entries_in(f))
    assert here.record(0) != there.record(0), "the two worlds do differ in the end"
    bodies = {
        next(s.entry.body for s in table.session(2).log.entries_at(made) if s.entry.seat == seat)
        for table in (here, there)
    }
    assert len(bodies) == 2, "and the commitments do, too"


def test_a_planted_leak_is_found() -> None:
    """A program that sends one frame more, or a longer one, for one of the two choices is found out."""

    def longer(table: Table) -> Callable[[Outgoing], list[Outgoing]]:
        def hook(out: Outgoing) -> list[Outgoing]:
            entry = table.entry_of(out.frame)
            if entry is None or (entry.slot, entry.phase) != BIDS:
                return [out]
            size = int(table.session(1)._author.payloads[2] == pack(5))
            return [out, Outgoing(out.to, pack((200, bytes(size))))]

        return hook

    wire = Wire(1, 1)
    here, there = world(1, BIDS, 0, wire, longer), world(1, BIDS, 5, wire, longer)
    assert seen(here, 1, BIDS, BIDS_OPEN) != seen(there, 1, BIDS, BIDS_OPEN)


@pytest.mark.parametrize("seed", range(4))
def test_nothing_private_is_ever_on_the_wire_and_nothing_secret_before_its_time(seed: int) -> None:
    """Game and talk keys never; the game secret in the last phase; a dice share in its roll; a nonce when it opens."""
    table = World(3, seed, rounds=2, wire=Wire(1, 200, 0.2))
    table.run()
    assert table.ended()
    frames = [frame for _, _, frame in table.heard]
    last = Place(13, 1)
    times: list[tuple[bytes, int, Place]] = []
    for seat, keys in table.keys.items():
        for never in (keys.game.seed, keys.talk.seed, keys.to_bytes(), keys.secret.key("dice", b"\x00")):
            assert not any(never in frame for frame in frames)
        times.append((keys.secret.value, seat, last))
        times += [(keys.secret.share(k), seat, Place(3 + 6 * k, 0)) for k in (0, 1)]
        assert not any(keys.secret.share(2) in frame for frame in frames), "committed to, never opened"
        for opening in table.session(0).log.known.openings:
            if opening.seat == seat:
                times.append((opening.nonce, seat, Place(opening.slot, opening.phase)))
        for item in table.states[seat].journal:
            (row,) = read(b"MOOT1\n" + item)
            if row.kind is Item.CHOICE:
                assert not any(choice_item(*row.fields) in frame for frame in frames)
    for token, seat, place in times:
        first = next(frame for frame in frames if token in frame)
        assert any((s.entry.seat, s.place) == (seat, place) for s in entries_in(first))
        assert all(s.place <= place for s in entries_in(first) if token in s.data)


def test_a_record_before_the_end_holds_no_secret_and_never_a_choice() -> None:
    """Exported at every step: what is in the file is what all have heard."""
    table = World(3, seed=2, rounds=2, wire=Wire(1, 1))
    journals: list[int] = []
    while not table.ended():
        now = table.now
        table.run(lambda now=now: table.now > now)  # type: ignore[misc]  # bound now
        for seat in table.numbers:
            record = table.record(seat)
            assert all(row.kind is not Item.CHOICE for row in read(record))
            log = table.session(seat).log
            for other, keys in table.keys.items():
                assert keys.game.seed not in record
                assert keys.talk.seed not in record
                if log.place < Place(13, 1):
                    assert keys.secret.value not in record
                number, _ = log.known.dice.get(other, (0, b""))
                assert keys.secret.share(number + 1) not in record
        journals.append(sum(map(len, table.states[0].journal)))
    assert len(journals) > 10
