"""The match: what it asks, settles by itself, refuses, copies and binds into its digest."""

from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from engine.core.errors import MatchDead, Over, Refused
from engine.core.match import Game, Match, State
from engine.core.options import Listed
from engine.core.playout import Oracle, replay
from engine.core.questions import Expose, Kind, Mask, One, Reply, Roll, Rules, Seal, Show, Together, Unseal, ask
from tests.core import duel, robbers


@dataclass
class Pad(State):
    told: list[Any] = field(default_factory=list)


def match_of(*steps: Any) -> Match[Pad]:
    """A match whose rules are the given steps, one after another."""
    table: dict[str, Any] = {}
    for i, rules in enumerate(steps):

        def step(s: Pad, rules: Any = rules, following: str = f"step{i + 1}") -> Rules[None]:
            s.step = following
            yield from rules(s)

        table[f"step{i}"] = step

    def end(s: Pad) -> Rules[None]:
        raise Over(((0,), (1,)), "T9")
        yield

    table[f"step{len(steps)}"] = end
    game: Game[Pad] = Game(
        "pad",
        1,
        (2,),
        lambda n, w: w,
        lambda n, w: Pad(step="step0"),
        table,
        lambda s, q, k, seat: {},
        dict,
        lambda: b"",
    )
    return Match.start(game, 2, {})


def test_a_single_public_answer_is_not_asked_but_told() -> None:
    def rules(s: Pad) -> Rules[None]:
        s.told.append((yield from ask(One("only", "T1", 0, Listed(("yes",), "T1")))))

    match = match_of(rules)
    assert match.outcome is not None
    assert match.state.told == ["yes"]
    assert match.events == [("Forced", "only", "T1", 0, "yes")]


def test_nobody_to_ask_and_nothing_to_roll_settles_at_once() -> None:
    def rules(s: Pad) -> Rules[None]:
        s.told.append((yield from ask(Together("none", "T1", {}))))
        s.told.append((yield from ask(Roll("flat", "T1", (1, 1)))))
        s.told.append((yield from ask(Seal("none", "T1", {}))))
        s.told.append((yield from ask(Unseal("none", "T1", {}))))

    match = match_of(rules)
    assert match.index == 0
    assert match.state.told == [{}, (0, 0), {}, {}]


def test_a_joint_choice_of_one_seat_is_an_open_question() -> None:
    def rules(s: Pad) -> Rules[None]:
        s.told.append((yield from ask(Together("bid", "T1", {1: Listed((0, 1), "T1")}))))

    match = match_of(rules)
    assert match.kind is Kind.OPEN
    match.answer(Reply({1: 1}))
    assert match.state.told == [{1: 1}]


def test_true_is_not_one_and_a_list_is_no_tuple() -> None:
    def rules(s: Pad) -> Rules[None]:
        yield from ask(One("pick", "T1", 0, Listed((0, 1, (1, "a")), "T1")))

    match = match_of(rules)
    for junk in (True, 1.0, [1, "a"], (True, "a"), "1"):
        with pytest.raises(Refused, match="not_offered"):
            match.check(0, junk)
    with pytest.raises(Refused, match="not_asked"):
        match.check(1, 0)


def test_missing_superfluous_and_foreign_answers_are_refused_and_change_nothing() -> None:
    def rules(s: Pad) -> Rules[None]:
        yield from ask(Together("bid", "T1", {0: Listed((0, 1), "T1"), 1: Listed((0, 1), "T1")}))

    match = match_of(rules)
    digest = match.digest
    for reply in (
        Reply(),
        Reply({0: 0}),
        Reply({0: 0, 1: 0, 2: 0}),
        Reply({0: 0, 1: 2}),
        Reply({0: 0, 1: 0}, rolled=(1,)),
    ):
        with pytest.raises(Refused):
            match.answer(reply)
    assert match.digest == digest
    assert match.index == 0


def test_the_digest_does_not_hang_on_the_order_in_which_answers_came() -> None:
    def rules(s: Pad) -> Rules[None]:
        yield from ask(Together("bid", "T1", {0: Listed((0, 1), "T1"), 1: Listed((0, 1), "T1")}))

    one, two = match_of(rules), match_of(rules)
    one.answer(Reply({0: 0, 1: 1}))
    two.answer(Reply({1: 1, 0: 0}))
    assert one.digest == two.digest


def test_the_digest_parts_at_the_very_question_where_an_answer_differs() -> None:
    one, two = Match.start(duel.GAME, 3, {}), Match.start(duel.GAME, 3, {})
    assert one.digest == two.digest
    one.answer(Reply())
    two.answer(Reply())
    assert one.digest == two.digest
    one.answer(Reply(rolled=(0, 1, 2)))
    two.answer(Reply(rolled=(0, 1, 3)))
    assert one.digest != two.digest


