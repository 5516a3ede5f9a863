"""`kingsmoot watch`: a game in words, for somebody without a seat at it."""

import argparse
import sys

import trio

from client.errors import FAILED, OK
from client.home import Home
from client.pasted import parse_invite
from client.player import load_player
from client.settings import settings_or_defaults
from client.watching import watch


def run(args: argparse.Namespace, home: Home) -> int:
    """Watch to the end. Raises ClientError."""
    player = load_player(home)
    invitation = parse_invite(" ".join(args.invitation))
    language = settings_or_defaults(args, home).names
    stay = sys.stdout.isatty()  # a person, and no script that waits for the end
    return OK if trio.run(watch, home, player, invitation, args.code, args.out, _say, language, stay) else FAILED


def _say(line: str) -> None:
    print(line, flush=True)
