"""How likely a battle to come is won, from the strengths before cards and the two open hands."""

from client.bots.captain.position import Position
from client.bots.captain.weights import CARD_STEEPNESS, TEXT
from engine.westeros.state import House


class Odds:
    """Chances of victory between two houses, kept as they are found."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self._spreads: dict[tuple[House, House], list[tuple[float, float]]] = {}
        self._known: dict[tuple[House, House, int], float] = {}

    def win(self, attacker: House, defender: House, margin: float) -> float:
        """The chance that `attacker` wins with a strength that is `margin` above the defender's."""
        key = (attacker, defender, round(margin * 2))
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._chance(attacker, defender, key[2] / 2)
        return found

    def _chance(self, attacker: House, defender: House, margin: float) -> float:
        p = self.position
        margin += (p.blade == attacker) - (p.blade == defender)
        margin += 0.25 if p.wins_tie(attacker, defender) else -0.25
        pairs = self._spread(attacker, defender)
        return sum([weight for gap, weight in pairs if gap + margin > 0])

    def _spread(self, attacker: House, defender: House) -> list[tuple[float, float]]:
        """How far the attacker's card is above the defender's, and how likely: strong cards are played more."""
        key = (attacker, defender)
        if key not in self._spreads:
            ours, theirs = self._hand(attacker), self._hand(defender)
            pairs = [
                (mine - other, (1 + CARD_STEEPNESS * mine) * (1 + CARD_STEEPNESS * other))
                for mine in ours
                for other in theirs
            ]
            total = sum(weight for _, weight in pairs)
            self._spreads[key] = [(gap, weight / total) for gap, weight in pairs]
        return self._spreads[key]

    def _hand(self, house: House) -> list[float]:
        cards = [self.position.e.house_cards[card] for card in self.position.s.hands[house]]
        return [card.strength + (TEXT[card.ability.timing] if card.ability is not None else 0.0) for card in cards]
