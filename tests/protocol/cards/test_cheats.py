"""Each cheat with keys, masks and replays is caught where it happens; the evidence verifies alone."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from protocol.deck.cards import EVERYBODY, AudienceFault, Cards
from protocol.deck.parts import RemaskPart, SharePart, SharesPart, make_parts
from protocol.encoding import digest, u8
from protocol.group import ORDER, POINT, plus, times_base
from protocol.machines.base import Author
from protocol.shuffle import Masked
from protocol.shuffle.masking import BASE
from tests.protocol.cards.crooks import ROUGH, Crook, caught, longer, nothing, remasked_by, saying
from tests.protocol.cards.dealt import CardTable


# ---------------------------------------------------------------- keys
def swapped_keys(machine: Any, phase: int, author: Author) -> bytes:
    """The proof for one deck, used for the other."""
    body: bytes = machine.make(phase, author)
    return body[96:] + body[:96]


def another_key(machine: Any, phase: int, author: Author) -> bytes:
    """A key whose secret nobody has shown to know."""
    body: bytes = machine.make(phase, author)
    return times_base(7) + body[POINT:]


def key_of_another_branch(machine: Any, phase: int, author: Author) -> bytes:
    """The seat's own keys, with their proofs as it gave them on another past of the same game."""
    parts = [replace(part, ctx=part.ctx[:-32] + bytes(32)) for part in machine.parts(phase, author.seat)]
    return make_parts(parts, author.keys.secret)


@pytest.mark.parametrize("forge", [swapped_keys, another_key, key_of_another_branch])
def test_a_key_without_its_own_proof(forge: Callable[[Any, int, Author], bytes]) -> None:
    caught("key", forge)


def test_the_key_and_proof_of_another_seat() -> None:
    """SPEC 6: the seat is in the proof, so a copied one is worth nothing."""
    table = CardTable(3, seed=4, wire=ROUGH)
    stolen = table.keys[0].secret

    def forge(machine: Any, phase: int, author: Author) -> bytes:
        return b"".join(part.make(stolen) for part in machine.parts(phase, 0))

    crook = Crook(table, 1, saying("key"), forge)
    table.run()
    crook.assert_caught()


@pytest.mark.parametrize("seed", range(4))
def test_two_seats_with_one_key(seed: int) -> None:
    """Both can prove it: the higher one is named by all, whoever was heard first."""
    table = CardTable(4, seed=seed, wire=ROUGH)
    shared = table.keys[1].secret

    def forge(machine: Any, phase: int, author: Author) -> bytes:
        return b"".join(part.make(shared) for part in machine.parts(phase, 3))

    crook = Crook(table, 3, saying("key"), forge)
    table.cheats[1] = lambda out: [out]
    table.run()
    verdict = crook.assert_caught()
    assert [signed.entry.seat for signed in verdict.evidence] == [1, 3]


# ---------------------------------------------------------------- replays
@pytest.mark.parametrize("name", ["key", "shuffle", "shares"])
def test_a_body_replayed_from_another_game(name: str) -> None:
    """The same seat with the same secret in another game: its words there are worth nothing here."""
    table, other = CardTable(3, seed=4, turns=3, wire=ROUGH), CardTable(3, seed=4, turns=2)
    there: list[bytes] = []

    def note(machine: Any, phase: int, author: Author) -> bytes:
        there.append(machine.make(phase, author))
        return b""

    Crook(other, 1, saying(name), note)
    other.run(lambda: there != [])
    crook = Crook(table, 1, saying(name), lambda machine, phase, author: there[0])
    table.run()
    crook.assert_caught()


@pytest.mark.parametrize(("name", "size"), [("re-mask", 128), ("shares", 96)])
def test_a_body_replayed_from_an_earlier_slot(name: str, size: int) -> None:
    """What the seat itself has rightly said before, of the very same size."""
    table = CardTable(3, seed=8, turns=3, wire=ROUGH)

    def before(machine: Any) -> list[bytes]:
        log = table.session(1).log
        mine = [s for closed in log.closed for s in closed.entries if s.entry.seat == 1]
        cards = {made.slot for made in machine.scene.known.cards.made if made.seat == 1}
        return [s.entry.body for s in mine if len(s.entry.body) == size and s.entry.slot in cards]

    def when(machine: Any, phase: int) -> bool:
        return saying(name)(machine, phase) and len(before(machine)) > 0 and _size(machine, phase) == size

    crook = Crook(table, 1, when, lambda machine, phase, author: before(machine)[-1])
    table.run()
    crook.assert_caught()


