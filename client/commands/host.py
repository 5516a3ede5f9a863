"""`kingsmoot host`: open a table, fill seats with bots, play."""

import argparse
import os

import trio

from client.bots.kinds import make_bot
from client.bots.sitting import say, sit_bot
from client.codes import read_code
from client.company import host_company
from client.errors import UsageError
from client.flows import NewTable, Sitter, host
from client.home import Home
from client.lobby.front import CODE, QuietFront
from client.matches import complete_settings, parse_settings
from client.pace import Pace
from client.pasted import parse_relay
from client.play.terminal import run_terminal
from client.player import load_player
from client.screen.actions import by_screen
from client.seating import Terms
from client.settings import settings_for
from client.store.tables import Crew
from client.trust import say_no, say_yes
from client.words.library import find_game
from net.code import new_code


def run(args: argparse.Namespace, home: Home) -> int:
    """Host and play. Raises ClientError."""
    player = load_player(home, args.name)
    seats = args.seats or max(find_game(args.game).seats)
    settings = complete_settings(args.game, seats, parse_settings(args.setting))
    if not 0 <= args.bots < seats:
        raise UsageError(f"--bots takes 0 to {seats - 1} at a table of {seats}")
    relay = parse_relay(args.relay) if args.relay is not None else None
    own_code = args.code or (os.environ.get(CODE) if args.private else None)
    code = read_code(own_code) if own_code else new_code() if args.private else None
    table = NewTable(
        args.game, seats, settings, args.bots, args.bot_kind, args.listen, relay, code, not args.unlisted, args.qr
    )
    if args.as_bot is not None:
        bot = make_bot(args.as_bot, args.game, args.seed)
        terms = Terms(say_yes if args.yes else say_no, Crew(args.as_bot, args.bots, args.bot_kind))
        seating = host_company(home, player, table.hosting(say, False), QuietFront(say), terms, Pace())
        return trio.run(sit_bot, seating, bot, args.out, say, args.leash)

    own = settings_for(args, home, by_screen)
    return run_terminal(host(Sitter(home, player, own.names, args.out, args.yes), table), own, home)
