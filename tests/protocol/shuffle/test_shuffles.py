"""Honest shuffles hold, whoever shuffles how many cards, and follow from secret and statement alone."""

from collections import Counter
from itertools import permutations
from random import Random

import pytest

from protocol.dice import permutation
from protocol.encoding import digest, u32
from protocol.group import GroupFault, context
from protocol.secret import GameSecret
from protocol.sharing import face_of
from protocol.shuffle import check_shuffle, joint_key, prove_shuffle, shuffle_size
from protocol.shuffle.layout import FEWEST, MOST, read, write
from protocol.shuffle.masking import Mixing, mixed, mixing
from protocol.shuffle.prover import prove_mixing
from tests.protocol.shuffle.cards import DECK, GAME, OTHER_GAME, OTHER_PREV, PREV, Seats, place

SHORT = (2, 3, 5, 8)


def numbers(table: Seats) -> list[int]:
    """The faces of the whole deck, in order, which only all seats together can read."""
    return [face_of(card, table.shares(card), table.faces) for card in table.deck]


@pytest.mark.parametrize("count", SHORT)
def test_a_shuffle_holds_and_keeps_every_card(count: int) -> None:
    table = Seats(2, count)
    body = table.turn(0)
    assert len(body) == shuffle_size(count) == 192 * count + 160
    after = check_shuffle(place(0), table.joint, table.deck, body)
    old, table.deck = table.deck, after
    assert sorted(numbers(table)) == list(range(count))
    assert not {card.a for card in after} & {card.a for card in old}


@pytest.mark.parametrize("count", [25, 52, 82, 90])
def test_decks_of_games_hold_and_keep_every_card(count: int) -> None:
    """SPEC 20.2: the sizes that are played, and the most that there may be."""
    table = Seats(2, count)
    table.deck = check_shuffle(place(0), table.joint, table.deck, table.turn(0))
    assert sorted(numbers(table)) == list(range(count))


@pytest.mark.parametrize("seats", range(2, 8))
def test_seats_shuffle_in_turn(seats: int) -> None:
    table = Seats(seats, 4).shuffled()
    assert sorted(numbers(table)) == [0, 1, 2, 3]


def test_a_shuffled_deck_is_in_the_order_of_all_permutations_together() -> None:
    table = Seats(3, 6)
    order = list(range(6))
    for seat in range(3):
        how = mixing(table.secrets[seat], place(seat), table.deck)
        order = [order[source] for source in how.order]
        table.deck = check_shuffle(place(seat), table.joint, table.deck, table.turn(seat))
    assert numbers(table) == order


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_any_permutation_can_be_proven_the_identity_too(order: tuple[int, ...]) -> None:
    table = Seats(2, 3)
    how = Mixing(order, (5, 6, 7))
    after = mixed(table.deck, table.joint, how)
    proof = prove_mixing(table.secrets[0], place(0), table.joint, table.deck, after, how)
    assert check_shuffle(place(0), table.joint, table.deck, write(after, proof)) == after
    table.deck = after
    assert tuple(numbers(table)) == order


def test_bytes_come_back() -> None:
    table = Seats(2, 4)
    body = table.turn(0)
    assert write(*read(body, 4)) == body


@pytest.mark.parametrize("count", [0, 1, MOST + 1])
def test_decks_that_are_not_shuffled(count: int) -> None:
    table = Seats(1, 2)
    deck = table.deck[:1] * count
    with pytest.raises(ValueError, match="not shuffled"):
        prove_shuffle(table.secrets[0], place(0), table.joint, deck)
    with pytest.raises(GroupFault):
        check_shuffle(place(0), table.joint, deck, bytes(shuffle_size(count)))


# ---------------------------------------------------------------- derivation
def test_order_and_masks_are_derived_as_the_specification_says() -> None:
    table, secret = Seats(2, 5), GameSecret(b"s" * 32)
    source = digest("deck-in", b"".join(card.a + card.b for card in table.deck))
    how = mixing(secret, place(1), table.deck)
    assert how.order == permutation(secret.key("perm", place(1), source, u32(0)), 5)
    assert how.masks == tuple(secret.scalar("perm", place(1), source, u32(i)) for i in range(1, 6))


def test_another_place_deck_or_secret_is_another_mixing() -> None:
    table, secret = Seats(2, 5), GameSecret(b"s" * 32)
    other = table.deck[1:] + table.deck[:1]
    places = [
        place(1), place(0), place(1, slot=3), place(1, phase=1), place(1, deck=4), place(1, epoch=1),
        context(OTHER_GAME, 2, 0, 1, PREV, DECK), context(GAME, 2, 0, 1, OTHER_PREV, DECK),
    ]  # fmt: skip
    hows = [mixing(secret, ctx, table.deck) for ctx in places]
    hows += [mixing(secret, place(1), other), mixing(GameSecret(b"t" * 32), place(1), table.deck)]
    assert len({mask for how in hows for mask in how.masks}) == 5 * len(hows)


