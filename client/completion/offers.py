"""What may stand where on the command line, read off the parser: no shell needs more to complete it."""

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from client.lobby.wanted import values_of
from client.matches import match_for_reading
from client.player import NAME
from client.screen.actions import registered
from client.settings import ALL, KEYS
from client.words.library import find_game, words_for
from engine.registry import names as all_games

FILE, FOLDER, RECORD, UNFINISHED, OTHER = "file", "folder", "record", "unfinished", "other"
"""Values that are not from a list: a path, a record or the id of a table, the id of an unfinished one, anything."""
KINDS = {"FILE": FILE, "DIR": FOLDER, "FILE|ID": RECORD, "ID": UNFINISHED}


@dataclass(frozen=True)
class Value:
    """What may stand in one place.

    Attributes:
        name: what the help calls it.
        text: its line of help.
        kind: one of the kinds above, OTHER where `choices` say all.
        choices: the words that may stand there, if that is a list.
        after: where the word before decides, the words by that word.
        pairs: for NAME=VALUE, the values by name.
        many: more of the same may follow.
    """

    name: str
    text: str
    kind: str = OTHER
    choices: tuple[str, ...] = ()
    after: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    many: bool = False
    pairs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Option:
    """An option by all its spellings; `value` is None for a switch. `again`: it may be given more than once."""

    flags: tuple[str, ...]
    text: str
    value: Value | None
    again: bool = False


@dataclass(frozen=True)
class Command:
    """A command with its options and what stands behind it; the name is "" for what stands before all commands."""

    name: str
    text: str
    options: tuple[Option, ...]
    values: tuple[Value, ...]


def commands_of(parser: argparse.ArgumentParser) -> tuple[Command, ...]:
    """All commands of a parser, the part before them first."""
    return tuple(_commands(parser))


def valued_flags(commands: tuple[Command, ...]) -> tuple[str, ...]:
    """Every flag that a value follows, in any command: sorted."""
    return tuple(
        sorted({flag for command in commands for option in command.options if option.value for flag in option.flags})
    )


def _commands(parser: argparse.ArgumentParser) -> Iterator[Command]:
    yield _command("", parser)
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, made in action.choices.items():
                yield _command(name, made)


def _command(name: str, parser: argparse.ArgumentParser) -> Command:
    shown = [action for action in parser._actions if action.help != argparse.SUPPRESS]
    return Command(
        name,
        parser.description or "",
        tuple(_option(action) for action in shown if action.option_strings),
        tuple(_value(a) for a in shown if not (a.option_strings or isinstance(a, argparse._SubParsersAction))),
    )


def _option(action: argparse.Action) -> Option:
    takes = action.nargs != 0
    again = isinstance(action, argparse._AppendAction)
    return Option(tuple(action.option_strings), action.help or "", _value(action) if takes else None, again)


def _value(action: argparse.Action) -> Value:
    name = action.metavar if isinstance(action.metavar, str) else action.dest.upper()
    choices, after = tuple(map(str, action.choices or ())), {}
    pairs = _table_settings() if action.dest == "setting" else {}
    if action.dest == "game":
        choices = tuple(all_games())
    elif name == "KEY":
        choices = (NAME, *ALL, KEYS, *(f"{KEYS}.{action}" for action in _actions()))
    elif name == "VALUE":
        after = {key.name: key.allowed or ("true", "false") for key in ALL.values()}
    elif action.dest == "what":
        after = {game: _readable(game) for game in all_games()}
    return Value(name, action.help or "", KINDS.get(name, OTHER), choices, after, action.nargs in ("*", "+"), pairs)


def _table_settings() -> dict[str, tuple[str, ...]]:
    """The settings of tables of all games and sizes, with their values."""
    tables = [values_of(game, seats) for game in map(find_game, all_games()) for seats in game.seats]
    names = sorted({name for table in tables for name in table})
    return {name: tuple(dict.fromkeys(value for table in tables for value in table.get(name, ()))) for name in names}


def _readable(game: str) -> tuple[str, ...]:
    """The chapters of a game and its cards."""
    words = words_for(match_for_reading(game), ())
    return (*words.chapters, *words.subjects("card"))


def _actions() -> tuple[str, ...]:
    """Whatever a key can be given to, once each, in the order in which `kingsmoot settings keys` lists them."""
    return tuple(dict.fromkeys(name for actions in registered().values() for name in actions))
