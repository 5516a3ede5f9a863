"""`kingsmoot play`: me against bots, at once."""

import argparse

from client.flows import NewTable, Sitter, play_alone
from client.home import Home
from client.play.terminal import run_terminal
from client.player import load_player
from client.seating import complete_settings, parse_settings
from client.settings import settings_for
from client.words.library import find_game


def run(args: argparse.Namespace, home: Home) -> int:
    """Host on loopback, with a bot in every other seat. Raises ClientError."""
    own = settings_for(args, home)
    seats = args.seats or max(find_game(args.game).seats)
    settings = complete_settings(args.game, seats, parse_settings(args.setting))
    sitter = Sitter(home, load_player(home, args.name), own.names, args.out)
    return run_terminal(play_alone(sitter, NewTable(args.game, seats, settings, seats - 1, args.bot_kind)), own)
