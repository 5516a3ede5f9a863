"""The words of the hoard, a toy with closed cards: what a game must say for people to see its hands.

A test puts the game into the client with `the_hoard_is_known`.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, cast

import pytest
from typing_extensions import override

from client.play.building import Building
from client.play.choosing import Label
from client.words import library
from client.words.cards import CardWords
from client.words.general import Account, GameWords, Happened, names
from engine import registry
from engine.core.cards import Faces
from engine.core.errors import Over, Refused
from engine.core.match import Event, Match
from engine.core.plain import Plain, Seat
from engine.core.questions import Question
from tests.protocol.cards.hoard import Hoard


class HoardWords(CardWords):
    """Words for one table; most of what a screen may ask of a game has nothing to do with cards and is empty."""

    zone_names: Mapping[str, str] = {"hands": "the hand of {}", "road": "the road", "relics": "the relics"}
    clauses: Mapping[str, str] = {"C1": "Shuffle and deal."}
    absent_clause = ""
    openers: Mapping[str, Collection[str]] = {}
    minor: Collection[str] = ()
    decisive: Collection[str] = ()
    settled: Mapping[str, str] = {}
    telltale: Mapping[str, str] = {}
    chapters: Mapping[str, str] = {}
    introduction = ""

    def __init__(self, players: Sequence[str]) -> None:
        self.players = players

    @override
    def own_label(
        self, match: Match[Any], question: Question[Any], pieces: tuple[Plain, ...], piece: Plain, known: Faces
    ) -> Label | None:
        """A card of one's own by its face; copies are told apart by their place in the hand."""
        if not isinstance(piece, str) or piece not in known:
            return None
        seat = next(seat for seat, hand in enumerate(_hoard(match).hands) if piece in hand)
        return Label(f"{known[piece]} {_hoard(match).hands[seat].index(piece) + 1}")

    def seat(self, match: Match[Any], seat: Seat) -> str:
        return self.players[seat]

    def where(self, match: Match[Any]) -> str:
        return self.headed(self.stage(match))

    def headed(self, stage: tuple[int, str]) -> str:
        return f"Turn {stage[0]}, {stage[1]}"

    def stage(self, match: Match[Any]) -> tuple[int, str]:
        s = _hoard(match)
        return s.turn, "end" if match.question is None else s.step

    def now(self, match: Match[Any]) -> str:
        return self.where(match)

    def standing(self, match: Match[Any]) -> str:
        return ""

    def tally(self, match: Match[Any], seat: Seat) -> Sequence[str]:
        return ()

    def event(self, match: Match[Any], event: Event) -> str:
        if event[0] == "Discarded":
            return f"{self.players[cast('int', event[1])]} discards {event[2]}."
        return f"{event[1]} is tortured." if event[0] == "Tortured" else ""

    def changes(self, before: Match[Any], now: Match[Any], seat: Seat) -> list[str]:
        return []

    def account(self, before: Match[Any], seat: Seat, events: Iterable[Happened]) -> Account | None:
        return None

    def prompt(self, match: Match[Any], question: Question[Any], seat: Seat) -> str:
        return "mix your hand?" if question.topic == "mix" else f"choose a card ({question.topic})."

    def label(self, match: Match[Any], question: Question[Any], pieces: tuple[Plain, ...], piece: Plain) -> Label:
        if isinstance(piece, tuple):
            return Label(f"{piece[1]} ({str(piece[0]).rpartition('.')[2]})")
        if isinstance(piece, bool):
            return Label("mix it" if piece else "leave it as it is")
        return Label("no knife" if piece is None else f"card {piece}")

    def choices(self, match: Match[Any], question: Question[Any], building: Building) -> list[str]:
        return []

    def tried(self, match: Match[Any], topic: str, seat: Seat, pieces: tuple[Plain, ...]) -> Sequence[Plain]:
        return ()

    def caution(self, match: Match[Any], question: Question[Any], seat: Seat, value: Any) -> str:
        return ""

    def place(self, match: Match[Any], question: Question[Any], pieces: tuple[Plain, ...], piece: Plain) -> str:
        return ""

    def overlay(self, match: Match[Any], question: Question[Any], pieces: tuple[Plain, ...]) -> Mapping[str, str]:
        return {}

    def preview(
        self, match: Match[Any], question: Question[Any], seat: Seat, pieces: tuple[Plain, ...], piece: Plain = None
    ) -> list[str]:
        return []

    def gist(self, match: Match[Any], question: Question[Any], seat: Seat, pieces: tuple[Plain, ...]) -> str:
        return ""

    def needless(self, match: Match[Any], question: Question[Any], seat: Seat) -> tuple[Any, str] | None:
        return None

    def passing(self, match: Match[Any], question: Question[Any], seat: Seat) -> tuple[Any, str] | None:
        return None

    def refusal(self, match: Match[Any], refused: Refused) -> str:
        return refused.code

    def area_name(self, area: str) -> str:
        return area

    def find_area(self, name: str) -> str:
        raise KeyError

    def subjects(self, command: str) -> Sequence[str]:
        return ()

    def outcome(self, match: Match[Any], over: Over) -> list[str]:
        places = [f"{place}. {names([self.players[x] for x in group])}" for place, group in enumerate(over.ranking, 1)]
        return ["", *places]

    def board(self, match: Match[Any], seat: Seat) -> list[str]:
        s = _hoard(match)
        return [f"Turn {s.turn} of {s.turns}.", *self.tracks(match, seat)]

    def survey(self, match: Match[Any]) -> list[str]:
        return []

    @property
    def legend(self) -> Sequence[str]:
        return ()

    def area(self, match: Match[Any], name: str) -> list[str]:
        raise KeyError

    def hand(self, match: Match[Any], seat: Seat) -> list[str]:
        s = _hoard(match)
        return [f"Discarded: {', '.join(s.discards) or 'nothing'}.", f"Spoils: {', '.join(s.spoils) or 'nothing'}."]

    def tracks(self, match: Match[Any], seat: Seat) -> list[str]:
        return [f"{name} has {points} points." for name, points in zip(self.players, _hoard(match).score, strict=True)]

    def card(self, name: str) -> list[str]:
        raise KeyError


def _hoard(match: Match[Any]) -> Hoard:
    return cast("Hoard", match.state)


def words_of(match: Match[Any], players: Sequence[str], language: str) -> GameWords:
    """What the client asks of a module of words."""
    return HoardWords(players)


def the_hoard_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """For the time of a test the client finds the hoard among the games, and its words here."""
    monkeypatch.setitem(registry.MODULES, "hoard", "tests.protocol.cards.hoard")
    monkeypatch.setitem(library.MODULES, "hoard", __name__)
