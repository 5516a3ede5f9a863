"""What the verifier found, for people and for programs."""

import json
import sys
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from re import fullmatch
from typing import Any

from client.errors import ClientError, UsageError
from client.home import Home
from client.matches import match_of
from client.piles import Pile, pile_lines, piles
from client.play.cells import cut, fold, pad, table
from client.player import load_player
from client.seats import for_people, seat_number
from client.store.database import Store
from client.store.people import all_known
from client.store.tables import find_table, record_of
from client.words.general import GameWords
from client.words.library import words_for
from engine.core.errors import MatchDead, Over, Refused
from engine.core.match import Match
from protocol.agreement import Form
from protocol.audit import Progress, verify_record
from protocol.identity import fingerprint
from protocol.record import MAGIC
from protocol.report import Finding, Judgement, Report

SLOW = 1.0
"""Seconds after which a bar shows that something is going on."""
BAR = 40
UNKNOWN = "unknown key"
SMALL_PRINT = (
    "These keys played this game. Names are the players' own words; one person may hold several keys; "
    "the time of play is not proven."
)
WAITS = "  waits: that keys, nonces, dice shares and orders of decks come from the secrets is seen when those are open"
REASONS = {
    "EQUIV": "it signed two different moves for one place",
    "BADPROOF": "a proof it gave does not hold",
    "BADOPEN": "what it opened is not what it had committed to",
    "BADDIGEST": "it signed another state of the game than the moves give",
    "ILLEGAL": "its move is against the rules",
    "BADROOT": "the secret it opened is not the one it had committed to",
    "BADSEAL": "what it had sealed to the end is not what it had committed to",
    "NOTDERIVED": "a value it used does not come from the secret it opened",
    "FALSECLAIM": "it held a card that it claimed not to hold",
    "UNAUDITED": "it hides cards that a claim is judged by",
    "MISCOUNTED": "other cards came out of its mixing than went in",
    "FILE": "the file is damaged",
    "TABLE": "the table was not signed by its seats",
    "SIGNATURE": "a signature does not hold",
    "ORDER": "an entry is missing or out of order",
    "PAST": "an entry stands on another past",
    "EVIDENCE": "what is given as evidence proves nothing",
    "TALK": "its talk does not follow line on line",
    "RULES": "the rules of this version cannot play it",
}


