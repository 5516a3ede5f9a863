"""The influence tracks: who is first, who holds the prize, who goes first in a battle."""

from engine.westeros.edition import Edition
from engine.westeros.state import FIEFDOMS, NOBODY, Battle, House, Kings


def first(s: Kings, track: str) -> House:
    """The first house on a track that is played; it decides where the track decides."""
    return next(house for house in s.tracks[track] if house in s.power)


def holder(e: Edition, s: Kings, track: str) -> House:
    """The house that holds the prize of a track; "" while an option keeps the prize out of the game."""
    if track in e.options.late_prizes and not s.clashed:
        return NOBODY
    return first(s, track)


def by_fiefdoms(s: Kings, battle: Battle) -> list[House]:
    """The combatants, the one higher on the Fiefdoms track first; one without a place there comes last."""
    track = s.tracks[FIEFDOMS]
    return sorted(battle.sides, key=lambda house: track.index(house) if house in track else len(track))


def by_tie(e: Edition, s: Kings, battle: Battle) -> list[House]:
    """The combatants, the one that wins a tie first."""
    early = e.options.early_ties_to_defender and not s.clashed
    if early or battle.defender not in s.power:
        return [battle.defender, battle.attacker]
    return by_fiefdoms(s, battle)
