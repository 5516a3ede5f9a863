"""Each cheat with a share or a card played is caught where it happens: the seat is named."""

from collections.abc import Callable
from typing import Any

import pytest

from protocol.deck.parts import SharesPart
from protocol.encoding import lp, pack, unpack
from protocol.faults import FaultKind
from protocol.group import POINT, plus
from protocol.machines.base import Author
from protocol.sharing import prove_share, prove_shares
from protocol.shuffle.masking import BASE
from tests.protocol.cards.crooks import caught, longer, nothing
from tests.protocol.cards.dealt import CardTable


# ---------------------------------------------------------------- shares
def shares_of(machine: Any, phase: int, author: Author) -> SharesPart:
    part = machine.parts(phase, author.seat)[0]
    assert isinstance(part, SharesPart)
    return part


def false_share(machine: Any, phase: int, author: Author) -> bytes:
    body: bytes = machine.make(phase, author)
    return plus(body[:POINT], BASE) + body[POINT:]


def swapped_shares(machine: Any, phase: int, author: Author) -> bytes:
    """Right shares in wrong order: each reader would see the other's card."""
    body: bytes = machine.make(phase, author)
    return body[POINT : 2 * POINT] + body[:POINT] + body[2 * POINT :]


def share_in_another_card(machine: Any, phase: int, author: Author) -> bytes:
    """A right share with its proof, in a card of the crook's own hand, which others would come to see."""
    part = shares_of(machine, phase, author)
    own = machine.cards.card(machine.scene.match.state.hands[author.seat][0]).newest
    return prove_shares(author.keys.secret, part.name.pair(author.keys.secret), part.ctx, (own, *part.cards[1:]))


def share_of_another_place(machine: Any, phase: int, author: Author) -> bytes:
    part = shares_of(machine, phase, author)
    ctx = part.ctx[:-32] + bytes(32)
    return prove_shares(author.keys.secret, part.name.pair(author.keys.secret), ctx, part.cards)


def share_of_another_deck(machine: Any, phase: int, author: Author) -> bytes:
    part = shares_of(machine, phase, author)
    other = machine.cards.decks["relics"].key_name.pair(author.keys.secret)
    return prove_shares(author.keys.secret, other, part.ctx, part.cards)


@pytest.mark.parametrize(
    "forge",
    [
        false_share,
        swapped_shares,
        share_in_another_card,
        share_of_another_place,
        share_of_another_deck,
        longer,
        nothing,
    ],
)
def test_a_share_that_is_none(forge: Callable[[Any, int, Author], bytes]) -> None:
    caught("shares", forge, asked="deal")


def test_a_reader_that_gives_its_own_share_to_nobody_asked() -> None:
    """Who is not asked in a phase cannot speak there: the card stays closed for the others."""
    table = CardTable(3, seed=4, turns=2)
    table.run(lambda: _asks(table, "draw"))
    reader = next(seat for seat in table.numbers if seat not in table.session(0).log.speakers)
    session = table.session(reader)
    top = session.log.known.cards.card(session.match.state.hands[reader][-1])
    where = session.log.machine.where(0)
    body = prove_share(
        table.keys[reader].secret,
        top.deck.key_name.pair(table.keys[reader].secret),
        where.ctx(reader, top.deck.key_name),
        top.newest,
    )
    table.cheats[reader] = lambda out: [out]
    table.say(reader, table.forge(reader, body=body))
    place = session.log.place
    table.run()
    for seat in table.honest:
        verdict = table.session(seat).verdict
        assert verdict is not None
        assert (verdict.slot, verdict.phase, verdict.seat, verdict.kind) == (*place, reader, FaultKind.ILLEGAL)


def _asks(table: CardTable, topic: str) -> bool:
    question = table.session(0).match.question
    return question is not None and question.topic == topic


# ---------------------------------------------------------------- choices
def test_a_face_that_is_not_the_handles() -> None:
    """SPEC 21.5: the face that is said must be the one that the share opens."""

    def forge(machine: Any, phase: int, author: Author) -> bytes:
        body: bytes = machine.make(phase, author)
        size = int.from_bytes(body[:4], "big")
        handle, face = _play(author, machine)
        return lp(pack((handle, "fool" if face != "fool" else "knife"))) + body[4 + size :]

    caught("answer", forge, asked="play", seat=0, kind=FaultKind.ILLEGAL)


def _play(author: Author, machine: Any) -> tuple[str, str]:
    handle, face = unpack(author.payloads[machine.scene.slot])  # type: ignore[misc,str-unpack]  # was judged
    return str(handle), str(face)


def cut_off(machine: Any, phase: int, author: Author) -> bytes:
    """The choice without the share that opens it."""
    return machine.make(phase, author)[:-96]  # type: ignore[no-any-return]


def false_opening(machine: Any, phase: int, author: Author) -> bytes:
    body: bytes = machine.make(phase, author)
    return body[:-96] + plus(body[-96:-64], BASE) + body[-64:]


@pytest.mark.parametrize("forge", [cut_off, false_opening])
@pytest.mark.parametrize(("name", "asked"), [("answer", "play"), ("opening", "duel"), ("opening", "ambush")])
def test_a_card_that_is_played_and_not_opened(
    forge: Callable[[Any, int, Author], bytes], name: str, asked: str
) -> None:
    caught(name, forge, asked=asked, seat=0, seed=6)