def test_three_cards_come_in_all_six_orders_alike() -> None:
    deck = Seats(1, 3).deck
    orders = Counter(mixing(GameSecret(n.to_bytes(32, "big")), place(), deck).order for n in range(3_000))
    assert set(orders) == set(permutations(range(3)))
    assert sum((times - 500) ** 2 / 500 for times in orders.values()) < 25.7  # chi-square at p = 0.0001


def test_the_same_statement_gives_the_same_proof_after_a_crash() -> None:
    table, again = Seats(3, 4, salt=1), Seats(3, 4, salt=1)
    assert table.turn(2) == again.turn(2)
    assert GameSecret(table.secrets[2].value) is not table.secrets[2]


def test_a_branch_gives_another_deck_and_another_proof() -> None:
    table = Seats(2, 3)
    here, there = (
        prove_shuffle(table.secrets[0], context(GAME, 2, 0, 0, prev, DECK), table.joint, table.deck)
        for prev in (PREV, OTHER_PREV)
    )
    assert not {here[at : at + 32] for at in range(0, len(here), 32)} & {
        there[at : at + 32] for at in range(0, len(there), 32)
    }


def test_two_statements_never_share_a_nonce(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[int, tuple[bytes, ...]]] = []
    scalar = GameSecret.scalar

    def noted(self: GameSecret, label: str, *parts: bytes) -> int:
        value = scalar(self, label, *parts)
        drawn.append((value, (label.encode(), *parts)))
        return value

    table = Seats(2, 4)
    monkeypatch.setattr(GameSecret, "scalar", noted)
    for seat in range(2):
        for ctx in (place(seat), place(seat, slot=3), place(seat, epoch=1)):
            prove_shuffle(table.secrets[0], ctx, table.joint, table.deck)
    assert len(drawn) == 6 * (4 + 4 + 4 + 3 * 4)  # masks, r, ω, and r̂, ω̂, ω'
    assert len({value for value, _ in drawn}) == len({source for _, source in drawn}) == len(drawn)


def test_sizes_hang_on_the_number_of_cards_alone() -> None:
    sizes: dict[int, set[int]] = {}
    for count in (2, 3, 7):
        for salt in range(3):
            table = Seats(2, count, salt)
            for seat in range(2):
                body = table.turn(seat)
                sizes.setdefault(count, set()).add(len(body))
                table.deck = check_shuffle(place(seat), table.joint, table.deck, body)
    assert sizes == {count: {192 * count + 160} for count in (2, 3, 7)}


# ---------------------------------------------------------------- keys
def test_a_key_given_twice_is_refused() -> None:
    table = Seats(3, 2)
    points = [key.point for key in table.keys]
    with pytest.raises(GroupFault, match="one deck key"):
        joint_key([*points, points[1]])


def test_keys_that_cancel_are_refused() -> None:
    point = Seats(1, 2).keys[0].point
    opposite = point[:31] + bytes([point[31] ^ 0x80])
    with pytest.raises(GroupFault):
        joint_key([point, opposite])


def test_secrets_are_not_printed() -> None:
    table = Seats(1, 2)
    assert str(table.keys[0].scalar) not in repr(table.keys[0])
    assert "masks" not in repr(mixing(table.secrets[0], place(), table.deck))


# ---------------------------------------------------------------- for the long campaigns of `make soak`
def any_number_of_cards(seed: int) -> None:
    """A deck shuffled by 2 to 7 seats in turn, then opened by all; 89 seeds in a row have all sizes from 2 to 90."""
    table = Seats(2 + seed % 6, FEWEST + seed % (MOST - FEWEST + 1), salt=seed % 256).shuffled()
    assert sorted(numbers(table)) == list(range(len(table.deck)))


def spoiled_shuffle(seed: int) -> None:
    """Words of a shuffle exchanged for others of it or for any, or with bits flipped: refused, never a crash."""
    dice = Random(seed)
    table = Seats(dice.randint(2, 5), dice.randint(2, 12), salt=seed % 256)
    body = table.turn(0)
    words = [body[at : at + 32] for at in range(0, len(body), 32)]
    for _ in range(40):
        spoiled = list(words)
        for _ in range(dice.randint(1, 3)):
            at = dice.randrange(len(words))
            flipped = int.from_bytes(words[at], "little") ^ 1 << dice.randrange(256)
            spoiled[at] = dice.choice([dice.choice(words), flipped.to_bytes(32, "little"), dice.randbytes(32)])
        if spoiled != words:
            with pytest.raises(GroupFault):
                check_shuffle(place(0), table.joint, table.deck, b"".join(spoiled))


def test_one_of_each_campaign() -> None:
    any_number_of_cards(4)
    spoiled_shuffle(1)
