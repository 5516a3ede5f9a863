"""All closed cards of a game as the log tells them: masks, keys, who has come to see what (SPEC.md section 21).

Every peer holds the same, spectators and the verifier too: nothing here is secret. The rule that keeps it so is that of
the *single audience*: shares in one value of `a` are given for one reader only, else the log would hold all of them and
anybody could read the card. Whoever comes next re-masks the card first and so gets a value of its own.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import NamedTuple

from engine.core.cards import Absent, Face, Handle
from protocol.deck.faces import FaceBook, Numbered
from protocol.deck.parts import KeyName, Part
from protocol.encoding import u16, u32
from protocol.group import context
from protocol.sharing import face_of, view
from protocol.shuffle import Masked, joint_key

EVERYBODY = -1
"""The audience of a card that is opened to all."""
FIRST_EPOCH = 0
"""Keys of a deck are numbered by how often they were made anew; no seat comes or goes in this version."""


class CardsFault(Exception):
    """The rules ask of closed cards what cannot be done: a fault of the game, of which no seat is guilty."""


class AudienceFault(CardsFault):
    """Somebody asked for a share that would show a card to whom it was not meant: a fault of our own program."""


class NoSuchCard(CardsFault):
    """The rules name a closed card that is none, or not any more."""


class View(NamedTuple):
    """A card as one seat sees it: the ciphertext that was shown to it, and the shares of all others in it."""

    reader: int
    card: Masked
    shares: tuple[bytes, ...]

    @property
    def alone(self) -> Masked:
        """The card under the reader's key alone."""
        return view(self.card, self.shares)


@dataclass
class MaskedDeck:
    """One deck: its number in this game, the keys of the seats in it, its cards. `joint` is Y, the sum of the keys."""

    name: str
    number: int
    faces: FaceBook
    keys: Mapping[int, bytes]
    joint: bytes
    epoch: int = FIRST_EPOCH

    @property
    def key_name(self) -> KeyName:
        """The name of the keys in use."""
        return KeyName(self.number, self.epoch)

    def handle(self, handle: Handle) -> bytes:
        """A handle of this deck in bytes: u16 deck ‖ u32 serial ‖ u16 index."""
        _, serial, index = handle.rsplit(".", 2)
        return u16(self.number) + u32(int(serial)) + u16(int(index))


@dataclass
class Card:
    """What is known of one handle. `newest` is where later flows start; `number` is there once all have seen the face.

    `views` in the order in which they were given: the last reader is who holds the card now, if anybody sees it.
    """

    handle: Handle
    deck: MaskedDeck
    newest: Masked
    number: int | None = None
    views: list[View] = field(default_factory=list)

    @property
    def face(self) -> Face | None:
        """What the card shows, if all know it."""
        return None if self.number is None else self.deck.faces.names[self.number]

    def view_of(self, seat: int) -> View | None:
        """How `seat` sees the card last, None if it never came to see it."""
        return next((seen for seen in reversed(self.views) if seen.reader == seat), None)


class Claim(NamedTuple):
    """What a seat has asserted about closed cards; `proven`: at once, so that nothing is left to the audit."""

    slot: int
    phase: int
    seat: int
    absent: Absent
    proven: bool


class Made(NamedTuple):
    """A body, or what of it is about cards, as a seat has made it: the audit makes it again."""

    slot: int
    phase: int
    seat: int
    parts: tuple[Part, ...]
    body: bytes


class Masking(NamedTuple):
    """What a question has made of a deck: so many cards had `entered` it by then; handles that ended, fresh ones."""

    slot: int
    deck: MaskedDeck
    entered: int
    ended: tuple[Handle, ...]
    fresh: tuple[Handle, ...]


class Where(NamedTuple):
    """A place of the log and its past: all that a proof is bound to beside its deck and its author."""

    game_id: bytes
    slot: int
    phase: int
    prev: bytes

    def ctx(self, seat: int, name: KeyName) -> bytes:
        """The context of a proof that `seat` gives here."""
        return context(self.game_id, self.slot, self.phase, seat, self.prev, name.deck, name.epoch)


