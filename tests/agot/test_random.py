"""Random whole games: invariants after every question, and what holds for all options."""

import random
from collections.abc import Callable
from itertools import pairwise
from typing import Any, cast

import pytest

from engine.agot.events import REFUSALS
from engine.agot.game import GAME, edition_of
from engine.core.errors import Refused
from engine.core.match import Match
from engine.core.options import Form, Listed
from engine.core.plain import order
from engine.core.playout import Oracle, playout, replay
from engine.core.questions import Reply, Roll
from engine.westeros.state import Army, Kings
from tests.agot.soak_games import random_games

JUNK: tuple[Any, ...] = (
    None,
    0,
    -1,
    True,
    1.5,
    "",
    "winterfell",
    (),
    ((),),
    ("winterfell", (), False),
    (("winterfell", "march_0"),),
    [],
    {},
    b"x",
    (("x",) * 3,) * 300,
    ("reach", (("footman", 10**30, "highgarden"),), False),
)


def matches(count: int) -> list[tuple[Match[Kings], random.Random]]:
    return [(Match.start(GAME, 5, {}), random.Random(seed)) for seed in range(count)]


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_invariants_hold_through_whole_games_of_three_to_five_players_with_random_options(part: int) -> None:
    met = random_games(15, 15 * part)
    assert met["W8.1"] + met["W8.2"] == 15
    assert all(met[f"{seats} players"] for seats in (3, 4, 5)), met
    often = ("march", "muster", "raid", "support", "house_card", "blade", "retreat", "wildling_losses", "bid_order")
    assert all(met[topic] > 5 for topic in often), met
    assert met["absent_card"], met


@pytest.mark.slow
def test_options_are_sorted_unique_and_their_defaults_legal() -> None:
    for match, rng in matches(12):
        oracle = Oracle(5, rng.randrange)
        while match.question is not None:
            for seat in match.question.seats:
                options = match.question.options(seat)
                default = options.default()
                match.check(seat, default)
                match.check(seat, options.default(withheld=True))
                if isinstance(options, Listed):
                    keys = [order(item) for item in options.items]
                    assert keys == sorted(keys)
                    assert all(a != b for a, b in pairwise(keys))
                elif isinstance(options, Form):
                    walk(match, seat, options, rng)
            match.answer(oracle.reply(match))


def walk(match: Match[Kings], seat: int, options: Form[Any], rng: random.Random) -> None:
    """Build an answer piece by piece: it never runs into a dead end, and what it ends in is legal."""
    partial: tuple[Any, ...] = ()
    while True:
        done = options.complete(partial)
        keys = [order(piece) for piece in done.choices]
        assert keys == sorted(keys)
        assert done.choices or done.answers, (match.question, partial)
        for answer in done.answers:
            match.check(seat, answer)
        if not done.choices or (done.answers and rng.random() < 0.3):
            return
        partial = (*partial, done.choices[rng.randrange(len(done.choices))])


def pieces_of(topic: str, value: Any) -> tuple[Any, ...]:
    """The pieces by which a person builds this answer."""
    if topic == "march":
        origin, moves, leave = value
        return (origin, *moves, *((("leave_token",),) if leave else ()))
    return tuple(value)


def test_every_legal_answer_can_be_built_piece_by_piece() -> None:
    built: dict[str, int] = {}
    for match, rng in matches(10):
        oracle = Oracle(5, rng.randrange)
        while match.question is not None:
            topic = match.question.topic
            for seat in match.question.seats:
                options = match.question.options(seat)
                if not isinstance(options, Form):
                    continue
                for _ in range(3):
                    value = options.sample(rng.randrange, {})
                    partial: tuple[Any, ...] = ()
                    for piece in pieces_of(topic, value):
                        assert piece in options.complete(partial).choices, (topic, value, partial)
                        partial = (*partial, piece)
                    assert options.complete(partial).answers == (value,)
                    built[topic] = built.get(topic, 0) + 1
            oracle.step(match)
    assert set(built) >= {"march", "muster", "orders", "wildling_losses"}


def judged(attempt: Callable[[], object]) -> None:
    """Run an attempt that may be refused by a listed code, but never fail otherwise."""
    refused: Refused | None = None
    try:
        attempt()
    except Refused as error:
        refused = error
    if refused is not None:
        assert refused.code in REFUSALS
        assert set(refused.data) <= set(REFUSALS[refused.code])


