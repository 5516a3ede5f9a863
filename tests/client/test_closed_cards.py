"""Closed cards in line mode, in the text of a game and in a verdict: all open after the audit, nothing early before it.

Stands for the replay "with all secrets open after the audit". The game is a toy, the hoard; its words: `hoard_words`.
"""

from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from client.checking import Checked, check_record
from client.cli import main
from client.home import Home
from client.piles import piles
from client.seating import NOBODY_ELSE
from client.sight import FindOwn, Own, own_seat
from client.store.database import Store
from client.store.journal import TableJournal
from client.store.tables import Door
from client.timeline import ALL_OPEN, OWN, PUBLIC, Timeline
from client.transcript import CARDS, document
from client.words.general import GameWords
from engine.core.cards import Absent, Face
from engine.core.match import Match
from engine.core.questions import Mask, Show
from protocol.agreement import LATER
from protocol.deck.audit import open_all
from protocol.deck.cards import Claim
from protocol.events import Answered
from protocol.report import Judgement
from tests.client.desk import Desk
from tests.client.hoard_words import the_hoard_is_known
from tests.client.screen.kept import picture, without_end
from tests.protocol.cards import hoard
from tests.protocol.cards.dealt import CardTable

SEATS, SEED = 3, 5
UNIQUE = ("knife", "crown", "fool", "thief", "abbot", "baker", "clown", "dwarf", "earl", "friar", "giant", "hermit")
"""A road on which no two cards are alike: then a word of the text can come from one card alone."""


@pytest.fixture(autouse=True)
def _hoard(monkeypatch: pytest.MonkeyPatch) -> None:
    the_hoard_is_known(monkeypatch)


def played(until: int = 0, seed: int = SEED, turns: int = 2) -> CardTable:
    """A game to its end, or to slot `until`; only to be looked at."""
    return _played(until, seed, turns, hoard.ROAD)


@cache
def _played(until: int, seed: int, turns: int, road: tuple[str, ...]) -> CardTable:
    table = CardTable(SEATS, seed, turns=turns)
    table.run((lambda: table.session(0).slot >= until) if until else None)
    return table


def own(table: CardTable, seat: int) -> FindOwn:
    """What the store of a player knows of his seat."""
    return lambda game_id: Own(seat, table.keys[seat].secret) if game_id == table.agreement.game_id else None


def text(data: bytes, find_own: FindOwn | None = None) -> str:
    """The whole export."""
    verdict = check_record("game", data).verdict()
    return "".join(f"{line}\n" for line in document(Timeline(data, find_own=find_own), "game", verdict))


def has_seen(table: CardTable, seat: int) -> set[Face]:
    """The faces that a seat ever saw, by what it was told."""
    truth, seen = table.truth(seat), set[Face]()
    for event in table.events(seat, Answered):
        if isinstance(event.question, Show):
            seen.update(truth[handle] for handle in event.question.to.get(seat, ()))
        seen.update(event.reply.faces.values())
    return seen


# ------------------------------------------------------------ the text of a game
@pytest.mark.parametrize("until", [0, 14])
def test_the_text_of_a_game(until: int) -> None:
    table = played(until)
    seen = text(table.record(0))
    assert all(len(line) <= 80 for line in seen.splitlines())
    picture(f"hoard-export-{'before' if until else 'after'}", seen)


def test_after_the_audit_every_card_is_open_and_is_what_it_was() -> None:
    table = played()
    timeline = Timeline(table.record(0))
    assert timeline.sight == ALL_OPEN
    assert timeline.faces == table.truth()
    for n in range(timeline.last + 1):
        match = timeline.at(n)
        shown = {card.handle: card.face for pile in timeline.piles(match) for card in pile.cards}
        state = match.state
        lying = [*state.road, *state.relics, *(handle for hand in state.hands for handle in hand)]
        assert shown == {handle: table.truth()[handle] for handle in lying}
    assert "closed card" not in text(table.record(0)).replace(ALL_OPEN, "")


