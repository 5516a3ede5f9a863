"""Who opens what the rules refuse has withheld: its default stands unopened, the game goes on, the seat is named."""

from collections.abc import Callable
from functools import partial
from itertools import product
from random import Random

import pytest

from engine.core.cards import Absent, Faces
from engine.core.errors import Refused
from engine.core.match import Match, State
from engine.core.options import Completion, Form, Listed
from engine.core.plain import Draw
from engine.core.playout import playout, replay
from engine.core.questions import Expose, Kind, Mask, Rules, Seal, Together, Unseal, ask
from protocol.agreement import LATER, NOW
from protocol.audit import verify_record
from protocol.encoding import pack
from protocol.events import Answered, Asked, Ended, Fault, LinkFault
from protocol.report import Judgement, Report
from protocol.session import Session
from tests.protocol.cards import hoard
from tests.protocol.cards.dealt import CardTable, robbed
from tests.protocol.cards.scripted import hands, scripted, table_of
from tests.protocol.table import NOT_NOW, MatchMaker, Wire

ROUGH = Wire(1, 300, 0.2)
Pick = Callable[[Session], bytes | None]
"""What a crook commits to at this question; None to wait for a later one."""


def anothers(session: Session) -> bytes | None:
    """A card of another hand."""
    hand = robbed(session.match).hands[(session.seat + 1) % len(session.agreement.seats)]
    return pack(hand[0]) if hand else None


def of_the_deck(session: Session) -> bytes | None:
    """A card that nobody has seen."""
    state = robbed(session.match)
    left = [*state.road, *state.relics]
    return pack(left[-1]) if left else None


def dead(session: Session) -> bytes | None:
    """A handle that a shuffle has ended."""
    cards = session.log.known.cards
    gone = [handle for handle in cards.ever if handle not in cards.living]
    return pack(gone[0]) if gone else None


def unheard_of(session: Session) -> bytes:
    """A handle that there never was."""
    return pack("road.99.0")


def no_handle(session: Session) -> bytes:
    return pack(17)


def no_value(session: Session) -> bytes:
    return b"\xc1"


def not_canonical(session: Session) -> bytes:
    """A card of its own, in bytes that no other program writes."""
    own = robbed(session.match).hands[session.seat][0].encode()
    return b"\xd9" + bytes([len(own)]) + own


PICKS = [anothers, of_the_deck, unheard_of, no_handle, no_value, not_canonical]


def commits_to(table: CardTable, seat: int, topic: str, pick: Pick) -> list[int]:
    """The seat commits to what `pick` gives where it is first asked `topic` in secret; gives the slot, once it has."""
    done: list[int] = []

    def choose(session: Session, asked: Asked) -> object:
        lies = asked.question.topic == topic and asked.question.kind is Kind.SECRET and not done
        payload = pick(session) if lies else None
        if payload is None:
            return table.sample(session, asked)
        done.append(asked.slot)
        session._author.payloads[asked.slot] = payload
        session._go_on()
        return NOT_NOW

    table.choosers[seat] = choose
    table.cheats[seat] = lambda out: [out]
    return done


def commits_to_in_a_whole_game(table: CardTable, seat: int, topic: str, pick: Pick) -> bool:
    """Plays the game; whether the seat came to commit to what `pick` gives."""
    done = commits_to(table, seat, topic, pick)
    table.run()
    return bool(done)


def assert_goes_on(table: CardTable, seat: int, match: MatchMaker = hoard.new_match) -> tuple[Answered, Report]:
    """The game ends at all honest seats, who name that seat alone, once, and so does whoever reads the record."""
    named = set()
    for judge in table.honest:
        assert table.session(judge).verdict is None
        assert table.events(judge, Fault) == table.events(judge, LinkFault) == []
        (end,) = table.events(judge, Ended)
        named.add(tuple((slip.slot, slip.phase, slip.seat, slip.reason) for slip in end.slips))
    assert len(table.digests()) == 1
    (((slot, phase, who, reason),),) = named
    assert (who, reason) == (seat, "ILLEGAL")
    (record,) = {table.record(judge) for judge in table.honest}
    report = verify_record(match, record)
    assert report.judgement is Judgement.BAD
    assert [(f.slot, f.phase, f.seat, f.reason) for f in report.findings] == [(slot, phase, seat, "ILLEGAL")]
    assert report.outcome is not None
    (answered,) = [event for event in table.events(table.honest[0], Answered) if event.slot == slot]
    assert answered.reply.withheld == (seat,)
    assert answered.reply.values[seat] == answered.question.options(seat).default(withheld=True)
    return answered, report


