"""An invitation to a table that is gone, under a simulated clock: `join` and `watch` say so once, and end."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest
import trio
from trio.testing import MockClock

from net.address import Address
from net.attempt import GatheringError, Told
from net.events import LinkDown, LinkUp
from net.faults import Gone, Unreachable
from net.guestroom import GuestRoom
from net.invite import Invitation
from net.mesh import open_mesh
from net.watching import LOST, PATIENCE, Apart, Rejoined, WatchRefused, _Watch, watch_table
from protocol.lobby import GuestLobby
from protocol.watching import Watcher
from tests.net.test_watching import factory
from tests.net.wire import LARGE, SMALL, TOKEN, Wire, at, keys, party

WAYS = (at(1), at(2), at(3))
INVITATION = Invitation(SMALL.public, bytes(16), TOKEN, WAYS)


class Dead:
    """Addresses at which nobody listens; `times`: when they were called."""

    def __init__(self) -> None:
        self.times: list[float] = []

    async def connect(self, address: Address) -> trio.abc.Stream:
        await trio.lowlevel.checkpoint()
        self.times.append(trio.current_time())
        raise Unreachable(None, f"cannot be reached at {address.text}: nobody listens there")


def cause(error: BaseException) -> BaseException:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


async def watched(connect: Callable[[Address], object], told: list[object]) -> str:
    """What a spectator hears at the end."""
    with pytest.raises(BaseExceptionGroup) as caught:  # noqa: PT012
        async with open_mesh(LARGE, connect=connect) as mesh:  # type: ignore[arg-type]
            mesh.want(SMALL.public, WAYS, TOKEN)
            await watch_table(mesh, Watcher(factory), SMALL.public, told.append, lambda _: None)
    error = cause(caught.value)
    assert isinstance(error, WatchRefused)
    return str(error)


async def test_to_watch_a_table_that_is_gone_is_told_once_tried_less_and_less_and_given_up(
    autojump_clock: MockClock,
) -> None:
    dead, told = Dead(), list[object]()
    why = await watched(dead.connect, told)
    assert trio.current_time() == pytest.approx(PATIENCE, abs=1)
    (apart,) = told
    assert isinstance(apart, Apart)
    assert "for a new invitation" in why
    rounds = dead.times[::3]
    assert len(rounds) < 12
    assert rounds[-1] - rounds[-2] > 4 * (rounds[1] - rounds[0])


async def test_a_host_that_comes_back_is_told_once_and_only_to_whom_had_seen_the_table(
    autojump_clock: MockClock,
) -> None:
    cut = LinkDown(SMALL.public, Gone(SMALL.public, "was cut off"))
    up = LinkUp(SMALL.public, "", True)
    async with open_mesh(LARGE, connect=Dead().connect) as mesh:
        for seen in (False, True):
            watcher, told = Watcher(factory), list[object]()
            watch = _Watch(mesh, watcher, SMALL.public, told.append, lambda _: None, False)
            watch.hear(up)
            watcher.reading = cast("Any", SimpleNamespace(connected=lambda peer: None)) if seen else None
            for event in (cut, cut, up, up):
                watch.hear(event)
            back = [Rejoined()] if seen else []
            assert told == [Apart("was cut off"), *back]


async def test_another_reason_is_told_again(autojump_clock: MockClock) -> None:
    told = list[object]()
    wire = Wire()
    async with party(wire, 1, keys(3)[2]):  # another table at the first address
        await watched(wire.connect, told)
    assert len(told) == 2


async def test_a_table_that_was_seen_is_waited_for_longer(autojump_clock: MockClock) -> None:
    """Its host may be starting again; but not for ever."""
    for seen, seconds in ((False, PATIENCE), (True, LOST)):
        async with open_mesh(LARGE, connect=Dead().connect) as mesh:
            watcher = Watcher(factory)
            watch = _Watch(mesh, watcher, SMALL.public, lambda _: None, lambda _: None, False)
            watch.hear(LinkUp(SMALL.public, "", True))
            assert watch.patience == float("inf")
            watcher.reading = cast("Any", object()) if seen else None
            watch.hear(LinkDown(SMALL.public, Gone(SMALL.public, "was cut off")))
            assert watch.patience == trio.current_time() + seconds


async def joined(connect: Callable[[Address], object], told: list[Told]) -> str:
    """Why somebody with an old invitation came to no table."""

    async def no_code(wrong: bool) -> str | None:
        return None

    with pytest.raises(BaseExceptionGroup) as caught:  # noqa: PT012
        async with open_mesh(LARGE, connect=connect) as mesh:  # type: ignore[arg-type]
            lobby = GuestLobby(LARGE.public, SMALL.public, "Bob", [("duel", 1, bytes(32))], ())
            await GuestRoom(mesh, lobby, told.append, False, INVITATION, no_code).start()
    error = cause(caught.value)
    assert isinstance(error, GatheringError)
    return str(error)


async def test_to_join_a_table_that_is_gone_ends_with_advice(autojump_clock: MockClock) -> None:
    told: list[Told] = []
    why = await joined(Dead().connect, told)
    assert trio.current_time() <= 61
    assert len(told) == 1
    assert why.endswith("the table may be closed: ask the host for a new invitation")
    assert all(way.text in why for way in WAYS)


async def test_where_another_table_answers_it_ends_sooner(autojump_clock: MockClock) -> None:
    told: list[Told] = []
    wire = Wire()
    async with party(wire, 1, keys(3)[2]):
        why = await joined(wire.connect, told)
    assert trio.current_time() <= 25
    assert len(told) == 2
    assert "the host is not at its address any more: somebody else answers there" in why
    assert "ask the host for a new invitation" in why