def test_every_step_of_a_card_is_told() -> None:
    """Each deal, theft, peek, play and draw of the hoard stands in the text, with its faces."""
    table = played(turns=3)
    timeline, truth = Timeline(table.record(0)), table.truth()
    words: list[str] = []
    for event in table.events(0, Answered):
        cards = timeline.moments[event.slot].cards
        words += cards
        if isinstance(event.question, Show):
            for seat, shown in event.question.to.items():
                faces = ", ".join(truth[handle] for handle in shown)
                assert not shown or f"Seen by player {seat} now: {faces}." in cards
        elif isinstance(event.question, Mask):
            assert sum(line.startswith(("Mixed: ", "Mixed by ")) for line in cards) == len(event.question.decks)
        for handle, face in event.reply.faces.items():
            told = any(face in line for line in cards)
            gone = all(handle not in pile.zone.handles for pile in timeline.piles(timeline.at(event.slot - 1)))
            assert told or gone, "what was no more in any place need not leave it"
    for start in ("To the hand of", "Out of the hand of", "From the road to the hand of", "Opened to all: "):
        assert any(line.startswith(start) for line in words), start


def test_a_theft_is_told_with_the_card() -> None:
    table = next(table for seed in range(20) if any_theft(table := played(seed=seed)))
    timeline = Timeline(table.record(0))
    ways = [line for moment in timeline.moments for line in moment.cards if "to the hand of player" in line]
    assert any(line.startswith("From the hand of player") for line in ways)


def any_theft(table: CardTable) -> bool:
    """Whether a card was stolen."""
    return any(event.question.topic == "theft" for event in table.events(0, Answered))


# ------------------------------------------------------------ before the audit
@pytest.mark.parametrize("until", [2, 5, 9, 14, 20])
def test_before_the_audit_the_text_holds_no_face_that_its_reader_did_not_know(
    until: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hoard, "ROAD", UNIQUE)
    table = played(until, turns=3)
    everything = {*UNIQUE, *hoard.RELICS}
    public = {face for event in table.events(0, Answered) for face in event.reply.faces.values()}
    assert named(text(table.record(0)), everything) == public
    for seat in range(SEATS):
        known = has_seen(table, seat)
        assert known != everything
        assert named(text(table.record(seat), own(table, seat)), everything) == known


def named(seen: str, faces: set[Face]) -> set[Face]:
    """Those of the faces that a text names."""
    return {face for face in faces if face in seen}


def test_with_all_secrets_the_same_game_names_every_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """The measure has power: the words are found as soon as they may be."""
    monkeypatch.setattr(hoard, "ROAD", UNIQUE)
    assert named(text(played(turns=3).record(0)), {*UNIQUE, *hoard.RELICS}) == {*UNIQUE, *hoard.RELICS}


def test_whose_sight_it_is_is_said() -> None:
    table = played(9)
    data = table.record(0)
    assert Timeline(data).sight == PUBLIC
    assert Timeline(data, find_own=lambda _: None).sight == PUBLIC
    assert Timeline(data, find_own=own(table, 1)).sight == OWN
    assert Timeline(played().record(0), find_own=own(table, 1)).sight == ALL_OPEN
    assert f"{CARDS}{PUBLIC}" in text(data)


def test_a_secret_of_another_game_opens_nothing() -> None:
    table, other = played(9), played(9, seed=6)
    timeline = Timeline(table.record(0), find_own=lambda _: Own(1, other.keys[1].secret))
    assert timeline.faces == Timeline(table.record(0)).faces


def test_where_one_secret_is_wrong_the_hands_of_the_others_are_open() -> None:
    """Nobody can open what that seat alone has seen; what the others have seen opens by their own secrets."""
    table, strange = played(9), played(9, seed=6)
    secrets = {seat: keys.secret for seat, keys in table.keys.items()}
    faces = open_all(table.session(0).log.known.cards, {**secrets, 2: strange.keys[2].secret})
    may = table.may_know(0)
    assert may[0] | may[1] <= faces.keys()
    assert may[2] - may[0] - may[1]
    assert not (may[2] - may[0] - may[1]) & faces.keys()
    assert faces.items() <= table.truth().items()
    assert faces == open_all(table.session(0).log.known.cards, {0: secrets[0], 1: secrets[1]})


