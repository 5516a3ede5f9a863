"""Proofs that a closed card is none of some faces: they hold for the true, and nobody can make them for the false."""

from functools import cache

import pytest

from protocol import absence
from protocol.absence import absence_size, check_absence, prove_absence
from protocol.encoding import digest
from protocol.group import ORDER, GroupFault, context, minus, plus, times
from protocol.secret import GameSecret
from protocol.shuffle import KeyPair, Masked
from tests.protocol.shuffle import logarithms
from tests.protocol.shuffle.cards import DECK, GAME, OTHER_GAME, OTHER_PREV, PREV, G, Seats, place

CTX = place(1, slot=9)
FACES = 6


@cache
def table() -> Seats:
    return Seats(3, FACES).shuffled()


@cache
def hand() -> tuple[tuple[Masked, int], ...]:
    """All cards as dealt to seat 1, with their numbers."""
    views = [table().seen_by(1, card) for card in table().deck]
    x = table().keys[1].scalar
    faces = table().faces
    return tuple((view, faces[minus(view.b, times(x, view.a))]) for view in views)


def faces_of(*numbers: int) -> list[bytes]:
    return [face for face, number in table().faces.items() if number in numbers]


def holding(*numbers: int) -> list[Masked]:
    return [view for view, number in hand() if number in numbers]


def proven(views: list[Masked], allowed: list[bytes]) -> bytes:
    return prove_absence(table().secrets[1], table().keys[1], CTX, views, allowed)


@pytest.mark.parametrize("number", range(FACES))
def test_each_branch_can_be_the_true_one(number: int) -> None:
    allowed, views = list(table().faces), holding(number)
    body = proven(views, allowed)
    check_absence(CTX, table().keys[1].point, views, allowed, body)
    assert len(body) == absence_size(1, FACES) == 48 * FACES
    assert body == proven(views, allowed)  # after a crash


@pytest.mark.parametrize("count", range(1, FACES + 1))
def test_any_number_of_cards_and_faces(count: int) -> None:
    views, allowed = holding(*range(count)), faces_of(*range(count))
    body = proven(views, allowed)
    assert len(body) == absence_size(count, count) == 48 * count * count
    check_absence(CTX, table().keys[1].point, views, allowed, body)


def test_the_second_verifier_agrees() -> None:
    allowed, views = faces_of(0, 2, 3), holding(2)
    body = proven(views, allowed)
    key = table().keys[1].point
    assert logarithms.absence_holds(CTX, key, views[0], allowed, body)
    assert not logarithms.absence_holds(CTX, key, views[0], allowed[::-1], body)


@pytest.mark.parametrize("number", [1, 4])
def test_who_holds_a_forbidden_card_has_nothing_to_prove(number: int) -> None:
    with pytest.raises(ValueError, match="not among"):
        proven(holding(0, number), faces_of(0, 2, 3, 5))


def test_a_forbidden_card_proven_as_if_it_were_allowed_is_refused() -> None:
    """The prover as it is, told of another branch: his responses do not fit what he could commit to."""
    allowed, (card,) = faces_of(0, 2, 3), holding(1)
    face = faces_of(1)[0]
    for branch in range(3):
        lying = [face if j == branch else other for j, other in enumerate(allowed)]
        body = proven([card], lying)
        check_absence(CTX, table().keys[1].point, [card], lying, body)
        with pytest.raises(GroupFault):
            check_absence(CTX, table().keys[1].point, [card], allowed, body)


def test_all_branches_simulated_is_refused() -> None:
    """All challenges chosen freely: their sum is not the hash, but once in 2^128."""
    allowed, (card,), key = faces_of(0, 2, 3), holding(1), table().keys[1].point
    challenges, responses = [11, 12, 13], [21, 22, 23]
    said = [
        absence._commitments(key, card, face, c, z) for face, c, z in zip(allowed, challenges, responses, strict=True)
    ]
    st = absence._statement(CTX, key, card, allowed)
    last = (int.from_bytes(digest("or", st, b"".join(said))[:16], "little") - 11 - 12) % 2**128
    for challenge in (13, last):
        body = b"".join(c.to_bytes(16, "little") for c in (11, 12, challenge))
        body += b"".join(z.to_bytes(32, "little") for z in responses)
        with pytest.raises(GroupFault):
            check_absence(CTX, key, [card], allowed, body)


