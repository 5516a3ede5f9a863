"""Random games of all flows, audited with any of the secrets missing (SPEC.md 21.6)."""

from functools import cache
from itertools import combinations
from random import Random
from typing import NamedTuple

import pytest

from engine.core.cards import Face, Handle
from engine.core.match import State
from engine.core.questions import Expose, Mask, Rules, Show, ask
from protocol.agreement import LATER
from protocol.deck.audit import RANKED_LAST, judge_claims, open_all, ranked, waiting_claims
from protocol.deck.cards import Cards
from protocol.deck.counting import miscounted
from protocol.deck.opening import Keyring
from protocol.secret import GameSecret
from tests.protocol.cards.crooks import insistent
from tests.protocol.cards.dealt import CardTable
from tests.protocol.cards.scripted import claims, scripted

Ranking = tuple[tuple[int, ...], ...]
Told = list[tuple[int, str]]


class Toy:
    """Rules that do anything with cards, at random: mix, show, open, claim. Each card shows a face of its own."""

    FACES = "abcdef"

    def __init__(self, seats: int, seed: int) -> None:
        self.seats, self.seed = seats, seed

    def __call__(self, state: State) -> Rules[None]:
        draw = Random(f"toy {self.seed}")
        made = yield from ask(Mask("make", "S1", {"road": (tuple(self.FACES), ())}))
        living, seen = list(made["road"]), {seat: set[Handle]() for seat in range(self.seats)}
        for _ in range(14):
            some = draw.sample(living, draw.randrange(1, 4))
            seat = draw.randrange(self.seats)
            match draw.choice(("show", "show", "open", "claim", "claim", "claim", "mix", "own")):
                case "show":
                    yield from ask(Show("show", "S1", {seat: tuple(some)}))
                    seen[seat].update(some)
                case "open":
                    yield from ask(Expose("open", "S1", tuple(some[:1])))
                case "claim":
                    lie_open = {state.public.get(handle) for handle in some}  # what all see to be false is refused
                    absent = [face for face in draw.sample(self.FACES, 3) if face not in lie_open]
                    yield from claims(seat, tuple(some), *absent)
                case "mix":
                    by_face = [handle for handle in some if handle in state.public and draw.random() < 0.5]
                    faces = tuple(state.public[handle] for handle in by_face)
                    old = tuple(handle for handle in some if handle not in by_face)
                    made = yield from ask(Mask("mix", "S1", {"road": (faces, old)}))
                    if len(some) == 1 and some[0] in state.public:  # one card has one order, so all know it again
                        yield from ask(Expose("open", "S1", made["road"]))
                    living = [handle for handle in living if handle not in some] + list(made["road"])
                case "own":
                    own = tuple(handle for handle in some if handle in state.public or handle in seen[seat])
                    if own:
                        made = yield from ask(Mask("own", "S1", {"road": ((), own)}, by=seat))
                        if len(own) == 1 and own[0] in state.public:
                            yield from ask(Expose("open", "S1", made["road"]))
                        living = [handle for handle in living if handle not in own] + list(made["road"])
                        seen[seat].update(made["road"])


class Finished(NamedTuple):
    """A game that was played, what each seat ever saw, and the truth."""

    table: CardTable
    seen: dict[int, dict[Handle, Face]]
    truth: dict[Handle, Face]

    @property
    def cards(self) -> Cards:
        return self.table.session(0).log.known.cards

    def named(self, missing: frozenset[int]) -> dict[int, set[str]]:
        """What each seat is named for."""
        named: dict[int, set[str]] = {}
        for slip in judge_claims(self.cards, Keyring(self.cards, self.secrets(missing))):
            named.setdefault(slip.seat, set()).add(slip.reason)
        return named

    def secrets(self, missing: frozenset[int]) -> dict[int, GameSecret]:
        """The secrets of all but some seats; every second one of those gives a secret that is not its own."""
        there = {seat: keys.secret for seat, keys in self.table.keys.items() if seat not in missing}
        return {**there, **{seat: GameSecret(bytes([seat]) * 32) for seat in missing if seat % 2}}

    def lied(self, seat: int) -> bool:
        return any(
            self.truth[handle] in claim.absent.faces
            for claim in waiting_claims(self.cards)
            if claim.seat == seat
            for handle in claim.absent.handles
        )

    def owes(self, seat: int) -> bool:
        """Whether a claim is about a card, open to not everybody, that this seat has to show."""
        for claim in waiting_claims(self.cards):
            for handle in claim.absent.handles:
                saw = {other for other in self.seen if handle in self.seen[other]}
                shows = {claim.seat} & saw or saw or set(self.seen)
                if self.cards.ever[handle].number is None and seat in shows:
                    return True
        return False