def test_while_one_secret_is_still_missing_nothing_more_is_open() -> None:
    data = without_end(played().record(0), 1)
    timeline = Timeline(data)
    assert timeline.sight == PUBLIC
    assert len(timeline.faces) < len(played().truth())


# ------------------------------------------------------------ the store and the command
def test_a_player_who_replays_his_own_table_sees_what_he_has_seen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, seat = played(9), 1
    home = Home.find(str(tmp_path))
    assert own_seat(home, table.agreement.game_id) is None, "there is no store yet"
    journal = TableJournal.gather(home, table.form, seat, [], Door(None, 0), NOBODY_ELSE)
    entropy = table.keys[seat].to_bytes() + bytes(32)
    with Store(home) as store, store.writing() as db:
        db.execute("INSERT INTO secrets VALUES (?, ?)", (journal.number, entropy))
    journal.begin(table.agreement)
    journal.write(table.states[seat].journal)
    journal.close()
    assert own_seat(home, bytes(32)) is None
    told = own_seat(home, table.agreement.game_id)
    assert told is not None
    assert (told.seat, told.secret.value) == (seat, table.keys[seat].secret.value)
    number = table.agreement.game_id.hex()[:8]
    out = tmp_path / "out.txt"
    assert main(["--home", str(tmp_path), "replay", number, "--export", str(out)]) == 0
    seen = out.read_text(encoding="utf-8")
    assert " ".join(OWN.split()[:8]) in seen
    assert "The hand of player 1 (4): fool, knife, thief, fool." in seen
    capsys.readouterr()
    assert main(["--home", str(tmp_path), "replay", number, "--at", "1.turn"]) == 0
    at = capsys.readouterr().out
    assert "The hand of player 1 (4): fool, knife, thief, fool." in at
    assert "The relics: 3 closed cards." in at


# ------------------------------------------------------------ the verdict
def test_the_verifier_tells_of_the_cards() -> None:
    checked = check_record("game", played().record(0))
    lines = checked.lines({})
    cards = len(checked.report.faces)
    assert checked.report.judgement is Judgement.GOOD
    assert any(line.split() == ["closed", "cards", "opened", str(cards), "of", str(cards)] for line in lines)
    at = lines.index("closed cards at the end:")
    assert lines[at + 1].startswith("  The hand of player 0")
    assert "closed card" not in " ".join(lines[at + 1 :])


def test_the_verifier_of_half_a_game_opens_nothing() -> None:
    checked: Checked = check_record("game", played(9).record(0))
    counts = checked.report.counts
    assert 0 < counts.opened < counts.cards
    assert any(line.split()[-3:] == [str(counts.opened), "of", str(counts.cards)] for line in checked.lines({}))
    assert not any(line.startswith("closed cards at") for line in checked.lines({}))


# ------------------------------------------------------------ at the table
def at_table(seat: int = 0, seed: int = 3) -> Desk:
    """A person at a table of five, where two cards lie on the road after the deal."""
    return Desk(seat, seed, match=Match.start(hoard.GAME, 5, {"turns": 5}))


def test_at_the_table_one_sees_ones_own_hand_and_how_many_cards_others_hold() -> None:
    desk = at_table()
    desk.to("play")
    own, *others = desk.mode.piles
    truth = desk.table.oracle.truth
    assert own.seat == 0
    assert [card.face for card in own.cards] == [truth[handle] for handle in desk.mode.match.state.hands[0]]
    assert [(pile.name, {card.face for card in pile.cards}) for pile in others if pile.seat is not None] == [
        (f"the hand of player {seat}", {None}) for seat in range(1, 5)
    ]
    shown = desk.type("hand")
    assert f"The hand of player 0 (2): {own.cards[0].face}, {own.cards[1].face}." in shown
    assert "The hand of player 1: 2 closed cards." in shown
    assert "The road: 2 closed cards." in shown


