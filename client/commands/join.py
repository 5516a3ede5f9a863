"""`kingsmoot join`: take a seat at a friend's table, or at one of the local network, and play."""

import argparse

from client.errors import NetworkError, UsageError
from client.home import Home
from client.lobby.desk import Desk
from client.lobby.finding import SECONDS, look_around, numbered, told_of_nothing
from client.play.sitting import sit
from client.play.terminal import Terminal, run_terminal
from client.player import load_player
from client.seating import Terms, join_table, parse_invite
from client.settings import settings_for
from client.trust import say_yes
from net.discovery import Advert
from net.invite import Invitation


def run(args: argparse.Namespace, home: Home) -> int:
    """Join and play. Raises ClientError."""
    own = settings_for(args, home)
    player = load_player(home, args.name)
    typed = parse_invite("".join(args.invitation)) if args.invitation else None

    async def main(terminal: Terminal) -> int:
        desk = Desk(terminal, args.yes, args.code)
        invitation = typed
        if invitation is None:
            desk.tell("Looking for tables on the local network ...")
            invitation = await _choose(terminal, await look_around(SECONDS))
        desk.tell("Looking for the table ...")
        terms = Terms(say_yes if args.yes else desk.confirm)
        return await sit(desk, join_table(home, player, invitation, desk, terms), args.out, own.names)

    return run_terminal(main, own)


async def _choose(terminal: Terminal, found: list[Advert]) -> Invitation:
    """Which of the tables that were found. Raises ClientError."""
    open_ones = [advert for advert in found if not advert.private and advert.free]
    terminal.show(numbered(open_ones, [advert for advert in found if advert not in open_ones]))
    if not open_ones:
        raise NetworkError(told_of_nothing(found))
    terminal.show(["Type the number of a table:"])
    answer = (await terminal.line()).strip()
    if not answer.isdecimal() or not 1 <= int(answer) <= len(open_ones):
        raise UsageError(f"`{answer}` is no number of a table; kingsmoot join begins again")
    return open_ones[int(answer) - 1].invitation