def _size(machine: Any, phase: int) -> int:
    return sum(part.size for part in machine.parts(phase, 1))


# ---------------------------------------------------------------- new readers
def remask_of(machine: Any, phase: int, author: Author) -> RemaskPart:
    part = machine.parts(phase, author.seat)[0]
    assert isinstance(part, RemaskPart)
    return part


def not_at_all(machine: Any, phase: int, author: Author) -> bytes:
    """R = 0: the shares to come would open the card to all."""
    part = remask_of(machine, phase, author)
    body: bytes = machine.make(phase, author)
    return part.card.a + part.card.b + body[2 * POINT :] if len(body) == part.size else body[: len(body) - 1]


def another_face(machine: Any, phase: int, author: Author) -> bytes:
    """The card turned into another one while it is re-masked."""
    body: bytes = machine.make(phase, author)
    return body[:POINT] + plus(body[POINT : 2 * POINT], BASE) + body[2 * POINT :]


@pytest.mark.parametrize("forge", [not_at_all, another_face, longer, nothing])
@pytest.mark.parametrize("asked", ["theft", "peek"])
def test_a_re_masking_that_is_none(forge: Callable[[Any, int, Author], bytes], asked: str) -> None:
    caught("re-mask", forge, asked=asked, seat=0, seed=8)


def test_a_re_masking_back_to_a_value_in_the_log() -> None:
    """Who knows the scalars of earlier readers could come back to the first value, in which the owner never shared.

    Its proof holds. The owner would now share in it for the new reader, and the log would hold all shares.
    """
    table = CardTable(3, seed=8, turns=3, wire=ROUGH)

    def forge(machine: Any, phase: int, author: Author) -> bytes:
        part = remask_of(machine, phase, author)
        scalar = 0
        for made in machine.cards.made:
            for earlier in made.parts:
                if isinstance(earlier, RemaskPart) and earlier.handle == part.handle:
                    ct = digest("ct", earlier.card.a + earlier.card.b)
                    secret = table.keys[earlier.reader].secret
                    scalar += secret.scalar("remask", earlier.ctx, earlier.handle, ct, u8(earlier.reader))
        body = remasked_by(part, -scalar % ORDER)
        assert part.check(body)
        assert machine.cards.spent(body[:POINT])
        return body

    crook = Crook(table, 2, saying("re-mask", "witness"), forge)
    table.run()
    crook.assert_caught()


# ---------------------------------------------------------------- the single audience
def test_shares_in_one_value_are_given_for_one_reader() -> None:
    """SPEC 20.3: the deck refuses to give them for another, whatever the rules ask; for all it may."""
    cards = Cards()
    a = times_base(3)
    masked = Masked(a, times_base(4))
    deck = cards.found("road", bytes(32), {0: times_base(5), 1: times_base(6)})
    cards.replace(1, deck, (), (), [("road.1.0", masked)], None)
    card = cards.card("road.1.0")
    cards.shown(card, 0, masked, [])
    assert not cards.may_share(a, 1)
    assert cards.may_share(a, 0)
    assert cards.may_share(a, EVERYBODY)
    with pytest.raises(AudienceFault):
        cards.shown(card, 1, masked, [])


@pytest.mark.parametrize("seed", range(3))
def test_the_log_holds_all_shares_of_no_closed_card(seed: int) -> None:
    """An observer of all entries finds all shares in a value of those cards only that lie open."""
    table = CardTable(3, seed, turns=3)
    table.run(lambda: table.session(0).log.machine.names == ("outcome", "secret"))
    cards = table.session(0).log.known.cards
    given: dict[tuple[int, bytes], set[int]] = {}
    for made in cards.made:
        for part in made.parts:
            if isinstance(part, SharesPart | SharePart):
                for masked in part.cards if isinstance(part, SharesPart) else (part.card,):
                    given.setdefault((part.name.deck, masked.a), set()).add(made.seat)
    seen = {(card.deck.number, each.card.a) for card in cards.ever.values() for each in card.views}
    opened = {
        (card.deck.number, a)
        for card in cards.ever.values()
        if card.number is not None
        for a in (card.newest.a, *(each.card.a for each in card.views))
    }
    assert seen - opened
    for value in seen - opened:
        assert len(given[value]) == len(table.numbers) - 1
    assert {value for value, seats in given.items() if len(seats) == len(table.numbers)} <= opened
