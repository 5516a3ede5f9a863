"""`kingsmoot` alone: the start screen; on a terminal without one, or from a pipe, the same in lines."""

import argparse
import importlib
import sys
from collections.abc import Sequence

from client.errors import USAGE
from client.home import Home
from client.play.terminal import full_screen
from client.screen.actions import by_screen
from client.settings import gather, settings_for

FIRST = """\
Kingsmoot has a start screen, which needs a terminal or lines to read. Without
them, type what you want:

  kingsmoot play agot             play at once against bots on this computer
  kingsmoot host agot --seats 4   open a table; get the line to join it by
  kingsmoot join km1:...          join by that line, or one of your network
  kingsmoot resume                go on at the table that was left
  kingsmoot games                 all tables, with ids for replay and verify
  kingsmoot rules                 the game in short; rules W5.3, rules Tywin
  kingsmoot settings              what is set, and how to change it
  kingsmoot id                    your name and the words of your key

kingsmoot --help lists all commands, kingsmoot COMMAND --help tells of one.
"""
KEPT = ("plain", "no_bell", "ascii", "theme")
"""What was asked for on the command line and holds for whatever is chosen."""


def run(args: argparse.Namespace, home: Home) -> int:
    """Show the start screen, or its choices in lines. Raises ClientError.

    Without a terminal and without input it says what to type: exit code 2.
    """
    own = settings_for(args, home, by_screen)
    if own.plain or not full_screen():
        return _lines(args, home)
    from client.screen.start import Visitor  # the toolkit costs a tenth of a second
    from client.screen.visiting import run_start

    return run_start(Visitor(home, lambda: gather(args, home, actions=by_screen)), own)


def _lines(args: argparse.Namespace, home: Home) -> int:
    from client.matches import match_for_reading
    from client.play.front import Keyboard, LineStart
    from client.settings import settings_or_defaults
    from client.words.general import GameWords
    from client.words.library import MODULES, find_game, words_for

    person = sys.stdin is not None and sys.stdin.isatty()
    try:
        keyboard = Keyboard()
        nobody = keyboard.silent() or (person and not sys.stdout.isatty())
    except (OSError, ValueError, AttributeError):  # no stdin at all
        nobody = True
    if nobody:
        print(FIRST, end="", file=sys.stderr)
        return USAGE

    def words(game: str) -> GameWords:
        return words_for(match_for_reading(game), (), settings_or_defaults(args, home).names)

    games = [(game, lambda game=game: words(game), find_game(game).seats) for game in MODULES]
    return LineStart(home, keyboard.line, lambda typed: _command(typed, args, home), games).run(person)


def _command(typed: Sequence[str], args: argparse.Namespace, home: Home) -> int:
    """Run a command line as if it had been typed behind `kingsmoot`, with the options of this one."""
    from client.cli import build_parser

    made = build_parser().parse_args(typed)
    for name in KEPT:
        if hasattr(args, name) and not getattr(made, name, None):
            setattr(made, name, getattr(args, name))
    module = importlib.import_module(f"client.commands.{made.module}")
    code: int = module.run(made, home)
    return code
