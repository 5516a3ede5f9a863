"""The table before the first round."""

from engine.core.questions import Roll, Rules, ask
from engine.westeros.edition import Edition
from engine.westeros.state import AreaId, House, Kings, place


def absent_forces(e: Edition) -> dict[AreaId, int]:
    """Strength by area of the start units of houses that nobody plays; a garrison stands instead of them (W10.1)."""
    forces: dict[AreaId, int] = {}
    for sheet in e.houses.values():
        for units in sheet.start_units if sheet.id not in e.playing else ():
            if units.area not in e.garrisons:
                forces[units.area] = forces.get(units.area, 0) + e.strength[units.unit] * units.count
    return forces


def new_game(e: Edition, variants: tuple[str, ...], agreed: tuple[House, ...]) -> Kings:
    """Everything in its place; seats take the agreed houses in that order, or if none were agreed nobody has one."""
    s = Kings(step="setup", variants=variants)
    s.tracks = {track: list(places) for track, places in e.start_tracks.items()}
    for house in e.playing:
        sheet = e.houses[house]
        for units in sheet.start_units:
            place(s, house, units.area, units.unit, units.count)
        s.power[house] = sheet.start_power
        s.supply[house] = sheet.start_supply
        s.hands[house] = list(e.hands[house])
        s.discards[house] = []
    s.garrisons = dict(e.garrisons)
    place_absent(e, s)
    s.unseen = {deck: list(cards) for deck, cards in e.decks.items()}
    s.wildlings = e.wildling_track[0]
    s.seats = {house: seat for seat, house in enumerate(agreed)}
    return s


def place_absent(e: Edition, s: Kings) -> None:
    """Start units of houses that nobody plays are neutral forces (W10.1), or fight with their cards (W13.2)."""
    if not e.options.forces_play_cards:
        s.garrisons |= absent_forces(e)
        return
    for house in (house for house in e.houses if house not in e.playing):
        for units in e.houses[house].start_units:
            if units.area not in e.garrisons:
                place(s, house, units.area, units.unit, units.count)
        s.hands[house] = list(e.hands[house])
        s.discards[house] = []


def draw_houses(e: Edition, s: Kings) -> Rules[None]:
    """Each seat in turn draws one of the houses left (W1.1), unless they were agreed."""
    if not s.seats:
        left = list(e.playing)
        drawn = yield from ask(Roll("houses", "W1.1", tuple(range(len(left), 0, -1))))
        s.seats = {left.pop(n): seat for seat, n in enumerate(drawn)}
    s.say("HousesTaken", tuple(s.seats))
    s.step = "planning"
