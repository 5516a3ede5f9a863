"""The words of the game of Westeros, first edition."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, cast

from typing_extensions import override

from client.play.building import Building
from client.play.cells import fold, table
from client.play.choosing import Label
from client.words import (
    agot_asks,
    agot_board,
    agot_cautions,
    agot_events,
    agot_hints,
    agot_passing,
    agot_phases,
    agot_places,
    agot_previews,
    agot_recap,
    agot_refusals,
    agot_rules,
    agot_standing,
)
from client.words.agot_names import ENGLISH, Names
from client.words.finding import find
from client.words.general import Account, Happened, count, names
from client.words.hints import Hint, HintWords
from engine.agot.edition import clauses
from engine.agot.game import edition_of
from engine.core.cards import Faces
from engine.core.errors import Over, Refused
from engine.core.match import Event, Match
from engine.core.plain import Plain, Seat
from engine.core.questions import Question
from engine.westeros.control import castle_counts
from engine.westeros.edition import Edition
from engine.westeros.state import House, Kings


class AgotWords(HintWords):
    """Words for one table. `players` are the names by seat."""

    absent_clause = "W15.1"
    openers: Mapping[str, Collection[str]] = agot_phases.OPENERS
    minor: Collection[str] = agot_events.MINOR
    decisive: Collection[str] = agot_events.DECISIVE
    settled: Mapping[str, str] = agot_events.SETTLED
    telltale: Mapping[str, str] = agot_phases.TELLTALE

    def __init__(self, edition: Edition, players: Sequence[str], language: str = ENGLISH) -> None:
        self.clauses: Mapping[str, str] = clauses()
        self.players = players
        self.n = Names.of(edition, players, language)

    @property
    def chapters(self) -> Mapping[str, str]:
        """The titles of the chapters."""
        return agot_rules.chapters()

    @property
    def introduction(self) -> str:
        """The game in short."""
        return agot_rules.introduction()

    # ------------------------------------------------------------ who and where
    def _house(self, s: Kings, seat: Seat) -> House:
        return next((house for house, its in s.seats.items() if its == seat), "")

    def seat(self, match: Match[Any], seat: Seat) -> str:
        """`Stark (Anna)`; the name alone before the houses are drawn."""
        house = self._house(_kings(match), seat)
        name = self.players[seat]
        return f"{self.n.house(house)} ({name})" if house else name

    def where(self, match: Match[Any]) -> str:
        """`Round 3, marches`."""
        return self.headed(self.stage(match))

    def headed(self, stage: tuple[int, str]) -> str:
        """The same of another time."""
        return f"Round {stage[0]}, {stage[1]}"

    def now(self, match: Match[Any]) -> str:
        """`Round 3 of 10, marches`."""
        number, phase = self.stage(match)
        return f"Round {number} of {self.n.e.rounds}, {phase}"

    def stage(self, match: Match[Any]) -> tuple[int, str]:
        """Round and phase."""
        s = _kings(match)
        topic = match.question.topic if match.question is not None else ""
        return s.round, agot_phases.PHASES.get(topic, "battle" if s.battle is not None else agot_phases.STEPS[s.step])

    def standing(self, match: Match[Any]) -> str:
        """Castles by house."""
        s = _kings(match)
        counts = castle_counts(self.n.e, s) if s.seats else dict.fromkeys(s.turn_order, 0)
        return "castles: " + ", ".join(f"{self.n.house(house)} {counts[house]}" for house in s.turn_order)

    def tally(self, match: Match[Any], seat: Seat) -> Sequence[str]:
        """Castles of those that win, and power."""
        s = _kings(match)
        house = self._house(s, seat)
        if not house:
            return ()
        castles = f"{castle_counts(self.n.e, s)[house]}/{self.n.e.victory_areas} castles"
        return f"{self.n.house(house)} {castles}", f"{s.power[house]} power"

    # ------------------------------------------------------------ sentences
    def event(self, match: Match[Any], event: Event) -> str:
        """The sentence for something that happened."""
        return agot_events.sentence(self.n, _kings(match), event)

    def changes(self, before: Match[Any], now: Match[Any], seat: Seat) -> list[str]:
        """Castles, supply and power of one's own house, then the castles of all."""
        return agot_standing.standing(self.n, _kings(before), _kings(now), self._house(_kings(before), seat))

    def account(self, before: Match[Any], seat: Seat, events: Iterable[Happened]) -> Account:
        """A line for each battle and for what all houses did in a phase."""
        s = _kings(before)
        account = agot_recap.Account(self.n, s, self.stage(before)[1])
        for event in events:
            account.take(event)
        return account.parts(self._house(s, seat))

    def prompt(self, match: Match[Any], question: Question[Any], seat: Seat) -> str:
        """What `seat` must choose."""
        s = _kings(match)
        return agot_asks.PROMPTS[question.topic](self.n, s, self._house(s, seat))

    def label(self, match: Match[Any], question: Question[Any], pieces: tuple[Plain, ...], piece: Plain) -> Label:
        """How a piece is shown and typed."""
        return agot_asks.label(self.n, _kings(match), question.topic, pieces, piece)

    def choices(self, match: Match[Any], question: Question[Any], building: Building) -> list[str]:
        """A table of areas and tokens for orders; else nothing."""
        if question.topic != "orders":
            return []
        s = _kings(match)
        return agot_asks.order_choices(self.n, s, building.pieces, [choice.piece for choice in building.choices])

    def tried(self, match: Match[Any], topic: str, seat: Seat, pieces: tuple[Plain, ...]) -> Sequence[Plain]:
        """Pieces that people try though a rule may forbid them."""
        s = _kings(match)
        return agot_asks.tried(self.n, s, topic, self._house(s, seat), pieces)

    def caution(self, match: Match[Any], question: Question[Any], seat: Seat, value: Any) -> str:
        """What an answer costs that cannot be undone."""
        s = _kings(match)
        return agot_cautions.caution(self.n, s, question.topic, self._house(s, seat), value)

    def place(self, match: Match[Any], question: Question[Any], pieces: tuple[Plain, ...], piece: Plain) -> str:
        """The area by which a piece can be picked."""
        return agot_places.place(self.n.e, _kings(match), question.topic, pieces, piece)

    def overlay(self, match: Match[Any], question: Question[Any], pieces: tuple[Plain, ...]) -> Mapping[str, str]:
        """What the pieces draw on the map."""
        return agot_places.overlay(self.n.e, _kings(match), question.topic, pieces)

    def preview(
        self, match: Match[Any], question: Question[Any], seat: Seat, pieces: tuple[Plain, ...], piece: Plain = None
    ) -> list[str]:
        """What stands with the pieces, and what would stand with one more."""
        s = _kings(match)
        return agot_previews.preview(self.n, s, question.topic, self._house(s, seat), pieces, piece)

    def gist(self, match: Match[Any], question: Question[Any], seat: Seat, pieces: tuple[Plain, ...]) -> str:
        """What stands with the pieces, in one line."""
        s = _kings(match)
        return agot_previews.gist(self.n, s, question.topic, self._house(s, seat), pieces)

    @override
    def hint(self, match: Match[Any], question: Question[Any], seat: Seat, known: Faces) -> Hint | None:
        return agot_hints.hint(self.n, match, question.topic, seat, known)

    def needless(self, match: Match[Any], question: Question[Any], seat: Seat) -> tuple[Any, str] | None:
        """The Blade where it cannot turn a battle stays unused, which costs nothing and hides nothing."""
        return agot_previews.needless(self.n, _kings(match), question.topic)

    def passing(self, match: Match[Any], question: Question[Any], seat: Seat) -> tuple[Any, str] | None:
        """The Raven, a support, a text that is left, in a sentence."""
        s = _kings(match)
        return agot_passing.passing(self.n, s, question.topic, question.clause, self._house(s, seat))

    def refusal(self, match: Match[Any], refused: Refused) -> str:
        """Why the rules say no."""
        return agot_refusals.refusal(self.n, refused)

    def outcome(self, match: Match[Any], over: Over) -> list[str]:
        """Who won and how, with the final table."""
        s = _kings(match)
        winners = names([self.seat(match, seat) for seat in over.ranking[0]])
        verb = "wins" if len(over.ranking[0]) == 1 else "win together"
        counts = castle_counts(self.n.e, s)
        rows: list[tuple[str, ...]] = [("place", "", "castles", "supply", "power")]
        for place, group in enumerate(over.ranking, 1):
            for seat in group:
                house = self._house(s, seat)
                row = (str(counts[house]), str(s.supply[house]), str(s.power[house]))
                rows.append((f"{place}.", self.seat(match, seat), *row))
        return ["", f"{winners} {verb} ({over.clause}).", *table(rows)]

    # ------------------------------------------------------------ looking
    def board(self, match: Match[Any], seat: Seat) -> list[str]:
        """The map, then one line a house."""
        s = _kings(match)
        return [*agot_board.board(self.n.e, s), "", *self._houses(match)]

    def survey(self, match: Match[Any]) -> list[str]:
        """The map in sentences."""
        return agot_board.survey(self.n.e, _kings(match))

    @property
    def legend(self) -> Sequence[str]:
        """The signs of map and hands."""
        return [*agot_board.LEGEND.splitlines(), agot_board.CARD_SIGNS]

    def _houses(self, match: Match[Any]) -> list[str]:
        s = _kings(match)
        players = {house: self.players[seat] for house, seat in s.seats.items()}
        return table(agot_board.house_rows(self.n.e, s, players)) if players else []

    def area(self, match: Match[Any], name: str) -> list[str]:
        """One area. Raises KeyError with the nearest names."""
        return agot_board.area_lines(self.n.e, _kings(match), self.find_area(name))

    def find_area(self, name: str) -> str:
        """By id, by its code on the map or by a name, English ones too. Raises KeyError with the nearest names."""
        english, codes = self.n.english.e.board.areas, self.n.coded.e.board.areas
        shapes = {
            ident: (ident, area.name, agot_board.short_name(area), english[ident].name, codes[ident].name)
            for ident, area in self.n.e.board.areas.items()
        }
        return find(name, shapes)

    def area_name(self, area: str) -> str:
        """How an area is called."""
        return self.n.area(area)

    def subjects(self, command: str) -> Sequence[str]:
        """All areas, or all house cards and Westeros cards, by name."""
        e = self.n.e
        known = {"area": (e.board.areas,), "card": (e.house_cards, e.westeros_cards)}.get(command, ())
        return sorted({thing.name for things in known for thing in things.values()})

    def hand(self, match: Match[Any], seat: Seat) -> list[str]:
        """All hands and discards, mine first."""
        s = _kings(match)
        return agot_board.hand_lines(self.n.e, s, self._house(s, seat))

    def tracks(self, match: Match[Any], seat: Seat) -> list[str]:
        """Tracks, wildlings, and one line a house."""
        return [*agot_board.track_lines(self.n.e, _kings(match)), "", *self._houses(match)]

    def card(self, name: str) -> list[str]:
        """A house card or a Westeros card. Raises KeyError with the nearest names."""
        house_cards, events = self.n.e.house_cards, self.n.e.westeros_cards
        english = self.n.english
        shapes = {ident: (ident, card.name, english.card(ident)) for ident, card in (house_cards | events).items()}
        ident = find(name, shapes)
        if ident in events:
            event = events[ident]
            mammoth = ", a mammoth" if event.mammoth else ""
            copies = count(event.count, "card")
            return [f"{event.name}: Westeros deck {event.deck}, {copies}{mammoth}.", *fold(f"  {event.text}", "  ")]
        card = house_cards[ident]
        numbers = (
            f"strength {card.strength}, {count(card.swords, 'sword')}, {count(card.fortifications, 'fortification')}"
        )
        lines = [f"{card.name}: {self.n.house(card.house)}, {numbers}."]
        if card.ability is None:
            return [*lines, "  No text."]
        when = TIMINGS.get(card.ability.timing, card.ability.timing)
        choice = " You may leave it." if card.ability.optional else ""
        return [*lines, *fold(f"  {when}: {card.ability.text}{choice}", "  ")]


def words_of(match: Match[Any], players: Sequence[str], language: str) -> AgotWords:
    """The words for a match, with the players' names by seat and names in `language`."""
    return AgotWords(edition_of(match.state), players, language)


TIMINGS: Mapping[str, str] = {
    "cancel": "First of all",
    "immediate": "When the cards are revealed",
    "strength": "When strength is counted",
    "on_win": "If you win",
}


def _kings(match: Match[Any]) -> Kings:
    return cast("Kings", match.state)
