"""What a session shows of itself: who has spoken, how far each seat is, the last draw (SPEC.md sections 7, 10, 12)."""

from typing import Any

from engine.core.questions import Kind as Asks
from protocol.dice import joint_seed, roll
from protocol.entry import Place
from protocol.events import Asked
from protocol.progress import Progress
from protocol.session import Session
from protocol.wire import Kind, encode
from tests.protocol.table import NOT_NOW, Table


def seen(table: Table, seat: int) -> list[Progress]:
    """All that the progress of a seat has been while the table plays to its end, without repetitions."""
    found: list[Progress] = []

    def look() -> bool:
        now = table.session(seat).progress
        if not found or found[-1] != now:
            found.append(now)
        return False

    table.run(look)
    look()
    return found


def test_every_place_of_a_game_is_shown_by_its_name() -> None:
    table = Table(3, seed=4)
    found = seen(table, 1)
    names = {(each.name, each.kind) for each in found}
    assert {
        ("setup", None),
        ("answer", Asks.OPEN),
        ("commitment", Asks.SECRET),
        ("opening", Asks.SECRET),
        ("share", Asks.CHANCE),
        ("outcome", None),
        ("secret", None),
        ("", None),
    } <= names
    assert [Place(each.slot, each.phase) for each in found] == sorted(Place(each.slot, each.phase) for each in found)
    for each in found:
        assert not set(each.spoken) & set(each.missing)
    assert found[-1].missing == found[-1].spoken == ()


def test_who_has_not_spoken_is_named() -> None:
    table = Table(3, seed=4)

    def late(session: Session, asked: Asked) -> Any:
        return NOT_NOW if asked.question.topic == "bid" else table.sample(session, asked)

    table.choosers[2] = late
    table.run()
    now = table.session(0).progress
    assert (now.name, now.kind, now.spoken, now.missing) == ("commitment", Asks.SECRET, (0, 1), (2,))


def test_seats_agree_up_to_their_last_entry() -> None:
    table = Table(3, seed=4)
    table.run(lambda: table.session(0).slot >= 4)
    session = table.session(0)
    for stand in session.stands.values():
        assert stand.agrees
        assert session.log.prev_at(stand.place) == stand.head
    table.run()
    assert {stand.place for stand in session.stands.values()} == {session.log.place}
    assert session.linked == (0, 1, 2)[1:]


def test_another_past_and_a_later_place_are_told_apart() -> None:
    table = Table(3, seed=4)
    table.run(lambda: table.session(0).slot >= 4)
    session = table.session(0)
    session.receive(table.peer[1], encode(Kind.HAVE, *session.log.place, bytes(32), ()))
    session.receive(table.peer[2], encode(Kind.HAVE, 99, 0, bytes(32), ()))
    while session.next_event() is not None:
        pass
    assert session.stands[1].agrees is False
    assert session.stands[2].agrees is None
    assert session.stands[2].place == Place(99, 0)


def test_links_are_counted_by_seat() -> None:
    table = Table(3, seed=4, apart=[(0, 2)])
    assert table.session(0).linked == (1,)
    assert table.session(1).linked == (0, 2)


def test_the_last_draw_can_be_computed_again() -> None:
    table = Table(3, seed=4, rounds=2)
    table.run()
    log = table.session(0).log
    drawn = log.known.drawn
    assert drawn is not None
    prev = log.prev_at(Place(drawn.slot, 0))
    assert prev is not None
    shares = [(row.seat, row.share) for row in log.known.shares if row.slot == drawn.slot]
    assert drawn.seed == joint_seed(log.agreement.game_id, drawn.slot, prev, shares)
    assert drawn.rolled == roll(drawn.seed, (6, 6, 2**63 + 1))
    assert drawn.slot > 4, "the draw of the second round"
