"""`kingsmoot join`: take a seat at a friend's table, or at one of the local network, and play."""

import argparse

from client.flows import Sitter, join
from client.home import Home
from client.play.terminal import run_terminal
from client.player import load_player
from client.seating import parse_invite
from client.settings import settings_for


def run(args: argparse.Namespace, home: Home) -> int:
    """Join and play. Raises ClientError."""
    own = settings_for(args, home)
    sitter = Sitter(home, load_player(home, args.name), own.names, args.out, args.yes)
    invitation = parse_invite("".join(args.invitation)) if args.invitation else None
    return run_terminal(join(sitter, invitation, args.code), own)