def test_a_token_not_opened_by_the_end_of_its_step_is_burned() -> None:
    def seal(s: Pad) -> Rules[None]:
        kept.append((yield from ask(Seal("hide", "T1", {0: Listed((0, 1), "T1"), 1: Listed((0, 1), "T1")}))))

    def too_late(s: Pad) -> Rules[None]:
        yield from ask(Unseal("open", "T2", kept[0]))

    kept: list[Any] = []
    match = match_of(seal, too_late)
    match.answer(Reply())
    with pytest.raises(MatchDead):
        match.answer(Reply({0: 0, 1: 1}))


def test_a_token_names_its_question_and_carries_its_options() -> None:
    match = Match.start(duel.GAME, 3, {})
    match.answer(Reply())
    match.answer(Reply(rolled=(0, 1, 1)))
    while match.question is not None and not isinstance(match.question, Unseal):
        match.answer(Reply({seat: match.question.options(seat).default() for seat in match.question.seats}))
    assert isinstance(match.question, Unseal)
    assert [token.question for token in match.question.tokens.values()] == [0, 0, 0]
    with pytest.raises(Refused):
        match.answer(Reply({0: 9, 1: 0, 2: 0}))
    match.answer(Reply({0: 3, 1: 0, 2: 0}))
    assert match.state.score == [3, 1, 1]


def test_dice_that_do_not_fit_are_refused() -> None:
    match = Match.start(duel.GAME, 3, {})
    match.answer(Reply())
    for rolled in ((0, 1), (0, 1, 6), (0, 1, -1), (0, 1, True), (0, 1, 2, 3)):
        with pytest.raises(Refused, match="bad_dice"):
            match.answer(Reply(rolled=rolled))


def test_dice_may_be_rolled_again_after_all_saw_them_each_time_by_a_new_question() -> None:
    match = Match.start(duel.GAME, 3, {})
    match.answer(Reply())
    match.answer(Reply(rolled=(0, 0, 0)))
    match.answer(Reply({0: "pass", 1: "hold", 2: "pass"}))
    match.answer(Reply({1: (0, 2)}))
    assert match.kind is Kind.CHANCE
    match.answer(Reply(rolled=(5, 4)))
    assert match.state.dice == [5, 0, 4]
    assert match.question is not None
    assert match.question.topic == "reroll_window_poll"


def test_rules_that_fail_kill_the_match_and_it_says_so() -> None:
    def broken(s: Pad) -> Rules[None]:
        yield from ask(One("pick", "T1", 0, Listed((0, 1), "T1")))
        raise KeyError("a bug of ours")

    match = match_of(broken)
    with pytest.raises(MatchDead, match="pick"):
        match.answer(Reply({0: 0}))
    with pytest.raises(MatchDead):
        match.check(0, 0)


def test_an_opened_card_must_show_the_face_it_is_said_to_show() -> None:
    match = Match.start(robbers.GAME, 3, {})
    oracle = Oracle(3, Random(1).randrange)
    while match.question is not None and match.question.topic != "play":
        oracle.step(match)
    reply = oracle.reply(match)
    (handle, face, victim) = reply.values[0]
    lie = "fool" if face != "fool" else "crown"
    with pytest.raises(Refused, match="not_opened"):
        match.answer(Reply({0: (handle, face, victim)}))
    with pytest.raises(Refused, match="another_face"):
        match.answer(Reply({0: (handle, lie, victim)}, {handle: face}))
    match.answer(reply)
    assert match.state.public[handle] == face


def hidden_choice(s: Pad) -> Rules[None]:
    """Two hands of two cards: each seat puts one face down; then all are opened, as far as they are not."""
    made = yield from ask(Mask("make", "T1", {"road": (tuple("abcd"), ())}))
    hands = {0: made["road"][:2], 1: made["road"][2:]}
    yield from ask(Show("deal", "T1", hands))
    options = {seat: Listed(hand, "T1", opening=lambda card: (card,)) for seat, hand in hands.items()}
    put = yield from ask(Together("put", "T1", options))
    faces = yield from ask(Expose("open", "T1", s.closed(put.values())))
    s.told.append((faces, {seat: s.public[card] for seat, card in put.items()}))


def at_the_choice() -> tuple[Match[Pad], Oracle]:
    match, oracle = match_of(hidden_choice), Oracle(2, Random(1).randrange)
    while match.question is not None and match.question.topic != "put":
        oracle.step(match)
    return match, oracle


