"""How one area is written: names in few cells, and signs that say the same without colour."""

from client.play.cells import cut, width_of
from client.screen.canvas import Glyphs, Span
from client.screen.map.spot import SEA, Spot
from client.screen.theme import side

CASTLES = ("", "*", "#")
ACT, CHOSEN = "!", "@"
BARREL, CROWN = "b", "c"


def legend(glyphs: Glyphs) -> str:
    """What the signs mean, the most wanted first: it is cut to the room there is."""
    return (
        f"{glyphs.pointer} you may choose it, {ACT} yours to act, {CHOSEN} chosen, {glyphs.dot} beside the cursor; "
        f"# stronghold, * city, {glyphs.sea} sea, {BARREL} barrel, {CROWN} crown; {glyphs.river} no way across, "
        f"{glyphs.bridge} bridge; + power token, (5) neutral force, ?? hidden order"
    )


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
        return Span(glyphs.pointer, "warn")
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


def owner_and_force(spot: Spot, cells: int) -> str:
    """`S K1F2`, `SK1F2` or `SKF2` as there is room; a large army in very little room is cut with a mark."""
    apart = " ".join(filter(None, (holder(spot), force(spot))))
    together = holder(spot) + force(spot)
    alone = holder(spot) + (spot.units.replace("1", "") or force(spot))
    return next((text for text in (apart, together, alone) if width_of(text) <= cells), cut(alone, max(1, cells)))


def order_and_change(spot: Spot, cells: int) -> Span:
    """The order and what my answer so far changes; the change alone if there is no room for both."""
    if not spot.overlay:
        return Span(spot.order, "strong")
    both = f"{spot.order} {spot.overlay}" if spot.order else spot.overlay
    return Span(both if width_of(both) <= cells else spot.overlay, "chosen")
