"""`kingsmoot bot`: join with a bot, or take up its table again."""

import argparse
import os

import trio

from client.bots.kinds import make_bot
from client.bots.sitting import say, sit_bot
from client.commands.resume import kept_table
from client.company import resume_company
from client.errors import UsageError
from client.home import Home
from client.lobby.front import CODE, QuietFront
from client.pace import Pace
from client.pasted import parse_invite
from client.player import load_player
from client.returning import resume_table
from client.seating import Terms, join_table
from client.store.lock import SHORT_WAIT
from client.store.tables import Crew
from client.trust import say_no, say_yes
from engine.registry import names as all_games

PATIENCE = 10.0
"""Seconds for the bot's last process to notice that whoever had started it is gone."""


def run(args: argparse.Namespace, home: Home) -> int:
    """Join or come back, and let the bot play. Raises ClientError."""
    player = load_player(home, args.name)
    if args.resume is not None:
        kept = kept_table(home, args.resume)
        bot = make_bot(kept.crew.bot or args.bot_kind, kept.form.game, args.seed)
        if kept.crew.bots:  # a host's own bot: those that it brought along come back with it
            seating = resume_company(home, player, kept, say, Pace())
        else:
            seating = resume_table(home, player, kept, say, PATIENCE if args.leash else SHORT_WAIT)
        return trio.run(sit_bot, seating, bot, args.out, say, args.leash)
    if not args.invitation:
        raise UsageError("kingsmoot bot takes the line of the host, km1:..., or --resume")
    terms = Terms(say_yes if args.yes else say_no, Crew(bot=args.bot_kind))
    front = QuietFront(say, args.code or os.environ.get(CODE))
    seating = join_table(home, player, parse_invite(" ".join(args.invitation)), front, terms)
    bot = make_bot(args.bot_kind, all_games()[0], args.seed)
    return trio.run(sit_bot, seating, bot, args.out, say, args.leash)
