"""What the protocol does just now, in plain words: who has sealed, opened and agreed, and why nobody can cheat."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from client.play.table import Table
from client.words.general import FAULTS, GameWords, names
from engine.core.plain import Seat
from protocol.machines.base import Drawn
from protocol.progress import Progress
from protocol.session import Session

DIGITS = 8
"""Hexadecimal digits of a hash that are shown: enough to compare by eye."""

Who: TypeAlias = Callable[[Sequence[Seat]], str]
"""The names of seats, in a row."""

DOING = {
    "setup": ("committed to their secrets", "closed to the end; dice come of them"),
    "answer": ("answered", "in the open, in its turn"),
    "commitment": ("sealed", "nobody can read or change it now"),
    "opening": ("opened", "just what was sealed, or it is seen"),
    "share": ("opened their dice shares", "nobody can choose the numbers"),
    "key": ("made their keys", "a card opens with all of them only"),
    "shuffle": ("mixed the cards", "proven to be the same ones, in an order nobody knows"),
    "own shuffle": ("mixed their own cards", "proven to be the same ones; who saw some no longer knows which they are"),
    "re-mask": ("masked cards anew", "so that they alone can come to see them"),
    "shares": ("gave their shares in cards", "only those whose share is missing see them"),
    "outcome": ("signed the result", "the same one, or it is seen"),
    "secret": ("opened their secrets", "with them all that was is checked"),
}
"""What is done in each phase of the protocol, and why."""
THE_END = "At the end all secrets are opened, and every program checks the whole game."


def fairness_texts(table: Table, words: GameWords) -> list[str]:
    """What stands now at `table`, a line each, of any length; what belongs to the one before begins with two blanks.

    What tells most comes first: where there is little room the beginning is seen.

    None for a table without a protocol. The session may be further on than what the player has been told.
    """
    session = getattr(table, "session", None)
    if not isinstance(session, Session):
        return []

    def who(seats: Sequence[Seat]) -> str:
        return names([_short(table, words, session, seat) for seat in seats])

    end = _end(session, who)
    return [
        *(end if session.verdict is not None else ()),
        *_slot(session.progress, _topic(session), who),
        *_log(session, who),
        *_links(session, who),
        *_dice(session.log.known.drawn),
        *(end if session.verdict is None else ()),
    ]


def _short(table: Table, words: GameWords, session: Session, seat: Seat) -> str:
    """How a seat is called, without its player where the game has a name for it."""
    return words.seat(session.match, seat).removesuffix(f" ({table.names[seat]})")


def _topic(session: Session) -> str:
    question = session.match.question
    return question.topic.replace("_", " ").capitalize() if question is not None else ""


def _slot(now: Progress, topic: str, who: Who) -> list[str]:
    """The open slot: what is done in it, by how many, and who is waited for."""
    if not now.name:
        return [f"Slot {now.slot}: the end. Everybody has opened everything."]
    done, why = DOING[now.name]
    asked = len(now.spoken) + len(now.missing)
    what = f"{topic}: " if topic and now.name in ("answer", "commitment", "opening") else ""
    if now.mixed is not None and now.name == "shuffle":
        turns, of = now.mixed
        done = f"{done}, {turns} of {of} turns in all"
    # That all of several are waited for is told by the figures.
    waiting = f" (waiting for {who(now.missing)})" if now.missing and (now.spoken or asked == 1) else ""
    return [f"Slot {now.slot}. {what}{len(now.spoken)} of {asked} {done}{waiting}", f"  {why}"]


def _dice(drawn: Drawn | None) -> list[str]:
    if drawn is None:
        return ["Dice: nothing has been drawn yet"]
    numbers = " ".join(str(number + 1) for number in drawn.rolled)
    return [
        f"Dice of slot {drawn.slot}: all shares open, drawn {numbers}",
        f"  the same for all: seed {drawn.seed.hex()[:DIGITS]}...",
    ]


def _log(session: Session, who: Who) -> list[str]:
    """The head of the log, and up to where all others have the same.

    An entry signs all that was said before its place, and only who is asked makes one (SPEC.md section 10). So whoever
    was not asked for a while, and has not told it otherwise, has not agreed yet to what came since.
    """
    lines = [f"Log: head {session.log.prev.hex()[:DIGITS]}"]
    stands = session.stands
    apart = [seat for seat, stand in stands.items() if stand.agrees is False]
    ahead = [seat for seat, stand in stands.items() if stand.agrees is None]
    if apart:
        lines.append(f"  {who(apart)} told another story: the programs are comparing")
    if ahead:
        lines.append(f"  {who(ahead)} already further on: we are catching up")
    agreed = {seat: stand.place.slot - 1 for seat, stand in stands.items() if stand.agrees}
    least = min(agreed.values(), default=-1)
    if len(agreed) < len(session.agreement.seats) - 1 or least < 0:
        return lines if apart or ahead else [*lines, "  nobody has signed anything yet"]
    if session.settled:
        return [*lines, "  all agree on everything, up to the end"]
    lines.append(f"  all agree on everything before slot {least + 1}")
    if least + 1 < session.log.place.slot:
        last = [seat for seat, slot in agreed.items() if slot == least]
        lines.append(f"  {who(last)}, not asked since, will sign the rest with the next answer")
    return lines


def _links(session: Session, who: Who) -> list[str]:
    others = [seat for seat in session.agreement.seats if seat != session.seat]
    down = [seat for seat in others if seat not in session.linked]
    missing = f" (none to {who(down)})" if down else ""
    return [f"Links: {len(others) - len(down)} of {len(others)} up{missing}"]


def _end(session: Session, who: Who) -> list[str]:
    """Whether a fault is proven, and what is still to come."""
    verdict = session.verdict
    if verdict is not None:
        return [
            f"FAULT: {who([verdict.seat])} {FAULTS[verdict.kind]} (slot {verdict.slot})",
            "  the record holds the proof: kingsmoot verify shows it to anybody",
        ]
    if session.ended:
        slips = session.log.known.slips
        found = [f"Found: {who([slip.seat])}: {slip.text}" for slip in slips]
        return [*found, "All secrets are open: the audit tells what they show."]
    return ["No fault so far.", THE_END]
