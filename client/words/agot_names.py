"""What the ids of the game are called in sentences."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

from client.screen.map.layout import load_codes
from client.words.general import count, names
from engine.agot.edition import edition
from engine.core.plain import Plain
from engine.westeros.edition import Edition

ENGLISH = "en"
TRACKS = {"iron_throne": "the Iron Throne", "fiefdoms": "the Fiefdoms", "kings_court": "the King's Court"}
PLURALS = {"footman": "footmen"}
ORDER_NAMES = {
    "raid_star": "Starred Raid",
    "consolidate": "Consolidate Power",
    "consolidate_star": "Starred Consolidate Power",
}
"""Names to be typed; those of the data also explain, in brackets."""

T = TypeVar("T")


def things() -> Mapping[str, Sequence[Any]]:
    """What has names: kinds in the plural, each with all its things in a game of five."""
    e = edition(5)
    cards = [*e.house_cards.values(), *e.westeros_cards.values()]
    return {"areas": list(e.board.areas.values()), "units": list(e.units.values()), "cards": cards}


def in_language(e: Edition, language: str) -> Edition:
    """The edition with the names of areas, units and cards in `language`, where its rulebook has them; else English.

    Only what is shown changes: rules know ids alone.
    """
    if language == ENGLISH:
        return e

    def named(all_of_them: Mapping[str, T]) -> dict[str, T]:
        return {ident: _renamed(thing, language) for ident, thing in all_of_them.items()}

    return replace(
        e,
        board=replace(e.board, areas=named(e.board.areas)),
        units=named(e.units),
        house_cards=named(e.house_cards),
        westeros_cards=named(e.westeros_cards),
    )


def _renamed(thing: Any, language: str) -> Any:
    local = getattr(thing, f"name_{language}", None)
    return replace(thing, name=local) if local else thing


def units_words(e: Edition, number: int, unit: str) -> str:
    """`2 footmen`; `2 gyalogos`, for a name in another language has the one form that the data gives."""
    name = e.units[unit].name.lower()
    return count(number, name, PLURALS.get(name, "") if name == unit else name)


@dataclass(frozen=True)
class Names:
    """Names of one edition and of the players by seat; an id that is none of its own is shown as it is.

    `e` has its names in the language of the player. `in_english`: the same in English if that is another language, for
    they can be typed as well.
    """

    e: Edition
    players: Sequence[str]
    in_english: "Names | None" = None

    @classmethod
    def of(cls, e: Edition, players: Sequence[str], language: str) -> "Names":
        """The names in `language`, each in English that is not known in it."""
        english = cls(e, players)
        return english if language == ENGLISH else cls(in_language(e, language), players, english)

    @property
    def english(self) -> "Names":
        """The same names in English."""
        return self.in_english or self

    @cached_property
    def coded(self) -> "Names":
        """The same with areas by the codes of the map, which can be typed as well."""
        codes, board = load_codes("agot"), self.e.board
        areas = {ident: replace(area, name=codes[ident]) for ident, area in board.areas.items()}
        return Names(replace(self.e, board=replace(board, areas=areas)), self.players)

    def house(self, house: Plain) -> str:
        """Stark; `nobody` for none."""
        sheet = self.e.houses.get(str(house))
        return sheet.name if sheet else "nobody" if house in ("", None) else str(house)

    def area(self, area: Plain) -> str:
        """The Reach."""
        known = self.e.board.areas.get(str(area))
        return known.name if known else str(area)

    def token(self, token: Plain) -> str:
        """March +1."""
        known = self.e.tokens.get(str(token))
        return ORDER_NAMES.get(str(token), known.name) if known else str(token)

    def card(self, card: Plain) -> str:
        """Robb Stark; for a Westeros card its title."""
        known = self.e.house_cards.get(str(card)) or self.e.westeros_cards.get(str(card))
        return known.name if known else str(card)

    def unit(self, unit: Plain) -> str:
        """A footman, as `footman`."""
        known = self.e.units.get(str(unit))
        return known.name.lower() if known else str(unit)

    def units(self, number: int, unit: Plain) -> str:
        """2 footmen."""
        return units_words(self.e, number, str(unit))

    def group(self, units: Iterable[Plain]) -> str:
        """`2 footmen and 1 knight`; `nobody` for none."""
        return names([self.units(n, unit) for unit, n in sorted(Counter(map(str, units)).items())]) or "nobody"

    def areas(self, areas: Iterable[Plain]) -> str:
        """Areas in a row."""
        return names([self.area(area) for area in areas])

    def houses(self, houses: Iterable[Plain]) -> str:
        """Houses in a row."""
        return names([self.house(house) for house in houses])

    def any(self, value: Plain) -> str:
        """Whatever it is, by its name."""
        if isinstance(value, tuple):
            return names([self.any(item) for item in value])
        if not isinstance(value, str):
            return str(value)
        if value in self.e.board.areas:
            return self.area(value)
        if value in self.e.houses:
            return self.house(value)
        if value in self.e.tokens:
            return self.token(value)
        if value in TRACKS:
            return TRACKS[value]
        return self.card(value)
