"""The position: what stands where, who holds what, and what a running procedure has come to."""

from dataclasses import dataclass, field
from typing import TypeAlias

from engine.core.match import State
from engine.core.plain import Seat

House: TypeAlias = str
AreaId: TypeAlias = str
Unit: TypeAlias = str
Stack: TypeAlias = dict[Unit, int]
"""Figures by kind; no entry is 0."""

THRONE, FIEFDOMS, COURT = "iron_throne", "fiefdoms", "kings_court"
TRACKS = (THRONE, FIEFDOMS, COURT)
"""The influence tracks, in the order of bidding. Place 1 holds the Throne, the Blade, the Raven."""

NOBODY: House = ""
"""Stands where no house is meant: who controls an empty area, who defends a garrison."""


@dataclass
class Army:
    """The units of one house in one area; never empty on the map. `routed` ones lie on their side."""

    house: House
    standing: Stack = field(default_factory=dict)
    routed: Stack = field(default_factory=dict)

    def size(self) -> int:
        """How many figures; routed ones count."""
        return sum(self.standing.values()) + sum(self.routed.values())


@dataclass
class Side:
    """One combatant.

    `announced`: strength before cards. `worth`: what one of its fighting units counts where a card changes that.
    `last`: whether that was the last card in hand. `printed`: the number of its card as it counts. `order_factor`:
    how often its Defense order counts. `idle_support`: units that add nothing when they support it. `total`:
    strength with cards and blade.
    """

    announced: int = 0
    card: str = ""
    last: bool = False
    cancelled: bool = False
    printed: int = 0
    worth: dict[Unit, int] = field(default_factory=dict)
    order_factor: int = 1
    idle_support: list[Unit] = field(default_factory=list)
    blade: bool = False
    total: int = 0


@dataclass
class Battle:
    """A battle from the moment the last units have moved until all is cleaned up.

    `force` are the attackers; the defenders stand in `area` on the map. `defender` is "" for a garrison. `order` is the
    March token that brought the attackers. `support`: who is supported from which area; `asked`: the area whose owner
    is being asked; `refused`: areas whose support was declined.
    """

    area: AreaId
    origin: AreaId
    attacker: House
    defender: House
    force: Army
    order: str
    sides: dict[House, Side]
    support: dict[AreaId, House] = field(default_factory=dict)
    asked: AreaId = ""
    refused: list[AreaId] = field(default_factory=list)
    winner: House = ""

    def foe(self, house: House) -> House:
        """The other combatant."""
        return self.defender if house == self.attacker else self.attacker


@dataclass
class Auction:
    """The bidding for one track: `bids` once they are open, `places` as far as they are settled."""

    track: str
    bids: dict[House, int] = field(default_factory=dict)
    places: list[House] = field(default_factory=list)


@dataclass
class Attack:
    """A wildling attack: its strength, the bids once they are open, and who was named highest and lowest."""

    strength: int
    bids: dict[House, int] = field(default_factory=dict)
    highest: House = ""
    lowest: House = ""


