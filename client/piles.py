"""The closed cards of a game as somebody sees them: what lies where, face up as far as he knows the faces."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from client.play.cells import marked
from client.words.cards import CardWords, card_words
from client.words.general import GameWords, count
from engine.core.cards import Face, Faces, Handle
from engine.core.match import Match
from engine.core.plain import Seat
from engine.core.zones import Zone


@dataclass(frozen=True)
class Seen:
    """One card. `face` is None if it is not known; `name` is that of its face then, else of its back."""

    handle: Handle
    face: Face | None
    name: str


@dataclass(frozen=True)
class Pile:
    """Closed cards that lie together, in their order: of a deck from the top.

    `zone` is where the state holds them, `seat` whose they are, `name` how the place is called: `the hand of Anna`.
    """

    zone: Zone
    seat: Seat | None
    name: str
    cards: tuple[Seen, ...]

    @property
    def text(self) -> str:
        """The whole pile in a sentence, as in `The hand of Anna (3): crown, 2 closed cards.`."""
        told = listed(self.cards) or "no card"
        number = f" ({len(self.cards)})" if ", " in told else ""
        return f"{self.name[:1].upper()}{self.name[1:]}{number}: {told}."


def seen(cards: CardWords, handles: Iterable[Handle], known: Faces) -> tuple[Seen, ...]:
    """These cards for somebody who knows the faces `known`."""
    return tuple(
        Seen(handle, known.get(handle), cards.face(known[handle]) if handle in known else cards.back(handle))
        for handle in handles
    )


def listed(cards: Sequence[Seen]) -> str:
    """Cards in their order, closed ones counted: `crown, 2 closed cards, knife`."""
    parts: list[str] = []
    for (name, is_open), group in groupby(cards, lambda card: (card.name, card.face is not None)):
        alike = list(group)
        parts += [name] * len(alike) if is_open else [count(len(alike), name)]
    return ", ".join(parts)


def pile_lines(found: Iterable[Pile], mark: str = "") -> list[str]:
    """Piles in lines of at most 80 cells, each behind `mark`."""
    return [line for pile in found for line in marked(pile.text, mark)]


def piles(words: GameWords, match: Match[Any], seats: int, known: Faces, first: Seat = -1) -> tuple[Pile, ...]:
    """Where all closed cards lie at a table of so many seats, what is that of `first` before all else.

    `known` are faces beside those that everybody has seen. A game without closed cards has none of it.
    """
    if not match.state.serial:
        return ()
    cards, faces = card_words(words), {**match.state.public, **known}
    found = [_pile(words, cards, match, zone, faces) for zone in cards.zones(match, seats)]
    return tuple(sorted((pile for pile in found if pile.name), key=lambda pile: pile.seat != first))


def _pile(words: GameWords, cards: CardWords, match: Match[Any], zone: Zone, faces: Faces) -> Pile:
    seat = cards.owner(match, zone)
    name = cards.zone(zone, words.seat(match, seat) if seat is not None else "")
    return Pile(zone, seat, name, seen(cards, zone.handles, faces))
