"""`kingsmoot play`: me against bots, at once."""

import argparse
from typing import TYPE_CHECKING

from client.home import Home
from client.play.terminal import Terminal, run_terminal
from client.player import load_player
from client.screen.actions import by_screen
from client.settings import settings_for
from client.words.library import find_game

if TYPE_CHECKING:
    from client.flows import NewTable


def run(args: argparse.Namespace, home: Home) -> int:
    """Host on loopback, with a bot in every other seat. Raises ClientError."""
    own = settings_for(args, home, by_screen)
    player = load_player(home, args.name)
    find_game(args.game)
    if args.seats or args.setting:  # what may be wrong with them is told before a screen opens
        _table(args)

    async def main(terminal: Terminal) -> int:
        from client.flows import Sitter, play_alone  # the network: longer to import than to show the first page

        return await play_alone(Sitter(home, player, own.names, args.out), _table(args))(terminal)

    return run_terminal(main, own, home)


def _table(args: argparse.Namespace) -> "NewTable":
    from client.flows import NewTable
    from client.matches import complete_settings, parse_settings

    seats = args.seats or max(find_game(args.game).seats)
    settings = complete_settings(args.game, seats, parse_settings(args.setting))
    return NewTable(args.game, seats, settings, seats - 1, args.bot_kind)
