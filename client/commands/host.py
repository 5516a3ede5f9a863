"""`kingsmoot host`: open a table, fill seats with bots, play."""

import argparse
import platform

import trio

from client.bots.kinds import make_bot
from client.bots.sitting import say, sit_bot
from client.company import host_company
from client.errors import UsageError
from client.home import Home
from client.lobby.desk import Desk
from client.lobby.front import HostTools, QuietFront
from client.lobby.qr import qr_lines
from client.lobby.settings import settings_line
from client.play.cells import fold
from client.play.sitting import sit
from client.play.terminal import Terminal, run_terminal
from client.player import load_player
from client.seating import (
    Hosting,
    Tell,
    Terms,
    complete_settings,
    host_table,
    parse_relay,
    parse_settings,
)
from client.settings import settings_for
from client.store.tables import Crew
from client.trust import say_no, say_yes
from net.code import new_code
from net.doctor import FIREWALLS
from net.invite import Invitation

INVITE = "kingsmoot join "
"""How the line begins that friends type; whoever starts a host as a child looks for it."""


def run(args: argparse.Namespace, home: Home) -> int:
    """Host and play. Raises ClientError."""
    player = load_player(home, args.name)
    settings = complete_settings(args.game, args.seats, parse_settings(args.setting))
    if not 0 <= args.bots < args.seats:
        raise UsageError(f"--bots takes 0 to {args.seats - 1} at a table of {args.seats}")

    relay = parse_relay(args.relay) if args.relay is not None else None

    code = args.code or (new_code() if args.private else None)

    def plan(tell: Tell, announce: bool) -> Hosting:
        def invite(invitation: Invitation) -> None:
            tell(f"{INVITE}{invitation.line}")
            if code is not None:
                tell(f"and, by another way, the code of the table: {code}")
            for line in qr_lines(invitation.line) if args.qr else ():
                tell(line)

        return Hosting(args.game, args.seats, settings, args.listen, invite, relay, code, announce)

    if args.as_bot is not None:
        bot = make_bot(args.as_bot, args.game, args.seed)
        terms = Terms(say_yes if args.yes else say_no, Crew(bot=args.as_bot))
        seating = host_table(home, player, plan(say, False), QuietFront(say), terms)
        return trio.run(sit_bot, seating, bot, args.out, say, args.leash)

    own = settings_for(args, home)

    async def main(terminal: Terminal) -> int:
        tools = HostTools(complete_settings, parse_settings)
        alone = args.bots == args.seats - 1  # nobody else has a say
        desk = Desk(terminal, args.yes or alone, tools=tools)
        desk.tell(settings_line(settings))
        if platform.system() in ("Windows", "Darwin") and not alone:  # they ask at the first listening, and only once
            desk.terminal.show(fold(FIREWALLS[platform.system()]))
        desk.tell("Give this line to the others:")
        terms = Terms(say_yes if args.yes else desk.confirm, Crew(bots=args.bots, kind=args.bot_kind))
        plan_here = plan(desk.tell, not (args.unlisted or alone))
        return await sit(desk, host_company(home, player, plan_here, desk, terms, tools), args.out, own.names)

    return run_terminal(main, own)
