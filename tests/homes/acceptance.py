"""Five homes and a relay on one wire play a whole game through what networks do to people: `make homes`.

    home 0      the relay
    home 1      hosts; its player is a script before the screen
    home 2      a bot, killed with kill -9 and taken up again
    home 3      a bot
    homes 4, 5  bots on islands: only the relay can be reached from there; home 5 is then cut off for a while

Nobody is given the invitation: each home finds the table by multicast (`kingsmoot find`). All five records must be
equal and verify.
"""

import argparse
import json
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread

from client.checking import check
from tests.client.piped import answer
from tests.homes.network import Homes, address, homes, lacking
from tests.homes.switch import ISLAND, OPEN, Plan
from tests.processes import PATIENCE

CLIENT = [sys.executable, "-m", "client"]
DOORS = (OPEN, OPEN, OPEN, OPEN, ISLAND, ISLAND)
RELAY, HOST, KILLED, PLAIN, FAR, CUT = range(6)
PLAYERS = (HOST, KILLED, PLAIN, FAR, CUT)
PORT, METRICS = 7447, 9447
KILL_ROUND, CUT_ROUND = 1, 2
"""Early: a game may end in any round in which somebody holds seven castles."""
PAGE = f"import urllib.request as r; print(r.urlopen('http://127.0.0.1:{METRICS}/metrics').read().decode())"


@dataclass
class Evening:
    """One run: who plays where, and the timeline. `limit`: seconds for the whole of it."""

    net: Homes
    folder: Path
    kind: str
    limit: float
    tell: Callable[[str], None]
    began: float = field(default_factory=time.monotonic)
    playing: dict[int, "subprocess.Popen[str]"] = field(default_factory=dict)
    rounds: dict[int, Event] = field(default_factory=lambda: {number: Event() for number in range(1, 11)})
    followers: list[Thread] = field(default_factory=list)
    said: dict[int, list[str]] = field(default_factory=lambda: {home: [] for home in PLAYERS})

    def note(self, home: int, text: str) -> None:
        """A line of the timeline."""
        self.tell(f"{time.monotonic() - self.began:6.1f} s  home {home}  {text}")

    def record(self, home: int) -> Path:
        """Where a home leaves its record."""
        return self.folder / f"{home}.moot"

    def command(self, home: int, *arguments: str) -> list[str]:
        """What is typed in a home."""
        return [*CLIENT, "--home", str(self.folder / f"home{home}"), *arguments]

    def play(self, home: int, *arguments: str) -> None:
        """Start a player; a bot's words go into the timeline."""
        command = self.command(home, *arguments, "--out", str(self.record(home)))
        how = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "bufsize": 1}
        process = self.playing[home] = self.net.start(home, command, **how)
        follower = Thread(target=self._type if home == HOST else self._follow, args=(home, process), daemon=True)
        follower.start()
        self.followers.append(follower)

    def _type(self, home: int, process: "subprocess.Popen[str]") -> None:
        answer(process, said=self.said[home], limit=self.left())

    def _follow(self, home: int, process: "subprocess.Popen[str]") -> None:
        assert process.stdout is not None
        for line in process.stdout:
            self.said[home].append(line)
            words = line.split()
            if home == PLAIN or words[:1] != ["round"]:
                self.note(home, line.rstrip())
            if home == PLAIN and words[:1] == ["round"]:
                self.rounds[int(words[1])].set()

    def seek(self, home: int) -> None:
        """Sit down a bot at the table that `kingsmoot find` of this home finds."""
        while self.left():
            looking = self.net.start(home, self.command(home, "find", "--json"), stdout=subprocess.PIPE)
            said, _ = looking.communicate(timeout=PATIENCE)
            if tables := json.loads(said or "[]"):
                table = tables[0]
                self.note(home, f"finds a table of {table['host']} by multicast, {table['free']} seats free")
                self.play(home, "bot", table["invitation"], "--bots", self.kind, "--name", f"Bot {home}")
                return
            self.note(home, "finds no table yet")

    def left(self) -> float:
        """Seconds that are left of the limit."""
        return max(0.0, self.began + self.limit - time.monotonic())

    def await_round(self, number: int) -> None:
        """Until home 3 tells of this round."""
        if not self.rounds[number].wait(self.left()):
            raise TimeoutError(f"round {number} is not reached; last words: {self.last_words()}")

    def last_words(self) -> dict[int, list[str]]:
        """The last lines of every player."""
        return {home: said[-30:] for home, said in self.said.items()}


