"""What every game owes the core, on random whole games (STYLE: one contract, one suite)."""

import os
import pickle
import subprocess
import sys
from random import Random
from typing import Any

import pytest

from engine.core.errors import Refused
from engine.core.match import Match
from engine.core.options import Listed
from engine.core.plain import order, packed
from engine.core.playout import Oracle, playout, replay
from engine.core.questions import Kind, Reply, Seal
from tests.contract.games import TABLES, start
from tests.processes import PATIENCE

JUNK: tuple[Any, ...] = (
    ("junk", -1),
    "no such thing",
    10**9,
    None,
    True,
    (),
    ((),),
    [1],
    {"a": 1},
    0.5,
    b"x",
    ("", "", 1),
)
GAMES = pytest.mark.parametrize("name", TABLES)


@GAMES
def test_a_random_game_ends_within_its_bound_with_everybody_ranked(name: str) -> None:
    game, seats, bound = TABLES[name]
    for seed in range(3):
        match = Match.start(game, seats, {})
        playout(match, seats, Random(seed).randrange, bound)
        assert match.outcome is not None
        assert sorted(seat for group in match.outcome.ranking for seat in group) == list(range(seats))
        assert match.outcome.clause
        with pytest.raises(Refused):
            match.answer(Reply())


@GAMES
def test_a_random_game_in_which_seats_withhold_ends_too_and_replays(name: str) -> None:
    """A seat may open what the rules refuse: its default stands, whatever the game asks, and opens no card."""
    game, seats, bound = TABLES[name]
    withheld = 0
    for seed in range(2):
        match = Match.start(game, seats, {})
        replies = playout(match, seats, Random(seed).randrange, bound, withholds=4)
        withheld += sum(len(reply.withheld) for reply in replies)
        again = replay(Match.start(game, seats, {}), replies)
        assert again.digest == match.digest
        assert again.outcome is not None
    assert withheld or name == "robbers", "nothing was ever withheld"


@GAMES
def test_options_are_sorted_unique_and_only_for_the_seats_asked(name: str) -> None:
    game, seats, _ = TABLES[name]
    match, oracle = start(name, 1)
    while (question := match.question) is not None:
        assert question.clause
        assert list(question.seats) == sorted(set(question.seats))
        for seat in range(-1, seats + 1):
            if seat not in question.seats:
                with pytest.raises(KeyError):
                    question.options(seat)
                continue
            options = question.options(seat)
            if isinstance(options, Listed):
                assert list(options.items) == sorted(options.items, key=order)
                assert len(set(options.items)) == len(options.items)
                if question.kind is Kind.OPEN:
                    assert len(options.items) > 1 or options.opening(options.items[0])
            for withheld in (False, True):
                default = options.default(withheld)
                options.admit(default)
                if not options.opens(default):
                    options.check(default, match.state.public)
        oracle.step(match)
    assert game.name == name


@GAMES
def test_fork_and_replay_agree_with_the_game_played(name: str) -> None:
    match, oracle = start(name, 2)
    replies: list[Reply] = []
    while match.question is not None:
        if len(replies) % 7 == 0:
            twin = match.fork()
            assert twin.digest == match.digest
            assert twin.index == match.index
            assert packed(twin.state) == packed(match.state)
        replies.append(oracle.step(match))
    again, _ = start(name, 99)
    replay(again, replies)
    assert again.digest == match.digest
    assert again.outcome is not None
    assert match.outcome is not None
    assert again.outcome.ranking == match.outcome.ranking


@GAMES
def test_a_fork_goes_its_own_way_and_leaves_the_match_alone(name: str) -> None:
    match, oracle = start(name, 3)
    for _ in range(20):
        oracle.step(match)
    before = (match.digest, pickle.dumps(match.state))
    twin = match.fork()
    if twin.kind not in (Kind.SECRET, Kind.CARDS):
        Oracle(TABLES[name][1], Random(5).randrange).reply(twin)
    assert (match.digest, pickle.dumps(match.state)) == before


@GAMES
def test_junk_is_refused_and_changes_nothing(name: str) -> None:
    match, oracle = start(name, 4)
    steps = 0
    while (question := match.question) is not None and steps < 400:
        steps += 1
        if question.seats and not isinstance(question, Seal):
            before = (match.digest, pickle.dumps(match.state), match.index)
            for junk in JUNK:
                for seat in question.seats:
                    try:
                        match.check(seat, junk)
                    except Refused:
                        continue
                    assert junk in (None, True, ()), f"{question.topic} took {junk!r}"
            with pytest.raises(Refused):
                match.answer(Reply(values={question.seats[0]: object()}))
            with pytest.raises(Refused):
                match.answer(Reply(rolled=(0,)))
            assert (match.digest, pickle.dumps(match.state), match.index) == before
            assert match.question is question
        oracle.step(match)


@GAMES
def test_every_sampled_answer_can_be_built_piece_by_piece(name: str) -> None:
    """What a person or a bot builds from completion is legal, whatever pieces are picked."""
    match, oracle = start(name, 5)
    draw = Random(6).randrange
    steps = 0
    while (question := match.question) is not None and steps < 600:
        steps += 1
        for seat in question.seats if not question.topic.startswith("open") else ():
            options, known = question.options(seat), oracle.known[seat]
            pieces: tuple[Any, ...] = ()
            for _ in range(60):
                completion = options.complete(pieces, known)
                if completion.answers and (not completion.choices or draw(4) == 0):
                    break
                assert completion.choices, f"{question.topic}: stuck after {pieces}"
                pieces += (completion.choices[draw(len(completion.choices))],)
            else:
                raise AssertionError(f"{question.topic}: no end to {pieces}")
            (answer,) = completion.answers
            options.admit(answer)
            if not options.opens(answer):
                options.check(answer, match.state.public)
        oracle.step(match)


PROGRAM = """
from random import Random
from engine.core.playout import playout
from tests.contract.games import TABLES, start
from engine.core.match import Match
game, seats, bound = TABLES[{name!r}]
match = Match.start(game, seats, {{}})
playout(match, seats, Random(8).randrange, bound)
print(match.digest.hex(), match.outcome.ranking)
"""


@GAMES
def test_two_processes_with_two_hash_seeds_compute_the_same(name: str) -> None:
    """B20: no order of a set, no address, nothing of the process may reach the state."""
    said = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM.format(name=name)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
            timeout=PATIENCE,
        ).stdout
        for seed in ("1", "2")
    ]
    assert said[0] == said[1]
    assert len(said[0]) > 64