class Checked:
    """One record, verified. `match` is the game at its last good place, None if there is not even a table."""

    def __init__(self, file: str, report: Report, match: Match[Any] | None) -> None:
        self.file = file
        self.report = report
        self.match = match

    def code(self, partial: bool) -> int:
        """0 for a good record, with `partial` also for an incomplete one without faults; else 1."""
        good = (Judgement.GOOD, Judgement.INCOMPLETE) if partial else (Judgement.GOOD,)
        return 0 if self.report.judgement in good else 1

    def verdict(self) -> str:
        """The last line."""
        report = self.report
        if report.judgement is Judgement.GOOD:
            return "verified: the record is complete and everything in it is right"
        if report.judgement is Judgement.INCOMPLETE:
            missing = ", ".join(map(self.seat, report.missing))
            waiting = f"; it waits for {missing}" if missing else ""
            return f"incomplete: all is right up to slot {report.reached.slot}{waiting}"
        return f"bad: {self.finding(report.findings[0])}"

    def finding(self, found: Finding) -> str:
        """One thing that is wrong: where, whose it is, what, and by which bytes it is seen."""
        whose = f", {self.seat(found.seat)}" if found.seat >= 0 else ""
        reason = REASONS.get(found.reason, found.reason)
        byte = f"byte {found.offset}"
        what = for_people(found.text).removeprefix(f"{byte}: ")
        return f"slot {found.slot}{whose}: {reason} ({found.reason}: {what}; {byte})"

    def seat(self, seat: int) -> str:
        """How a seat is called in a report, counted from 1."""
        agreement = self.report.agreement
        if agreement is None:
            return f"seat {seat_number(seat)}"
        names = [row.name for row in agreement.form.seats if row.number == seat]
        return f"seat {seat_number(seat)} ({names[0] if names else 'which nobody holds'})"

    def lines(self, known: Mapping[bytes, str]) -> list[str]:
        """Everything that was checked, the result, the seats, the verdict. `known`: words for keys that are known."""
        lines = ["checked:", *("  " + line for line in table(self.counted()))]
        lines += [*self._people(known), *self._result(), *self._cards()]
        return [*lines, *self._talk(), *self._faults(), *self._waiting(), *fold(self.verdict(), "  ")]

    def counted(self) -> list[tuple[str, ...]]:
        """What was verified, and how many of each."""
        counts = self.report.counts
        talk = [("line of talk" if counts.lines == 1 else "lines of talk", f"{counts.lines}")] if counts.lines else []
        cards = [
            ("shuffles, each proven", f"{counts.shuffles}"),
            ("shares in cards, proven", f"{counts.shares}"),
            ("claims proven at once", f"{counts.proven} of {counts.claims}"),
            ("closed cards opened", f"{counts.opened} of {counts.cards}"),
        ]
        return [
            ("entries", f"{counts.entries}"),
            ("signatures", f"{counts.signatures}"),
            ("commitments opened", f"{counts.openings} of {counts.commitments}"),
            ("dice", f"{counts.rolls}"),
            ("moves replayed", f"{counts.answers}"),
            ("secrets opened", f"{counts.secrets}"),
            ("values derived again", f"{counts.derived}"),
            *(cards if counts.shuffles else []),
            *talk,
        ]

    def _people(self, known: Mapping[bytes, str]) -> list[str]:
        agreement = self.report.agreement
        if agreement is None:
            return []
        words = " ".join(agreement.table_words)
        lines = [f"game: {agreement.form.game}, rules version {agreement.form.rules_version}, table words: {words}"]
        for seat in agreement.form.seats:
            number, name = seat_number(seat.number), pad(cut(seat.name, 24), 24)
            lines.append(f"  seat {number}  {name}  {known.get(seat.identity, UNKNOWN)}")
            lines.append(f"          {' '.join(fingerprint(seat.identity))}")
        return [*lines, *_wrapped(SMALL_PRINT)]

    def _result(self) -> list[str]:
        outcome, agreement, match = self.report.outcome, self.report.agreement, self.match
        if outcome is None or agreement is None or match is None or self.report.ranking is None:
            return []
        judged = Over(self.report.ranking, outcome.clause)
        return words_for(match, [seat.name for seat in agreement.form.seats]).outcome(match, judged)[1:]

    def piles(self, words: GameWords) -> tuple[Pile, ...]:
        """Where the closed cards lie at the last good place, with the faces that the record shows."""
        report, match = self.report, self.match
        if report.agreement is None or match is None:
            return ()
        return piles(words, match, len(report.agreement.form.seats), report.faces)

    def _cards(self) -> list[str]:
        """The same in lines, once there is an outcome."""
        agreement, match = self.report.agreement, self.match
        if agreement is None or match is None or self.report.outcome is None or not self.report.counts.cards:
            return []
        words = words_for(match, [seat.name for seat in agreement.form.seats])
        return ["closed cards at the end:", *pile_lines(self.piles(words), "  ")]

    def _talk(self) -> list[str]:
        return [
            line
            for seat, number in self.report.two_stories
            for line in _wrapped(f"  talk: {self.seat(seat)} signed two different lines as its line {number + 1}")
        ]

    def _waiting(self) -> list[str]:
        """What can be judged only when the secrets are open."""
        report = self.report
        if report.judgement is not Judgement.INCOMPLETE or report.agreement is None:
            return []
        claims = [
            f"  waits: what {self.seat(claim.seat)} claimed about closed cards in slot {claim.slot} "
            f"({claim.absent.clause})"
            for claim in report.waiting
        ]
        return [line for text in [WAITS, *claims] for line in _wrapped(text)]

    def _faults(self) -> list[str]:
        """All that is wrong but what the verdict says."""
        told = self.report.findings[self.report.judgement is Judgement.BAD :]
        return [line for found in told for line in _wrapped(f"  fault: {self.finding(found)}")]

    def json(self, known: Mapping[bytes, str]) -> str:
        """The same for programs; the keys are fixed, and seats are counted from 0, as in the record."""
        report, agreement = self.report, self.report.agreement
        return json.dumps(
            {
                "file": self.file,
                "verdict": report.judgement.value,
                "game": agreement.form.game if agreement else None,
                "game_id": agreement.game_id.hex() if agreement else None,
                "table_words": list(agreement.table_words) if agreement else [],
                "seats": [
                    {
                        "seat": s.number,
                        "name": s.name,
                        "key": s.identity.hex(),
                        "words": list(fingerprint(s.identity)),
                        "known": known.get(s.identity, UNKNOWN),
                    }
                    for s in (agreement.form.seats if agreement else ())
                ],
                "ranking": [list(group) for group in report.ranking] if report.ranking is not None else None,
                "clause": report.outcome.clause if report.outcome else None,
                "reached": list(report.reached),
                "missing": list(report.missing),
                "counts": asdict(report.counts),
                "claims_waiting": [[claim.slot, claim.seat] for claim in report.waiting],
                "two_stories": [list(row) for row in report.two_stories],
                "findings": [asdict(found) for found in report.findings],
            },
            indent=1,
            ensure_ascii=False,
        )