def evening(net: Homes, folder: Path, kind: str, cut: float, limit: float, tell: Callable[[str], None]) -> None:
    """The whole run. Raises AssertionError or TimeoutError if anything is not as it must be."""
    run = Evening(net, folder, kind, limit, tell)
    relay = run.command(RELAY, "relay", "--announce", f"{address(RELAY)}:{PORT}", "--metrics", f"127.0.0.1:{METRICS}")
    net.start(RELAY, relay, stderr=subprocess.DEVNULL)
    run.play(HOST, "host", "agot", "--seats", "5", "--name", "Ann", "--relay", f"{address(RELAY)}:{PORT}", "--yes")
    run.note(HOST, "opens a table")
    seekers = [Thread(target=run.seek, args=(home,), daemon=True) for home in PLAYERS[1:]]
    for seeker in seekers:
        seeker.start()
    for seeker in seekers:
        seeker.join(run.left())
    run.await_round(KILL_ROUND)
    run.playing[KILLED].send_signal(signal.SIGKILL)
    run.playing[KILLED].wait(PATIENCE)
    run.note(KILLED, "is killed with kill -9")
    run.play(KILLED, "resume")
    run.await_round(CUT_ROUND)
    net.cut(CUT)
    run.note(CUT, f"is cut off for {cut:g} s")
    time.sleep(cut)
    net.mend(CUT)
    run.note(CUT, "is on the wire again")
    for home in PLAYERS:
        try:
            code = run.playing[home].wait(run.left())
        except subprocess.TimeoutExpired:
            raise TimeoutError(f"home {home} hangs; last words: {run.last_words()}") from None
        run.note(home, f"leaves with exit code {code}")
        assert code == 0, run.last_words()
    for follower in run.followers:
        follower.join(5)
    judge(run)


def judge(run: Evening) -> None:
    """All records are one, and it is good; and the islands did play over the relay."""
    assert any("Back at table" in line for line in run.said[KILLED]), run.said[KILLED]
    records = {run.record(home).read_bytes() for home in PLAYERS}
    assert len(records) == 1, {home: check(run.record(home)).verdict() for home in PLAYERS}
    checked = check(run.record(HOST))
    assert checked.code(partial=False) == 0, checked.verdict()
    page = run.net.start(RELAY, [sys.executable, "-c", PAGE], stdout=subprocess.PIPE).communicate(timeout=60)[0]
    joined = next(
        float(line.split()[1]) for line in page.splitlines() if line.startswith("kingsmoot_relay_pairs_total")
    )
    # Every pair of players of which one sits on an island, at least once.
    assert joined >= 7, page
    run.tell(f"five records, equal, {len(next(iter(records)))} bytes: {checked.verdict()}")
    run.tell(f"the relay has joined {joined:g} pairs")


def play_evening(folder: Path, kind: str, cut: float, limit: float, tell: Callable[[str], None]) -> None:
    """Make the network, play, and leave nothing of it but the records in `folder`."""
    with homes(Plan(DOORS, delay=0.005, stray=0.002, relay=RELAY)) as net:
        evening(net, folder, kind, cut, limit, tell)


def main() -> int:
    """Play once and print the timeline; 0 if all went well."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cut", type=float, default=60.0, metavar="SECONDS", help="how long home 5 is cut off (60)")
    parser.add_argument("--bots", choices=("steady", "random"), default="steady", help="how they play")
    parser.add_argument("--limit", type=float, default=400.0, metavar="SECONDS", help="give up after this long (400)")
    args = parser.parse_args()
    if reason := lacking():
        print(f"cannot run here: {reason}", file=sys.stderr)
        return 1
    print(f"$ {shlex.join(sys.orig_argv)}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        play_evening(Path(folder), args.bots, args.cut, args.limit, lambda line: print(line, flush=True))
    return 0


if __name__ == "__main__":
    sys.exit(main())
