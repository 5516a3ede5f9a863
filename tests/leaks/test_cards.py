"""Closed cards stay closed: no secret but the last one missing, no byte and no length tells anything about them.

Stands for the issue "Hidden cards without a dealer", its statistical tests.
"""

from collections.abc import Callable, Mapping
from functools import cache
from random import Random
from typing import Any

import pytest

from protocol.dice import permutation
from protocol.shuffle import masking
from tests.leaks.cards import CARDS, Seen, bits_apart, bytes_apart, hidden_game, unevenness
from tests.protocol.cards import decks
from tests.protocol.cards.dealt import CardTable
from tests.protocol.table import Table, Wire, make_form
from tests.simulation.world import weather

RUNS = 150


@cache
def games(hidden: int) -> tuple[Seen, ...]:
    """So many games, whose hidden secrets are all different."""
    return tuple(hidden_game(number, hidden) for number in range(RUNS))


def by(label: Callable[[Seen], Any], played: tuple[Seen, ...]) -> Mapping[Any, list[bytes]]:
    """What is said in the games, by what nobody but the hidden seat may know."""
    worlds: dict[Any, list[bytes]] = {}
    for game in played:
        worlds.setdefault(label(game), []).append(b"".join(game.bodies))
    return worlds


LABELS: list[Callable[[Seen], Any]] = [lambda game: game.dealt, lambda game: game.order[0], lambda game: game.order]
labels = pytest.mark.parametrize("label", LABELS, ids=["face dealt", "place before", "order"])


@pytest.mark.slow
@pytest.mark.parametrize("hidden", [0, 1])
def test_with_all_other_secrets_a_card_may_be_any(hidden: int) -> None:
    """CRYPTO 4: one honest seat is enough, whether it mixes first or last."""
    played = games(hidden)
    assert unevenness([game.order for game in played]) < 1
    assert {game.dealt for game in played} == set(range(CARDS))


@pytest.mark.slow
@labels
def test_the_bytes_that_others_see_do_not_tell_two_faces_apart(label: Callable[[Seen], Any]) -> None:
    worlds = by(label, games(1))
    assert len(worlds) >= CARDS
    assert bytes_apart(worlds) < 1
    assert bits_apart(worlds) < 1


@pytest.mark.slow
@pytest.mark.parametrize("hidden", [0, 1])
def test_what_is_said_is_as_long_whatever_is_hidden(hidden: int) -> None:
    assert len({tuple(map(len, game.bodies)) for game in games(hidden)}) == 1


def test_a_lazy_seat_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The measure has power: who leaves the deck as it is every other time does not pass."""

    def lazy(seed: bytes, count: int) -> tuple[int, ...]:
        return permutation(seed, count) if seed[0] % 2 else tuple(range(count))

    monkeypatch.setattr(masking, "permutation", lazy)
    assert unevenness([hidden_game(number, 1).order for number in range(80)]) > 1


@pytest.mark.slow
@pytest.mark.parametrize("bits", [1, 8])
def test_a_byte_that_tells_is_found(bits: int) -> None:
    """One bit of a nonce that hangs on the card is enough for the measure of bits; a byte that stands for it, too."""
    worlds: dict[int, list[bytes]] = {}
    for game in games(1):
        told = b"".join(game.bodies)
        last = (told[-1] & ~1) | (game.dealt & 1) if bits == 1 else game.dealt
        worlds.setdefault(game.dealt, []).append(told[:-1] + bytes([last]))
    assert bits_apart(worlds) > 1
    if bits == 8:
        assert bytes_apart({face: [text[-1:] for text in texts] for face, texts in worlds.items()}) > 1


@pytest.mark.parametrize("seats", [2, 3])
def test_frames_and_their_lengths_are_the_same_whatever_the_cards_are(seats: int) -> None:
    """On every link, in their order, with all that goes beside the entries; what is dealt differs."""
    sizes, faces = set(), set()
    for seed in range(5):
        form = make_form(seats, seed, (("decks", 1), ("size", 4), ("dealt", 2)), "decks")
        table = Table(seats, seed, form=form, match=decks.new_match, wire=Wire(1, 1))
        known: dict[str, str] = {}

        def look(table: Table = table, known: dict[str, str] = known) -> bool:
            known.update(table.session(seats - 1).known)
            return False

        table.run(look)
        assert table.ended()
        sizes.add(tuple(sorted((sender, to, at, len(frame)) for at, (sender, to, frame) in numbered(table))))
        faces.add(tuple(sorted(known.items())))
    assert len(sizes) == 1
    assert len(faces) > 1


def numbered(table: Table) -> list[tuple[int, tuple[int, int, bytes]]]:
    """All frames, each with its number on its link: peers are told in the order of their keys, which differ."""
    counts: dict[tuple[int, int], int] = {}
    rows = []
    for sender, to, frame in table.heard:
        counts[sender, to] = counts.get((sender, to), 0) + 1
        rows.append((counts[sender, to], (sender, to, frame)))
    return rows


def walk(seed: int) -> int:
    """A random game in any weather; after every frame no seat knows a face that it may not. Gives the looks taken."""
    draw = Random(f"knowledge {seed}")
    table = CardTable(draw.randrange(2, 6), seed, turns=2, wire=weather(seed), beside=bool(draw.randrange(2)))
    looks = 0
    while not table.ended():
        slots = {seat: table.session(seat).slot for seat in table.numbers}
        table.run(lambda slots=slots: any(table.session(s).slot > n for s, n in slots.items()) or table.ended())  # type: ignore[misc]  # bound now
        table.assert_knowledge()
        looks += 1
    table.run()
    table.assert_fair()
    return looks


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_no_seat_ever_knows_what_it_may_not(seed: int) -> None:
    assert walk(seed) > 10


def many_hidden_games(first: int, hidden: int) -> None:
    """Ten times as many games for the soak, with the secrets from number `first` on."""
    played = tuple(hidden_game(first + number, hidden) for number in range(10 * RUNS))
    assert unevenness([game.order for game in played]) < 1
    if hidden == 1:
        for label in LABELS:
            worlds = by(label, played)
            assert bytes_apart(worlds) < 1
            assert bits_apart(worlds) < 1
