"""How far a game is, and who has spoken: what people can be shown of the protocol. It looks and changes nothing."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.core.questions import Kind
from protocol.entry import Place
from protocol.log import Log
from protocol.machines.mask import MaskMachine


@dataclass(frozen=True)
class Progress:
    """The open place of a log.

    `name` is what is said there: setup, answer, commitment, opening, share, key, shuffle, own shuffle, re-mask, shares,
    outcome or secret (SPEC.md sections 11 and 21); "" once the game has ended. `kind` is that of the question asked,
    None in the first and in the last slot. `spoken` and `missing` are the seats that have said it and that have not,
    ascending. `mixed`, while decks are mixed: how many shuffles of one deck by one seat are done, of how many in this
    slot; None otherwise.
    """

    slot: int
    phase: int
    name: str
    kind: Kind | None
    spoken: tuple[int, ...]
    missing: tuple[int, ...]
    mixed: tuple[int, int] | None = None


@dataclass(frozen=True)
class Stand:
    """How far a seat is by its own word: `head` is the hash of all that it knows to be said before `place`.

    `agrees`: whether ours is the same there; None while we are not so far ourselves.
    """

    place: Place
    head: bytes
    agrees: bool | None


def progress(log: Log) -> Progress:
    """Who has spoken at the open place of a log."""
    question = log.match.question if log.place.slot > 0 else None
    return Progress(
        log.place.slot,
        log.place.phase,
        "" if log.ended else log.machine.names[log.place.phase],
        question.kind if question is not None else None,
        tuple(seat for seat in log.speakers if seat in log.held),
        log.waiting_for,
        log.machine.mixed(log.place.phase, log.held) if isinstance(log.machine, MaskMachine) else None,
    )


def stands(log: Log, told: Mapping[int, tuple[Place, bytes]]) -> dict[int, Stand]:
    """How far each seat of a log is, by its last entry or, if it is later, by what it has `told` beside its entries.

    A seat that has said nothing yet is left out.
    """
    words = dict(told)
    for seat, (place, head) in _signed(log).items():
        if seat not in words or words[seat][0] <= place:
            words[seat] = place, head
    return {seat: Stand(place, head, _agrees(log, place, head)) for seat, (place, head) in sorted(words.items())}


def _signed(log: Log) -> dict[int, tuple[Place, bytes]]:
    """The place and the past of the last entry of each seat: all that stands before it, the seat has signed."""
    found = dict.fromkeys(log.held, (log.place, log.prev))
    for closed in reversed(log.closed):
        if len(found) == len(log.agreement.seats):
            break
        for signed in closed.entries:
            found.setdefault(signed.entry.seat, (closed.place, closed.prev))
    return found


def _agrees(log: Log, place: Place, head: bytes) -> bool | None:
    ours = log.prev_at(place)
    return ours == head if ours is not None or place <= log.place else None
