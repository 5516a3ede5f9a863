"""Bodies and entries about cards have the bytes that are promised, and no more (SPEC.md sections 20 and 21)."""

from pathlib import Path
from typing import Any

import protocol
from engine.core.questions import Mask, One, Question, Show, Together
from protocol.encoding import pack
from protocol.entry import Signed
from protocol.events import Answered
from protocol.machines.cards import CardsMachine
from tests.protocol.cards import hoard
from tests.protocol.cards.dealt import CardTable

FRAME = 1 + 1 + 34 + 5 + 1 + 1 + 34 + 34 + 3 + 1
"""An entry without its body, at most: array, version, game id, slot, phase, seat, prev, digest, head, riders."""


def bodies(table: CardTable, topic: str) -> list[tuple[Question[Any], list[list[Signed]]]]:
    """The entries of each phase of each question of a topic."""
    found = []
    for event in table.events(0, Answered):
        if event.question.topic == topic:
            phases = [list(c.entries) for c in table.session(0).log.closed if c.place.slot == event.slot]
            found.append((event.question, phases))
    return found


def sizes(phase: list[Signed]) -> list[int]:
    return [len(signed.entry.body) for signed in phase]


def game(seats: int = 3, seed: int = 8) -> CardTable:
    table = CardTable(seats, seed, turns=3)
    table.run()
    table.assert_fair()
    return table


def test_keys_and_shuffles_of_two_decks() -> None:
    """96 bytes a key; 192 n + 160 a shuffle; decks rotate among the seats, so that n phases do for both."""
    for seats in (2, 3, 4):
        ((question, phases),) = bodies(game(seats), "shuffle")
        assert isinstance(question, Mask)
        assert sizes(phases[0]) == [2 * 96] * seats
        assert len(phases) == 1 + seats
        road, relics = (192 * len(faces) + 160 for faces in (hoard.ROAD, hoard.RELICS))
        for p, phase in enumerate(phases[1:]):
            assert {s.entry.seat: len(s.entry.body) for s in phase} == {p % seats: road, (p + 1) % seats: relics}


def test_a_deal_of_whole_hands() -> None:
    """32 k + 64 bytes for the shares in all cards that others get."""
    ((question, (phase,)),) = bodies(game(), "deal")
    assert isinstance(question, Show)
    for signed in phase:
        k = sum(len(handles) for seat, handles in question.to.items() if seat != signed.entry.seat)
        assert len(signed.entry.body) == 32 * k + 64


def test_a_theft_and_a_peek() -> None:
    """128 bytes of the new reader, 96 of each other seat; two peeks in one question are two re-maskings at once."""
    table = game()
    for question, phases in bodies(table, "theft"):
        if isinstance(question, Show):
            (thief,) = question.to
            assert [(s.entry.seat, len(s.entry.body)) for s in phases[0]] == [(thief, 128)]
            assert [(s.entry.seat, len(s.entry.body)) for s in phases[1]] == [
                (seat, 96) for seat in range(3) if seat != thief
            ]
    question, (remasks, shares) = bodies(table, "peek")[0]
    assert isinstance(question, Show)
    assert {s.entry.seat: len(s.entry.body) for s in remasks} == dict.fromkeys(question.to, 128)
    assert {s.entry.seat: len(s.entry.body) for s in shares} == {
        seat: 32 * sum(seat != reader for reader in question.to) + 64 for seat in range(3)
    }


def test_cards_opened_by_a_choice() -> None:
    """96 bytes behind the payload; an opening of a sealed choice 32 more for its nonce."""
    table = game()
    for event in table.events(0, Answered):
        if isinstance(event.question, One) and event.question.topic == "play":
            (closed,) = [c for c in table.session(0).log.closed if c.place.slot == event.slot]
            (value,) = event.reply.values.values()
            assert sizes(list(closed.entries)) == [4 + len(pack(value)) + 96]
        if isinstance(event.question, Together) and len(event.question.choices) > 1:
            _, opened = [c for c in table.session(0).log.closed if c.place.slot == event.slot]
            assert sizes(list(opened.entries)) == [
                32 + 4 + len(pack(value)) + 96 for value in event.reply.values.values()
            ]


def test_a_hand_that_its_owner_mixes() -> None:
    """192 k + 160 bytes of the owner, then 32 k + 64 of each other seat; a hand of one card needs no word."""
    told = 0
    for question, phases in (row for seed in range(8, 12) for row in bodies(game(seed=seed), "hand")):
        assert isinstance(question, Mask)
        ((_, hand),) = question.decks.values()
        if len(hand) > 1:
            told += 1
            (((owner, own),), others) = [[(s.entry.seat, len(s.entry.body)) for s in phase] for phase in phases]
            assert (owner, own) == (question.by, 192 * len(hand) + 160)
            assert others == [(seat, 32 * len(hand) + 64) for seat in range(3) if seat != owner]
        else:
            assert phases == []
    assert told


def test_a_claim() -> None:
    """48 bytes for each card and each face that is allowed."""
    table = game()
    allowed = sum(face != "knife" for face in hoard.ROAD)
    claimed = 0
    for question, ((signed,),) in bodies(table, "parry"):
        assert isinstance(question, One)
        claims = [c for c in table.session(0).log.known.cards.claims if c.slot == signed.entry.slot]
        for claim in claims:
            claimed += 1
            cards = table.session(0).log.known.cards.ever
            open_then = sum(_opened_before(table, handle, signed.entry.slot) for handle in claim.absent.handles)
            assert len(claim.absent.handles) - open_then > 0
            assert all(handle in cards for handle in claim.absent.handles)
            count = len(claim.absent.handles) - open_then
            assert len(signed.entry.body) == 4 + len(pack(None)) + 48 * count * allowed
    assert claimed


def _opened_before(table: CardTable, handle: str, slot: int) -> bool:
    return any(handle in event.reply.faces for event in table.events(0, Answered) if event.slot < slot)


def test_no_entry_has_more_than_its_frame_around_its_body() -> None:
    table = game()
    for closed in table.session(0).log.closed:
        for signed in closed.entries:
            assert len(signed.data) - len(signed.entry.body) <= FRAME


def test_the_phases_are_those_of_the_spec() -> None:
    """The table of section 21.2 names what is said in each phase, in this order."""
    spec = (Path(protocol.__file__).parent / "SPEC.md").read_text(encoding="utf-8").split("\n### 21.2")[1]
    cells = [line.strip("|").split("|") for line in spec.split("\n### ")[0].splitlines() if line.startswith("| ")]
    told: dict[str, list[str]] = {}
    kind = ""
    for row in cells[2:]:
        kind = row[0].strip() or kind
        told.setdefault(kind, []).append(row[2].strip())
    said: dict[str, set[str]] = {}
    table = CardTable(3, 8, turns=3)
    while not table.ended():
        machine = table.session(0).log.machine
        if isinstance(machine, CardsMachine):
            name = type(machine).__name__.removesuffix("Machine")
            kind = {"OwnMask": "Mask by a seat"}.get(name, name)
            said.setdefault(kind, set()).update(machine.names)
        place = table.session(0).log.place
        table.run(lambda place=place: table.session(0).log.place > place)  # type: ignore[misc]  # bound now
    assert {kind: set(names) for kind, names in told.items()} == said


def test_a_handle() -> None:
    """U16 deck ‖ u32 serial ‖ u16 index."""
    deck = game().session(0).log.known.cards.decks["relics"]
    assert deck.handle("relics.258.3") == bytes.fromhex("0001" + "00000102" + "0003")
