"""`kingsmoot play`: me against bots, at once."""

import argparse

from client.company import host_company
from client.home import Home
from client.lobby.desk import Desk
from client.lobby.settings import settings_line
from client.play.sitting import sit
from client.play.terminal import Terminal, run_terminal
from client.player import load_player
from client.seating import Hosting, Terms, complete_settings, parse_settings
from client.settings import settings_for
from client.store.tables import Crew
from client.words.library import find_game


def run(args: argparse.Namespace, home: Home) -> int:
    """Host on loopback, with a bot in every other seat. Raises ClientError."""
    own = settings_for(args, home)
    player = load_player(home, args.name)
    seats = args.seats or max(find_game(args.game).seats)
    settings = complete_settings(args.game, seats, parse_settings(args.setting))

    async def main(terminal: Terminal) -> int:
        room = Desk(terminal, yes=True)
        room.tell(settings_line(settings))
        room.tell("The bots come to the table, each in a process of its own ...")
        plan = Hosting(args.game, seats, settings, "127.0.0.1:0", lambda _: None)
        terms = Terms(crew=Crew(bots=seats - 1, kind=args.bot_kind))
        return await sit(room, host_company(home, player, plan, room, terms), args.out, own.names)

    return run_terminal(main, own)
