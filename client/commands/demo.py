"""`kingsmoot demo`: bots in processes of their own play a whole game, and their records are verified."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import trio

from client.bots.sitting import say
from client.checking import check
from client.children import last_line, start_client
from client.errors import FAILED, OK, ClientError, UsageError
from client.flows import INVITE
from client.home import Home
from client.matches import complete_settings, parse_settings


@dataclass
class Demo:
    """The children of one demo: number, log and exit code of each."""

    out: Path
    seats: int
    kind: str
    seed: int | None
    invitation: str = ""
    codes: dict[int, int] = field(default_factory=dict)

    def log(self, number: int) -> Path:
        """Where a child's errors go."""
        return self.out / "logs" / f"seat-{number}.log"

    def record(self, number: int) -> Path:
        """Where a child leaves its record."""
        return self.out / f"seat-{number}.moot"

    def common(self, number: int) -> list[str]:
        """Options that every child gets."""
        seed = [] if self.seed is None else ["--seed", str(self.seed + number)]
        name = f"{self.kind.capitalize()} {number}"
        return ["--name", name, "--out", str(self.record(number)), "--leash", *seed]

    def home(self, number: int) -> list[str]:
        """Each child is a player of its own."""
        return ["--home", str(self.out / "homes" / f"seat-{number}")]


def run(args: argparse.Namespace, home: Home) -> int:
    """Play and verify; 0 if all records agree without faults. Raises ClientError."""
    complete_settings(args.game, args.seats, parse_settings(args.setting))
    demo = Demo(Path(args.out).absolute(), args.seats, args.bot_kind, args.seed)
    try:
        demo.out.mkdir(parents=True, exist_ok=True)
        for number in range(1, args.seats + 1):
            demo.record(number).unlink(missing_ok=True)  # of an earlier demo
    except OSError as error:
        raise UsageError(f"cannot use the folder {demo.out}: {error.strerror}; choose another --out") from error
    trio.run(_play, demo, args.game, args.setting, args.limit)
    return _verify(demo)


async def _play(demo: Demo, game: str, settings: Sequence[str], limit: float) -> None:
    with trio.move_on_after(limit) as scope:
        async with trio.open_nursery() as nursery:
            arguments = ["host", game, "--seats", str(demo.seats), "--listen", "127.0.0.1:0", "--as-bot", demo.kind]
            pairs = [part for pair in settings for part in ("--setting", pair)]
            command = [*demo.home(1), *arguments, *pairs, *demo.common(1)]
            host = await start_client(nursery, command, demo.log(1), pipe_out=True)
            nursery.start_soon(_watch, demo, 1, host)
            await _hear(demo, host, nursery)
    if scope.cancelled_caught:
        late = [str(number) for number in range(1, demo.seats + 1) if number not in demo.codes]
        raise ClientError(
            f"the demo was stopped after {limit:.0f} s; not done: seat {', '.join(late)} (logs: {demo.out / 'logs'})"
        )


async def _hear(demo: Demo, host: trio.Process, nursery: trio.Nursery) -> None:
    """Pass on what the host tells; once it has opened the table, send for the others."""
    assert host.stdout is not None, "its output is a pipe"
    rest = b""
    async for chunk in host.stdout:
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            text = line.decode("utf-8", "replace").removesuffix("\r")  # as lines end on Windows
            if text.startswith(INVITE):
                nursery.start_soon(_send_for_others, demo, text.removeprefix(INVITE), nursery)
            else:
                say(text)


async def _send_for_others(demo: Demo, invitation: str, nursery: trio.Nursery) -> None:
    for number in range(2, demo.seats + 1):
        command = [*demo.home(number), "bot", invitation, "--bots", demo.kind, *demo.common(number)]
        process = await start_client(nursery, command, demo.log(number), pipe_out=False)
        nursery.start_soon(_watch, demo, number, process)


async def _watch(demo: Demo, number: int, process: trio.Process) -> None:
    """One child failing leaves the others waiting: the demo ends. Raises ClientError."""
    code = await process.wait()
    demo.codes[number] = code
    if code:
        log = demo.log(number)
        raise ClientError(f"seat {number} has failed with exit code {code}: {last_line(log)} (its log: {log})")


def _verify(demo: Demo) -> int:
    """The last line: how many records agree, or what is wrong."""
    records = {number: demo.record(number) for number in range(1, demo.seats + 1)}
    missing = [str(number) for number, file in records.items() if not file.exists()]
    if missing:
        raise ClientError(f"no record of seat {', '.join(missing)} (logs: {demo.out / 'logs'})")
    contents = {file.read_bytes() for file in records.values()}
    checked = check(records[1])
    if len(contents) > 1 or checked.code(partial=False):
        verdicts = [f"seat {number}: {check(file).verdict()}" for number, file in records.items()]
        say("\n".join([*verdicts, f"failed: {len(contents)} different records of {demo.seats}"]))
        return FAILED
    say(f"verified: {demo.seats} records agree, {len(checked.report.findings)} faults")
    return OK
