"""What one edition of the game is: its figures, its cards, the clauses it cites and its own small judgements."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

from engine.core.questions import Rules
from engine.westeros.board import Board
from engine.westeros.state import Battle, House, Kings


@dataclass(frozen=True)
class UnitKind:
    """A kind of figure. `domain` is land or sea; `loss_value` is what it counts for when wildlings take units."""

    id: str
    name: str
    name_hu: str | None
    domain: str
    strength: int
    muster_cost: int
    loss_value: int
    per_house: int


@dataclass(frozen=True)
class OrderToken:
    """A kind of order token; each house has `count` of it. `targets`: how many tokens it may raid away."""

    id: str
    type: str
    name: str
    star: bool
    modifier: int
    count: int
    targets: int


@dataclass(frozen=True)
class Ability:
    """A card's text. `effect` is the word under which its function is registered, `timing` the moment it acts."""

    timing: str
    effect: str
    optional: bool
    text: str
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class HouseCard:
    """A house card: printed strength, icons, and a text or none."""

    id: str
    name: str
    name_hu: str | None
    house: str
    strength: int
    swords: int
    fortifications: int
    ability: Ability | None


@dataclass(frozen=True)
class StartUnits:
    """Figures that stand somewhere at the start."""

    area: str
    unit: str
    count: int


@dataclass(frozen=True)
class HouseSheet:
    """A house and how it starts."""

    id: str
    name: str
    color: str
    home: str
    start_units: tuple[StartUnits, ...]
    start_supply: int
    start_power: int


@dataclass(frozen=True)
class WesterosCard:
    """A Westeros card; `count` copies lie in its deck. `options` are what its `chooser` (a track) may pick."""

    id: str
    name: str
    name_hu: str | None
    deck: str
    count: int
    mammoth: bool
    chooser: str | None
    effect: str
    text: str
    options: tuple[str, ...] = ()
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Clauses:
    """The clause that the shared rules cite, by what they are about."""

    supply: str
    supply_losses: str
    muster: str
    muster_points: str
    muster_place: str
    muster_sea: str
    muster_upgrade: str
    muster_supply: str
    muster_figures: str
    muster_pace: str
    bid: str
    bid_limit: str
    bid_ties: str
    orders: str
    orders_area: str
    orders_tokens: str
    orders_stars: str
    orders_land: str
    orders_banned: str
    raven: str
    raid: str
    raid_target: str
    march: str
    march_units: str
    march_one_battle: str
    march_reach: str
    march_supply: str
    march_peace: str
    march_token: str
    support: str
    refuse_support: str
    house_card: str
    absent_card: str
    blade: str
    casualties: str
    retreat: str
    retreat_losses: str


@dataclass(frozen=True)
class Options:
    """What options of a table change in the procedures; by default nothing.

    `late_prizes`: tracks whose prize belongs to nobody before the first Clash of Kings has ended;
    `early_ties_to_defender`: until then a tied battle is the defender's. `peaceful_rounds`: the rounds in which no
    march may start a battle. `forces_play_cards`: forces of houses that nobody plays fight with that house's cards.
    `muster_one_at_a_time`: mustering goes round piece by piece.
    """

    late_prizes: tuple[str, ...] = ()
    early_ties_to_defender: bool = False
    peaceful_rounds: int = 0
    forces_play_cards: bool = False
    muster_one_at_a_time: bool = False


Effect: TypeAlias = Callable[["Edition", Kings, Battle, House], Rules[None] | None]
"""What a card's text does for its player. It asks (a coroutine) or acts at once (None)."""


@dataclass(frozen=True)
class Edition:
    """One edition: data, and the functions that are its own.

    `houses`: all that the box holds, in their order; `playing`: those that seats take.
    `supply_limits`: by supply level, the largest armies allowed, largest first. `stars`: starred orders allowed, by
    place on the King's Court track. `wildling_loss`, `wildling_lowest_loss`: muster points of units that each
    house, and the lowest bidder, loses to the wildlings. `loss_order`: kinds of unit as a seat held absent gives
    them up. `raidable`: kinds of order that a raid removes; `pillage`: power gained for a removed order of a kind.
    `last_card_returns`: whether the card that emptied a hand goes back with the rest. `effects`: functions by word;
    `battle_timings`: the moments before strengths are compared, in order, each resolved along the Fiefdoms track.
    `check_victory` raises Over.
    """

    board: Board
    houses: dict[str, HouseSheet]
    playing: tuple[str, ...]
    units: dict[str, UnitKind]
    upgrade_cost: int
    upgrade_from: str
    upgrade_to: str
    tokens: dict[str, OrderToken]
    house_cards: dict[str, HouseCard]
    westeros_cards: dict[str, WesterosCard]
    start_tracks: dict[str, tuple[str, ...]]
    garrisons: dict[str, int]
    rounds: int
    victory_areas: int
    power_limit: int
    stars: tuple[int, ...]
    supply_limits: tuple[tuple[int, ...], ...]
    wildling_track: tuple[int, ...]
    wildling_loss: int
    wildling_lowest_loss: int
    land_only: tuple[str, ...]
    raidable: tuple[str, ...]
    pillage: dict[str, int]
    loss_order: tuple[str, ...]
    last_card_returns: bool
    battle_timings: tuple[tuple[str, ...], ...]
    win_timing: str
    clauses: Clauses
    effects: Mapping[str, Effect]
    check_victory: Callable[["Edition", Kings], None]
    options: Options = Options()

    @cached_property
    def decks(self) -> dict[str, list[str]]:
        """Every Westeros deck with all its copies, sorted."""
        decks: dict[str, list[str]] = {}
        for card in self.westeros_cards.values():
            decks.setdefault(card.deck, []).extend([card.id] * card.count)
        return {deck: sorted(cards) for deck, cards in sorted(decks.items())}

    @cached_property
    def hands(self) -> dict[str, list[str]]:
        """Every house's cards, sorted."""
        return {h: sorted(c.id for c in self.house_cards.values() if c.house == h) for h in self.houses}

    @cached_property
    def strength(self) -> dict[str, int]:
        """What a standing unit counts in battle, by kind."""
        return {unit.id: unit.strength for unit in self.units.values()}
