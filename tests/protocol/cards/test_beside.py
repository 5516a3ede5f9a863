"""Proofs are made and checked beside the loop: what a driver does in one go stays short, threads give the same game."""

import threading
from collections.abc import Callable
from random import Random
from typing import Any

import nacl.bindings
import pytest
import trio
from typing_extensions import override

from engine.core.cards import Absent
from engine.core.match import State
from engine.core.options import Listed
from engine.core.questions import One, Rules, ask
from net.limits import STINT
from net.table import Table as NetTable
from net.table import run_table
from protocol.agreement import NOW, PROOFS
from protocol.deck import parts
from protocol.events import Asked, Ended
from protocol.machines.base import LIGHT
from protocol.record import assemble
from protocol.session import Session
from tests.adversaries.test_wire_abuse import Memory
from tests.protocol.cards import decks, hoard
from tests.protocol.cards.dealt import CardTable, card_form
from tests.protocol.cards.scripted import hands, table_of
from tests.protocol.cards.wireless import Held, apart, caught_up, joined
from tests.protocol.table import Table, keys_of, make_agreement, make_form

MULTIPLY = ("crypto_scalarmult_ed25519_noclamp", "crypto_scalarmult_ed25519_base_noclamp")
MOST_AT_ONCE = 150
"""Multiplications in the group: some 15 ms where one takes a tenth."""


class Counted(CardTable):
    """A table that counts the multiplications each seat does in one go, but for those that it hands out."""

    def __init__(self, patch: pytest.MonkeyPatch, *args: Any, **more: Any) -> None:
        self.count = self.most = 0
        for name in MULTIPLY:
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


@pytest.mark.parametrize("count", [7, 20, 40])
@pytest.mark.parametrize("beside", [True, False])
def test_the_cards_that_a_choice_opens_are_checked_once_by_each_seat(
    beside: bool, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many cards opened by one answer, which claims something besides: all of it goes to the workers, and only once."""
    shares, absences = Calls(parts.SharePart, monkeypatch), Calls(parts.AbsencePart, monkeypatch)

    def rules(state: State) -> Rules[None]:
        dealt = yield from hands(tuple(f"card {n}" for n in range(2 * count)), 2)
        claim = Absent(0, dealt[0][:1], ("card none",), "S2")
        options = Listed(("all",), "S2", opening=lambda _: dealt[0], claiming=lambda _, faces: (claim,))
        yield from ask(One("open", "S2", 0, options))

    table = table_of(rules, beside=beside)
    working = table._work

    def noting(seat: int) -> None:
        shares.on_loop = absences.on_loop = True
        working(seat)
        shares.on_loop = absences.on_loop = False

    table._work = noting  # type: ignore[method-assign]  # the driver of this table
    table.run()
    assert shares.count == 2 * count
    assert absences.count == 2
    assert shares.looped == (0 if beside else 2 * count)


class Calls:
    """Counts the checks of one kind of part, and those of them that the driver did itself."""

    def __init__(self, kind: type[parts.Part], patch: pytest.MonkeyPatch) -> None:
        self.count = self.looped = 0
        self.on_loop = False
        check = kind.check

        def counted(part: parts.Part, body: bytes) -> Any:
            self.count += 1
            self.looped += self.on_loop
            return check(part, body)

        patch.setattr(kind, "check", counted)


# ---------------------------------------------------------------- real threads
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
    meshes = joined([agreement.identity(seat) for seat in form.numbers])
    check = parts.ShufflePart.check

    def noting(self: parts.ShufflePart, body: bytes) -> Any:
        if self.cost > LIGHT:
            where.add(threading.current_thread().name)
        return check(self, body)

    monkeypatch.setattr(parts.ShufflePart, "check", noting)

    async def seated(seat: int) -> None:
        session = Session(agreement, seat, keys_of(seat, 8), hoard.new_match(form))
        async with run_table(meshes[seat], session, journals[seat], {}) as table:
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


class Strict(trio.abc.Clock):
    """Time goes on only as the loop multiplies in the group: a tenth of a millisecond each."""

    EACH = 0.0001

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.count = 0
        for name in MULTIPLY:
            patch.setattr(nacl.bindings, name, self._counting(getattr(nacl.bindings, name)))

    def _counting(self, function: Callable[..., bytes]) -> Callable[..., bytes]:
        def counted(*args: Any) -> bytes:
            self.count += threading.current_thread() is threading.main_thread()
            return function(*args)

        return counted

    @override
    def start_clock(self) -> None:
        """It runs already."""

    @override
    def current_time(self) -> float:
        return self.count * self.EACH

    @override
    def deadline_to_sleep_time(self, deadline: float) -> float:
        return max(0.0, deadline - self.current_time())


def test_a_seat_that_catches_up_lets_the_loop_go_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """One frame brings a whole game with a proof in each entry: the loop has its turn after a stint, and one entry."""
    form = make_form(4, 5, ((PROOFS, NOW), ("decks", 1), ("size", 35), ("dealt", 30)), "decks")
    table = Table(4, 5, form=form, match=decks.new_match)
    table.run(lambda: table.session(0).log.machine.names == ("outcome", "secret"))
    entries = sum(len(closed.entries) for closed in table.session(0).log.closed)
    lost, knows = apart(table, 3, 0)
    clock = Strict(monkeypatch)
    held = Held(clock.current_time)
    trio.run(caught_up, lost, knows, clock=clock, instruments=[held])
    assert entries > 3 * 30
    assert STINT <= held.longest < STINT + LIGHT * Strict.EACH
    assert clock.count > 3 * 30 * 4
