"""A peer that has not agreed to the end is told again what we said there, by the driver of a running table."""

import trio
from trio.testing import MockClock

from net.attempt import Agreed
from net.events import Frame
from net.mesh import open_mesh
from net.table import open_table
from protocol.agreeing import said
from tests.adversaries.test_wire_abuse import Memory, agreed
from tests.net.wire import Wire, at, keys, tls
from tests.protocol import toy
from tests.protocol.table import keys_of


async def test_who_asks_late_is_told_what_was_said(autojump_clock: MockClock) -> None:
    """Seat 0 died as soon as it had agreed, and is back; seat 1 still agrees, and says its words on the new link."""
    agreement, wire, people = agreed(), Wire(), keys(3)
    match = toy.new_match(agreement.form)
    heard: list[bytes] = []
    with trio.fail_after(60):
        async with (
            open_mesh(people[0], listeners=[wire.door(0)], tls=tls(), connect=wire.connect) as mesh,
            open_mesh(people[1], tls=tls(), connect=wire.connect) as late,
        ):
            mesh.want(people[1].public)
            late.want(people[0].public, (at(0),))
            async with open_table(mesh, Agreed(agreement, ()), 0, keys_of(0, 0), match, Memory(), {}):
                words = said(agreement, 1)
                async for event in late.events:
                    if late.linked and not heard:
                        for word in words:
                            late.send(people[0].public, word)
                    if isinstance(event, Frame):
                        heard.append(event.payload)
                    if set(said(agreement, 0)) <= set(heard):
                        break
    assert tuple(frame for frame in heard if frame in said(agreement, 0)) == said(agreement, 0)
