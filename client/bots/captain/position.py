"""The position as the captain sees it: made from the view of one seat and from the edition, nothing else."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

from engine.agot.edition import edition
from engine.westeros.control import controller
from engine.westeros.edition import Edition
from engine.westeros.state import (
    FIEFDOMS,
    NOBODY,
    AreaId,
    Army,
    Attack,
    Auction,
    Battle,
    House,
    Kings,
    Side,
    Stack,
    ships,
)
from engine.westeros.tracks import holder

OPEN_STEPS = ("raven", "raid", "march", "stand_up")
"""Steps in which the orders of this round lie open."""


@dataclass(frozen=True)
class Position:
    """The edition, the state as far as the view shows it, and the house that looks at it."""

    e: Edition
    s: Kings
    me: House

    @classmethod
    def of(cls, view: Mapping[str, Any]) -> "Position":
        """The position of the seat whose view this is."""
        known = {field.name: view[field.name] for field in fields(Kings) if field.name in view}
        known["armies"] = {area: _army(army) for area, army in view["armies"].items()}
        known["variants"] = tuple(view["variants"])
        for name, kind in (("auction", Auction), ("attack", Attack)):
            known[name] = kind(**view[name]) if view[name] is not None else None
        known["battle"] = _battle(view["battle"])
        s = Kings(**known)
        return cls(edition(len(s.power), s.variants), s, view["house"])

    # ------------------------------------------------------------ who holds what
    @cached_property
    def ordered(self) -> bool:
        """Whether the orders of this round are open."""
        return self.s.step in OPEN_STEPS

    @cached_property
    def rivals(self) -> tuple[House, ...]:
        """The other houses in the game."""
        return tuple(house for house in self.s.seats if house != self.me)

    @cached_property
    def control(self) -> dict[AreaId, House]:
        """Who controls each land area, "" for nobody."""
        return {area: controller(self.e, self.s, area) for area in self.e.board.land}

    @cached_property
    def castles(self) -> dict[House, int]:
        """How many castle areas each house controls, also one that nobody plays."""
        held = [self.control[area] for area in self.e.board.castles]
        return {house: held.count(house) for house in self.e.houses}

    @cached_property
    def mine(self) -> tuple[AreaId, ...]:
        """The areas where the own house has units, sorted."""
        return tuple(sorted(area for area, army in self.s.armies.items() if army.house == self.me))

    @cached_property
    def ways(self) -> dict[AreaId, tuple[AreaId, ...]]:
        """Where the units of each area with an army may march."""
        fleets = {house: ships(self.s, house) for house in self.s.seats}
        return {area: self.e.board.reach(area, fleets.get(army.house, ())) for area, army in self.s.armies.items()}

    @cached_property
    def rounds_left(self) -> int:
        """Rounds after this one."""
        return self.e.rounds - self.s.round

    @cached_property
    def blade(self) -> House:
        """Who may still use the Valyrian Steel Blade this round, "" for nobody."""
        return NOBODY if self.s.blade_used else holder(self.e, self.s, FIEFDOMS)

    def wins_tie(self, attacker: House, defender: House) -> bool:
        """Whether the attacker wins a tied battle."""
        early = self.e.options.early_ties_to_defender and not self.s.clashed
        track = self.s.tracks[FIEFDOMS]
        return not early and defender in self.s.power and track.index(attacker) < track.index(defender)

    def strength(self, stack: Stack) -> int:
        """What standing units count in battle."""
        return sum(self.e.strength[unit] * count for unit, count in stack.items())

    def order_kind(self, area: AreaId) -> str:
        """The kind of the open order in an area, "" for none."""
        token = self.s.orders.get(area)
        return self.e.tokens[token].type if token is not None else ""

    def near(self, area: AreaId) -> tuple[AreaId, ...]:
        """The areas from which units may support a battle in this one."""
        board = self.e.board
        return board.borders[area] if area in board.land else board.sea_borders[area]

    def raidable_from(self, area: AreaId) -> tuple[AreaId, ...]:
        """The areas that a Raid order in this one could hit."""
        board = self.e.board
        return board.land_borders[area] if area in board.land else board.borders[area]


def _army(army: Mapping[str, Any]) -> Army:
    return Army(army["house"], dict(army["standing"]), dict(army["routed"]))


def _battle(view: Mapping[str, Any] | None) -> Battle | None:
    if view is None:
        return None
    sides = {house: Side(**side) for house, side in view["sides"].items()}
    return Battle(**{**view, "force": _army(view["force"]), "sides": sides})
