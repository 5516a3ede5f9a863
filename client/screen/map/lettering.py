"""How one area is written: names in few cells, and signs that say the same without colour."""

from client.play.cells import cut, width_of
from client.screen.canvas import Glyphs, Span
from client.screen.map.spot import SEA, Spot
from client.screen.map.style import Style
from client.screen.theme import side

CASTLES = ("", "*", "#")
ACT, CHOSEN, BATTLE = "!", "@", "X"
BARREL, CROWN = "b", "c"
BRACKETS = "[]"
"""Round what stands in the area under the cursor."""
POINTED = "<"
"""Behind its code, where it has one line only."""


def signs(glyphs: Glyphs, kept: bool = False, style: Style = Style.BLOCK, short: bool = False) -> list[tuple[str, str]]:
    """Each sign that a map of that style can show and its meaning, the most wanted first.

    Args:
        glyphs: the signs of the terminal.
        kept: the map of a game that is looked at again.
        style: of the map.
        short: armies are written without the 1 of a single figure.
    """
    army = "LKF2" if short else "L K1F2"
    cursor = (BRACKETS if style in (Style.BLOCK, Style.TWO_LINES) else POINTED, "the cursor")
    beside = (glyphs.dot, "beside the cursor")
    asked = [(glyphs.legal, "you may choose it"), (ACT, "yours to act"), (CHOSEN, "chosen"), cursor, beside]
    orders = "M march, D defense, S support, R raid, P consolidate power; R* P* starred"
    return [
        *([(CHOSEN, "has just changed"), cursor, beside] if kept else asked),
        (BATTLE, f"battle, with the attackers: {army.replace(' ', '')}"),
        ("->", "marches from here"),
        ("^L", "supports L"),
        ("x", "order or support of no effect"),
        *([] if kept else [("-F +K", "your answer takes and brings")]),
        ("#", "stronghold"),
        ("*", "city"),
        (glyphs.sea, "sea"),
        (BARREL, "barrel"),
        (CROWN, "crown"),
        ("L", "a house"),
        ("+", "its power token"),
        ("K F S", f"knight, footman, ship; {army} a knight, two footmen"),
        ("k f s", "routed"),
        ("(5)", "neutral force"),
        ("M+1", f"an order: {orders}"),
        ("??", "an order not seen yet"),
        *_waters(glyphs, style),
    ]


def _waters(glyphs: Glyphs, style: Style) -> list[tuple[str, str]]:
    """What parts areas, where it is drawn."""
    if style is Style.BLOCK:
        return [(glyphs.river, "no way across"), (glyphs.bridge, "bridge")]
    if style is Style.TWO_LINES:
        return [(glyphs.river, "no way across between what stands side by side"), (glyphs.bridge, "bridge")]
    return []


def legend(glyphs: Glyphs, kept: bool = False, style: Style = Style.BLOCK, short: bool = False) -> str:
    """All signs in one line, which is cut to the room there is. `kept`, `style`, `short`: as in `signs`."""
    return ", ".join(f"{sign} {means}" for sign, means in signs(glyphs, kept, style, short))


def brief(name: str, cells: int) -> str:
    """A name in at most `cells` cells: whole, or its last word as a letter, or its first words, or its beginning."""
    words = name.split() or [name]
    while width_of(" ".join(words)) > cells and len(words) > 1:
        last = words.pop()
        short = " ".join([*words, f"{last[:1]}."])
        if width_of(short) <= cells:
            return short
        while len(words) > 1 and words[-1].islower():  # `Sea of` is no name
            words.pop()
    return cut(" ".join(words), max(1, cells))


def sign(spot: Spot, beside: bool, glyphs: Glyphs) -> Span:
    """What can be done with an area, in one cell."""
    if spot.chosen:
        return Span(CHOSEN, "chosen")
    if spot.act:
        return Span(ACT, "warn")
    if spot.legal:
        return Span(glyphs.legal, "warn")
    if spot.battle:
        return Span(BATTLE, "bad strong")
    return Span(glyphs.dot if beside else " ", "title.focus")


def castle(spot: Spot, glyphs: Glyphs) -> str:
    """The sign of a castle or of the sea; "" for open land."""
    return glyphs.sea if spot.kind == SEA else CASTLES[spot.castle]


def yields(spot: Spot) -> str:
    """Barrels and crowns."""
    return BARREL * spot.supply + CROWN * spot.crowns


def name_style(spot: Spot) -> str:
    """Of the name or code of an area."""
    style = "sea" if spot.kind == SEA else "strong" if spot.castle else ""
    return f"{style} legal".lstrip() if spot.legal else style


def owner_style(spot: Spot) -> str:
    """The owner's colour, bold for the person at the screen."""
    if spot.owner is None:
        return ""
    return side(spot.owner) + (" strong" if spot.mine else "")


def holder(spot: Spot) -> str:
    """The owner's letter, with + for a power token."""
    return spot.letter + ("+" if spot.token else "")


def force(spot: Spot) -> str:
    """The units, or the strength of a neutral force."""
    return spot.units or (f"({spot.garrison})" if spot.garrison else "")


def owner_and_force(spot: Spot, cells: int, short: bool) -> str:
    """`S K1F2`, or `SKF2` if `short`; a large army in very little room is cut with a mark."""
    who = force_beside(spot, "", cells, short)
    return who if who is not None else cut(_writings(spot, short)[-1], max(1, cells))


def force_beside(spot: Spot, text: str, cells: int, short: bool, gap: int = 1) -> str | None:
    """The same with room for `text` in the same cells, `gap` apart; None if there is no way."""
    room = cells - (gap + width_of(text) if text else 0)
    return next((who for who in _writings(spot, short) if width_of(who) <= room), None)


def _writings(spot: Spot, short: bool) -> tuple[str, ...]:
    """Owner and units from the longest way to write them to the shortest."""
    if short:
        return (holder(spot) + (_without_ones(spot.units) or force(spot)),)
    return " ".join(filter(None, (holder(spot), force(spot)))), holder(spot) + force(spot)


def _without_ones(figures: str) -> str:
    return figures.replace("1", "")


def change(spot: Spot, cells: int, short: bool) -> Span:
    """What my answer so far changes, else the area's part in a battle: if `cells` are too few, attackers by number."""
    if spot.overlay or not spot.part:
        return Span(spot.overlay, "chosen")
    number = sum(int(letter) for letter in spot.part if letter.isdecimal())
    part = _without_ones(spot.part) if short else spot.part
    style = side(spot.part_side) if spot.part_side is not None else "dim"
    return Span(part if not number or width_of(part) <= cells else f"{spot.part[:1]}{number}", style)


def order(spot: Spot) -> Span:
    """The order, in the style of what my answer chooses while it is a part of that."""
    return Span(spot.order, "chosen" if spot.chosen and not spot.overlay else "strong")


def order_and_change(spot: Spot, cells: int, short: bool) -> Span:
    """The order and what changes; the change alone if there is no room for both."""
    span = change(spot, cells, short)
    if not span.text:
        return order(spot)
    both = f"{spot.order} {span.text}" if spot.order else span.text
    return Span(both if width_of(both) <= cells else span.text, span.style)
