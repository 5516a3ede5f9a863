"""Proofs are made and checked beside the loop: what a driver does in one go stays short, threads give the same game."""

import threading
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import nacl.bindings
import pytest
import trio
from typing_extensions import override

from net.events import Frame
from net.table import Table as NetTable
from net.table import run_table
from protocol.deck import parts
from protocol.events import Asked, Ended
from protocol.log import LIGHT
from protocol.record import assemble
from protocol.session import Session
from tests.protocol.cards import hoard
from tests.protocol.cards.dealt import CardTable, card_form
from tests.protocol.table import keys_of, make_agreement

MOST_AT_ONCE = 150
"""Multiplications in the group: some 15 ms where one takes a tenth."""


class Counted(CardTable):
    """A table that counts the multiplications each seat does in one go, but for those that it hands out."""

    def __init__(self, patch: pytest.MonkeyPatch, *args: Any, **more: Any) -> None:
        self.count = self.most = 0
        for name in ("crypto_scalarmult_ed25519_noclamp", "crypto_scalarmult_ed25519_base_noclamp"):
            patch.setattr(nacl.bindings, name, self._counting(getattr(nacl.bindings, name)))
        super().__init__(*args, **more)

    def _counting(self, function: Callable[..., bytes]) -> Callable[..., bytes]:
        def counted(*args: Any) -> bytes:
            self.count += 1
            return function(*args)

        return counted

    @override
    def _work(self, seat: int) -> None:
        self.count = 0
        super()._work(seat)
        self.most = max(self.most, self.count)


@pytest.mark.parametrize(("beside", "short"), [(True, True), (False, False)])
def test_what_is_done_in_one_go_is_short(beside: bool, short: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Shuffles, proofs of absence and the audit are handed out; without that the loop would stand still for them."""
    table = Counted(monkeypatch, 4, seed=8, turns=3, beside=beside)
    table.run()
    table.assert_fair()
    assert (table.most <= MOST_AT_ONCE) is short, table.most


# ---------------------------------------------------------------- real threads
class Wireless:
    """The mesh of one seat, without a wire: frames go straight into the others' events."""

    def __init__(self, me: bytes) -> None:
        self.me = me
        self.give, self.events = trio.open_memory_channel[Any](float("inf"))
        self.others: dict[bytes, Wireless] = {}
        self.relayed: tuple[bytes, ...] = ()

    @property
    def linked(self) -> list[bytes]:
        return list(self.others)

    def want(self, peer: bytes, addresses: Sequence[Any]) -> None:
        """All are here."""

    def send(self, peer: bytes, frame: bytes) -> None:
        self.others[peer].give.send_nowait(Frame(self.me, frame))


class Memory:
    """A journal that never fails."""

    def __init__(self) -> None:
        self.items: list[bytes] = []

    def write(self, items: Sequence[bytes]) -> None:
        self.items += items

    def sync(self, items: Sequence[bytes]) -> None:
        self.items += items


async def _play(table: NetTable) -> None:
    """Plays until the table closes: all hold the same then."""
    async for event in table:
        if isinstance(event, Asked):
            draw = Random(f"choice {table.seat} {event.slot}")
            options = event.question.options(table.seat)
            await table.choose(event.slot, options.sample(lambda n: draw.randrange(n), table.known))  # noqa: B023  # used at once
        elif isinstance(event, Ended):
            assert event.slips == ()


def test_a_table_whose_proofs_are_done_in_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """The driver of real tables: no shuffle is proven or checked in the thread of the loop, and the record is good."""
    form = card_form(3, 8, turns=1)
    agreement = make_agreement(form, 8)
    where: set[str] = set()
    journals = {seat: Memory() for seat in form.numbers}
    meshes = {seat: Wireless(agreement.identity(seat)) for seat in form.numbers}
    for mesh in meshes.values():
        mesh.others = {other.me: other for other in meshes.values() if other is not mesh}
    check = parts.ShufflePart.check

    def noting(self: parts.ShufflePart, body: bytes) -> Any:
        if self.cost > LIGHT:
            where.add(threading.current_thread().name)
        return check(self, body)

    monkeypatch.setattr(parts.ShufflePart, "check", noting)

    async def seated(seat: int) -> None:
        session = Session(agreement, seat, keys_of(seat, 8), hoard.new_match(form))
        mesh: Any = meshes[seat]
        async with run_table(mesh, session, journals[seat], {}) as table:
            await _play(table)

    async def all_seats() -> None:
        with trio.fail_after(120):
            async with trio.open_nursery() as nursery:
                for seat in form.numbers:
                    nursery.start_soon(seated, seat)

    trio.run(all_seats)
    assert where
    assert threading.main_thread().name not in where
    assert len({assemble(agreement, journal.items) for journal in journals.values()}) == 1