def check(file: Path) -> Checked:
    """Verify a record, with a bar on stderr once it takes long. Raises UsageError if it cannot be read or played."""
    return check_record(str(file), read_record(file))


def check_record(name: str, data: bytes, progress: Progress | None = None) -> Checked:
    """Verify the record in `data`, which people call `name`. Raises UsageError if it is none, or cannot be played.

    `progress` is told how far the reading is; without it a bar on stderr shows that, once it takes long.
    """
    judge_kind(name, data)
    made: list[Match[Any]] = []

    def factory(form: Form) -> Match[Any]:
        made.append(match_of(form))
        return made[0]

    bar = _Bar()
    try:
        report = verify_record(factory, data, progress or bar)
    except (MatchDead, Refused) as error:
        raise UsageError(f"{name}: this version cannot play the game in it: {error}") from error
    finally:
        bar.clear()
    return Checked(name, report, made[0] if made else None)


def judge_kind(name: str, data: bytes) -> None:
    """Raises UsageError if `data`, which people call `name`, is something else than a record, whole or damaged."""
    if not data.startswith(MAGIC):
        raise UsageError(f"{name} is no record of a game; kingsmoot games lists the tables you have records of")


def find_record(home: Home, text: str) -> bytes:
    """The record in the file `text`, or of the table whose id begins so. Raises ClientError."""
    file = Path(text)
    if file.exists() or not fullmatch("[0-9a-fA-F]{4,64}", text) or not home.store_file.exists():
        return read_record(file)
    with Store(home) as store:
        return record_of(store, find_table(store, text))


@dataclass(frozen=True)
class Acquaintances:
    """What the keys of players are to the one who reads a report: `words` for each known key.

    `unread` says why they could not be looked up, "" if they were: a record is checked without them as well.
    """

    words: Mapping[bytes, str]
    unread: str = ""


def acquaintances(home: Home) -> Acquaintances:
    """Whom the player of this home has met, as far as the home can be read; nothing is made there."""
    try:
        if not home.store_file.exists():
            return Acquaintances({})
        with Store(home) as store:
            words = {known.key: f"known to you since {known.since}" for known in all_known(store)}
        if home.key_file.exists():
            words[load_player(home).key.public] = "yourself"
    except (ClientError, OSError) as error:
        cause, _, _ = str(error).partition("; ")  # what follows is how to mend the home, which is not needed here
        return Acquaintances({}, f"No key is marked as known to you, as your own tables cannot be read: {cause}")
    return Acquaintances(words)


def read_record(file: Path) -> bytes:
    """The bytes of a record. Raises UsageError."""
    try:
        return file.read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}") from error


class _Bar:
    def __init__(self) -> None:
        self.start = time.monotonic()
        self.shown = False

    def __call__(self, done: int, total: int) -> None:
        if time.monotonic() - self.start > SLOW and sys.stderr.isatty():
            self.shown = True
            full = BAR * done // max(1, total)
            print(f"\rverifying [{'=' * full}{' ' * (BAR - full)}]", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self.shown:
            print("\r" + " " * (BAR + 14) + "\r", end="", file=sys.stderr, flush=True)


def _wrapped(text: str) -> list[str]:
    return fold(text, "    " if text.startswith(" ") else "")
