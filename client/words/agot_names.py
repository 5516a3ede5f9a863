"""What the ids of the game are called in sentences."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from client.words.general import count, names
from engine.core.plain import Plain
from engine.westeros.edition import Edition

TRACKS = {"iron_throne": "the Iron Throne", "fiefdoms": "the Fiefdoms", "kings_court": "the King's Court"}
PLURALS = {"footman": "footmen"}
ORDER_NAMES = {
    "raid_star": "Starred Raid",
    "consolidate": "Consolidate Power",
    "consolidate_star": "Starred Consolidate Power",
}
"""Names to be typed; those of the data also explain, in brackets."""


@dataclass(frozen=True)
class Names:
    """Names of one edition and of the players by seat; an id that is none of its own is shown as it is."""

    e: Edition
    players: Sequence[str]

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
        """Footman."""
        return str(unit)

    def units(self, number: int, unit: Plain) -> str:
        """2 footmen."""
        return count(number, str(unit), PLURALS.get(str(unit), ""))

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
