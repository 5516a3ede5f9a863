"""`kingsmoot join`: take a seat at a friend's table and play."""

import argparse

from client.home import Home
from client.play.sitting import sit
from client.play.terminal import Terminal, run_terminal
from client.player import load_player
from client.seating import join_table, parse_invite


def run(args: argparse.Namespace, home: Home) -> int:
    """Join and play. Raises ClientError."""
    player = load_player(home, args.name)
    invitation = parse_invite("".join(args.invitation))

    async def main(terminal: Terminal) -> int:
        def tell(line: str) -> None:
            terminal.show([line])

        tell("Looking for the table ...")
        return await sit(terminal, join_table(home, player, invitation, tell), args.out)

    return run_terminal(main, args.plain, not args.no_bell)
