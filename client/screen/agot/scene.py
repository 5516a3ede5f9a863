"""The map of Westeros as one person sees it: what each area shows, from what everybody may know."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, cast

from client.screen.map.layout import Layout, load_codes, load_layout
from client.screen.map.spot import HIDDEN, LAND, SEA, Scene, Spot
from client.words.agot import AgotWords
from client.words.agot_board import ORDER_CODES, REGIONS, figures_code, short_name
from engine.core.match import Match
from engine.core.plain import Seat
from engine.westeros.control import controller
from engine.westeros.edition import Edition
from engine.westeros.state import NOBODY, AreaId, Battle, House, Kings

GAME = "agot"
SEAS = "The seas"
COLOURS = {"white": 1, "red": 5, "yellow": 3, "black": 0, "green": 2}
"""The side, of those of the theme, by the colour of a house in the box: the nearest that has room for black letters.

Black itself is no ground for them; the kraken is golden, so its house is orange.
"""


def layout(words: AgotWords) -> Layout:
    """Where the areas of this edition lie. Raises DataError."""
    return load_layout(GAME, words.n.e.board.borders)


def side(e: Edition, house: House) -> int:
    """The number of a house's colour, the same in every game, however many play."""
    return COLOURS[e.houses[house].color]


def scene(
    words: AgotWords,
    match: Match[Any],
    seat: Seat,
    legal: Collection[AreaId] = (),
    chosen: Collection[AreaId] = (),
    overlay: Mapping[AreaId, str] | None = None,
    *,
    acting: bool = True,
) -> Scene:
    """All areas, by region from north to south, as the match stands.

    Args:
        words: of this table; names are in its language.
        match: only its public state is looked at.
        seat: whose areas are `mine`; one that plays no house has none.
        legal: areas that may be chosen now.
        chosen: areas that the answer so far names.
        overlay: what the answer so far draws, as `GameWords.overlay` gives it.
        acting: what is mine in the areas that may be chosen would act; else they are where it goes, mine or not.
    """
    e, s, drawn = words.n.e, cast("Kings", match.state), overlay or {}
    me = next((house for house, its in s.seats.items() if its == seat), NOBODY)
    secret = match.question is not None and match.question.topic == "orders"
    fought, asked = (s.battle.area, s.battle.asked) if s.battle is not None else ("", "")
    parts = _parts(e, s.battle)
    spots: dict[AreaId, Spot] = {}
    for region, areas in regions(e).items():
        for ident in areas:
            spot = _spot(e, s, ident, region, me)
            part, part_side = parts.get(ident, ("", None))
            mark = drawn.get(ident, "")
            placed = mark in ORDER_CODES.values()  # an order stands where it will when all see it
            hidden = secret and spot.units and not spot.mine and spot.letter
            spots[ident] = replace(
                spot,
                order=mark if placed else HIDDEN if hidden else spot.order,
                legal=ident in legal,
                act=spot.mine and bool(spot.units) and ((acting and ident in legal) or ident == asked),
                chosen=ident in chosen,
                overlay="" if placed else mark,
                battle=ident == fought,
                part=part,
                part_side=part_side,
            )
    return spots


def fought_over(match: Match[Any]) -> AreaId:
    """The area in which a battle is being fought; "" if there is none."""
    battle = cast("Kings", match.state).battle
    return battle.area if battle is not None else ""


def _parts(e: Edition, b: Battle | None) -> dict[AreaId, tuple[str, int | None]]:
    """What the people of each area do in a battle, and whose colour that has. The attackers stand nowhere else."""
    if b is None:
        return {}
    colour = side(e, b.attacker)
    parts: dict[AreaId, tuple[str, int | None]] = dict.fromkeys(b.refused, ("x", None))
    parts |= {area: (f"^{_letter(house)}", side(e, house)) for area, house in b.support.items() if house}
    return parts | {b.origin: ("->", colour), b.area: (_letter(b.attacker) + figures_code(b.force), colour)}


def _letter(house: House) -> str:
    return house[:1].upper()


def houses(e: Edition, s: Kings) -> list[tuple[str, str]]:
    """The letter of each house that is played, and its name."""
    return [(_letter(house), e.houses[house].name) for house in s.seats]


def regions(e: Edition) -> dict[str, list[AreaId]]:
    """The areas that are played with, by region, the seas last."""
    land = {region: [area for area in areas if area in e.board.areas] for region, areas in REGIONS.items()}
    return land | {SEAS: sorted(area for area in e.board.areas if area not in e.board.land)}


def _spot(e: Edition, s: Kings, ident: AreaId, region: str, me: House) -> Spot:
    area, army = e.board.areas[ident], s.armies.get(ident)
    house = army.house if army is not None else controller(e, s, ident)
    return Spot(
        code=load_codes(GAME)[ident],
        name=short_name(area),
        region=region,
        kind=LAND if area.type == "land" else SEA,
        castle=area.castle,
        supply=area.supply,
        crowns=area.crowns,
        owner=side(e, house) if house != NOBODY else None,
        letter=_letter(house),
        mine=house == me != NOBODY,
        units=figures_code(army) if army is not None else "",
        order=ORDER_CODES.get(s.orders.get(ident, ""), ""),
        garrison=s.garrisons.get(ident, 0),
        token=ident in s.tokens,
    )