@dataclass
class Kings(State):
    """The position of a game about Westeros.

    `seats`: who plays which house, in seat order; empty until the houses are drawn. `tracks`: houses from place 1;
    an option may keep one there that nobody plays. `power`: available tokens of the houses that are played, 0 or
    more; what is neither there nor on the map is in the pool. `hands`, `discards`: also of houses that nobody
    plays, if their forces fight with cards: drawn by chance, put aside. `tokens`: power tokens on the map.
    `garrisons`: strength of neutral forces. `orders`: tokens by area; each belongs to the house whose units stand
    there. `unseen`: cards of each Westeros deck that have not been out since it was shuffled. `revealed`: this
    round's Westeros cards. `clashed`: whether a Clash of Kings has ended. `bans`: kinds of order that may not be
    placed this round; `idle_support`: units that add nothing to support this round. `last`: the house that resolved
    the latest raid or march. `mustered`: what each house has mustered under the card being carried out.
    """

    seats: dict[House, Seat] = field(default_factory=dict)
    variants: tuple[str, ...] = ()
    round: int = 1
    tracks: dict[str, list[House]] = field(default_factory=dict)
    power: dict[House, int] = field(default_factory=dict)
    supply: dict[House, int] = field(default_factory=dict)
    hands: dict[House, list[str]] = field(default_factory=dict)
    discards: dict[House, list[str]] = field(default_factory=dict)
    armies: dict[AreaId, Army] = field(default_factory=dict)
    tokens: dict[AreaId, House] = field(default_factory=dict)
    garrisons: dict[AreaId, int] = field(default_factory=dict)
    orders: dict[AreaId, str] = field(default_factory=dict)
    wildlings: int = 0
    unseen: dict[str, list[str]] = field(default_factory=dict)
    revealed: list[str] = field(default_factory=list)
    clashed: bool = False
    bans: list[str] = field(default_factory=list)
    idle_support: list[Unit] = field(default_factory=list)
    blade_used: bool = False
    raven_used: bool = False
    last: House = NOBODY
    auction: Auction | None = None
    attack: Attack | None = None
    battle: Battle | None = None
    mustered: dict[House, list[tuple[AreaId, str, AreaId]]] = field(default_factory=dict)

    @property
    def turn_order(self) -> tuple[House, ...]:
        """The houses from left to right on the Iron Throne track, as it stands now."""
        return tuple(self.tracks[THRONE])

    def army_of(self, house: House) -> Army:
        """The fighting units of a combatant in the running battle."""
        battle = self.battle
        if battle is None:
            raise LookupError("there is no battle")
        return battle.force if house == battle.attacker else self.armies[battle.area]


def put(stack: Stack, unit: Unit, count: int = 1) -> None:
    """Add figures to a stack."""
    stack[unit] = stack.get(unit, 0) + count


def take(stack: Stack, unit: Unit, count: int = 1) -> None:
    """Take figures from a stack that holds them."""
    stack[unit] -= count
    if not stack[unit]:
        del stack[unit]


def place(s: Kings, house: House, area: AreaId, unit: Unit, count: int = 1) -> None:
    """Put standing units of `house` into an area that holds no other house's."""
    put(s.armies.setdefault(area, Army(house)).standing, unit, count)


def remove(s: Kings, area: AreaId, unit: Unit) -> None:
    """Take one standing unit off the map; an order that commands nobody any more goes with the last one."""
    army = s.armies[area]
    take(army.standing, unit)
    clear_if_empty(s, area)


def clear_if_empty(s: Kings, area: AreaId) -> None:
    """An army without figures is none, and its order leaves the map."""
    if area in s.armies and not s.armies[area].size():
        del s.armies[area]
        s.orders.pop(area, None)


def figures(s: Kings, house: House, unit: Unit) -> int:
    """How many figures of a kind the house has on the map, attackers in a battle included."""
    armies = [army for army in s.armies.values() if army.house == house]
    if s.battle is not None and s.battle.attacker == house:
        armies.append(s.battle.force)
    return sum(army.standing.get(unit, 0) + army.routed.get(unit, 0) for army in armies)


def ships(s: Kings, house: House) -> tuple[AreaId, ...]:
    """The areas where the house has ships, routed ones included."""
    return tuple(
        area
        for area, army in s.armies.items()
        if army.house == house and ("ship" in army.standing or "ship" in army.routed)
    )


def hostile(s: Kings, house: House, area: AreaId) -> bool:
    """Whether marching in means a battle: units of another house or a neutral force stand there."""
    army = s.armies.get(area)
    return area in s.garrisons or (army is not None and army.house != house)


def orders_of(s: Kings, house: House) -> list[AreaId]:
    """The areas where the house has an order token, sorted."""
    return sorted(area for area in s.orders if s.armies[area].house == house)
