"""After the end people go on talking until all have left (SPEC 19: talk goes on after the end until all have left)."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import pytest
import trio
from trio.testing import MockClock

from engine.core.cards import NO_FACES
from net.attempt import Agreed
from net.events import Frame, LinkUp
from net.grace import RETURN, TALK_ON
from net.limits import Limits
from net.mesh import Mesh, open_mesh
from net.parting import LINGER
from net.table import Table, open_table
from net.telling import Away, Back, TableClosed, TableOver
from protocol.agreement import Agreement
from protocol.events import Asked, Said
from protocol.faults import TalkFault
from protocol.record import Item, assemble, read
from protocol.session import Session
from protocol.talk import AFTERWARDS
from protocol.wire import Kind, decode
from tests.adversaries.test_wire_abuse import Memory, agreed
from tests.net.wire import Wire as Cables
from tests.net.wire import at, keys, tls
from tests.protocol import toy
from tests.protocol.table import keys_of

SOON = 3
"""Seconds within which what need not be waited for has happened."""
ALL = ((1, 2), (0, 2), (0, 1))


@dataclass
class Sitter:
    """Somebody in a seat, and all that happened there.

    Attributes:
        over: what the record was, and when, as soon as nothing was left to play.
        left: when the seat was given up, or the table closed.
    """

    number: int
    journal: Memory = field(default_factory=Memory)
    events: list[object] = field(default_factory=list)
    over: tuple[float, bytes] = (0.0, b"")
    left: float = 0.0

    def of(self, *kinds: type[object]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kinds)]

    @property
    def heard(self) -> list[str]:
        """What was said afterwards, by whomever."""
        return [said.text for said in self.of(Said) if said.slot == AFTERWARDS]

    @property
    def closed(self) -> bool:
        return bool(self.of(TableClosed))


Person = Callable[["Sitter", Table], Awaitable[None]]
"""What somebody does when all is over; then they leave. None: a bot."""


class Hall:
    """Three seats over links in memory; `links`: whom each calls or waits for."""

    def __init__(
        self, *people: Person | None, links: Sequence[Sequence[int]] = ALL, limits: Limits | None = None
    ) -> None:
        self.agreement: Agreement = agreed()
        self.sitters = [Sitter(n) for n in range(3)]
        self.cables = Cables()
        self._people = people
        self._links = links
        self._limits = limits

    async def run(self) -> list[Sitter]:
        with trio.fail_after(10 * TALK_ON):
            async with trio.open_nursery() as nursery:
                for n in range(3):
                    nursery.start_soon(self._sit, n)
        return self.sitters

    def record(self, sitter: Sitter) -> bytes:
        return assemble(self.agreement, sitter.journal.items)

    async def _sit(self, n: int) -> None:
        person, sitter, me = self._people[n], self.sitters[n], keys(3)[n]
        match, mine = toy.new_match(self.agreement.form), keys_of(n, 0)
        ways = {key.public: (at(other),) for other, key in enumerate(keys(3)) if other in self._links[n]}
        doors, connect = [self.cables.door(n)], self.cables.connect
        async with open_mesh(me, listeners=doors, tls=tls(), connect=connect, limits=self._limits) as mesh:
            for peer, addresses in ways.items():
                mesh.want(peer, addresses)
            agreement = Agreed(self.agreement, ())
            async with (
                open_table(mesh, agreement, n, mine, match, sitter.journal, ways) as table,
                trio.open_nursery() as nursery,
            ):
                if person is not None:
                    table.stay()

                async def act() -> None:
                    assert person is not None
                    await person(sitter, table)
                    nursery.cancel_scope.cancel()

                async for event in table:
                    sitter.events.append(event)
                    if isinstance(event, Asked):
                        await table.choose(event.slot, event.question.options(n).sample(lambda k: 0, NO_FACES))
                    elif isinstance(event, TableOver):
                        sitter.over = trio.current_time(), self.record(sitter)
                        nursery.start_soon(act)
                    elif isinstance(event, TableClosed):
                        nursery.cancel_scope.cancel()
            sitter.left = trio.current_time()


async def waits(sitter: Sitter, table: Table) -> None:
    await trio.sleep_forever()


def says(*lines: str, after: float = 1) -> Person:
    """Say lines, each after some seconds, and leave with the last word."""

    async def person(sitter: Sitter, table: Table) -> None:
        for line in lines:
            await trio.sleep(after)
            await table.say(line)

    return person


async def test_two_people_talk_when_all_is_over_and_the_last_to_stay_is_not_held(autojump_clock: MockClock) -> None:
    hall = Hall(says("good game", "nobody hears this", after=5), says("thanks", after=7), None)
    first, second, bot = await hall.run()
    assert first.heard == second.heard == ["good game", "thanks"]
    assert not bot.of(TableOver)
    assert bot.closed
    for person in (first, second):
        (over,) = person.of(TableOver)
        assert over.reason == ""
        assert over.there
        assert person.over[1] == hall.record(person), "what was taken at the end stays what it is"
    assert len({hall.record(sitter) for sitter in hall.sitters}) == 1
    assert not any(row.kind is Item.TALK for row in read(hall.record(first)))
    for person in (first, second):
        assert all(any(text.encode() in item for item in person.journal.items) for text in person.heard)


async def test_whoever_stays_alone_is_told_that_the_table_closes(autojump_clock: MockClock) -> None:
    hall = Hall(says("bye"), waits, None)
    first, second, _ = await hall.run()
    assert second.heard == ["bye"], "the last word of one who leaves is heard"
    assert [event.seat for event in second.of(Away)][-1] == 0
    assert second.of(TableClosed) == [TableClosed()]
    assert second.left - first.left < SOON


async def test_a_table_of_one_person_and_bots_waits_for_nobody(autojump_clock: MockClock) -> None:
    first, second, third = await Hall(waits, None, None).run()
    assert first.of(TableClosed) == [TableClosed()]
    assert first.left - max(second.left, third.left) < SOON
    assert first.left < LINGER


async def test_people_who_have_fallen_asleep_do_not_keep_it_open_for_ever(autojump_clock: MockClock) -> None:
    first, second, third = await Hall(waits, waits, waits).run()
    for sitter in (first, second, third):
        assert sitter.of(TableClosed) == [TableClosed()]
        assert TALK_ON - SOON < sitter.left - sitter.over[0] < TALK_ON + SOON


async def test_a_word_keeps_it_open_for_as_long_again(autojump_clock: MockClock) -> None:
    async def slowly(sitter: Sitter, table: Table) -> None:
        await trio.sleep(TALK_ON - 10)
        await table.say("still here?")
        await trio.sleep_forever()

    hall = Hall(slowly, waits, None)
    first, second, _ = await hall.run()
    assert second.heard == ["still here?"]
    for sitter in (first, second):
        assert 2 * TALK_ON - 20 < sitter.left - sitter.over[0] < 2 * TALK_ON


async def test_a_link_that_breaks_is_waited_for_and_carries_what_was_said_meanwhile(autojump_clock: MockClock) -> None:
    async def cuts(sitter: Sitter, table: Table) -> None:
        await trio.sleep(5)
        hall.cables.cut = "refused"
        await trio.sleep(25)
        assert not sitter.closed, "a dead link is found, and then its end is waited for"
        await table.say("into the dark")
        hall.cables.cut = ""
        await trio.sleep(60)

    async def listens(sitter: Sitter, table: Table) -> None:
        await trio.sleep(80)

    hall = Hall(cuts, listens, None)
    first, second, _ = await hall.run()
    assert second.heard == ["into the dark"]
    assert any(event.seat == 1 for event in first.of(Back))


async def test_a_link_that_does_not_come_back_ends_it(autojump_clock: MockClock) -> None:
    async def cuts(sitter: Sitter, table: Table) -> None:
        hall.cables.cut = "refused"
        await trio.sleep_forever()

    hall = Hall(cuts, waits, None)
    for sitter in (await hall.run())[:2]:
        assert sitter.of(TableClosed) == [TableClosed()]
        assert RETURN <= sitter.left - sitter.over[0] < RETURN + 10


async def test_two_without_a_link_hear_each_other_through_the_third(autojump_clock: MockClock) -> None:
    hall = Hall(says("hello", "there", after=5), says("I pass it on", after=60), waits, links=((1,), (0, 2), (1,)))
    first, _, third = await hall.run()
    assert third.heard == ["hello", "there", "I pass it on"]
    assert first.closed or first.left < third.left


class Solitaire:
    """A mesh that is none: the test hands in what a seat hears, and takes what it sends."""

    def __init__(self) -> None:
        self.me = keys(3)[0].public
        self.report, self.events = trio.open_memory_channel[object](64)
        self.sent: list[tuple[bytes, bytes]] = []
        self.linked = tuple(key.public for key in keys(3)[1:])
        self.relayed = ()

    def send(self, peer: bytes, frame: bytes) -> bool:
        self.sent.append((peer, frame))
        return True

    def want(self, peer: bytes, addresses: object) -> None: ...

    def drop(self, peer: bytes, reason: str) -> None: ...


async def to_the_end(mesh: Solitaire, table: Table, others: Sequence[Session]) -> None:
    """Play to the end by hand; nobody tells our seat that it stands there, so our seat waits for that."""
    me = mesh.me
    for session in others:
        session.start()
        session.connected(me)
    for _ in range(1_000):
        sent, mesh.sent = mesh.sent, []
        for session in others:
            for peer, frame in sent:
                if peer == session.agreement.identity(session.seat):
                    session.receive(me, frame)
        for session in others:
            while (event := session.next_event()) is not None:
                if isinstance(event, Asked):
                    session.choose(event.slot, event.question.options(session.seat).sample(lambda k: 0, NO_FACES))
            session.unsaved()
        for session in others:
            own = session.agreement.identity(session.seat)
            for peer, frame in session.outgoing():
                message = decode(frame)
                other = next((s for s in others if s.agreement.identity(s.seat) == peer), None)
                if other is not None:
                    other.receive(own, frame)
                elif message is not None and message.kind is not Kind.HAVE:
                    mesh.report.send_nowait(Frame(own, frame))
        await trio.testing.wait_all_tasks_blocked()
        if table.session.ended and not mesh.sent:
            return
    raise AssertionError("no end")


async def test_what_comes_while_a_word_of_ours_closes_the_table_is_nobodys_any_more(autojump_clock: MockClock) -> None:
    """A table that closes between a frame's coming and its being heard: the frame has nobody to be reported to."""
    agreement, mesh, seen = agreed(), Solitaire(), list[object]()
    others = [Session(agreement, n, keys_of(n, 0), toy.new_match(agreement.form)) for n in (1, 2)]
    for session in others:
        session.connected(keys(3)[3 - session.seat].public)
    match = toy.new_match(agreement.form)

    async def answer(table: Table) -> None:
        async for event in table:
            seen.append(event)
            if isinstance(event, Asked):
                await table.choose(event.slot, event.question.options(0).sample(lambda k: 0, NO_FACES))

    async with (
        open_table(cast("Mesh", mesh), Agreed(agreement, ()), 0, keys_of(0, 0), match, Memory(), {}) as table,
        trio.open_nursery() as nursery,
    ):
        nursery.start_soon(answer, table)
        await to_the_end(mesh, table, others)
        assert not any(isinstance(event, TableClosed) for event in seen)
        autojump_clock.jump(LINGER + 1)  # nobody has noticed yet
        mesh.report.send_nowait(LinkUp(keys(3)[1].public, "somewhere", True))  # now `run` will hear that
        await table.say("good game")  # and this closes the table before it does
        await trio.testing.wait_all_tasks_blocked()
    assert seen[-1] == TableClosed()
    assert not any(isinstance(event, Back) for event in seen)
    with pytest.raises(TalkFault):
        await table.say("is anybody there?")
