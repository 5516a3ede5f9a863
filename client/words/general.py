"""What every game's text is made of, and the sentences of line mode itself."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from client.play.building import Building
from client.play.choosing import Label
from engine.core.errors import Over, Refused
from engine.core.match import Event, Match
from engine.core.plain import Plain, Seat
from engine.core.questions import Question
from protocol.events import Ended, Fault, Lost, OtherCopy
from protocol.faults import FaultKind

Happened: TypeAlias = tuple[str, tuple[Any, ...], str]
"""An event by its name, what follows the name, and its sentence; without the second the sentence is taken as it is."""
Account: TypeAlias = Iterable[tuple[str, Sequence[tuple[str, bool]]]]
"""Headings, each with its sentences and whether a sentence concerns the reader himself; no part without any."""


class GameWords(Protocol):
    """What a game's module of words gives. `match` is the game as it stands; text depends on nothing else.

    `clauses` gives the text of each numbered rule; `absent_clause` is the one that says what stands for a seat without
    an answer that the rules take, empty if they have none. `openers` names, for a phase as `stage` calls it, the events
    that may be its first; a phase without any begins with the question. Lines of boards and lists fit into 80 cells.

    Of events by their names, `minor` are those that a short account leaves out, and `decisive` those that are news even
    to whoever gave the very answer that led to them; a game that weighs none has none of either.

    `settled` gives for a topic the event that says, right behind it, what an answer was that left no choice. `telltale`
    gives for an event the phase that is on when it happens, for phases that may be over before anybody is asked.
    """

    clauses: Mapping[str, str]
    absent_clause: str
    openers: Mapping[str, Collection[str]]
    minor: Collection[str]
    decisive: Collection[str]
    settled: Mapping[str, str]
    telltale: Mapping[str, str]

    @property
    def chapters(self) -> Mapping[str, str]:
        """The titles of the chapters by the beginning of their clauses, `W5` for `W5.1`; empty if there are none."""

    @property
    def introduction(self) -> str:
        """The game in short, for who has never played it; empty if there is none.

        Paragraphs and lists (`- `) under headings (`## `), clauses in brackets.
        """

    def seat(self, match: Match[Any], seat: Seat) -> str:
        """How a seat is called in sentences."""

    def where(self, match: Match[Any]) -> str:
        """Where the game is: `Round 3, marches`."""

    def now(self, match: Match[Any]) -> str:
        """The same with how long it lasts, as far as that is settled: `Round 3 of 10, marches`."""

    def stage(self, match: Match[Any]) -> tuple[int, str]:
        """Round and phase as one word, for `replay --at`."""

    def headed(self, stage: tuple[int, str]) -> str:
        """How a round and phase are called where they begin, as `where` calls those of the match."""

    def standing(self, match: Match[Any]) -> str:
        """How things stand, in one line."""

    def tally(self, match: Match[Any], seat: Seat) -> Sequence[str]:
        """How `seat` stands, in short parts, what tells most first: `Stark 3/7 castles`, `5 power`; none before that.

        Numbers to be reached are those of the match.
        """

    def event(self, match: Match[Any], event: Event) -> str:
        """The sentence for something that happened; empty if it need not be told."""

    def changes(self, before: Match[Any], now: Match[Any], seat: Seat) -> list[str]:
        """Where `seat`, or nobody, stands now and what has changed of that since `before`; empty if it is not told."""

    def account(self, before: Match[Any], seat: Seat, events: Iterable[Happened]) -> Account | None:
        """What happened since `before`, in short, as `seat` reads it; None: all sentences are told as they are."""

    def prompt(self, match: Match[Any], question: Question[Any], seat: Seat) -> str:
        """What `seat` must choose, in one line that fits behind `You: `."""

    def label(self, match: Match[Any], question: Question[Any], pieces: tuple[Plain, ...], piece: Plain) -> Label:
        """How the piece that may follow `pieces` is shown and typed. No label holds a comma."""

    def choices(self, match: Match[Any], question: Question[Any], building: Building) -> list[str]:
        """The choices shown in a better way than as a numbered list; empty if that will do."""

    def tried(self, match: Match[Any], topic: str, seat: Seat, pieces: tuple[Plain, ...]) -> Sequence[Plain]:
        """Pieces that people try though rules may forbid them, so that the clause can be told."""

    def caution(self, match: Match[Any], question: Question[Any], seat: Seat, value: Any) -> str:
        """What an answer that is legal but hard to undo will cost; empty if nothing."""

    def place(self, match: Match[Any], question: Question[Any], pieces: tuple[Plain, ...], piece: Plain) -> str:
        """The area of the map by which the piece that may follow `pieces` can be picked; empty if it has none."""

    def overlay(self, match: Match[Any], question: Question[Any], pieces: tuple[Plain, ...]) -> Mapping[str, str]:
        """What an answer not yet sent draws on the map: marks of at most 5 cells, by area."""

    def preview(
        self, match: Match[Any], question: Question[Any], seat: Seat, pieces: tuple[Plain, ...], piece: Plain = None
    ) -> list[str]:
        """What stands with `pieces`, or would stand with `piece` after them: figures that all may know.

        None is no piece, or the choice of nothing: things stay as they stand. The first line is the one worth showing
        where there is room for one alone. Each line is whole: it is folded by whoever shows it.
        """

    def gist(self, match: Match[Any], question: Question[Any], seat: Seat, pieces: tuple[Plain, ...]) -> str:
        """The first line of the preview of `pieces`; empty if it adds nothing to them."""

    def needless(self, match: Match[Any], question: Question[Any], seat: Seat) -> tuple[Any, str] | None:
        """An answer to give without asking, as no other would change anything, and the sentence for it; else None."""

    def passing(self, match: Match[Any], question: Question[Any], seat: Seat) -> tuple[Any, str] | None:
        """The answer by which `seat` leaves out a step, so that no event comes of it, and its sentence; or None."""

    def refusal(self, match: Match[Any], refused: Refused) -> str:
        """The sentence for a refusal, without the clause's text."""

    def area_name(self, area: str) -> str:
        """How an area of the map is called, by its id."""

    def find_area(self, name: str) -> str:
        """The id of the area that `name`, or a part of it, can mean alone. Raises KeyError with the nearest names."""

    def subjects(self, command: str) -> Sequence[str]:
        """The names that may follow a command (`area`, `card`); none for one that takes no name."""

    def outcome(self, match: Match[Any], over: Over) -> list[str]:
        """How the game ended, with the final table."""

    def board(self, match: Match[Any], seat: Seat) -> list[str]:
        """The whole position."""

    def survey(self, match: Match[Any]) -> list[str]:
        """The map in sentences, one an area, for whoever hears it; empty for a game without a map."""

    @property
    def legend(self) -> Sequence[str]:
        """What the signs in `board` and `hand` mean; empty if they have none."""

    def area(self, match: Match[Any], name: str) -> list[str]:
        """One area. Raises KeyError with the nearest names."""

    def hand(self, match: Match[Any], seat: Seat) -> list[str]:
        """All hands that everybody can see, that of `seat` first; closed cards are told by `CardWords`."""

    def tracks(self, match: Match[Any], seat: Seat) -> list[str]:
        """Tracks, power and supply."""

    def card(self, name: str) -> list[str]:
        """A card with its exact effect. Raises KeyError with the nearest names."""