def test_junk_is_refused_and_changes_nothing() -> None:
    ((match, rng),) = matches(1)
    oracle = Oracle(5, rng.randrange)
    while match.question is not None:
        before = match.digest
        for seat in match.question.seats:
            options = match.question.options(seat)
            for junk in JUNK:
                judged(lambda junk=junk, seat=seat: match.check(seat, junk))  # type: ignore[misc]  # bound now
                for partial in ((junk,), (junk, junk), ("reach", junk)):
                    judged(lambda partial=partial, options=options: options.complete(partial))  # type: ignore[misc]  # bound now
        with pytest.raises(Refused):
            match.answer(Reply(values={9: "nobody"}))
        assert match.digest == before
        match.answer(oracle.reply(match))


@pytest.mark.slow
def test_replays_and_forks_agree() -> None:
    for match, rng in matches(5):
        oracle = Oracle(5, rng.randrange)
        replies = []
        while match.question is not None:
            if rng.random() < 0.2:
                twin = match.fork()
                assert twin.digest == match.digest
                assert twin.question is not None
                assert twin.question.topic == match.question.topic
                assert twin.view(0) == match.view(0)
                reply = Oracle(5, random.Random(1).randrange).reply(match)
                twin.answer(reply)
                assert twin.digest != match.digest
            replies.append(oracle.step(match))
        again = replay(Match.start(GAME, 5, {}), replies)
        assert again.digest == match.digest
        assert again.outcome is not None
        assert match.outcome is not None
        assert again.outcome.ranking == match.outcome.ranking


def test_absent_seats_alone_finish_the_game() -> None:
    match = Match.start(GAME, 5, {"houses": "agreed"})
    draw = random.Random(3).randrange
    while match.question is not None:
        question = match.question
        rolled = tuple(draw(n) for n in question.sizes) if isinstance(question, Roll) else ()
        match.answer(Reply({seat: question.options(seat).default() for seat in question.seats}, {}, rolled))
    assert match.outcome is not None
    assert match.outcome.clause == "W8.2"


def test_the_view_is_json_like_and_apart_from_the_state() -> None:
    ((match, rng),) = matches(1)
    oracle = Oracle(5, rng.randrange)

    def judge(thing: object) -> None:
        if type(thing) is dict:
            for key, value in thing.items():
                assert type(key) is str
                judge(value)
        elif type(thing) is list:
            for item in thing:
                judge(item)
        else:
            assert thing is None or type(thing) in (str, int, bool)

    while match.question is not None:
        for seat in (-1, 0):
            view = match.view(seat)
            judge(view)
        view["power"].clear()
        view["armies"].clear()
        assert match.state.armies
        assert match.state.power
        oracle.step(match)
    assert match.view(0)["question"] is None
    assert match.view(-1)["house"] is None
    assert match.view(0)["house"] in match.state.seats


def test_the_sampler_is_rarely_refused() -> None:
    misses = tries = 0
    for match, rng in matches(6):
        oracle = Oracle(5, rng.randrange)
        while match.question is not None:
            for seat in match.question.seats:
                options = match.question.options(seat)
                if isinstance(options, Form):
                    tries += 1
                    try:
                        options.judge(options.sampler(rng.randrange), {})
                    except Refused:
                        misses += 1
            oracle.step(match)
    assert tries > 300
    assert misses == 0


def test_games_hold_all_that_makes_them() -> None:
    """Random games fight, sail, muster, leave tokens, storm garrisons and rout."""
    said: dict[str, int] = {}
    sailed = 0
    for match, rng in matches(30):
        oracle = Oracle(5, rng.randrange)
        while match.question is not None:
            for event in match.answer(oracle.reply(match)):
                said[str(event[0])] = said.get(str(event[0]), 0) + 1
                if event[0] == "Marched":
                    _, _, area, _, moves = cast("tuple[str, str, str, str, tuple[tuple[str, int, str], ...]]", event)
                    board = edition_of(match.state).board
                    sailed += any(to not in board.borders[area] for _, _, to in moves)
    wanted = ("BattleWon", "Mustered", "TokenLeft", "Retreated", "Casualties", "GarrisonHeld", "Raided", "BladeUsed")
    assert all(said.get(name, 0) > 10 for name in wanted), said
    assert sailed > 10


def test_a_playout_is_bounded() -> None:
    with pytest.raises(ValueError, match="no end"):
        playout(Match.start(GAME, 5, {}), 5, random.Random(0).randrange, 3)


def test_army_sizes() -> None:
    assert Army("stark", {"footman": 2}, {"knight": 1}).size() == 3
