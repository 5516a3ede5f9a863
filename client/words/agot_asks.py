"""Questions: the prompt of each topic, and how the pieces of an answer are called."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, TypeAlias

from client.play.cells import fold, table
from client.play.choosing import Label
from client.words.agot_board import ORDER_CODES, card_icons, card_note, figures_code
from client.words.agot_names import TRACKS, Names
from engine.core.plain import Plain
from engine.westeros.orders import stars
from engine.westeros.state import Battle, House, Kings

Prompt: TypeAlias = Callable[[Names, Kings, House], str]
Naming: TypeAlias = Callable[[Names, Kings, tuple[Plain, ...], Any], Label]


NOTHING = Label("nothing", "", ("none", "pass"), last=True)


def _fight(s: Kings) -> Battle:
    assert s.battle is not None, "asked only while a battle runs"
    return s.battle


# ------------------------------------------------------------ prompts
def _orders(n: Names, s: Kings, house: House) -> str:
    allowed = stars(n.e, s, house)
    bans = f" No {' or '.join(s.bans)} orders this round ({n.e.clauses.orders_banned})." if s.bans else ""
    starred = f"at most {allowed}" if allowed else "none"
    return f"place your orders, {starred} of them starred.{bans}"


def _bid(n: Names, s: Kings, house: House) -> str:
    track = TRACKS[s.auction.track] if s.auction is not None else "the track"
    return f"bid for {track} out of {s.power[house]} power; what is bid is spent."


def _bid_order(n: Names, s: Kings, house: House) -> str:
    return f"the bids are tied; who comes first for {TRACKS[s.auction.track] if s.auction else 'the track'}?"


def _support(n: Names, s: Kings, house: House) -> str:
    return f"whom does {n.area(_fight(s).asked)} support in the battle for {n.area(_fight(s).area)}?"


def _house_card(n: Names, s: Kings, house: House) -> str:
    b = _fight(s)
    score = " to ".join(str(b.sides[side].announced) for side in (house, b.foe(house)))
    return f"choose a house card for the battle for {n.area(b.area)} against {n.house(b.foe(house))} ({score})."


def _retreat(n: Names, s: Kings, house: House) -> str:
    return f"choose where to retreat from {n.area(_fight(s).area)} with {n.group(_each(s.army_of(house).standing))}."


def _wildling_bid(n: Names, s: Kings, house: House) -> str:
    strength = s.attack.strength if s.attack is not None else s.wildlings
    return f"bid for the Watch against strength {strength}, out of {s.power[house]} power; it is spent."


def _blade(n: Names, s: Kings, house: House) -> str:
    return f"use the Valyrian Steel Blade (+1, once a round) in {n.area(_fight(s).area)}?"


def _westeros_choice(n: Names, s: Kings, house: House) -> str:
    return f"{n.card(chosen_by(s))} lets you choose what happens."


def chosen_by(s: Kings) -> str:
    """The Westeros card that is carried out; nothing between cards."""
    place = CARD_STEPS.index(s.step) if s.step in CARD_STEPS else len(s.revealed)
    return next(iter(s.revealed[place : place + 1]), "the card")


CARD_STEPS = ("card_1", "card_2", "card_3")
"""The steps of the rules at which the revealed cards are carried out, in their order."""

PROMPTS: Mapping[str, Prompt] = {
    "orders": _orders,
    "raven": lambda n, s, house: "send the Raven: swap one of your orders for an unused one, or none.",
    "raid": lambda n, s, house: "resolve one Raid order: from where, and whom does it raid?",
    "march": lambda n, s, house: "resolve one March order: first its area, then the moves.",
    "muster": lambda n, s, house: "muster with the points of your castles.",
    "bid": _bid,
    "bid_order": _bid_order,
    "support": _support,
    "refuse_support": lambda n, s, house: "whose support do you decline?",
    "house_card": _house_card,
    "blade": _blade,
    "casualties": lambda n, s, house: f"choose who falls in {n.area(_fight(s).area)}.",
    "retreat": _retreat,
    "retreat_losses": lambda n, s, house: "supply does not feed all who retreat; who is lost?",
    "supply_losses": lambda n, s, house: "your armies are too large for your supply; who is lost?",
    "westeros_choice": _westeros_choice,
    "wildling_bid": _wildling_bid,
    "wildling_highest": lambda n, s, house: "the highest bids are tied; who is rewarded?",
    "wildling_lowest": lambda n, s, house: "the lowest bids are tied; who suffers most?",
    "wildling_reward": lambda n, s, house: "take one of your played cards back into your hand, or none.",
    "wildling_losses": lambda n, s, house: "the wildlings take your units; who is lost?",
    "recover_card": lambda n, s, house: "Luwin: take one of your played cards back into your hand, or none.",
    "remove_order": lambda n, s, house: "Cersei: remove one order of the loser, or none.",
    "remove_adjacent_order": lambda n, s, house: "Asha: remove one of these orders, or none.",
    "discard_card": lambda n, s, house: "Melisandre: for one power the loser discards a card of your choice, or none.",
    "footman_lost": lambda n, s, house: "Loras: which footman of the other side falls?",
    "upgrade_footman": lambda n, s, house: "Renly: make one of your footmen a knight, or none.",
}
"""What must be chosen, by topic; a test asks that every topic of the rules stands here."""


# ------------------------------------------------------------ pieces
def _order(n: Names, s: Kings, before: tuple[Plain, ...], piece: Any) -> Label:
    area, token = piece
    return Label(f"{n.area(area)} {n.token(token)}", aliases=_short_order(n, area, token))


def _short_order(n: Names, area: str, token: str) -> tuple[str, ...]:
    short = n.area(area).removeprefix("The ")
    return (f"{short} {n.token(token)}", f"{short} {ORDER_CODES.get(token, token)}")


def _raven(n: Names, s: Kings, before: tuple[Plain, ...], piece: Any) -> Label:
    if piece is None:
        return replace(NOTHING, note="the Raven stays")
    area, token = piece
    was = f"now {n.token(s.orders[area])}" if area in s.orders else ""
    sign = f"now {ORDER_CODES.get(s.orders[area], '')}" if area in s.orders else ""
    return Label(f"{n.area(area)} {n.token(token)}", was, _short_order(n, area, token), sign=sign)


def _raid(n: Names, s: Kings, before: tuple[Plain, ...], piece: Any) -> Label:
    area, targets = piece
    if not targets:
        return Label(f"{n.area(area)} raids nothing", aliases=(f"{n.area(area)} nothing",), last=True)
    hit = names_of_orders(n, s, targets)
    text, typed = f"{n.area(area)} raids {n.areas(targets)}", f"{n.area(area)} {n.areas(targets)}"
    return Label(text, hit, (typed,), sign=_struck(s, targets))


def _struck(s: Kings, areas: Sequence[str]) -> str:
    """The orders that a raid takes, as the map shows them."""
    return " ".join(f"x{ORDER_CODES.get(s.orders[area], '')}" for area in areas if area in s.orders)


def names_of_orders(n: Names, s: Kings, areas: Sequence[str]) -> str:
    """`Stark Support, Tyrell Consolidate Power`: what lies there."""
    there = [area for area in areas if area in s.orders]
    return " and ".join(f"{n.house(s.armies[area].house)} {n.token(s.orders[area])}" for area in there)


def _march(n: Names, s: Kings, before: tuple[Plain, ...], piece: Any) -> Label:
    if not before:
        if piece not in s.orders:  # it was tried, though there is nothing to march with
            return Label(n.area(piece))
        order, army = n.token(s.orders[piece]), s.armies[piece]
        return Label(
            n.area(piece),
            f"{order}: {n.group(_each(army.standing))}",
            (f"{n.area(piece)} {order}", f"{n.area(piece)} nobody moves"),
            sign=f"{ORDER_CODES.get(s.orders[piece], '')} {figures_code(army)}".strip(),
        )
    if piece == ("leave_token",):
        return Label("leave a power token", f"keeps {n.area(before[0])}", ("token", "leave token"))
    unit, number, to = piece
    text = f"{n.units(number, unit)} to {n.area(to)}"
    name, short = n.unit(unit), unit[0]
    aliases = (f"{number} {name} {n.area(to)}", f"{number} {short} {n.area(to)}", f"{name} {number} {n.area(to)}")
    note, sign = _meets(n, s, s.armies[str(before[0])].house, to)
    return Label(text, note, aliases, sign=sign)


def _meets(n: Names, s: Kings, house: House, area: str) -> tuple[str, str]:
    """What somebody who marches in will meet, in words and in the signs of the map: `x` attacks, `+` joins."""
    if area in s.garrisons:
        return f"attacks the neutral force of {s.garrisons[area]}", f"x({s.garrisons[area]})"
    army = s.armies.get(area)
    if army is None:
        return "", ""
    group, code = n.group(_each(army.standing) + _each(army.routed)), figures_code(army)
    if army.house == house:
        return f"joins {group}", f"+{code}"
    return f"attacks {n.house(army.house)} with {group}", f"x{army.house[:1].upper()}{code}"


def _each(stack: Mapping[str, int]) -> list[str]:
    return [unit for unit, number in stack.items() for _ in range(number)]


def _muster(n: Names, s: Kings, before: tuple[Plain, ...], piece: Any) -> Label:
    castle, what, where = piece
    if what == "upgrade":
        point = f"{n.e.upgrade_cost} point"
        return Label(f"{n.area(castle)} upgrade", f"footman to knight, {point}", sign=point)
    cost = n.e.units[what].muster_cost
    place = f" in {n.area(where)}" if where != castle else ""
    return Label(f"{n.area(castle)} {n.unit(what)}{place}", f"{cost} point{'s' if cost > 1 else ''}")


def _side(n: Names, s: Kings, before: tuple[Plain, ...], piece: Any) -> Label:
    return Label(n.house(piece)) if piece else Label("nobody", "", ("none", "nothing"), last=True)


def _card(n: Names, s: Kings, before: tuple[Plain, ...], piece: Any) -> Label:
    if piece is None:
        return NOTHING
    card = n.e.house_cards[piece]
    signs = [card_icons(card) + ("*" if card.ability is not None else "")]
    return Label(card.name, card_note(card), sign=" ".join([str(card.strength), *filter(None, signs)]))


def _group(n: Names, s: Kings, before: tuple[Plain, ...], piece: Any) -> Label:
    return Label(n.group(piece))


def _areas(n: Names, s: Kings, before: tuple[Plain, ...], piece: Any) -> Label:
    return Label(n.areas(piece) if piece else "none", "" if piece else "all support is welcome")


def _ranking(n: Names, s: Kings, before: tuple[Plain, ...], piece: Any) -> Label:
    """One house after another, or all of them where there are few orders."""
    if isinstance(piece, str):
        return Label(n.house(piece))
    return Label(" before ".join(n.house(house) for house in piece), aliases=(" ".join(piece),))


def _lost(n: Names, s: Kings, before: tuple[Plain, ...], piece: Any) -> Label:
    area, unit = piece
    return Label(f"{n.unit(unit)} in {n.area(area)}", aliases=(f"{n.area(area)} {n.unit(unit)}",))


def _where_order(n: Names, s: Kings, before: tuple[Plain, ...], piece: Any) -> Label:
    if piece is None:
        return NOTHING
    return Label(n.area(piece), names_of_orders(n, s, (piece,)))


def _pile(n: Names, s: Kings, before: tuple[Plain, ...], piece: Any) -> Label:
    if piece is None:
        return NOTHING
    return Label(f"a {piece} footman", aliases=(piece,))


def _event_card(n: Names, s: Kings, before: tuple[Plain, ...], piece: Any) -> Label:
    card = n.e.westeros_cards.get(piece)
    return Label(card.name, card.text) if card else NOTHING


def _named(n: Names, s: Kings, before: tuple[Plain, ...], piece: Any) -> Label:
    return NOTHING if piece is None else Label(n.any(piece))


NAMINGS: Mapping[str, Naming] = {
    "orders": _order,
    "raven": _raven,
    "raid": _raid,
    "march": _march,
    "muster": _muster,
    "bid_order": _ranking,
    "support": _side,
    "refuse_support": _areas,
    "house_card": _card,
    "casualties": _group,
    "retreat_losses": _group,
    "supply_losses": _lost,
    "wildling_losses": _lost,
    "westeros_choice": _event_card,
    "recover_card": _card,
    "wildling_reward": _card,
    "discard_card": _card,
    "remove_order": _where_order,
    "remove_adjacent_order": _where_order,
    "footman_lost": _pile,
    "upgrade_footman": _pile,
}
"""Topics whose pieces are more than a name."""


def label(n: Names, s: Kings, topic: str, before: tuple[Plain, ...], piece: Plain) -> Label:
    """How a piece is shown and typed; areas can be typed by their codes, and every name in English, too."""
    naming = NAMINGS.get(topic, _named)
    told, aliases = naming(n, s, before, piece), list[str]()
    for names in (n.coded,) if n.english is n else (n.coded, n.english, n.english.coded):
        other = naming(names, s, before, piece)
        if other.text != told.text:
            aliases += (other.text, *other.aliases)
    return replace(told, aliases=(*told.aliases, *aliases)) if aliases else told


def order_choices(n: Names, s: Kings, before: Sequence[Any], choices: Sequence[Any]) -> list[str]:
    """The areas without an order and the tokens left: shorter than every pair of them."""
    areas = list(dict.fromkeys(area for area, _ in choices))
    if not areas:
        return []
    used = [token for _, token in before]
    rows = [(f"  {n.area(area)}", figures_code(s.armies[area])) for area in areas]
    left = []
    for token in dict.fromkeys(token for _, token in choices):
        number = n.e.tokens[token].count - used.count(token)
        left.append(f"{n.token(token)} ({ORDER_CODES[token]}{f', {number} left' if number > 1 else ''})")
    example = f"{n.area(areas[0])} {ORDER_CODES[choices[0][1]]}".lower()
    return [
        *table(rows),
        *fold(f"  Orders: {', '.join(left)}.", "    "),
        f"  Type an area and an order, as in: {example}",
        "  board shows the map.",
    ]


# ------------------------------------------------------------ what people try
def tried(n: Names, s: Kings, topic: str, house: House, before: tuple[Plain, ...]) -> Sequence[Plain]:
    """Pieces that rules may forbid, so that the clause can be told to somebody who types them."""
    areas, e = n.e.board.areas, n.e
    if topic in ("orders", "raven"):
        return [(area, token) for area in areas for token in e.tokens]
    if topic == "march":
        if not before:
            return list(areas)
        return [(unit, number, area) for unit in e.units for number in range(1, 5) for area in areas]
    if topic == "muster":
        pairs = [(castle, where) for castle in e.board.land for where in (castle, *e.board.sea_borders[castle])]
        found: list[Plain] = [(castle, what, where) for castle, where in pairs for what in e.units]
        return [*found, *((castle, "upgrade", castle) for castle in e.board.land)]
    if topic == "raid":
        mine = [area for area, army in s.armies.items() if army.house == house]
        return [(area, t) for area in mine for k in (1, 2) for t in combinations(e.board.borders[area], k)]
    if topic in ("supply_losses", "wildling_losses"):
        return [(area, unit) for area in areas for unit in e.units]
    if topic == "house_card":
        return list(e.house_cards)
    return list(areas) if topic == "retreat" else []
