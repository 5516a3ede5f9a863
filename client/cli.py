"""The command `kingsmoot`: what may be typed, and how every failure ends in one line and an exit code."""

import argparse
import importlib
import io
import logging
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from typing_extensions import override

from client.errors import FAILED, INTERRUPTED, OK, USAGE, ClientError, first_cause
from client.home import Home, try_out
from client.logs import LEVELS, keep_off_the_screen, lost_lines, start_log
from client.sentences import say
from client.settings import THEMES, log_level
from net.relay.figures import OPTIONS

VERSION_OF = "kingsmoot"
CODES = "exit codes: 0 ok, 1 failed or verified as bad, 2 usage or unreadable file, 3 network, 130 interrupted"
BOT_KINDS = ("captain", "steady", "random")
"""From the strongest to the weakest; the first is the default."""
WITH_RECORD = ("host", "join", "play", "resume", "watch", "bot")
"""Commands at whose end a record is left where --out says, which is tried before they begin."""
SHELLS = ("bash", "zsh", "fish")

NO_COMMAND = re.compile(r"argument COMMAND: invalid choice: '(.*?)' \(choose from (.*)\)")
"""What argparse says of a command that there is not."""

log = logging.getLogger(__name__)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; no traceback ever reaches the player."""
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="replace")  # a letter that its encoding lacks must not end a game
    parser = build_parser()
    args = parser.parse_args(argv)
    home = Home.find(args.home)
    try:
        keep_off_the_screen()
        if args.logged:
            args.log_level = log_level(args, home)
            start_log(home, args.log_level)
        if getattr(args, "out", None) is not None and args.command in WITH_RECORD:
            try_out(Path(args.out))
        module = importlib.import_module(f"client.commands.{args.module}")
        code: int = module.run(args, home)
        sys.stdout.flush()
        return code
    except BaseException as error:
        return _end(error, args, home)
    finally:
        if (lost := lost_lines()) and not sys.stderr.closed:
            _tell(OK, lost)


def _end(error: BaseException, args: argparse.Namespace, home: Home) -> int:
    """One line for whatever ended the command."""
    whole, error = error, first_cause(error)
    if isinstance(error, SystemExit):
        raise error
    if isinstance(error, KeyboardInterrupt):
        return _tell(INTERRUPTED, "interrupted")
    if isinstance(error, BrokenPipeError):  # the reader of our output (head, less) has seen enough
        sys.stderr.close()
        return FAILED
    if isinstance(error, ClientError):
        log.warning("%s ends: %s", args.command, error)
        return _tell(error.code, str(error))
    log.error("%s failed", args.command, exc_info=whole)
    where = f"; the report is in {home.log_file}" if args.logged else ""
    return _tell(FAILED, f"this is a fault of the program, not yours: {type(error).__name__}: {error}{where}")


def _tell(code: int, text: str) -> int:
    say(f"kingsmoot: {text}", sys.stderr)
    return code


class _Parser(argparse.ArgumentParser):
    """It tells what is wrong with the command line in lines of the window, like everything else."""

    @override
    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        if message:
            say(message.rstrip(), sys.stderr)
        sys.exit(status)

    @override
    def error(self, message: str) -> NoReturn:
        if wrong := NO_COMMAND.search(message):
            from difflib import get_close_matches

            near = get_close_matches(wrong[1], re.findall(r"\w+", wrong[2]), 2)
            meant = f"did you mean {' or '.join(f'`{name}`' for name in near)}? " if near else ""
            self.exit(USAGE, f"kingsmoot: there is no command `{wrong[1]}`; {meant}kingsmoot --help lists all")
        super().error(message)


class _Version(argparse.Action):
    """Ask for the version only when it is wanted: that look-up is the slowest part of a start."""

    @override
    def __call__(self, parser: argparse.ArgumentParser, *_: object, **__: object) -> None:
        from importlib.metadata import version

        print(f"kingsmoot {version(VERSION_OF)}")
        parser.exit()


def build_parser() -> argparse.ArgumentParser:
    """Everything that may be typed."""
    parser = _Parser(
        prog="kingsmoot",
        description="Deep board games with people you need not trust and no server you must trust. "
        "Without a command the start screen opens.",
        epilog=CODES,
    )
    _common(parser)
    _lines(parser)
    parser.set_defaults(home=None, log_level=None, logged=True, module="start")
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and leave")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    parser.set_defaults(command="start")  # where none is typed

    def command(name: str, module: str, help_text: str, logged: bool = True) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=help_text, description=help_text, epilog=CODES)
        _common(made)
        made.set_defaults(module=module, logged=logged)
        return made

    _identity(command("id", "identity", "Show my name and the words of my key; make the key at the first use."))
    _host(command("host", "host", "Open a table and print the line by which others join it, then play."))
    _join(command("join", "join", "Join a table by its invitation and play."))
    _watch(command("watch", "watch", "Watch the game of an invitation, if its table lets people watch.", False))
    _find(command("find", "find", "List the tables that show themselves on the local network.", False))
    _doctor(command("doctor", "doctor", "Say what this computer and its network let through.", False))
    _bot(command("bot", "bot", "Join a table with a bot: a client without a screen."))
    _resume(command("resume", "resume", "Go on at the last unfinished table, or at the one of an id."))
    _games(command("games", "games", "List every table I sat at: its id, state, round and players.", False))
    _play(command("play", "play", "Play at once against bots on this machine."))
    _relay(command("relay", "relay", "Join players who cannot reach each other; it can read nothing.", False))
    _demo(command("demo", "demo", "Let bots play a whole game in processes of their own and verify the records."))
    _verify(command("verify", "verify", "Check a saved game as a stranger would: keys, secrets, dice, rules.", False))
    _replay(command("replay", "replay", "Look at a saved game step by step, or have it told in words.", False))
    _rules(command("rules", "rules", "Read the game in short, a rule by its number, or a card by its name.", False))
    _settings(command("settings", "settings", "Show what is set and where it comes from; change it for good.", False))
    _completion(command("completion", "completion", "Print a script by which a shell completes commands.", False))
    return parser


def _common(p: argparse.ArgumentParser) -> None:
    """Options before or after the command; where one is absent nothing is set, so neither place undoes the other."""
    unset = argparse.SUPPRESS
    p.add_argument("--home", metavar="DIR", default=unset, help="folder for keys, tables and log (else KINGSMOOT_HOME)")
    p.add_argument(
        "--log-level", choices=LEVELS, default=unset, help="how much the log file keeps (see kingsmoot settings)"
    )


def _identity(p: argparse.ArgumentParser) -> None:
    p.add_argument("--name", help="go by this name from now on")
    p.add_argument("--long", action="store_true", help="twelve words instead of six")
    p.add_argument("--known", action="store_true", help="list the players I have met, with the day of the first table")


def _screen(p: argparse.ArgumentParser) -> None:
    p.add_argument("--name", help="the name I play under at this table")
    p.add_argument("--out", metavar="FILE", help="also leave the record of the game here")
    _yes(p)
    _lines(p)


def _yes(p: argparse.ArgumentParser) -> None:
    p.add_argument("--yes", action="store_true", help="ready at once; accept a known player's new key unasked")


def _lines(p: argparse.ArgumentParser) -> None:
    unset = argparse.SUPPRESS
    p.add_argument("--plain", action="store_true", default=unset, help="plain lines: no screen, no menus, no colour")
    p.add_argument("--no-bell", action="store_true", default=unset, help="no bell when it is my turn")
    p.add_argument("--ascii", action="store_true", default=unset, help="draw with letters and ASCII signs only")
    p.add_argument("--theme", choices=THEMES, default=unset, help="colours (see kingsmoot settings)")


def _bots(p: argparse.ArgumentParser, kind_option: str = "--bot-kind") -> None:
    p.add_argument(kind_option, dest="bot_kind", choices=BOT_KINDS, default=BOT_KINDS[0], help="how they play")


def _host(p: argparse.ArgumentParser) -> None:
    p.add_argument("game")
    p.add_argument("--seats", type=int, help="how many play, bots and myself included (default: the most)")
    p.add_argument("--listen", metavar="HOST:PORT", help="where to listen, or none (default: everywhere, a free port)")
    p.add_argument("--relay", metavar="HOST:PORT", help="meet there those who cannot reach each other")
    p.add_argument("--bots", type=int, default=0, metavar="N", help="fill N seats with bots on this machine")
    p.add_argument("--private", action="store_true", help="let in only who knows the code of the table")
    p.add_argument("--code", metavar="WORDS", help="its code (else KINGSMOOT_CODE, or three words)")
    p.add_argument("--unlisted", action="store_true", help="do not show the table to the local network")
    p.add_argument("--qr", action="store_true", help="also show the invitation as a QR code")
    _bots(p)
    _setting(p)
    _screen(p)
    p.add_argument("--as-bot", choices=BOT_KINDS, help="let a bot play my own seat")
    _unseen(p)


def _setting(p: argparse.ArgumentParser) -> None:
    p.add_argument("--setting", action="append", default=[], metavar="K=V", help="a setting of the game; repeatable")


def _unseen(p: argparse.ArgumentParser) -> None:
    """For clients that other clients start: repeatable choices, and leaving when our input ends."""
    p.add_argument("--seed", type=int, help=argparse.SUPPRESS)
    p.add_argument("--leash", action="store_true", help=argparse.SUPPRESS)


def _join(p: argparse.ArgumentParser) -> None:
    p.add_argument(  # several words, for a line that was broken on its way through a chat
        "invitation", nargs="*", metavar="INVITATION", help="the line of the host, km1:... (default: look around)"
    )
    p.add_argument("--code", metavar="WORDS", help="the code of a private table (else KINGSMOOT_CODE, or asked for)")
    _screen(p)


def _watch(p: argparse.ArgumentParser) -> None:
    p.add_argument("invitation", nargs="+", metavar="INVITATION", help="the line of the host, km1:...")
    p.add_argument("--code", metavar="WORDS", help="the code of a private table (else KINGSMOOT_CODE, or asked for)")
    p.add_argument("--out", metavar="FILE", help="also leave the record of the game here")


def _find(p: argparse.ArgumentParser) -> None:
    p.add_argument("--seconds", type=float, default=3.0, help="how long to look (3)")
    p.add_argument("--json", action="store_true", help="the same as JSON")


def _doctor(p: argparse.ArgumentParser) -> None:
    p.add_argument("--listen", type=int, default=7777, metavar="PORT", help="the port to try (7777)")
    p.add_argument("--relay", metavar="HOST:PORT", help="also try this relay")


def _resume(p: argparse.ArgumentParser) -> None:
    p.add_argument("table", nargs="?", metavar="ID", help="how the id begins, as kingsmoot games shows it")
    p.add_argument("--out", metavar="FILE", help="also leave the record of the game here")
    _lines(p)


def _games(p: argparse.ArgumentParser) -> None:
    one = p.add_mutually_exclusive_group()
    one.add_argument("--json", action="store_true", help="the same as JSON")
    one.add_argument("--forget", metavar="ID", help="give this table up for good; its record stays")


def _bot(p: argparse.ArgumentParser) -> None:
    p.add_argument("invitation", nargs="*", metavar="INVITATION", help="the line of the host, km1:...")
    p.add_argument("--code", metavar="WORDS", help="the code of a private table (else KINGSMOOT_CODE)")
    p.add_argument("--resume", nargs="?", const="", metavar="ID", help="take up the last unfinished table, or this one")
    _yes(p)
    _bots(p, "--bots")
    p.add_argument("--name", help="the name the bot plays under")
    p.add_argument("--out", metavar="FILE", help="also leave the record of the game here")
    _unseen(p)


def _play(p: argparse.ArgumentParser) -> None:
    p.add_argument("game")
    p.add_argument("--seats", type=int, help="how many play (default: the most the game takes)")
    _bots(p, "--bots")
    _setting(p)
    _screen(p)


def _demo(p: argparse.ArgumentParser) -> None:
    p.add_argument("game")
    p.add_argument("--seats", type=int, default=5)
    _bots(p, "--bots")
    p.add_argument("--out", metavar="DIR", required=True, help="folder for the records and logs")
    p.add_argument("--seed", type=int, help="make the bots' choices repeatable (the dice stay free)")
    p.add_argument("--limit", type=float, default=900.0, metavar="SECONDS", help="give up after this long")
    _setting(p)


def _relay(p: argparse.ArgumentParser) -> None:
    p.add_argument(
        "--listen", action="append", metavar="HOST:PORT", help="where; repeatable (default: every address, port 7447)"
    )
    p.add_argument("--announce", metavar="HOST:PORT", help="what hosts type to come here (default: a guess)")
    p.add_argument("--metrics", metavar="HOST:PORT", help="serve /metrics for Prometheus there (default: off)")
    p.add_argument(
        "--drain", type=float, default=60.0, metavar="SECONDS", help="time for pairs to finish after SIGTERM (60)"
    )
    for name, default, text in OPTIONS:
        flag = f"--{name.replace('_', '-')}"
        p.add_argument(flag, type=type(default), default=default, metavar="N", help=f"{text} ({default})")


def _verify(p: argparse.ArgumentParser) -> None:
    p.add_argument("file", metavar="FILE|ID", help="a record, or the id of a table as kingsmoot games shows it")
    p.add_argument("--json", action="store_true", help="the same as JSON")
    p.add_argument("--partial", action="store_true", help="an incomplete record without faults ends with 0")


def _replay(p: argparse.ArgumentParser) -> None:
    p.add_argument("file", metavar="FILE|ID", help="a record, or the id of a table as kingsmoot games shows it")
    p.add_argument("--at", metavar="ROUND.PHASE[.STEP]", help="show the position there, as in 3.marches or 3.marches.2")
    p.add_argument("--export", metavar="FILE", help="write the whole game there as text")
    _lines(p)


def _rules(p: argparse.ArgumentParser) -> None:
    p.add_argument("game", nargs="?", help="may be left out as long as there is only one")
    p.add_argument(
        "what", nargs="*", metavar="CLAUSE|CARD", help="W5, W5.3, a card or any words (else: the game in short)"
    )
    p.add_argument("--all", action="store_true", help="print all clauses")


def _settings(p: argparse.ArgumentParser) -> None:
    p.add_argument("key", nargs="?", metavar="KEY", help="only this one; with a value, set it in the file")
    p.add_argument("value", nargs="*", metavar="VALUE", help="what to set; for keys.ACTION one key or more")
    p.add_argument(
        "--usual", action="store_true", help="take KEY out of the file: the default counts, or the usual keys"
    )
    p.add_argument("--init", action="store_true", help="write a file in which every key stands as a comment")
    p.add_argument("--paths", action="store_true", help="show the folders: config, data, records, state, log")
    p.add_argument("--json", action="store_true", help="the same as JSON")


def _completion(p: argparse.ArgumentParser) -> None:
    p.add_argument("shell", nargs="?", choices=SHELLS, help="which shell")
    p.add_argument("--ids", choices=("all", "unfinished"), help=argparse.SUPPRESS)  # what the scripts ask for
