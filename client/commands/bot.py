"""`kingsmoot bot`: join with a bot."""

import argparse

import trio

from client.bots.bot import make_bot
from client.bots.sitting import say, sit_bot
from client.home import Home
from client.player import load_player
from client.seating import join_table, parse_invite
from engine.registry import names as all_games


def run(args: argparse.Namespace, home: Home) -> int:
    """Join and let the bot play. Raises ClientError."""
    player = load_player(home, args.name)
    seating = join_table(home, player, parse_invite("".join(args.invitation)), say)
    bot = make_bot(args.bot_kind, all_games()[0], args.seed)
    return trio.run(sit_bot, seating, bot, args.out, say, args.leash)
