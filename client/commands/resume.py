"""`kingsmoot resume`: back to a table that was left, by a crash or by choice."""

import argparse

import trio

from client.bots.kinds import make_bot
from client.bots.sitting import say, sit_bot
from client.company import resume_company
from client.flows import Sitter, resume
from client.home import Home
from client.pace import Pace
from client.play.terminal import run_terminal
from client.player import load_player
from client.screen.actions import by_screen
from client.settings import settings_for
from client.store.database import Store
from client.store.tables import KeptTable, find_table, last_unfinished


def run(args: argparse.Namespace, home: Home) -> int:
    """Take up the table that is meant and play on. Raises ClientError."""
    player = load_player(home)
    kept = kept_table(home, args.table)
    if kept.crew.bot:
        bot = make_bot(kept.crew.bot, kept.form.game, None)
        return trio.run(sit_bot, resume_company(home, player, kept, say, Pace()), bot, args.out, say, False)
    own = settings_for(args, home, by_screen)
    return run_terminal(resume(Sitter(home, player, own.names, args.out), kept), own, home)


def kept_table(home: Home, wanted: str | None) -> KeptTable:
    """The table whose id begins with `wanted`, else the last unfinished one. Raises ClientError."""
    with Store(home) as store:
        return find_table(store, wanted) if wanted else last_unfinished(store)