def test_what_i_come_to_see_is_told_to_me_alone() -> None:
    told: dict[int, list[str]] = {}
    for seat in (0, 1, 3):
        desk = at_table(seat)
        while desk.question.topic != "duel":
            if desk.table.asks(desk.question):
                options = desk.question.options(seat)
                desk.table.take(options.sample(Random(1).randrange, desk.table.known))
            desk.mode.happened(desk.table.step())
        told[seat] = [entry.text for entry in desk.mode.story if entry.text.startswith("You see: ")]
    assert [len(lines) for lines in told.values()][2] == 1, "player 3 was dealt his hand and saw nothing else"
    assert len(told[0]) > 1
    assert len(told[1]) > 1


def test_a_claim_that_is_not_proven_with_its_answer_is_told_to_be_left_to_the_audit() -> None:
    """SPEC 21.5: a table that has agreed on proofs at once sees where there is none."""
    desk = at_table()
    desk.to("play")
    desk.table.take(desk.question.options(0).sample(Random(1).randrange, desk.table.known))
    event = desk.table.step()
    assert isinstance(event, Answered)
    absent = Absent(1, ("road.1.0",), ("knife", "crown"), "C3")
    claims = tuple(Claim(event.slot, 0, 1, absent, proven) for proven in (True, False))
    lines = desk.mode.happened(replace(event, claims=claims))
    sentence = "player 1 claims to hold no knife or crown (C3): that is left to the audit."
    assert [entry.text for entry in desk.mode.story].count(sentence) == 1
    assert sentence in lines


def test_a_card_that_is_chosen_by_its_back_is_shown_by_its_face_to_who_sees_it() -> None:
    desk = at_table(2)
    desk.to("duel")
    labels = [choice.label.text for choice in desk.mode.ask.building.choices] if desk.mode.ask is not None else []
    hand, known = desk.mode.match.state.hands[2], desk.table.known
    assert labels == [f"{known[handle]} {place}" for place, handle in enumerate(hand, 1)]


def test_a_card_that_is_no_more_is_shown_nowhere() -> None:
    """What is told again after a crash speaks of cards that a shuffle has ended since."""
    desk = at_table()
    desk.to("play")
    desk.table.oracle.known[0].clear()
    assert all(card.face is None for pile in desk.mode.piles for card in pile.cards)


class Bare:
    """Words that say nothing of cards."""

    def seat(self, match: Match[Any], seat: int) -> str:
        return f"player {seat}"


def test_a_game_whose_words_say_nothing_of_cards_is_told_in_the_words_of_its_state() -> None:
    desk = at_table()
    desk.to("play")
    found = piles(cast("GameWords", Bare()), desk.mode.match, 5, desk.table.known, 0)
    assert [pile.text for pile in found][1:] == [
        "Road: 2 closed cards.",
        "Relics: 3 closed cards.",
        *[f"Hands of player {seat}: 2 closed cards." for seat in range(1, 5)],
    ]
    assert found[0].text.startswith("Hands of player 0 (2): ")


def test_a_game_without_closed_cards_has_no_piles() -> None:
    desk = Desk()
    assert desk.mode.piles == ()
    assert "closed" not in desk.type("hand")


def test_what_waits_for_the_end_is_named_before_it() -> None:
    """`verify` says before the audit what is proven and what still waits."""
    table = CardTable(SEATS, 6, turns=3, proofs=LATER)
    table.run(lambda: bool(table.session(0).log.known.cards.claims))
    checked = check_record("game", table.record(0))
    (claim, *_) = checked.report.waiting
    said = " ".join(" ".join(checked.lines({})).split())
    assert f"waits: what {checked.seat(claim.seat)} claimed about closed cards in slot {claim.slot} (" in said
    assert "nonces, dice shares and orders of decks come from the secrets is seen when those are open" in said
    assert said.endswith(checked.verdict())
