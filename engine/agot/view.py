"""The position as plain data for a client to draw."""

from dataclasses import fields, is_dataclass
from typing import Any

from engine.core.plain import Seat
from engine.core.questions import Question
from engine.westeros.control import castle_counts, controller
from engine.westeros.edition import Edition
from engine.westeros.orders import stars
from engine.westeros.power import pool
from engine.westeros.state import Kings
from engine.westeros.supply import limits
from engine.westeros.tracks import holder

INTERNAL = ("events", "public", "serial", "unseen")
"""Fields of the state that are the match's own, or that the view gives in another form."""


def view_of(e: Edition, s: Kings, question: Question[Any] | None, seat: Seat) -> dict[str, Any]:
    """Every field of the state as JSON-like data, and what follows from it.

    `house`: the one this seat plays, None for a spectator. `control`: the controller of each land area that has
    one. `castles`, `pool`, `stars`, `limits`: per house that is played. `holders`: who holds the prize of each
    track, "" while an option keeps it from all. `left_in_decks`: cards of each Westeros deck not out yet.
    `question`: topic, clause, kind and seats of the open question, None when the game is over.
    """
    seen = {field.name: _plain(getattr(s, field.name)) for field in fields(s) if field.name not in INTERNAL}
    land = {area: controller(e, s, area) for area in e.board.land}
    return seen | {
        "game": "agot",
        "house": next((house for house, of in s.seats.items() if of == seat), None),
        "control": {area: house for area, house in land.items() if house},
        "castles": castle_counts(e, s),
        "pool": {house: pool(e, s, house) for house in s.power},
        "stars": {house: stars(e, s, house) for house in s.power},
        "holders": {track: holder(e, s, track) for track in s.tracks},
        "limits": {house: list(limits(e, s, house)) for house in s.power},
        "left_in_decks": {deck: sorted(cards) for deck, cards in s.unseen.items()},
        "victory_areas": e.victory_areas,
        "rounds": e.rounds,
        "question": _question(question),
    }


def _question(question: Question[Any] | None) -> dict[str, Any] | None:
    if question is None:
        return None
    return {
        "topic": question.topic,
        "clause": question.clause,
        "kind": question.kind.value,
        "seats": list(question.seats),
    }


def _plain(thing: Any) -> Any:
    """A copy made of dicts, lists, words and numbers only."""
    if is_dataclass(thing):
        return {field.name: _plain(getattr(thing, field.name)) for field in fields(thing)}
    if isinstance(thing, dict):
        return {key: _plain(value) for key, value in thing.items()}
    if isinstance(thing, list | tuple):
        return [_plain(item) for item in thing]
    return thing
