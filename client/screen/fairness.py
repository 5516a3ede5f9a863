"""What the protocol does just now, in plain words: who has sealed, opened and agreed, and why nobody can cheat."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from client.play.line import LineMode
from client.screen.overlays import folded
from client.words.general import FAULTS, names
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


def fairness_lines(mode: LineMode, width: int) -> list[str]:
    """What stands now at the table of `mode`, in lines of `width` cells; none for a table without a protocol.

    The session may be further on than what the screen has told.
    """
    session = getattr(mode.table, "session", None)
    if not isinstance(session, Session):
        return []
    return [line for text in _texts(mode, session) for line in _hung(text, width)]


def _hung(text: str, width: int) -> list[str]:
    """A line in parts, the later ones behind two blanks, as those lines are that belong to the one before."""
    first, *rest = folded(text, width)
    later = folded(" ".join(part.strip() for part in rest), max(8, width - 2)) if rest else []
    return [first, *(f"  {part}" for part in later)]


def _texts(mode: LineMode, session: Session) -> list[str]:
    def who(seats: Sequence[Seat]) -> str:
        return names([_short(mode, session, seat) for seat in seats])

    return [
        *_slot(session.progress, _topic(session), who),
        *_dice(session.log.known.drawn),
        *_log(session, who),
        *_links(session, who),
        *_end(session, who),
    ]


def _short(mode: LineMode, session: Session, seat: Seat) -> str:
    """How a seat is called, without its player where the game has a name for it."""
    name = mode.table.names[seat]
    return mode.words.seat(session.match, seat).removesuffix(f" ({name})")


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
    waiting = f" (waiting for {who(now.missing)})" if now.missing else ""
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
    """The head of the log, and up to where all others have signed the same."""
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
        return [*lines, "  everybody agrees up to the end"]
    lines.append(f"  everybody agrees up to slot {least}")
    later = [seat for seat, slot in agreed.items() if slot > least]
    last = [seat for seat in agreed if seat not in later]
    if later and max(agreed.values()) - least > 1:
        lines.append(f"  since then nothing was to be signed by {who(last)}")
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
