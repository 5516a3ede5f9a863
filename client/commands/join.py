"""`kingsmoot join`: take a seat at a friend's table and play."""

import argparse

from client.home import Home
from client.play.sitting import sit
from client.play.terminal import Terminal, run_terminal
from client.play.waiting import WaitingRoom
from client.player import load_player
from client.seating import Terms, join_table, parse_invite
from client.trust import say_yes


def run(args: argparse.Namespace, home: Home) -> int:
    """Join and play. Raises ClientError."""
    player = load_player(home, args.name)
    invitation = parse_invite("".join(args.invitation))

    async def main(terminal: Terminal) -> int:
        room = WaitingRoom(terminal)
        room.tell("Looking for the table ...")
        terms = Terms(say_yes if args.yes else room.confirm)
        return await sit(room, join_table(home, player, invitation, room.tell, terms), args.out)

    return run_terminal(main, args.plain, not args.no_bell)
