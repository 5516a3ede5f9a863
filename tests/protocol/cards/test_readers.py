"""What spectators, two seats in league, and damaged bytes come to at a table of cards."""

from functools import cache
from random import Random
from typing import Any

import pytest
from typing_extensions import override

from engine.core.match import Match
from protocol.agreement import PROOFS, SPECTATORS, Form
from protocol.audit import verify_record
from protocol.encoding import digest, u8, u32
from protocol.entry import Signed
from protocol.events import Asked
from protocol.faults import Verdict
from protocol.group import ORDER, prove_known, statement, times_base
from protocol.log import Log, Proven, Taken
from protocol.machines.base import Author
from protocol.report import Judgement
from protocol.session import Session
from protocol.watching import Watcher
from tests.protocol.cards import hoard
from tests.protocol.cards.crooks import Crook, remasked_by, saying
from tests.protocol.cards.dealt import CardTable
from tests.protocol.table import Wire, make_form
from tests.simulation.watched import FIRST, Gallery, Onlooker
from tests.simulation.world import World


def watched_match(form: Form) -> Match[hoard.Hoard]:
    """The game of a table that lets people watch."""
    pairs: Any = form.settings
    settings = {name: value for name, value in pairs if name not in (PROOFS, SPECTATORS)}
    return Match.start(hoard.GAME, len(form.seats), settings)


class CardGallery(Gallery):
    """A table of cards that lets people watch."""

    def __init__(self) -> None:
        self.onlookers = {FIRST: Onlooker(Watcher(watched_match))}
        self.gone = []
        form = make_form(3, 8, ((SPECTATORS, True), ("turns", 2)), "hoard")
        World.__init__(self, form=form, seed=8, match=watched_match)

    @override
    def sample(self, session: Session, asked: Asked) -> object:
        draw = Random(f"choice {session.seat} {asked.slot}")
        return asked.question.options(session.seat).sample(lambda n: draw.randrange(n), session.known)


def test_a_spectator_reads_a_game_of_cards_and_sees_what_all_see() -> None:
    """It judges every proof, holds what lies open and nothing else, and keeps the same record."""
    gallery = CardGallery()
    onlooker = gallery.watch(FIRST, 1)
    gallery.run(lambda: gallery.session(0).slot > 8)
    reading = onlooker.watcher.reading
    assert reading is not None
    cards = reading.log.known.cards
    assert dict(reading.known) == {handle: card.face for handle, card in cards.living.items() if card.face is not None}
    assert len(reading.known) < len(gallery.session(0).known)
    gallery.run()
    gallery.linger()
    assert reading.ended
    assert reading.match.digest == gallery.session(0).match.digest
    assert gallery.record_of(FIRST) == gallery.record(0)
    assert verify_record(watched_match, gallery.record_of(FIRST)).judgement is Judgement.GOOD


# ---------------------------------------------------------------- two in league
def test_keys_that_cancel_each_other_out() -> None:
    """Each with its proof, and their sum is nothing: refused beside each other, never computed with."""
    table = CardTable(2, seed=4)
    secret = table.keys[0].secret

    def forge(machine: Any, phase: int, author: Author) -> bytes:
        body = b""
        for part in machine.parts(phase, 1):
            x = ORDER - part.name.pair(secret).scalar
            st = statement("pok", part.ctx, times_base(x))
            body += times_base(x) + prove_known(x, secret.scalar("sigma", st, u32(0)), st)
        return body

    crook = Crook(table, 1, saying("key"), forge)
    table.run()
    verdict = crook.assert_caught()
    assert [signed.entry.seat for signed in verdict.evidence] == [0, 1]


def test_two_readers_that_re_mask_to_one_value() -> None:
    """With one scalar for one card both proofs hold, and the shares for both would open it: the higher one is named."""
    table = CardTable(4, seed=4, turns=4, wire=Wire(1, 300, 0.2))
    friend = table.keys[2].secret

    def forge(machine: Any, phase: int, author: Author) -> bytes:
        ((theirs,), (part,)) = (machine.parts(phase, seat) for seat in (2, 3))
        ct = digest("ct", theirs.card.a + theirs.card.b)
        return remasked_by(part, friend.scalar("remask", theirs.ctx, theirs.handle, ct, u8(2)))

    crook = Crook(table, 3, saying("re-mask", "witness"), forge)
    table.cheats[2] = lambda out: [out]
    table.run()
    verdict = crook.assert_caught()
    assert [signed.entry.seat for signed in verdict.evidence] == [2, 3]


# ---------------------------------------------------------------- damaged bytes
@cache
def small_game() -> tuple[CardTable, list[Signed]]:
    """A game of two, and all its entries in order."""
    table = CardTable(2, seed=3, turns=2)
    table.run()
    table.assert_fair()
    return table, [signed for closed in table.session(0).log.closed for signed in closed.entries]


@pytest.mark.parametrize("seed", range(2))
def test_any_body_is_judged_and_nothing_else_happens(seed: int) -> None:
    """Bodies changed at random and signed again: refused with the name of their author, or right by chance."""
    table, entries = small_game()
    draw = Random(f"damage {seed}")
    log = Log(table.agreement, hoard.new_match(table.form))
    for signed in entries:
        for body in _damaged(draw, signed.entry.body):
            forged = table.forge(signed.entry.seat, signed.entry, body=body)
            verdict = _verdict(log, forged)
            if verdict is not None:
                assert (verdict.slot, verdict.phase, verdict.seat) == (*signed.place, signed.entry.seat)
            log._refused.clear()
            log.held.pop(signed.entry.seat, None)
        assert log.offer(signed) is Taken.ADMITTED
        while log.advance() is not None:
            pass
    assert log.ended


def _verdict(log: Log, signed: Signed) -> Verdict | None:
    """What the log makes of an entry: a fault, or nothing if it is admitted or was seen."""
    try:
        assert log.offer(signed) in (Taken.ADMITTED, Taken.REPEATED)
    except Proven as proven:
        return proven.verdict
    return None


def _damaged(draw: Random, body: bytes) -> list[bytes]:
    at = draw.randrange(len(body))
    flipped = body[:at] + bytes([body[at] ^ 1 << draw.randrange(8)]) + body[at + 1 :]
    return [flipped, body[:at], body + draw.randbytes(32), draw.randbytes(len(body)), b""]


def test_any_byte_of_a_record_changed_is_found() -> None:
    """Flips, cuts and swaps in the record of a game of cards: never good, never an error of ours."""
    table, _ = small_game()
    record = table.record(0)
    draw = Random("record")
    for _ in range(40):
        at = draw.randrange(len(record))
        for changed in (record[:at] + bytes([record[at] ^ 1 << draw.randrange(8)]) + record[at + 1 :], record[:at]):
            assert verify_record(hoard.new_match, changed).judgement is not Judgement.GOOD
