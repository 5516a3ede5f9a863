"""The match that a command, a form or a reader of rules asks for, and its settings as they are typed."""

from collections.abc import Mapping, Sequence
from typing import Any

from client.errors import UsageError
from client.lobby.wanted import judge_wanted
from client.words.library import find_game, words_for
from engine.core.errors import Refused
from engine.core.match import Match
from engine.core.plain import Plain
from protocol.agreement import PROOFS, SPECTATORS, Form


def match_of(form: Form) -> Match[Any]:
    """The fresh match that a form agrees on. Raises UsageError if this version cannot play it."""
    try:
        return Match.start(find_game(form.game), len(form.seats), settings_of(form))
    except (Refused, TypeError, ValueError) as error:
        raise UsageError(f"the form of this table cannot be played: {error}") from error


def match_for_reading(name: str) -> Match[Any]:
    """A match of a game as printed, for looking up rules and cards. Raises UsageError."""
    game = find_game(name)
    return Match.start(game, max(game.seats), {})


def settings_of(form: Form) -> dict[str, Plain]:
    """The settings as the game takes them. Raises TypeError or ValueError if they are none."""
    pairs: Any = form.settings
    return _of_game(dict(pairs))


def _of_game(settings: Mapping[str, Plain]) -> dict[str, Plain]:
    """The settings without those that are the table's alone."""
    return {name: value for name, value in settings.items() if name not in (SPECTATORS, PROOFS)}


def complete_settings(game: str, seats: int, wanted: Mapping[str, Plain]) -> dict[str, Plain]:
    """What the host wants, completed and judged by the game, with what the table itself has. Raises UsageError."""
    found = find_game(game)
    if seats not in found.seats:
        raise UsageError(f"{game} takes {', '.join(map(str, found.seats))} seats, not {seats}")
    judge_wanted(found, seats, wanted)
    spectators = wanted.get(SPECTATORS, False)
    proofs = {PROOFS: wanted[PROOFS]} if PROOFS in wanted else {}
    try:
        return {**found.settings(seats, _of_game(wanted)), SPECTATORS: spectators, **proofs}
    except Refused as refused:
        match = match_for_reading(game)
        raise UsageError(f"setting: {words_for(match, ()).refusal(match, refused)}") from refused


def parse_settings(pairs: Sequence[str]) -> dict[str, Plain]:
    """K=V as typed; `true`, `false` and numbers are themselves. Raises UsageError."""
    words: dict[str, Plain] = {"true": True, "yes": True, "false": False, "no": False}
    settings: dict[str, Plain] = {}
    for pair in pairs:
        key, sign, value = pair.partition("=")
        if not sign or not key:
            raise UsageError(f"a setting is K=V, not `{pair}`")
        settings[key] = words.get(value.lower(), int(value) if value.isdecimal() else value)
    return settings