@pytest.mark.parametrize(("seats", "pick"), [*product((2, 3), PICKS), (5, anothers)])
@pytest.mark.parametrize("topic", ["duel", "ambush"])
def test_a_secret_choice_of_what_is_no_card_of_the_hand(seats: int, pick: Pick, topic: str) -> None:
    """SPEC 11, 21.5: the default names a card, the rules have it opened by those who can, all else goes on."""
    table, crook = CardTable(seats, seed=6, turns=1, wire=ROUGH), 2 if seats > 2 else 0  # whose token is unsealed
    assert commits_to_in_a_whole_game(table, crook, topic, pick)
    answered, _ = assert_goes_on(table, crook)
    (card,) = {answered.reply.values[crook]}
    after = [event for event in table.events(table.honest[0], Answered) if event.slot == answered.slot + 1]
    assert [event.question for event in after] == [Expose(topic, answered.question.clause, (card,))]
    assert set(after[0].reply.faces) == {card}


def test_who_comes_back_and_who_checks_beside_finds_the_same() -> None:
    """A journal in which a seat has withheld is taken up again; proofs done beside make no difference."""
    records = set()
    for beside in (False, True):
        table = CardTable(3, seed=6, turns=1, beside=beside)
        done = commits_to(table, 1, "duel", anothers)
        table.run(lambda table=table, done=done: bool(done) and table.session(0).slot > done[0] + 2)  # type: ignore[misc]  # bound now
        if not beside:
            assert any(event.reply.withheld for event in table.events(0, Answered))
            table.crash(0)
            table.restart(0)
        table.run()
        table.states[0].events[:] = [event for event in table.events(0) if not isinstance(event, Ended)] + [
            table.events(0, Ended)[-1]
        ]
        _, report = assert_goes_on(table, 1)
        records.add(table.record(0))
        assert report.counts.answers == len(table.events(2, Answered))
    assert len(records) == 1


@pytest.mark.parametrize("seed", range(12))
def test_random_games_in_which_seats_withhold(seed: int) -> None:
    """The rules alone, with chance and cards from one who knows all: they end, and the replies give them again."""
    seats = 2 + seed % 4
    match = Match.start(hoard.GAME, seats, {"turns": 6})
    replies = playout(match, seats, Random(seed).randrange, 2_000, withholds=2)
    assert any(reply.withheld for reply in replies)
    again = replay(Match.start(hoard.GAME, seats, {"turns": 6}), replies)
    assert (again.digest, again.state) == (match.digest, match.state)


@pytest.mark.parametrize("seed", range(2))
def test_seats_that_withhold_now_and_then(seed: int) -> None:
    """Two of four at random, in rough weather: the honest come to one end, and no honest seat is named."""
    table = CardTable(4, seed, turns=2, wire=ROUGH)
    for crook in (1, 2):
        draw = Random(f"withholds {seed} {crook}")
        commits_to(table, crook, "duel", anothers if draw.randrange(2) else no_value)
    table.run()
    (slips,) = {table.events(seat, Ended)[0].slips for seat in table.honest}
    assert {slip.seat for slip in slips} == {1, 2}
    (answered,) = [event for event in table.events(0, Answered) if event.reply.withheld]
    assert answered.reply.withheld == (1, 2)
    assert len(table.digests()) == 1
    assert len({table.record(seat) for seat in table.honest}) == 1


# ---------------------------------------------------------------- choices of any handle
def put_any(state: State, seats: int, burned: bool = False) -> Rules[None]:
    """Forms that take any text for a handle: the shape alone tells nobody whose card it is."""
    dealt = yield from hands(tuple("abcdefghij"[: 2 * seats]), seats)
    first = yield from ask(Mask("deck", "S1", {"deck": (("x", "y"), ())}))
    yield from ask(Mask("again", "S1", {"deck": ((), first["deck"])}))

    def refuses(value: str, faces: Faces) -> None:
        if faces[value] == "a":
            raise Refused("S2", "never_the_a")

    def drawn(hand: tuple[str, ...], draw: Draw) -> str:
        return hand[draw(len(hand))]

    options = {
        seat: Form(
            "S2", str, refuses, partial(drawn, hand), lambda pieces: Completion(()), hand[0], lambda card: (card,)
        )
        for seat, hand in dealt.items()
    }
    put = yield from ask(Together("put", "S2", options))
    yield from ask(Expose("put", "S2", state.closed(put.values())))
    kept = yield from ask(Seal("hide", "S2", options))
    if burned:
        return
    opened = yield from ask(Unseal("hide", "S2", kept))
    faces = yield from ask(Expose("hide", "S2", state.closed(opened.values())))
    state.say("Opened", faces, tuple(state.public[card] for card in (*put.values(), *opened.values())))


