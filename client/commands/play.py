"""`kingsmoot play`: me against bots, at once."""

import argparse

from client.company import Company, host_company
from client.home import Home
from client.play.sitting import sit
from client.play.terminal import Terminal, run_terminal
from client.player import load_player
from client.seating import Hosting, complete_settings, parse_settings, settings_line
from client.words.library import find_game


def run(args: argparse.Namespace, home: Home) -> int:
    """Host on loopback, with a bot in every other seat. Raises ClientError."""
    player = load_player(home, args.name)
    seats = args.seats or max(find_game(args.game).seats)
    settings = complete_settings(args.game, seats, parse_settings(args.setting))

    async def main(terminal: Terminal) -> int:
        def tell(line: str) -> None:
            terminal.show([line])

        tell(settings_line(settings))
        tell("The bots come to the table, each in a process of its own ...")
        plan = Hosting(args.game, seats, settings, "127.0.0.1:0", lambda _: None)
        seating = host_company(home, player, plan, Company(seats - 1, args.bot_kind), tell)
        return await sit(terminal, seating, args.out)

    return run_terminal(main, args.plain, not args.no_bell)