class Cards:
    """All decks and cards of a game.

    `decks` by name, in the order of their numbers; `living` are the handles that have not ended, `ever` all that there
    were, `masks` what each question made of a deck. `version` rises with each change. `shuffles` and `shares` count
    what was proven.
    """

    def __init__(self) -> None:
        self.decks: dict[str, MaskedDeck] = {}
        self.living: dict[Handle, Card] = {}
        self.ever: dict[Handle, Card] = {}
        self.claims: list[Claim] = []
        self.made: list[Made] = []
        self.masks: list[Masking] = []
        self.version = 0
        self.shuffles = 0
        self.shares = 0
        self._audience: dict[bytes, int] = {}
        self._spent: set[bytes] = set()

    # ------------------------------------------------------------ looking
    def card(self, handle: Handle) -> Card:
        """A living card. Raises NoSuchCard."""
        try:
            return self.living[handle]
        except KeyError:
            raise NoSuchCard(f"{handle} is no closed card of this game, or not any more") from None

    def must_exist(self, handles: Iterable[Handle]) -> None:
        """Raises NoSuchCard for a handle that there never was."""
        for handle in handles:
            if handle not in self.ever:
                raise NoSuchCard(f"{handle} never was a card of this game")

    def audience(self, a: bytes) -> int | None:
        """For whom shares in this value were given, None if for nobody yet."""
        return self._audience.get(a)

    def may_share(self, a: bytes, reader: int) -> bool:
        """Whether shares in this value may be given for `reader`: for nobody else they ever were, or for all."""
        return reader == EVERYBODY or self._audience.get(a, reader) == reader

    def spent(self, a: bytes) -> bool:
        """Whether this value stood in the log before: a re-masking must not come back to it."""
        return a in self._spent

    def claims_of(self, slot: int) -> tuple[Claim, ...]:
        """What was claimed in the last slot, if that is `slot`, in the order of seats."""
        return tuple(takewhile(lambda claim: claim.slot == slot, reversed(self.claims)))[::-1]

    # ------------------------------------------------------------ decks
    def found(self, name: str, game_id: bytes, keys: Mapping[int, bytes]) -> MaskedDeck:
        """A deck gets its keys, and with the first ones its number. Raises GroupFault for keys that do not go together.

        Where that is possible the machine has refused it before.
        """
        number = len(self.decks)
        deck = MaskedDeck(name, number, FaceBook(game_id, number), dict(keys), joint_key(list(keys.values())))
        self.decks[name] = deck
        self.version += 1
        return deck

    def shuffled(self, cards: Sequence[Masked]) -> None:
        """A seat has mixed a deck: notes the values that stand in the log from now on."""
        self._spent.update(card.a for card in cards)
        self.shuffles += 1

    def replace(
        self,
        slot: int,
        deck: MaskedDeck,
        old: Sequence[Handle],
        entering: Sequence[Numbered],
        fresh: Sequence[tuple[Handle, Masked]],
        number: int | None,
    ) -> None:
        """`old` handles and `entering` faces have become the `fresh` handles, by the question of `slot`.

        A card that enters by its face is where it went, and no more where it was seen: the handle that showed it ends.
        `number`: of the one card of a deck that needed no shuffle, if all know it.
        """
        deck.faces.enter(entering, self.numbers_of(old))
        moved = {card.number for card in entering}
        shown = [handle for handle, card in self.living.items() if card.deck is deck and card.number in moved]
        ended = (*old, *shown)
        for handle in ended:
            del self.living[handle]
        self.masks.append(Masking(slot, deck, len(deck.faces.names), ended, tuple(handle for handle, _ in fresh)))
        for handle, masked in fresh:
            self.living[handle] = self.ever[handle] = Card(handle, deck, masked, number)
            self._spent.add(masked.a)
        if number is not None:
            deck.faces.lay_open(number)
        self.version += 1

    def numbers_of(self, handles: Sequence[Handle]) -> tuple[int, ...]:
        """The numbers of those cards among `handles` that all have seen."""
        return tuple(number for handle in handles if (number := self.card(handle).number) is not None)

    # ------------------------------------------------------------ sight
    def remasked(self, card: Card, after: Masked) -> None:
        """A new reader has given the card a value of its own."""
        card.newest = after
        self._spent.add(after.a)
        self.version += 1

    def shown(self, card: Card, reader: int, masked: Masked, shares: Sequence[bytes]) -> None:
        """All others have shared in `masked` for `reader`. Raises AudienceFault if that is somebody else's."""
        self._give(masked.a, reader)
        card.views.append(View(reader, masked, tuple(shares)))
        self.shares += len(shares)
        self.version += 1

    def opened(self, card: Card, masked: Masked, shares: Sequence[bytes], given: int) -> None:
        """All shares in `masked` are there, the last `given` of them just now. Raises GroupFault if it has no face."""
        card.number = read_face(card, masked, shares)
        self._give(masked.a, EVERYBODY)
        card.deck.faces.lay_open(card.number)
        self.shares += given
        self.version += 1

    def _give(self, a: bytes, reader: int) -> None:
        if not self.may_share(a, reader):
            raise AudienceFault("shares in one value would be given for two readers")
        self._audience[a] = reader


def read_face(card: Card, masked: Masked, shares: Sequence[bytes]) -> int:
    """The number of the card in `masked`, with all shares in it. Raises GroupFault if it shows no face of its deck."""
    return face_of(masked, shares, card.deck.faces.numbers)
