"""A battle of a short account: who fought for what, how it came out and what it cost, in one sentence."""

from typing import Any

from client.words.agot_names import Names
from client.words.general import names
from engine.westeros.state import NOBODY, House

FIGHTING = frozenset(
    {
        "StrengthAnnounced",
        "CardsRevealed",
        "AbilityUsed",
        "AbilityCancelled",
        "BladeUsed",
        "BattleWon",
        "UnitUpgraded",
        "CardDiscarded",
        "CardRecovered",
        "Casualties",
        "Retreated",
        "Destroyed",
        "GarrisonTaken",
        "GarrisonHeld",
        "OrderRemoved",
        "TokenRemoved",
        "PowerGained",
        "HandTakenBack",
        "BattleEnded",
    }
)
"""Events that belong to the battle that is on; support stands in the totals."""


class Fight:
    """One battle. An empty `area` is not known yet; `force` is the strength of a neutral force, if that is attacked."""

    def __init__(self, n: Names, attacker: House, defender: House, area: str = "", origin: str = "") -> None:
        self.force = 0
        self.houses = {attacker, defender} - {NOBODY}
        self._n = n
        self._attacker = attacker
        self._defender = defender
        self._area = area
        self._origin = origin
        self._winner = NOBODY
        self._held = False
        self._sides: dict[House, int] = {}
        self._totals: dict[House, int] = {}
        self._cards: dict[House, str] = {}
        self._lost: dict[House, list[str]] = {}
        self._costs: list[str] = []

    def take(self, name: str, data: tuple[Any, ...], sentence: str) -> None:
        """One of the events of this battle."""
        n = self._n
        if name == "StrengthAnnounced":
            self._sides = dict(data[0])
        elif name == "CardsRevealed":
            self._cards = dict(data[0])
        elif name == "BattleWon":
            self._winner, self._area, self._totals = data[0], data[1], dict(data[2])
        elif name == "GarrisonTaken":
            self._winner = data[0]
        elif name == "GarrisonHeld":
            self._held = True
        elif name == "Casualties":
            self._lost.setdefault(data[0], []).extend(data[1])
        elif name == "Destroyed":
            self._lost.setdefault(data[0], []).extend(data[2])
        elif name == "Retreated":
            self._costs.append(f"{n.house(data[0])} falls back to {n.area(data[2])}")
        elif name == "PowerGained":
            self._costs.append(f"{n.house(data[0])} gains {data[1]} power")
        elif name in ("OrderRemoved", "TokenRemoved") and data[1] == self._area:
            return  # the beaten side loses what lies there in any case
        elif name not in ("AbilityUsed", "AbilityCancelled", "BattleEnded"):
            self._costs.append(sentence.removesuffix("."))

    @property
    def whole(self) -> str:
        """All of it as one sentence."""
        lost = [f"{self._n.house(house)} loses {self._n.group(units)}" for house, units in self._lost.items() if units]
        return f"{'; '.join([self._head(), *lost, *self._costs])}."

    def _head(self) -> str:
        n, attacker, defender = self._n, self._n.house(self._attacker), self._n.house(self._defender)
        place = n.area(self._area) if self._area else ""
        if not self._defender:
            if self._winner:
                return f"{attacker} takes {place} from its neutral force of {self.force}"
            if self._held:
                return f"{attacker} fails at {place} against its neutral force of {self.force}"
            return f"{attacker} attacks {place} and its neutral force of {self.force}"
        if not self._winner:
            where = f" in {place}" if place else ""
            where += f" from {n.area(self._origin)}" if self._origin else ""
            return f"{attacker} attacks {defender}{where}{self._so_far()}"
        if self._winner == self._attacker:
            what, sides = f"{attacker} takes {place} from {defender}", (self._attacker, self._defender)
        else:
            what, sides = f"{defender} holds {place} against {attacker}", (self._defender, self._attacker)
        if not self._totals:
            return f"{what}, nobody being left there"
        score = [self._totals[side] for side in sides]
        tie = ", a tie" if score[0] == score[1] else ""
        cards = f" ({' against '.join(n.card(self._cards[side]) for side in sides)})" if self._cards else ""
        return f"{what}, {score[0]} to {score[1]}{tie}{cards}"

    def _so_far(self) -> str:
        """What is known before it is decided."""
        sides = (self._attacker, self._defender)
        strengths = f", {' to '.join(str(self._sides[side]) for side in sides)} before cards" if self._sides else ""
        cards = names([f"{self._n.house(side)} plays {self._n.card(card)}" for side, card in self._cards.items()])
        return f"{strengths}: {cards}" if cards else strengths
