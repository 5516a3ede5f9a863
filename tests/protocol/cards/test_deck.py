"""Single flows of decks and readers, asked by a few lines of rules each (SPEC.md section 21)."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.core.cards import Faces
from engine.core.errors import Over
from engine.core.match import Game, Match, State
from engine.core.questions import Expose, Mask, Question, Rules, Show, ask
from protocol.agreement import Form
from protocol.audit import verify_record
from protocol.deck.faces import FaceBook, Numbered
from protocol.events import Answered, Ended
from protocol.log import UnansweredKind
from tests.protocol.cards.dealt import CardTable
from tests.protocol.toy import DATA_DIGEST, VERSION

Ask = Callable[[State], Rules[None]]


def played(rules: Ask, seats: int = 2) -> CardTable:
    """A table at which these rules are played to their end."""

    def start(state: State) -> Rules[None]:
        yield from rules(state)
        raise Over(((0,),), "S1")

    def view(state: State, question: Question[Any] | None, known: Faces, seat: int) -> dict[str, Any]:
        return {}

    game: Game[State] = Game(
        "script", VERSION, (seats,), lambda n, wanted: {}, lambda n, settings: State(), {"start": start}, view,
        dict, lambda: DATA_DIGEST,
    )  # fmt: skip

    def match(form: Form) -> Match[Any]:
        return Match(game, State())

    table = CardTable(seats, match=match)
    table.run()
    assert table.ended()
    for seat in table.numbers:
        (end,) = table.events(seat, Ended)
        assert end.slips == ()
    assert verify_record(match, table.record(0)).findings == ()
    return table


def phases(table: CardTable) -> list[tuple[str, int]]:
    """(topic, how many phases were spoken in) of each question."""
    closed = [closed.place.slot for closed in table.session(0).log.closed]
    return [(event.question.topic, closed.count(event.slot)) for event in table.events(0, Answered)]


def test_a_deck_of_one_known_card_needs_keys_and_nothing_else() -> None:
    """SPEC 21.3: it is not shuffled; all know it, so it is shown and opened without a word. Nor is one of none."""

    def rules(state: State) -> Rules[None]:
        made = yield from ask(Mask("make", "S1", {"one": (("sun",), ()), "none": ((), ())}))
        (card,) = made["one"]
        assert made["none"] == ()
        yield from ask(Show("show", "S1", {1: (card,)}))
        (face,) = yield from ask(Expose("open", "S1", (card,)))
        assert face == "sun"

    table = played(rules)
    assert phases(table) == [("make", 1), ("show", 0), ("open", 0)]
    assert dict(table.session(0).known) == {"one.1.0": "sun"}


def test_a_slot_in_which_nobody_speaks_leaves_the_past_as_it_is() -> None:
    """The question counts, so that slot k is question k; `prev` does not move."""

    def rules(state: State) -> Rules[None]:
        made = yield from ask(Mask("make", "S1", {"road": (("a", "b"), ())}))
        yield from ask(Show("show", "S1", {0: made["road"]}))
        yield from ask(Show("again", "S1", {0: made["road"]}))
        yield from ask(Expose("open", "S1", made["road"]))

    table = played(rules)
    assert phases(table) == [("make", 3), ("show", 1), ("again", 0), ("open", 1)]
    places = [closed.place for closed in table.session(0).log.closed]
    assert [place.slot for place in places] == [0, 1, 1, 1, 2, 4, 5, 5]


def test_a_single_card_that_goes_back_keeps_its_audience() -> None:
    """A deck of one unknown card is not shuffled: its value had a reader, so the next one re-masks (SPEC 21.4)."""

    def rules(state: State) -> Rules[None]:
        made = yield from ask(Mask("make", "S1", {"road": (("a", "b"), ())}))
        card, rest = made["road"]
        yield from ask(Show("deal", "S1", {0: (card,)}))
        made = yield from ask(Mask("back", "S1", {"road": ((), (card,))}))
        yield from ask(Show("pass", "S1", {1: made["road"]}))
        yield from ask(Show("return", "S1", {0: made["road"]}))
        yield from ask(Expose("open", "S1", (*made["road"], rest)))

    assert phases(played(rules)) == [("make", 3), ("deal", 1), ("back", 0), ("pass", 2), ("return", 2), ("open", 1)]


def test_one_card_shown_to_two_at_once_and_twice_to_one() -> None:
    """The first takes the value, the second re-masks; the same handle named twice counts once."""

    def rules(state: State) -> Rules[None]:
        made = yield from ask(Mask("make", "S1", {"road": (("a", "b"), ())}))
        card, other = made["road"]
        yield from ask(Show("both", "S1", {0: (card, card), 1: (card,), 2: (other,)}))
        faces = yield from ask(Expose("open", "S1", (card, other)))
        assert sorted(faces) == ["a", "b"]

    table = played(rules, seats=3)
    assert phases(table) == [("make", 4), ("both", 2), ("open", 1)]
    (card, other) = sorted(table.session(0).log.known.cards.ever)
    assert [seen.reader for seen in table.session(0).log.known.cards.card(card).views] == [0, 1]
    assert [seen.reader for seen in table.session(0).log.known.cards.card(other).views] == [2]


def test_open_cards_go_back_by_face_or_by_handle() -> None:
    """A face takes the number of a card that lies open and does not come back itself; new faces new numbers."""

    def rules(state: State) -> Rules[None]:
        made = yield from ask(Mask("make", "S1", {"road": (("a", "a", "b"), ())}))
        yield from ask(Expose("open", "S1", made["road"]))
        by_handle = made["road"][0]
        rest = tuple(state.public[card] for card in made["road"][1:])
        made = yield from ask(Mask("back", "S1", {"road": ((*rest, "c"), (by_handle,))}))
        faces = yield from ask(Expose("again", "S1", made["road"]))
        assert sorted(faces) == ["a", "a", "b", "c"]

    table = played(rules)
    deck = table.session(0).log.known.cards.decks["road"]
    assert deck.faces.names == ["a", "a", "b", "c"]


def test_numbers_of_cards() -> None:
    """The lowest open card of that face first."""
    book = FaceBook(bytes(32), 0)
    first = book.plan(("a", "b", "a"), ())
    assert first == (Numbered(0, "a"), Numbered(1, "b"), Numbered(2, "a"))
    book.enter(first, ())
    assert book.plan(("a",), ()) == (Numbered(3, "a"),)
    for number in (2, 0, 1):
        book.lay_open(number)
    assert book.plan(("a", "a", "a", "b"), ()) == tuple(map(Numbered, (0, 2, 3, 1), "aaab"))
    assert book.plan(("a",), (0,)) == (Numbered(2, "a"),)
    assert len(set(map(book.point, range(4)))) == 4


@pytest.mark.parametrize("what", ["another deck", "gone", "never there", "twice", "too many"])
def test_rules_that_ask_what_cannot_be_done(what: str) -> None:
    """A fault of the game stops the program with a report, and no seat is named."""

    def rules(state: State) -> Rules[None]:
        made = yield from ask(Mask("make", "S1", {"road": (("a", "b"), ()), "other": (("a", "b"), ())}))
        if what == "another deck":
            yield from ask(Mask("mix", "S1", {"road": ((), made["other"])}))
        elif what == "gone":
            yield from ask(Mask("mix", "S1", {"road": ((), made["road"])}))
            yield from ask(Show("show", "S1", {0: made["road"]}))
        elif what == "never there":
            yield from ask(Expose("open", "S1", ("road.9.0",)))
        elif what == "twice":
            yield from ask(Expose("open", "S1", made["road"] * 2))
        else:
            yield from ask(Mask("mix", "S1", {"third": (("a",) * 91, ())}))

    with pytest.raises(UnansweredKind):
        played(rules)
