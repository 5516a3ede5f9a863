"""What a spectator is sent holds nothing that the players may not know yet (asks B15)."""

import pytest

from protocol.entry import Place
from protocol.record import read
from protocol.wire import Kind, decode
from tests.leaks.test_bytes import CHOICES, SECRETS, seen
from tests.protocol.table import Wire
from tests.simulation.watched import FIRST, Gallery, assert_seen
from tests.simulation.world import entries_in


def world(seat: int, place: Place, choice: object, wire: Wire) -> Gallery:
    """A watched table at which one seat answers one secret question in a given way and all else goes as drawn."""
    table = Gallery(4, seed=9, wire=wire)
    table.choosers[seat] = lambda session, asked: choice if asked.slot == place.slot else table.sample(session, asked)
    table.watch(FIRST, seat)  # at the very seat that holds the secret
    table.watch(FIRST + 1, (seat + 1) % 4)
    table.run()
    table.linger()
    assert_seen(table)
    return table


@pytest.mark.parametrize("wire", [Wire(1, 1), Wire(1, 300, 0.2)], ids=["calm", "rough"])
@pytest.mark.parametrize(("seat", "made", "opened", "one", "other"), CHOICES)
def test_a_spectator_cannot_tell_two_worlds_apart_until_the_choice_is_opened(
    seat: int, made: Place, opened: Place, one: object, other: object, wire: Wire
) -> None:
    here, there = world(seat, made, one, wire), world(seat, made, other, wire)
    left, right = seen(here, seat, made, opened), seen(there, seat, made, opened)
    assert left == right
    assert sum(row[1] in (FIRST, FIRST + 1) for row in left) > 5
    assert here.record_of(FIRST) != there.record_of(FIRST)


@pytest.mark.parametrize("seed", range(4))
def test_a_spectator_is_sent_the_table_entries_and_nothing_else(seed: int) -> None:
    """Each entry after it was sent to a player, or just then; no keys, no secret before its time, no private item."""
    table = Gallery(3, seed, wire=Wire(1, 200, 0.2))
    table.watch(FIRST, 0)
    table.watch(FIRST + 1, 1)
    table.run()
    table.linger()
    assert_seen(table)
    frames = [frame for _, to, frame in table.heard if to >= FIRST]
    kinds = {message.kind for frame in frames if (message := decode(frame)) is not None}
    assert kinds <= {Kind.TABLE, Kind.SYNC, Kind.ENTRY}
    for seat, keys in table.keys.items():
        for never in (keys.game.seed, keys.talk.seed, keys.to_bytes(), keys.secret.key("dice", b"\x00")):
            assert not any(never in frame for frame in frames)
        first = next(frame for frame in frames if keys.secret.value in frame)
        assert any((s.entry.seat, s.place) == (seat, SECRETS) for s in entries_in(first))
    own = [decode(frame) for sender, _, frame in table.heard if sender >= FIRST]
    assert {message.kind for message in own if message is not None} <= {Kind.WATCH, Kind.HAVE, Kind.WANT, Kind.HEARD}


def test_a_record_kept_by_a_spectator_never_runs_ahead_of_the_seat_that_serves_it() -> None:
    table = Gallery(3, seed=2, wire=Wire(1, 1))
    table.watch(FIRST, 1)
    while not table.ended():
        now = table.now
        table.run(lambda now=now: table.now > now)  # type: ignore[misc]  # bound now
        if table.onlookers[FIRST].watcher.reading is None:
            continue
        theirs = {row.fields for row in read(table.record_of(FIRST))}
        assert theirs <= {row.fields for row in read(table.record(1))}
