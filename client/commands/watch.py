"""`kingsmoot watch`: a game in words, for somebody without a seat at it."""

import argparse
import os
import sys

import trio

from client.errors import FAILED, OK
from client.home import Home
from client.lobby.desk import FALSE_HOST
from client.lobby.front import CODE
from client.pasted import parse_invite
from client.play.cells import fold
from client.player import load_player
from client.sentences import say
from client.settings import settings_or_defaults
from client.watching import Ask, watch
from net.invite import Invitation
from protocol.identity import fingerprint

TYPE_CODE = "The code of the table (Enter alone leaves): "


def run(args: argparse.Namespace, home: Home) -> int:
    """Watch to the end. Raises ClientError."""
    player = load_player(home)
    invitation = parse_invite(" ".join(args.invitation))
    language = settings_or_defaults(args, home).names
    stay = sys.stdout.isatty()  # a person, and no script that waits for the end
    code = args.code or os.environ.get(CODE)
    ask = _ask(invitation) if sys.stdin.isatty() and stay else None
    ended = trio.run(watch, home, player, invitation, code, args.out, say, language, stay, ask)
    return OK if ended else FAILED


def _ask(invitation: Invitation) -> Ask:
    """Asks for the code on this terminal."""

    async def ask(wrong: bool) -> str | None:
        lead = "That code is wrong." if wrong else FALSE_HOST.format(" ".join(fingerprint(invitation.host)))
        for line in fold(lead, "  "):
            say(line)
        print(TYPE_CODE, end="", flush=True)
        line = await trio.to_thread.run_sync(sys.stdin.readline, abandon_on_cancel=True)
        return line.strip() or None

    return ask