@cache
def finished(seed: int) -> Finished:
    """A random game in which everybody claims whatever he is asked for."""
    seats = Random(f"seats {seed}").randrange(2, 5)
    table = CardTable(seats, seed, match=scripted(Toy(seats, seed), seats), proofs=LATER)
    for seat in table.numbers:
        insistent(table, seat, "none")
    seen: dict[int, dict[Handle, Face]] = {seat: {} for seat in table.numbers}
    while not table.session(0).log.ended:
        before = table.session(0).slot
        table.run(lambda before=before: table.session(0).slot > before or table.session(0).log.ended)  # type: ignore[misc]  # bound now
        for seat in table.numbers:
            seen[seat].update(table.session(seat).known)
    table.run()
    return Finished(table, seen, table.truth())


def subsets(seats: int) -> list[frozenset[int]]:
    return [frozenset(missing) for size in range(seats + 1) for missing in combinations(range(seats), size)]


GAMES = pytest.mark.parametrize("seed", range(16))


@GAMES
def test_with_any_secrets_missing_each_seat_is_judged_by_what_it_did_itself(seed: int) -> None:
    """Nobody honest is named; who lied of cards that others show is, and who hides a card that a claim needs."""
    game = finished(seed)
    for missing in subsets(len(game.seen)):
        named = game.named(missing)
        for seat in game.seen:
            reasons = named.get(seat, set())
            if seat in missing:
                assert bool(reasons) >= game.owes(seat)
                assert game.lied(seat) or bool(reasons) == game.owes(seat)
            else:
                assert reasons <= {"FALSECLAIM"}
                assert bool(reasons) <= game.lied(seat)
            if seat not in missing and _saw_all(game, seat):
                assert bool(reasons) == game.lied(seat)


def _saw_all(game: Finished, seat: int) -> bool:
    """Whether a seat has claimed of nothing but what it saw: then its own secret is all that its judges need."""
    mine = [claim for claim in waiting_claims(game.cards) if claim.seat == seat]
    return all(handle in game.seen[seat] for claim in mine for handle in claim.absent.handles)


@GAMES
def test_nobody_comes_to_stand_better_by_hiding(seed: int) -> None:
    """CRYPTO 8.5: for each set of seats that hide, each one of them stands no better than if it had not."""
    game = finished(seed)
    draw = Random(f"ranking {seed}")
    for missing in subsets(len(game.seen)):
        ranking = _random_ranking(draw, list(game.seen))
        after = _judged_ranking(game, missing, ranking)
        for seat in missing:
            before = _judged_ranking(game, missing - {seat}, ranking)
            assert _ahead(before, seat) <= _ahead(after, seat)
            assert _ahead(before, seat, tied=True) <= _ahead(after, seat, tied=True)


def _judged_ranking(game: Finished, missing: frozenset[int], ranking: Ranking) -> Ranking:
    named = game.named(missing)
    return ranked(ranking, frozenset(seat for seat, reasons in named.items() if reasons & RANKED_LAST))


def _random_ranking(draw: Random, seats: list[int]) -> Ranking:
    draw.shuffle(seats)
    cuts = sorted(draw.sample(range(1, len(seats)), draw.randrange(len(seats))))
    return tuple(tuple(sorted(seats[a:b])) for a, b in zip([0, *cuts], [*cuts, len(seats)], strict=True))


def _ahead(ranking: Ranking, seat: int, tied: bool = False) -> set[int]:
    """Who stands before a seat, or beside it."""
    at = next(number for number, group in enumerate(ranking) if seat in group)
    return {other for group in ranking[: at + tied] for other in group if other != seat}


@GAMES
def test_every_secret_opens_all_that_its_seat_ever_saw(seed: int) -> None:
    """With any of them missing: no less than what the others have seen, no more than the truth; in the end all."""
    game = finished(seed)
    assert game.truth.keys() == game.cards.ever.keys()
    for missing in subsets(len(game.seen)):
        faces = open_all(game.cards, game.secrets(missing))
        assert faces.items() <= game.truth.items()
        for seat in game.seen.keys() - missing:
            assert game.seen[seat].items() <= faces.items()
        assert missing or faces == game.truth


@GAMES
def test_each_card_is_in_its_deck_once_whatever_was_done(seed: int) -> None:
    """SPEC 21.6, K-DECK: counted on open faces after every question; with a secret missing, what remains."""
    game = finished(seed)
    for missing in subsets(len(game.seen)):
        assert list(miscounted(game.cards, Keyring(game.cards, game.secrets(missing)))) == []
    assert sorted(game.truth[handle] for handle in game.cards.living) == list(Toy.FACES)