def heading_at(words: GameWords, events: Sequence[Event], phase: str) -> int:
    """Before how many-th of the events that an answer led to the heading of the new `phase` stands; behind all if none.

    The last one that may open it counts: several cards can be carried out in one go.
    """
    openers = words.openers.get(phase, ())
    return next((at for at in reversed(range(len(events))) if events[at][0] in openers), len(events))


HELP = """\
To answer, type a choice or its number; Tab completes. Several pieces may
stand on one line, a comma between them. Nothing is sent before it is legal.
  list        show the choices again     undo       take back the last piece
  done        the answer is complete     clear      begin the answer again
  seal        commit a secret answer     yes, no    do a costly one, or not
  preview     the figures as they stand  preview X  and with the choice X
At any time:
  board       the whole position         legend     what its signs mean
  map         all areas in sentences     area NAME  one area
  hand        all hands and discards     card NAME  a card and what it does
  tracks      tracks, power, supply      log [N]    what happened last
  why         the last ruling's clause   rules [X]  rules in short or on X
  dice        the last draw              hint       what a bot would do here
  say TEXT    say it to all              talk [N]   what was said last
  status      whose turn it is           fairness   why nobody can cheat
  quit        leave; the table waits
"""


def names(all_names: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(all_names) < 2:
        return "".join(all_names)
    return f"{', '.join(all_names[:-1])} and {all_names[-1]}"


def count(number: int, one: str, many: str = "") -> str:
    """`1 footman`, `2 footmen`, `no knight`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def since(seconds: float) -> str:
    """`m:ss`."""
    whole = max(0, int(seconds))
    return f"{whole // 60}:{whole % 60:02}"


FAULTS: Mapping[FaultKind, str] = {
    FaultKind.EQUIV: "signed two different moves for one place",
    FaultKind.BADPROOF: "gave a proof that does not hold",
    FaultKind.BADOPEN: "opened something else than it had committed to",
    FaultKind.BADDIGEST: "signed another state of the game than the moves give",
    FaultKind.ILLEGAL: "made a move that the rules forbid",
}


def ending(event: Ended | Fault | Lost | OtherCopy, who: Callable[[Seat], str]) -> str:
    """What the end of a table means to the people at it."""
    if isinstance(event, Fault):
        verdict = event.verdict
        return (
            f"The table has stopped. {who(verdict.seat)} {FAULTS[verdict.kind]} (slot {verdict.slot}: {verdict.text}). "
            "The record holds the proof; kingsmoot verify shows it to anyone."
        )
    if isinstance(event, Lost):
        return (
            f"This computer does not hold what you chose in slot {event.slot}: another copy of the table does. "
            "Go on with that copy."
        )
    if isinstance(event, OtherCopy):
        if event.newer:
            return "Another copy of this table was taken up after this one, which says nothing any more."
        return (
            "What is kept here is an old copy: the others have seen a later one of yours. "
            "You can go on when all of them are here and have told what they hold of yours."
        )
    if event.slips:
        # Of some faults the rules of the game are guilty, and no seat.
        found = "; ".join(f"{who(slip.seat)}: {slip.text}" if slip.seat >= 0 else slip.text for slip in event.slips)
        return f"All secrets are open. The audit found faults: {found}."
    if len(event.secrets_open) == sum(map(len, event.outcome.ranking)):
        return "All secrets are open, and everything fits: nobody cheated."
    return "The game is over; not all secrets were opened, so a part of it stays unchecked."


def two_stories(who: str) -> str:
    """What it means that a seat has signed two different lines of talk."""
    return f"{who} has told two stories: it signed two different lines of talk. What it says is not heard any more."


CORE_REFUSALS: Mapping[str, str] = {
    "not_offered": "that is none of the choices",
    "malformed": "that is no answer to this question",
    "one_choice_only": "only one choice may be made here",
    "not_asked": "you are not asked now",
    "not_opened": "a card that must be shown is still closed",
    "over": "the game is over",
    "bad_dice": "the dice do not fit the question",
    "wrong_seats": "an answer is missing, or one is too many",
    "seats": "the game does not take this number of players",
}
"""Refusals that the core makes for every game."""
