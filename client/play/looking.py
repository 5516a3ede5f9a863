"""What can be looked up at any time, by a word of its own: the position, a card, a rule, what happened."""

from collections.abc import Callable, Iterable
from typing import Any

from client.piles import pile_lines
from client.play.cells import TALK, Continued, fold, hung, marked
from client.play.choosing import plain
from client.play.chronicle import Chronicle
from client.play.fairness import fairness_texts
from client.play.rulebook import lookup, topics
from client.play.table import Table
from client.words.general import HELP, GameWords, names

SHOWN = 12
"""Sentences that `log` shows when no number is given."""
DIGITS = 9
"""Longer numbers are none."""


class Lookup:
    """The commands of one person at one table that change nothing.

    `words`: what they begin with, in their order. `hint`: what a bot would do, since that hangs on what is asked, as
    does `status`.
    """

    def __init__(
        self,
        table: Table,
        words: GameWords,
        past: Chronicle,
        hint: Callable[[], list[str]],
        status: Callable[[], list[str]],
    ) -> None:
        self._words = words
        self._past = past
        self._commands: dict[str, Callable[[str], list[str]]] = {
            "help": lambda _: HELP.splitlines(),
            "?": lambda _: HELP.splitlines(),
            "board": lambda _: words.board(past.match, table.seat),
            "legend": lambda _: list(words.legend) or ["This game has no signs."],
            "map": lambda _: words.survey(past.match) or ["This game has no map; board shows how it stands."],
            "area": self._area,
            "hand": lambda _: [*words.hand(past.match, table.seat), *pile_lines(past.piles)],
            "card": self._card,
            "tracks": lambda _: words.tracks(past.match, table.seat),
            "log": self._log,
            "why": lambda _: past.why(),
            "rules": lambda what: lookup(words, what),
            "hint": lambda _: hint(),
            "dice": lambda _: list(past.rolled) or ["Nothing has been drawn yet."],
            "status": lambda _: status(),
            "fairness": lambda _: self._fairness(table),
            "say": lambda _: ["say TEXT says it to all at the table, as in: say well met"],
            "talk": self._talk,
        }
        self.words = tuple(self._commands)

    def __call__(self, command: str, rest: str) -> list[str]:
        """What one of `words` is answered by, with `rest` behind it."""
        return self._commands[command](rest)

    def subjects(self, command: str, typed: str) -> list[tuple[str, str]]:
        """The names that a command can be followed by and that hold what is typed, with a note.

        An area is offered by whatever else it may be called, too: its code on the map is no part of its name.
        """
        known = topics(self._words) if command == "rules" else [(name, "") for name in self._words.subjects(command)]
        found = [(name, note) for name, note in known if plain(typed.strip()) in plain(name)]
        meant = self._meant(typed) if command == "area" and typed.strip() else ""
        return [(meant, ""), *(each for each in found if each[0] != meant)] if meant else found

    def _meant(self, typed: str) -> str:
        """The name of the one area that is meant, if there is one."""
        try:
            return self._words.area_name(self._words.find_area(typed))
        except KeyError:
            return ""

    def completions(self, word: str, blank: str, rest: str) -> list[tuple[str, str]]:
        """What may stand in place of a command: the whole line and a note for each."""
        if not blank:
            return [(name, "") for name in (*self.words, "quit") if name.startswith(word) and name != "?"]
        return [(f"{word} {name}", note) for name, note in self.subjects(word, rest)]

    def _fairness(self, table: Table) -> list[str]:
        lines = [part for text in fairness_texts(table, self._words) for part in hung(text)]
        return lines or ["This table needs no proof: it is on one computer."]

    def _area(self, name: str) -> list[str]:
        return _found(self._words.area, self._past.match, name, "area NAME shows an area, as in: area winterfell")

    def _card(self, name: str) -> list[str]:
        if not name:
            return ["card NAME shows a card; hand shows their names."]
        try:
            return self._words.card(name)
        except KeyError as error:
            near = f"; near it: {names(error.args)}" if error.args else ""
            return fold(f"There is no card `{name}`{near}.")

    def _log(self, number: str) -> list[str]:
        return _last(self._past.said, number) or ["Nothing has happened yet."]

    def _talk(self, number: str) -> list[str]:
        said = _last((told.text for told in self._past.story if told.kind == "chat"), number)
        return [line for text in said for line in marked(text, TALK)] or ["Nobody has said anything."]


def _last(told: Iterable[str], number: str) -> list[str]:
    """As many of the last as were asked for, if that is a number; a line that goes on from another counts with it."""
    wanted = int(number) if number.isdecimal() and len(number) <= DIGITS else SHOWN
    lines = list(told)
    starts = [at for at, line in enumerate(lines) if not isinstance(line, Continued)][-wanted:]
    return lines[starts[0] :] if wanted and starts else []


def _found(show: Callable[[Any, str], list[str]], match: Any, name: str, usage: str) -> list[str]:
    if not name:
        return [usage]
    try:
        return show(match, name)
    except KeyError as error:
        near = f"; near it: {names(error.args)}" if error.args else ""
        return fold(f"There is no `{name}`{near}.")
