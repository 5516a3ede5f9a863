"""`kingsmoot join`: take a seat at a friend's table, or at one of the local network, and play."""

import argparse
import os

from client.flows import Sitter, join
from client.home import Home
from client.lobby.front import CODE
from client.pasted import parse_invite
from client.play.terminal import full_screen, run_terminal
from client.player import load_player
from client.screen.actions import by_screen
from client.settings import gather, settings_for


def run(args: argparse.Namespace, home: Home) -> int:
    """Join and play. Raises ClientError."""
    own = settings_for(args, home, by_screen)
    player = load_player(home, args.name)
    code = args.code or os.environ.get(CODE)
    if not args.invitation and full_screen() and not own.plain:
        from client.screen.start import Visitor  # the toolkit costs a tenth of a second
        from client.screen.visiting import run_start

        visitor = Visitor(home, lambda: gather(args, home, actions=by_screen), args.name, args.out, args.yes, code)
        return run_start(visitor, own, join_at_once=True)
    invitation = parse_invite(" ".join(args.invitation)) if args.invitation else None
    return run_terminal(join(Sitter(home, player, own.names, args.out, args.yes), invitation, code), own, home)