def left_in_the_deck(session: Session) -> bytes | None:
    return pack("deck.3.0")


def the_a(session: Session) -> bytes | None:
    """A card of its own that the rules refuse, once its share has opened it."""
    own = [handle for handle, face in session.known.items() if face == "a" and handle not in session.match.state.public]
    return pack(own[0]) if own else None


def not_seen(session: Session) -> bytes | None:
    return pack(next(h for h in session.log.known.cards.living if h not in session.known))


@pytest.mark.parametrize("topic", ["put", "hide"])
@pytest.mark.parametrize("pick", [not_seen, left_in_the_deck, dead, unheard_of, no_handle, the_a])
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_what_only_the_shape_lets_through(topic: str, pick: Pick, seats: int) -> None:
    """SPEC 21.5: what its author does not see is against the rules; what it opened is open, and another card stands."""

    def rules(state: State) -> Rules[None]:
        yield from put_any(state, seats)

    for crook in range(seats):
        table = table_of(rules, seats)
        if commits_to_in_a_whole_game(table, crook, topic, pick):
            break
    answered, report = assert_goes_on(table, crook, scripted(rules, seats))
    assert ("a" in answered.reply.faces.values()) == (pick is the_a)
    assert report.faces


@pytest.mark.parametrize("pick", [not_seen, left_in_the_deck, dead, unheard_of, no_handle, the_a, no_value])
def test_what_stays_sealed_is_judged_by_the_audit(pick: Pick) -> None:
    """SPEC 14: what nobody asks to be opened comes to light in the end, and is judged as if it had been."""

    def rules(state: State) -> Rules[None]:
        yield from put_any(state, 2, burned=True)

    for crook in (0, 1):
        table = table_of(rules)
        done = commits_to(table, crook, "hide", pick)
        table.run()
        if done:
            break
    (end,) = table.events(table.honest[0], Ended)
    assert [(slip.slot, slip.phase, slip.seat, slip.reason) for slip in end.slips] == [(*done, 0, crook, "ILLEGAL")]
    report = verify_record(scripted(rules, 2), table.record(table.honest[0]))
    assert [(f.slot, f.phase, f.seat, f.reason) for f in report.findings] == [(*done, 0, crook, "ILLEGAL")]


# ---------------------------------------------------------------- what a default claims
def own_up(state: State) -> Rules[None]:
    """Each seat says in secret that it has no knife, unless it says something else."""
    dealt = yield from hands(("knife", "b", "c", "d"), 2)

    def options(seat: int) -> Listed[str]:
        def claiming(value: str, faces: Faces) -> tuple[Absent, ...]:
            return (Absent(seat, dealt[seat], ("knife",), "S2"),) if value == "none" else ()

        return Listed(("none", "other"), "S2", claiming=claiming)

    yield from ask(Together("own up", "S2", {seat: options(seat) for seat in dealt}))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("proofs", [NOW, LATER])
@pytest.mark.parametrize("guilty", [True, False])
def test_a_claim_is_not_dodged_by_withholding(seed: int, proofs: str, guilty: bool) -> None:
    """SPEC 21.5: the claim of the default waits for the audit, which ranks him last who held the card, nobody else."""
    table = table_of(own_up, 2, seed, proofs=proofs)
    for seat in (0, 1):
        commits_to(table, seat, "own up", lambda s: pack(17) if ("knife" in s.known.values()) == guilty else None)
    table.run()
    (crook,) = [seat for seat in (0, 1) if ("knife" in table.session(seat).known.values()) == guilty]
    (end,) = table.events(1 - crook, Ended)
    false = [(crook, "FALSECLAIM")] if guilty else []
    assert sorted((slip.seat, slip.reason) for slip in end.slips) == sorted([(crook, "ILLEGAL"), *false])
    assert end.ranking == (((1 - crook,), (crook,)) if guilty else ((0, 1),))
    report = verify_record(scripted(own_up, 2), table.record(1 - crook))
    assert report.ranking == end.ranking
    assert report.counts.claims == report.counts.proven + (1 if proofs == NOW else report.counts.claims)