@cache
def absence_changes() -> dict[str, tuple[bytes, bytes, list[Masked], list[bytes], bytes]]:
    """What the verifier is given in place of the right things: ctx, key, views, allowed, body."""
    views, allowed, key = holding(0, 3), faces_of(0, 2, 3), table().keys[1].point
    body = proven(views, allowed)
    one, m = 48 * 3, 3
    first, second = body[:one], body[one:]
    c, z = first[: 16 * m], first[16 * m :]

    def bodied(changed: bytes) -> tuple[bytes, bytes, list[Masked], list[bytes], bytes]:
        return CTX, key, views, allowed, changed

    def response(number: int, word: int) -> bytes:
        return (
            first[: 16 * m + 32 * number] + word.to_bytes(32, "little") + first[16 * m + 32 * (number + 1) :] + second
        )

    z_0 = int.from_bytes(z[:32], "little")
    c_0, c_1 = (int.from_bytes(c[at : at + 16], "little") for at in (0, 16))
    shifted = ((c_0 + 1) % 2**128).to_bytes(16, "little") + ((c_1 - 1) % 2**128).to_bytes(16, "little")
    places = {
        "another seat": place(2, slot=9),
        "another slot": place(1, slot=8),
        "another phase": place(1, slot=9, phase=1),
        "another deck": place(1, slot=9, deck=4),
        "another key epoch": place(1, slot=9, epoch=1),
        "another game": context(OTHER_GAME, 9, 0, 1, PREV, DECK),
        "another branch": context(GAME, 9, 0, 1, OTHER_PREV, DECK),
    }
    return {name: (ctx, key, views, allowed, body) for name, ctx in places.items()} | {
        "another key": (CTX, table().keys[0].point, views, allowed, body),
        "cards swapped": (CTX, key, views[::-1], allowed, body),
        "another card": (CTX, key, [views[0], holding(2)[0]], allowed, body),
        "the card before its shares": (CTX, key, [views[0], table().deck[0]], allowed, body),
        "a card of another face": (CTX, key, [views[0], Masked(views[1].a, plus(views[1].b, G))], allowed, body),
        "a card less": (CTX, key, views[:1], allowed, body),
        "a card more": (CTX, key, [*views, views[0]], allowed, body),
        "no card": (CTX, key, [], allowed, b""),
        "no face": (CTX, key, views, [], b""),
        "faces in another order": (CTX, key, views, allowed[::-1], body),
        "another face": (CTX, key, views, faces_of(0, 2, 4), body),
        "the true face forbidden": (CTX, key, views, faces_of(1, 2, 4), body),
        "a face less": (CTX, key, views, allowed[:2], body),
        "a face more": (CTX, key, views, faces_of(0, 2, 3, 4), body),
        "proofs swapped": bodied(second + first),
        "one proof twice": bodied(first + first),
        "two challenges swapped": bodied(c[16:32] + c[:16] + c[32:] + z + second),
        "sum of the challenges kept": bodied(shifted + c[32:] + z + second),
        "a challenge plus one": bodied(((c_0 + 1) % 2**128).to_bytes(16, "little") + c[16:] + z + second),
        "a challenge of zero": bodied(bytes(16) + c[16:] + z + second),
        "two responses swapped": bodied(c + z[32:64] + z[:32] + z[64:] + second),
        "a response plus one": bodied(response(0, z_0 + 1)),
        "a response plus q": bodied(response(0, z_0 + ORDER)),
        "a response of zero": bodied(response(1, 0)),
        "a response of q": bodied(response(2, ORDER)),
        "a response of ones": bodied(response(2, 2**256 - 1)),
        "zeros": bodied(bytes(len(body))),
        "nothing": bodied(b""),
        "cut": bodied(body[:-1]),
        "a byte behind": bodied(body + b"\x00"),
    }


@pytest.mark.parametrize("change", absence_changes())
def test_a_changed_proof(change: str) -> None:
    ctx, key, views, allowed, body = absence_changes()[change]
    with pytest.raises(GroupFault):
        check_absence(ctx, key, views, allowed, body)


def test_size_does_not_tell_the_card() -> None:
    allowed = list(table().faces)
    assert {len(proven([view], allowed)) for view, _ in hand()} == {48 * FACES}


def test_no_word_of_a_proof_stands_in_another_and_all_words_look_alike() -> None:
    """Challenges of the true branch and of the simulated ones are of one kind: full, and never the same."""
    allowed, seen = list(table().faces), set()
    tops = {True: 0, False: 0}
    for salt in range(20):
        secret = GameSecret(bytes([salt]) * 32)
        for view, number in hand():
            body = prove_absence(secret, table().keys[1], CTX, [view], allowed)
            words = [body[16 * j : 16 * j + 16] for j in range(FACES)]
            seen.update(words)
            for j, word in enumerate(words):
                tops[j == number] += word[15] >> 7
    assert len(seen) == 20 * FACES * FACES
    # Half of the top bits are set on both sides; these bounds are five standard deviations wide.
    assert abs(tops[True] - 60) < 28
    assert abs(tops[False] - 300) < 62


def test_a_key_of_another_deck_proves_nothing() -> None:
    with pytest.raises(ValueError, match="not among"):
        prove_absence(table().secrets[1], KeyPair(12345), CTX, holding(0), list(table().faces))