def test_the_default_of_a_seat_that_withheld_stands_without_its_face() -> None:
    """A default opens no card; it names a handle at most, which the rules open afterwards."""
    match, oracle = at_the_choice()
    assert match.question is not None
    hand, theirs = (match.question.options(seat) for seat in (0, 1))
    assert isinstance(hand, Listed)
    assert isinstance(theirs, Listed)
    opened = {theirs.items[1]: oracle.truth[theirs.items[1]]}
    (default, claims) = match.withheld(0)
    assert (default, claims) == (hand.items[0], ())
    digest = match.digest
    for values, faces, withheld in (
        ({0: default, 1: theirs.items[1]}, opened, ()),  # not opened, and nobody has withheld it
        ({0: hand.items[1], 1: theirs.items[1]}, opened, (0,)),  # not the default
        ({0: default, 1: theirs.items[1]}, opened, (0, 0)),
        ({0: default, 1: theirs.items[1]}, opened, (0, 2)),
        ({0: default, 1: theirs.items[1]}, {}, (0,)),  # the other one has opened nothing
    ):
        with pytest.raises(Refused):
            match.answer(Reply(values, faces, withheld=withheld))
    assert match.digest == digest
    twin = match.fork()
    reply = Reply({0: default, 1: theirs.items[1]}, opened, withheld=(0,))
    match.answer(reply)
    assert isinstance(match.question, Expose)
    assert match.question.handles == (default,)
    again = match.fork()
    twin.answer(reply)
    assert match.digest == again.digest == twin.digest
    oracle.step(match)
    assert match.state.told == [((oracle.truth[default],), {0: oracle.truth[default], 1: opened[theirs.items[1]]})]


def test_only_who_had_committed_can_withhold() -> None:
    """An OPEN answer against the rules stops the table, and with `Seal` nothing is opened yet."""

    def rules(s: Pad) -> Rules[None]:
        yield from ask(One("pick", "T1", 0, Listed((0, 1), "T1")))
        yield from ask(Together("bid", "T1", {1: Listed((0, 1), "T1")}))
        yield from ask(Seal("hide", "T1", {0: Listed((0, 1), "T1")}))

    match = match_of(rules)
    for seat, values in ((0, {0: 0}), (1, {1: 0}), (0, {})):
        with pytest.raises(Refused, match="wrong_seats"):
            match.answer(Reply(values, withheld=(seat,)))
        match.answer(Reply(values))


def test_who_withheld_is_in_the_digest() -> None:
    """Two peers that differ in it part at that very question; where nobody has, digests are as they were."""
    replies = [Reply({0: 0, 1: 0}), Reply({0: 0, 1: 0}, withheld=(1,)), Reply({0: 0, 1: 0}, withheld=(0, 1))]
    digests = set()
    for reply in replies:
        match = match_of(lambda s: ask(Together("bid", "T1", {x: Listed((0, 1), "T1") for x in (0, 1)})))
        match.answer(reply)
        digests.add(match.digest)
    assert len(digests) == 3
    assert replies[0].plain() == (((0, 0), (1, 0)), (), ())


@pytest.mark.parametrize("seed", range(20))
def test_random_play_withholds_in_every_way(seed: int) -> None:
    """The choice of a seat that withheld is opened after it, whether or not another card of its lies open for it."""
    match, oracle = match_of(hidden_choice), Oracle(2, Random(seed).randrange, withholds=2)
    replies: list[Reply] = []
    while match.question is not None:
        replies.append(oracle.step(match))
    ((faces, told),) = match.state.told
    assert set(told) == {0, 1}
    (reply,) = (reply for reply in replies if reply.values)
    assert len(faces) == sum(reply.values[seat] not in reply.faces for seat in reply.withheld)
    assert replay(match_of(hidden_choice), replies).digest == match.digest


def test_a_false_claim_is_found_by_who_knows_all_cards_and_a_client_does_not_offer_it() -> None:
    for seed in range(30):
        match = Match.start(robbers.GAME, 3, {})
        oracle = Oracle(3, Random(seed).randrange)
        while match.question is not None:
            question = match.question
            if question.topic == "parry":
                (seat,) = question.seats
                if "knife" in [oracle.known[seat][h] for h in match.state.hands[seat]]:
                    listed = question.options(seat)
                    assert isinstance(listed, Listed)
                    assert None not in listed.legal(oracle.known[seat])
                    (claim,) = match.check(seat, None)
                    oracle.claims.append((seat, claim))
                    assert oracle.audit() == [(seat, claim)]
                    return
            oracle.step(match)
        assert oracle.audit() == []
    raise AssertionError("no seat with a knife was ever robbed")
