"""The settings that somebody wants of a table: which there are, and what each takes."""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from client.errors import UsageError
from client.lobby.settings import shown
from engine.core.errors import Refused
from engine.core.match import Game
from engine.core.plain import Plain
from protocol.agreement import LATER, NOW, PROOFS, SPECTATORS


def values_of(game: Game[Any], seats: int) -> dict[str, tuple[str, ...]]:
    """Every setting of a table of so many seats with the values it takes, as typed; a list of houses is an example."""
    known = {name: _values(game, seats, name) for name in game.settings(seats, {})}
    return {**known, SPECTATORS: ("yes", "no"), PROOFS: (NOW, LATER)}


def _values(game: Game[Any], seats: int, name: str) -> tuple[str, ...]:
    try:
        game.settings(seats, {name: ""})
    except Refused as refused:  # the game itself says what it takes
        allowed: Any = refused.data.get("allowed", ())
        return tuple(map(shown, sorted(allowed, reverse=True) if set(allowed) == {False, True} else allowed))
    return ()


def judge_wanted(game: Game[Any], seats: int, wanted: Mapping[str, Plain]) -> None:
    """Raises UsageError for a setting that there is not, with the nearest, or for a value, with those it takes."""
    known = values_of(game, seats)
    for name, value in wanted.items():
        if name not in known:
            raise UsageError(f"setting: {_unknown(game, seats, name, tuple(known))}")
        allowed = known[name]
        if shown(value) in allowed or (name not in (SPECTATORS, PROOFS) and _takes(game, seats, name, value)):
            continue
        examples = [each for each in allowed if "," in each]
        plain = " or ".join(each for each in allowed if each not in examples)
        example = f", or a list as in {examples[0]}" if examples else ""
        raise UsageError(f"setting: `{name}` takes {plain}{example}; not `{shown(value)}`")


def _takes(game: Game[Any], seats: int, name: str, value: Plain) -> bool:
    try:
        game.settings(seats, {name: value})
    except Refused:
        return False
    return True


def _unknown(game: Game[Any], seats: int, name: str, known: tuple[str, ...]) -> str:
    elsewhere = [f"{count}" for count in game.seats if name in game.settings(count, {})]
    if elsewhere:
        return f"`{name}` is for tables of {' or '.join(elsewhere)}, not of {seats}; those have {', '.join(known)}"
    near = get_close_matches(name.casefold(), known, 3, 0.5)
    which = f"near it: {', '.join(near)}" if near else f"with {seats} seats it has {', '.join(known)}"
    return f"{game.name} has no setting `{name}`; {which}"
