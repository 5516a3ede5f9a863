"""The table before the first round."""

from engine.core.questions import Roll, Rules, ask
from engine.westeros.edition import Edition
from engine.westeros.state import Kings, place


def new_game(e: Edition, variants: tuple[str, ...], agreed: bool) -> Kings:
    """Everything in its place; seats take the houses in their order if that was agreed, else nobody has one yet."""
    s = Kings(step="setup", variants=variants)
    s.tracks = {track: list(places) for track, places in e.start_tracks.items()}
    for house, sheet in e.houses.items():
        for units in sheet.start_units:
            place(s, house, units.area, units.unit, units.count)
        s.power[house] = sheet.start_power
        s.supply[house] = sheet.start_supply
        s.hands[house] = list(e.hands[house])
        s.discards[house] = []
    s.garrisons = dict(e.garrisons)
    s.unseen = {deck: list(cards) for deck, cards in e.decks.items()}
    s.wildlings = e.wildling_track[0]
    if agreed:
        s.seats = {house: seat for seat, house in enumerate(e.houses)}
    return s


def draw_houses(e: Edition, s: Kings) -> Rules[None]:
    """Each seat in turn draws one of the houses left (W1.1), unless they were agreed."""
    if not s.seats:
        left = list(e.houses)
        drawn = yield from ask(Roll("houses", "W1.1", tuple(range(len(left), 0, -1))))
        s.seats = {left.pop(n): seat for seat, n in enumerate(drawn)}
    s.say("HousesTaken", tuple(s.seats))
    s.step = "planning"
