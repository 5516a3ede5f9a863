"""`kingsmoot` alone: the start screen, or without a terminal what to type in its place."""

import argparse
import sys

from client.errors import USAGE
from client.home import Home
from client.play.terminal import full_screen
from client.screen.actions import by_screen
from client.settings import gather, settings_for

FIRST = """\
Kingsmoot has a start screen, which needs a terminal. Without one, type what you want:

  kingsmoot play agot             play at once against bots on this computer
  kingsmoot host agot --seats 4   open a table, and get the line by which others join it
  kingsmoot join km1:...          join a table by that line; without it, one of your network
  kingsmoot resume                go on at the table that was left
  kingsmoot --help                all commands; kingsmoot COMMAND --help tells more of one
"""


def run(args: argparse.Namespace, home: Home) -> int:
    """Show the start screen; without a terminal that can, say what to type: exit code 2. Raises ClientError."""
    own = settings_for(args, home, by_screen)
    if own.plain or not full_screen():
        print(FIRST, end="", file=sys.stderr)
        return USAGE
    from client.screen.start import Visitor  # the toolkit costs a tenth of a second
    from client.screen.visiting import run_start

    return run_start(Visitor(home, lambda: gather(args, home, actions=by_screen)), own)
