"""Names of closed cards and of where they lie: what the words of a game with hidden cards say better than we can."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from client.play.choosing import Label
from client.words.general import GameWords
from engine.core.cards import Face, Faces, Handle
from engine.core.match import Match
from engine.core.plain import Plain, Seat
from engine.core.questions import Question
from engine.core.zones import Zone, zones
from protocol.deck.cards import Claim


class CardWords:
    """The words of a game with closed cards derive from this beside being `GameWords`.

    Each name has a default made of the ids of state and data: `hands of Anna`, `road`, `closed card`, `iron ring`.
    """

    zone_names: Mapping[str, str] = {}
    """By field of the state what lies there, in the order to be shown; `{}` stands for whose it is: `the hand of {}`.

    With it only these fields are places, and they are told of when they are empty, too; without it all that hold cards.
    """

    def zones(self, match: Match[Any], seats: int) -> tuple[Zone, ...]:
        """Where the closed cards lie; each lies in one place."""
        return zones(match.state, seats, tuple(self.zone_names))

    def owner(self, match: Match[Any], zone: Zone) -> Seat | None:
        """Whose place that is; None if it is nobody's."""
        return zone.seat

    def zone(self, zone: Zone, owner: str) -> str:
        """How a place is called in a sentence, `owner` being the name of whose it is; empty if it is not to be told."""
        name = self.zone_names.get(zone.field, "")
        if name:
            whose = owner or ("" if zone.key is None else _plainly(zone.key))
            return name.format(whose) if whose or "{}" not in name else ""
        name = _plainly(zone.field.replace(".", " "))
        return name if zone.key is None else f"{name} of {owner or _plainly(zone.key)}"

    def deck(self, deck: str) -> str:
        """How a deck is called that is mixed."""
        return _plainly(deck)

    def face(self, face: Face) -> str:
        """How a card is called that one sees. No name holds a comma."""
        return _plainly(face)

    def back(self, handle: Handle) -> str:
        """How a card is called whose back alone one sees; more of them have an `s` behind it."""
        return "closed card"

    def own_label(
        self, match: Match[Any], question: Question[Any], pieces: tuple[Plain, ...], piece: Plain, known: Faces
    ) -> Label | None:
        """How a piece is shown and typed to a player who sees the faces `known`; None where `label` tells the same."""
        return None


PLAIN = CardWords()


def card_words(words: GameWords) -> CardWords:
    """The names of closed cards in a game of these words."""
    return words if isinstance(words, CardWords) else PLAIN


def left(words: GameWords, claims: Iterable[Claim], who: Callable[[Seat], str]) -> list[str]:
    """Sentences for the claims of an answer that were not proven with it: nobody can judge them before the end."""
    face = card_words(words).face
    return [
        f"{who(claim.seat)} claims to hold no {' or '.join(map(face, dict.fromkeys(claim.absent.faces)))} "
        f"({claim.absent.clause}): that is left to the audit."
        for claim in claims
        if not claim.proven
    ]


def _plainly(name: Plain) -> str:
    return str(name).replace("_", " ")
