"""CARDS, `Mask`: known faces and living handles become fresh handles, in an order nobody knows (SPEC.md section 21)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from typing_extensions import override

from engine.core.cards import Handle, handles
from engine.core.questions import Mask, Reply
from protocol.deck.cards import FIRST_EPOCH, Cards, CardsFault
from protocol.deck.faces import FaceBook, Numbered
from protocol.deck.parts import KeyName, KeyPart, Part, ShufflePart
from protocol.encoding import ENTRY_LIMIT
from protocol.group import GroupFault
from protocol.machines.base import Scene
from protocol.machines.cards import CardsMachine, Learnt
from protocol.shuffle import Deck, Masked, joint_key, laid_open
from protocol.shuffle.layout import FEWEST, MOST, shuffle_size

BODY_LIMIT = ENTRY_LIMIT - 1024
"""Bytes of a body, so that its entry can be sent."""


class Lot(NamedTuple):
    """What becomes one deck: faces that all know, cards that come by their handle; `number` is the deck's.

    `points` stand for the faces. To hash them takes its time, and this is long before they are needed.
    """

    name: str
    number: int
    faces: tuple[Numbered, ...]
    points: tuple[bytes, ...]
    old: tuple[Handle, ...]

    @property
    def size(self) -> int:
        """How many cards it has."""
        return len(self.faces) + len(self.old)


class MaskMachine(CardsMachine):
    """`Mask`. Where a deck has no keys yet, phase 0: all seats: Y ‖ c ‖ z for each such deck.

    Then, if any deck has two cards or more, as many phases as there are seats: in the p-th of them the seat number
    (p + d) mod n, counted from 0, mixes the d-th deck of the question: the new deck and its proof.
    """

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        question = scene.match.question
        assert isinstance(question, Mask)
        new = [name for name in question.decks if name not in self.cards.decks]
        self.new = {name: len(self.cards.decks) + at for at, name in enumerate(new)}
        self.lots = tuple(self._lot(name, faces, old) for name, (faces, old) in question.decks.items())
        mixed = any(lot.size >= FEWEST for lot in self.lots)
        self.names = ("key",) * bool(new) + (self._mixing() if mixed else ())
        for seat in self.seats:
            if sum(shuffle_size(lot.size) for lot in self._turns(int(bool(new)), seat)) > BODY_LIMIT:
                raise CardsFault("so many cards cannot be mixed in one question")
        self.keys: dict[int, tuple[bytes, ...]] = {}
        self.now: dict[str, Deck] = {}
        if not new:
            self._lay_out()

    def _mixing(self) -> tuple[str, ...]:
        """The names of the phases behind the keys, where anything is mixed."""
        return ("shuffle",) * len(self.seats)

    def _lot(self, name: str, faces: Sequence[str], old: Sequence[Handle]) -> Lot:
        if "." in name:
            raise CardsFault(f"{name} cannot be the name of a deck: a dot ends it in a handle")
        if name in self.new:
            number, book = self.new[name], FaceBook(self.scene.agreement.game_id, self.new[name])
        else:
            number, book = self.cards.decks[name].number, self.cards.decks[name].faces
        if any(self.cards.card(handle).deck.name != name for handle in old):
            raise CardsFault(f"a card of another deck cannot be mixed into {name}: it lies under other keys")
        if len(set(old)) < len(old):
            raise CardsFault(f"a card is mixed into {name} twice")
        if len(faces) + len(old) > MOST:
            raise CardsFault(f"{name} has more than {MOST} cards")
        planned = book.plan(faces, self.cards.numbers_of(old))
        return Lot(name, number, planned, tuple(book.point(card.number) for card in planned), tuple(old))

    def _lay_out(self) -> None:
        """The decks as they are before the first seat mixes them, now that all keys are there."""
        for lot in self.lots:
            deck = self.cards.decks[lot.name]
            open_cards = [laid_open(point, deck.joint) for point in lot.points]
            self.now[lot.name] = (*open_cards, *(self.cards.card(handle).newest for handle in lot.old))

    # ------------------------------------------------------------ what is said
    @override
    def _parts(self, phase: int, seat: int) -> tuple[Part, ...]:
        where = self.where(phase)
        if self.names[phase] == "key":
            names = [KeyName(number, FIRST_EPOCH) for number in self.new.values()]
            return tuple(KeyPart(where.ctx(seat, name), name) for name in names)
        decks = [self.cards.decks[lot.name] for lot in self._turns(phase, seat)]
        return tuple(ShufflePart(where.ctx(seat, deck.key_name), deck.joint, self.now[deck.name]) for deck in decks)

    def _turns(self, phase: int, seat: int) -> list[Lot]:
        """The decks that a seat mixes in a phase, in the order of the question."""
        turn, count = phase - bool(self.new), len(self.seats)
        return [
            lot for at, lot in enumerate(self.lots) if lot.size >= FEWEST and self.seats[(turn + at) % count] == seat
        ]

    def mixed(self, phase: int, spoken: Collection[int]) -> tuple[int, int]:
        """How many turns with a deck are done when `phase` is open and these seats have spoken in it; and of all."""
        decks = sum(lot.size >= FEWEST for lot in self.lots)
        now = sum(len(self._turns(phase, seat)) for seat in spoken) if self.names[phase] == "shuffle" else 0
        return decks * max(0, phase - bool(self.new)) + now, decks * len(self.seats)

    @override
    def clash(self, phase: int, seat: int, learnt: Learnt, others: Mapping[int, Learnt]) -> tuple[int, ...]:
        """Two seats with one key between them; or all, if their keys cancel each other out."""
        if self.names[phase] != "key":
            return ()
        for other, theirs in sorted(others.items()):
            if any(mine == key for mine, key in zip(learnt.results, theirs.results, strict=True)):
                return tuple(sorted((seat, other)))
        if len(others) + 1 == len(self.seats):
            for keys in zip(learnt.results, *(theirs.results for theirs in others.values()), strict=True):
                try:
                    joint_key(keys)
                except GroupFault:
                    return self.seats
        return ()

    @override
    def learn(self, phase: int, seat: int, results: tuple[Any, ...]) -> None:
        if self.names[phase] == "key":
            self.keys[seat] = results
            if len(self.keys) == len(self.seats):
                for at, name in enumerate(self.new):
                    self.cards.found(
                        name, self.scene.agreement.game_id, {giver: keys[at] for giver, keys in self.keys.items()}
                    )
                self._lay_out()
            return
        for lot, after in zip(self._turns(phase, seat), results, strict=True):
            self.now[lot.name] = after
            self.cards.shuffled(after)

    # ------------------------------------------------------------ what comes of it
    def fresh(self) -> Iterator[tuple[Lot, tuple[tuple[Handle, Masked], ...]]]:
        """Each deck as it is now under its new handles, as the match will name them."""
        for serial, lot in enumerate(self.lots, self.scene.match.state.serial + 1):
            yield lot, tuple(zip(handles(lot.name, serial, lot.size), self.now[lot.name], strict=True))

    @override
    def reply(self) -> Reply:
        for lot, cards in self.fresh():
            deck, number = self.cards.decks[lot.name], _lone(self.cards, lot)
            self.cards.replace(self.scene.slot, deck, lot.old, lot.faces, cards, number)
        return Reply()


def _lone(cards: Cards, lot: Lot) -> int | None:
    """The number of the one card of a deck that is not mixed, if all know it."""
    if lot.size != 1:
        return None
    return lot.faces[0].number if lot.faces else cards.card(lot.old[0]).number
