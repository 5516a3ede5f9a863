"""Battles: cards, support, blade, retreats, losses."""

from collections.abc import Mapping
from typing import Any

from client.bots.agot.sight import Sight
from engine.westeros.edition import HouseCard

UNIT_COST = {"knight": 2.4, "ship": 1.5, "footman": 1.0}


class Fight:
    """The battle being fought, from my side."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.battle: Mapping[str, Any] = sight.view["battle"]
        self.attacks = self.battle["attacker"] == sight.me
        self.foe: str = self.battle["defender"] if self.attacks else self.battle["attacker"]
        self.area: str = self.battle["area"]

    def force(self, house: str) -> Mapping[str, int]:
        """The standing fighters of a combatant."""
        if house == self.battle["attacker"]:
            standing: Mapping[str, int] = self.battle["force"]["standing"]
            return standing
        army = self.sight.armies.get(self.area)
        return army["standing"] if army is not None else {}

    def announced(self, house: str) -> int:
        """Strength before cards."""
        strength: int = self.battle["sides"][house]["announced"]
        return strength

    # ------------------------------------------------------------ cards
    def card(self, hand: tuple[str, ...]) -> str:
        """The card with the best mean result over what the other side may play; a strong card has its price."""
        cards, e = self.sight.e.house_cards, self.sight.e
        answers = [e.house_cards[card] for card in self.sight.view["hands"][self.foe]]
        stake = self.sight.worth(self.area) + 2.0

        def use(name: str) -> float:
            mine, total = cards[name], 0.0
            for theirs in answers:
                won = self.wins(mine, theirs)
                swords = max(0, mine.swords - theirs.fortifications) if won else 0
                hurt = max(0, theirs.swords - mine.fortifications) if not won else 0
                weight = 1.0 + 0.4 * theirs.strength  # people play their strong cards when it matters
                total += weight * (stake * won + swords - hurt)
            weights = sum(1.0 + 0.4 * theirs.strength for theirs in answers)
            after = 0.5 if mine.ability is not None and mine.ability.timing == e.win_timing else 0.0
            return total / weights - 0.9 * mine.strength + after

        return max(hand, key=lambda name: (use(name), name))

    def wins(self, mine: HouseCard, theirs: HouseCard) -> bool:
        """Whether I win if these two cards meet."""
        me, foe = self.sight.me, self.foe
        cancels = (self._word(mine) == "cancel_opponent_ability", self._word(theirs) == "cancel_opponent_ability")
        my_total = self.announced(me) + mine.strength + self._bonus(me, foe, mine, theirs, cancels[1])
        foe_total = self.announced(foe) + theirs.strength + self._bonus(foe, me, theirs, mine, cancels[0])
        order = self.sight.view["tracks"]["fiefdoms"]
        edge = self.sight.blade(me) - self.sight.blade(foe)
        higher = foe in order and order.index(me) < order.index(foe)  # a house that nobody plays defends, and wins ties
        return my_total + edge > foe_total or (my_total + edge == foe_total and higher)

    @staticmethod
    def _word(card: HouseCard) -> str:
        return card.ability.effect if card.ability is not None else ""

    def _bonus(self, house: str, other: str, card: HouseCard, against: HouseCard, cancelled: bool) -> int:
        """What a card's text adds to its side, less what it takes from the other."""
        if card.ability is None or cancelled:
            return 0
        word, params = card.ability.effect, card.ability.params
        token = self.sight.orders.get(self.area)
        defends = self.sight.e.tokens[token].modifier if token and self.sight.kind(self.area) == "defense" else 0
        if word == "unit_strength" and house == self.battle["attacker"]:
            unit, strength = str(params["unit"]), int(params["strength"])
            return self.force(house).get(unit, 0) * (strength - self.sight.e.strength[unit])
        if word == "double_defense_order" and house == self.battle["defender"]:
            return defends
        if word == "remove_defense_order" and other == self.battle["defender"]:
            return defends
        if word == "opponent_card_strength_zero":
            return against.strength
        if word == "kill_opposing_footman" and self.force(other).get("footman"):
            return 9 if sum(self.force(other).values()) == 1 else 1
        if word == "opposing_support_ships_zero":
            helpers = [area for area, side in self.battle["support"].items() if side == other]
            return sum(self.sight.armies[area]["standing"].get("ship", 0) for area in helpers)
        return 0

    # ------------------------------------------------------------ the rest
    def blade(self) -> str:
        """Use the Blade where one point turns the battle; its holder wins ties."""
        mine, foe = (self.battle["sides"][house] for house in (self.sight.me, self.foe))
        my_total = self._now(self.sight.me, mine)
        return "yes" if my_total - self._now(self.foe, foe) == -1 else "no"

    def _now(self, house: str, side: Mapping[str, Any]) -> int:
        extra = sum(
            (worth - self.sight.e.strength[unit]) * self.force(house).get(unit, 0)
            for unit, worth in side["worth"].items()
        )
        total: int = side["announced"] + side["printed"] + extra
        return total


def support(sight: Sight) -> str | None:
    """Myself; else whoever fights the leader, if the leader is ahead of me; else nobody."""
    battle = sight.view["battle"]
    sides = (battle["attacker"], battle["defender"])
    if sight.me in sides:
        return sight.me
    leader = sight.leader
    if leader in sides and sight.castles[leader] > sight.castles[sight.me]:
        other: str = sides[1] if sides[0] == leader else sides[0]
        return other or None
    return None


def retreat(sight: Sight, areas: tuple[str, ...]) -> str:
    """Where the beaten are worth most and safest."""

    def good(area: str) -> float:
        held = sight.worth(area) * (0.3 if sight.owner(area) == sight.me else 0.6)
        return held + 0.4 * sight.standing(area) - 0.5 * sight.threat(area, revealed=True)

    return max(areas, key=lambda area: (good(area), area))


def cheapest(ways: tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
    """The losses that hurt least."""
    return min(ways, key=lambda way: (sum(UNIT_COST[unit] for unit in way), way))
