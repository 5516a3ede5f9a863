"""The map of Westeros in 80 columns, readable without colour: by region, an area a line."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from client.play.cells import fold, hung, packed, pad, width_of
from client.words.agot_names import ORDER_NAMES, units_words
from client.words.general import count, names
from engine.westeros.board import Area
from engine.westeros.control import castle_counts, controller, icons
from engine.westeros.edition import Edition, HouseCard
from engine.westeros.power import pool
from engine.westeros.state import COURT, FIEFDOMS, THRONE, AreaId, Army, Battle, House, Kings, Stack

REGIONS: Mapping[str, tuple[AreaId, ...]] = {
    "The North": (
        "castle_black",
        "karhold",
        "winterfell",
        "stony_shore",
        "white_harbor",
        "widows_watch",
        "moat_cailin",
        "greywater_watch",
        "flints_finger",
        "pyke",
    ),
    "The Trident, the Vale and the West": (
        "seagard",
        "twins",
        "riverrun",
        "harrenhal",
        "fingers",
        "mountains_of_the_moon",
        "eyrie",
        "lannisport",
        "stoney_sept",
        "searoad_marches",
    ),
    "The Crownlands and the South": (
        "dragonstone",
        "crackclaw_point",
        "kings_landing",
        "blackwater",
        "kingswood",
        "storms_end",
        "reach",
        "highgarden",
        "oldtown",
        "arbor",
        "dornish_marches",
        "starfall",
        "yronwood",
        "sunspear",
    ),
}
"""Land areas from north to south; a test asks that each stands in one region."""

CASTLES = {0: "", 1: "*", 2: "#"}
UNIT_LETTERS = {"knight": "K", "footman": "F", "ship": "S"}
ORDER_CODES = {
    "march_minus_1": "M-1",
    "march_0": "M0",
    "march_plus_1": "M+1",
    "defense_plus_1": "D+1",
    "defense_plus_2": "D+2",
    "support_0": "S",
    "support_plus_1": "S+1",
    "raid": "R",
    "raid_star": "R*",
    "consolidate": "P",
    "consolidate_star": "P*",
}
LEGEND = """\
# stronghold, * city, b barrel, c crown; owner by first letter, + power token;
(5) neutral force; K knight, F footman, S ship, small letters routed; orders: M
march, D defense, S support, R raid, P consolidate power, R* P* starred."""
HAND_WIDTH = 76
"""Cells of the lines of a hand: as many as a box has in a window of 80, so that no card is broken there."""
CARD_SIGNS = "Behind a card: its strength, s sword, f fortification, * text."
TRACK_NAMES = {THRONE: "Iron Throne", FIEFDOMS: "Fiefdoms", COURT: "King's Court"}
NUMBERS = ("none", "one", "two", "three")
"""In words, beside places that are figures."""
MARK_CELLS, OWNER_CELLS, UNIT_CELLS, ORDER_CELLS = 3, 2, 8, 3


def short_name(area: Area) -> str:
    """The name without its article, for columns."""
    return area.name.removeprefix("The ")


def marks(area: Area) -> str:
    """Castle, barrels and crowns of an area."""
    return CASTLES[area.castle] + "b" * area.supply + "c" * area.crowns


def figures_code(army: Army) -> str:
    """`K1F2`; routed ones in small letters."""
    standing = "".join(f"{letter}{army.standing[u]}" for u, letter in UNIT_LETTERS.items() if u in army.standing)
    return standing + "".join(
        f"{letter.lower()}{army.routed[u]}" for u, letter in UNIT_LETTERS.items() if u in army.routed
    )


def board(e: Edition, s: Kings) -> list[str]:
    """The whole map with its legend: a line of columns for each area."""
    widest = max(width_of(short_name(area)) for area in e.board.areas.values())
    lines = []
    for region, areas in _regions(e):
        lines += [region, *(f" {_cell(e, s, area, widest)}".rstrip() for area in areas)]
    lines += LEGEND.splitlines()
    if s.battle is not None:
        lines += ["", *battle(e, s, s.battle)]
    return lines


def survey(e: Edition, s: Kings) -> list[str]:
    """The whole map in sentences, one for each area: to be read aloud, without columns and signs."""
    lines = []
    for region, areas in _regions(e):
        lines += [f"{region}:", *(line for area in areas for line in hung(f"  {_sentence(e, s, area)}"))]
    return lines


def _regions(e: Edition) -> Iterator[tuple[str, list[AreaId]]]:
    """The areas that are on the map, land from north to south, then the seas."""
    known = e.board.areas
    for region, land in REGIONS.items():
        yield region, [area for area in land if area in known]
    yield "The seas", sorted(area for area in known if known[area].type == "sea")


def _sentence(e: Edition, s: Kings, ident: AreaId) -> str:
    area, house = e.board.areas[ident], controller(e, s, ident)
    castle = {0: [], 1: ["city"], 2: ["stronghold"]}[area.castle]
    yields = [count(n, what) for n, what in ((area.supply, "barrel"), (area.crowns, "crown")) if n]
    owner = e.houses[house].name if house else "nobody"
    token = ["power token"] if ident in s.tokens else []
    neutral = [f"neutral force of strength {s.garrisons[ident]}"] if ident in s.garrisons else []
    units = [army_words(e, s.armies[ident])] if ident in s.armies else []
    held = ", ".join([*([] if neutral else [owner]), *neutral, *units, *token])
    order = s.orders.get(ident)
    ordered = f" Order: {ORDER_NAMES.get(order, e.tokens[order].name)}." if order is not None else ""
    return f"{', '.join([area.name, *castle, *yields])}: {held}.{ordered}"


def _cell(e: Edition, s: Kings, ident: AreaId, widest: int) -> str:
    area = e.board.areas[ident]
    army, house = s.armies.get(ident), controller(e, s, ident)
    owner = house[:1].upper() + ("+" if ident in s.tokens else "")
    units = figures_code(army) if army is not None else f"({s.garrisons[ident]})" if ident in s.garrisons else ""
    order = ORDER_CODES.get(s.orders.get(ident, ""), "")
    return " ".join(
        (
            pad(short_name(area), widest),
            pad(marks(area), MARK_CELLS),
            pad(owner, OWNER_CELLS),
            pad(units, UNIT_CELLS),
            pad(order, ORDER_CELLS),
        )
    )


def stack_words(e: Edition, stack: Stack) -> list[str]:
    """`2 footmen`, `1 knight`, in the order of strength."""
    return [units_words(e, stack[u], u) for u in UNIT_LETTERS if u in stack]


def army_words(e: Edition, army: Army) -> str:
    """All figures of an army in words."""
    routed = [f"{words} (routed)" for words in stack_words(e, army.routed)]
    return names([*stack_words(e, army.standing), *routed]) or "nobody"


def area_lines(e: Edition, s: Kings, ident: AreaId) -> list[str]:
    """Everything about one area."""
    area = e.board.areas[ident]
    kind = {0: area.type, 1: "land with a city", 2: "land with a stronghold"}[area.castle]
    lines = [f"{area.name}: {kind}{', an island' if area.island else ''}."]
    yields = [count(n, what) for n, what in ((area.supply, "barrel"), (area.crowns, "crown")) if n]
    if yields:
        lines.append(f"  Yields {names(yields)}.")
    house = controller(e, s, ident)
    if ident in s.garrisons:
        lines.append(f"  Held by a neutral force of strength {s.garrisons[ident]}.")
    elif house:
        how = "" if ident in s.armies else " by its power token" if ident in s.tokens else " as its home area"
        lines.append(f"  Held by {e.houses[house].name}{how}.")
    if ident in s.armies:
        lines.append(f"  Units: {army_words(e, s.armies[ident])}.")
    if ident in s.orders:
        order = s.orders[ident]
        lines.append(f"  Order: {ORDER_NAMES.get(order, e.tokens[order].name)}.")
    near = [e.board.areas[other].name for other in e.board.borders[ident]]
    return [line for text in [*lines, f"  Borders on {names(near)}."] for line in fold(text, "    ")]


def house_rows(e: Edition, s: Kings, players: Mapping[House, str]) -> list[tuple[str, ...]]:
    """One row a house: castles, supply, the armies that it feeds, power; no wider than a box in a window of 80."""
    counts = castle_counts(e, s)
    head: tuple[str, ...] = ("house", "player", "castles", "supply (icons)", "armies", "power", "pool")
    return [
        head,
        *(
            (
                e.houses[house].name,
                pad(players[house], 12).rstrip(),
                f"{counts[house]} of {e.victory_areas}",
                f"{s.supply[house]} ({min(icons(e, s, house)[0], len(e.supply_limits) - 1)})",
                " ".join(map(str, e.supply_limits[s.supply[house]])),
                str(s.power[house]),
                str(pool(e, s, house)),
            )
            for house in s.turn_order
        ),
    ]


def track_lines(e: Edition, s: Kings) -> list[str]:
    """The influence tracks from place 1, the stars allowed, the wildlings."""
    lines = []
    for track, title in TRACK_NAMES.items():
        places = ", ".join(
            f"{i}. {e.houses[h].name}" for i, h in enumerate(s.tracks.get(track, ()), 1) if h in e.houses
        )
        used = {FIEFDOMS: s.blade_used, COURT: s.raven_used}.get(track, False)
        token = {THRONE: "", FIEFDOMS: "Blade", COURT: "Raven"}[track]
        spent = f"  ({token} used this round)" if used else ""
        lines.append(f"{title + ':':<13} {places}{spent}")
    return [*lines, f"Starred orders at court: {_stars(e)}.", f"Wildlings: {s.wildlings}."]


def _stars(e: Edition) -> str:
    """How many starred orders each place allows: `three at 1 and 2, two at 3, none at 4`."""
    places: dict[int, list[str]] = {}
    for place, stars in enumerate(e.stars, 1):
        places.setdefault(stars, []).append(str(place))
    number = dict(enumerate(NUMBERS))
    return ", ".join(f"{number.get(stars, stars)} at {names(at)}" for stars, at in places.items())


def battle(e: Edition, s: Kings, b: Battle) -> list[str]:
    """The battle that is being fought."""
    place = e.board.areas[b.area].name
    attacker = e.houses[b.attacker].name
    if not b.defender:
        return fold(f"Battle: {attacker} attacks the neutral force in {place} with {army_words(e, b.force)}.", "  ")
    foe = army_words(e, s.armies[b.area]) if b.area in s.armies else "nobody"
    lines = fold(
        f"Battle for {place}: {attacker} attacks from {e.board.areas[b.origin].name} with {army_words(e, b.force)} "
        f"against {e.houses[b.defender].name} with {foe}.",
        "  ",
    )
    for area, house in b.support.items():
        refused = " (declined)" if area in b.refused else ""
        lines.append(f"  {e.board.areas[area].name} supports {e.houses[house].name if house else 'nobody'}{refused}.")
    for house in (b.attacker, b.defender):
        side = b.sides[house]
        card = f", card {e.house_cards[side.card].name}" if side.card else ""
        lines.append(f"  {e.houses[house].name}: strength {side.announced} before cards{card}.")
    return lines


def hand_lines(e: Edition, s: Kings, first: House) -> list[str]:
    """All hands and discards, that of `first` on top."""
    houses: Iterable[House] = [first, *[h for h in s.turn_order if h != first]] if first else s.turn_order
    lines = [CARD_SIGNS]
    for house in houses:
        lines += _held(f"{e.houses[house].name} holds", card_codes(e, s.hands[house]) or ["no card"])
        if s.discards[house]:
            lines += _held("  played:", card_codes(e, s.discards[house]))
    return lines


def _held(who: str, cards: list[str]) -> list[str]:
    listed = [*(f"{card};" for card in cards[:-1]), f"{cards[-1]}."]
    return packed([f"{who} {listed[0]}", *listed[1:]], "    ", HAND_WIDTH)


def card_codes(e: Edition, cards: Sequence[str]) -> list[str]:
    """The codes of some cards, the strongest first."""
    ordered = sorted(cards, key=lambda card: (-e.house_cards[card].strength, card))
    return [card_code(e, card) for card in ordered]


def card_note(card: HouseCard) -> str:
    """`strength 2, 1 sword`, and the text."""
    icons_ = [count(n, what) for n, what in ((card.swords, "sword"), (card.fortifications, "fortification")) if n]
    text = f". {card.ability.text}" if card.ability is not None else ""
    return ", ".join([f"strength {card.strength}", *icons_]) + text


def card_code(e: Edition, card: str) -> str:
    """`Robb Stark 3 s *`, `Tywin Lannister 4`: strength, a letter for each icon, a star for a text."""
    c = e.house_cards[card]
    signs = (card_icons(c), "*" if c.ability is not None else "")
    return " ".join([c.name, str(c.strength), *filter(None, signs)])


def card_icons(card: HouseCard) -> str:
    """`s` for each sword, `f` for each fortification."""
    return "s" * card.swords + "f" * card.fortifications
