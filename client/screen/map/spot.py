"""What one area of a map shows, free of any game's rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

LAND, SEA = "land", "sea"
AREA = "area"
"""What a mouse points at: the name of a spot on the canvas is this and the id of the area."""
HIDDEN = "??"
"""The order of an area that has one nobody may see yet."""


@dataclass(frozen=True)
class Spot:
    """One area as the person at the screen sees it.

    Attributes:
        code: short and unique on the map, of three letters.
        name: in the person's language.
        region: the part of the map it is listed under where there is no room to draw.
        kind: LAND or SEA.
        castle: 0 none, 1 city, 2 stronghold.
        supply: barrels.
        crowns: crowns.
        owner: number of the side that holds it, for its colour; None for nobody.
        letter: the owner's letter, "" for nobody.
        mine: the owner is the person at the screen.
        units: `K1F2`, routed ones in small letters.
        order: the code of its order token, HIDDEN for one that is not revealed, "" for none; that which the answer
            gives it, if it gives one.
        garrison: strength of a neutral force, 0 for none.
        token: a power token lies there.
        legal: it may be chosen now.
        act: it may be chosen now and what is mine there acts.
        chosen: it is part of the answer that is being made.
        overlay: what that answer changes there, `-F2`, `+K`; at most five cells.
        battle: a battle is being fought there.
        part: what its people do in that battle: `LK1F2`, the attackers who have come; `->`, they came from there; `^L`,
            Lannister is supported from there; `x`, that support is declined. At most five cells.
        part_side: number of the side whose part it is, for its colour.
    """

    code: str
    name: str
    region: str
    kind: str = LAND
    castle: int = 0
    supply: int = 0
    crowns: int = 0
    owner: int | None = None
    letter: str = ""
    mine: bool = False
    units: str = ""
    order: str = ""
    garrison: int = 0
    token: bool = False
    legal: bool = False
    act: bool = False
    chosen: bool = False
    overlay: str = ""
    battle: bool = False
    part: str = ""
    part_side: int | None = None


Scene: TypeAlias = Mapping[str, Spot]
"""All areas of a map by their ids, in the order in which a list names them."""
