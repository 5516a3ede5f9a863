"""The rules to read: all clauses, those with a word in them, one card."""

from collections.abc import Callable, Sequence

from client.play.cells import fold, pad
from client.play.rulebook import lookup, numbers
from client.screen.canvas import Canvas
from client.screen.keys import Action
from client.screen.menu import BACK
from client.screen.overlays import folded, unfolded
from client.screen.shell import Shell, Typing
from client.seating import match_for_reading
from client.words.general import names
from client.words.library import words_for
from client.words.titles import TITLES
from engine.registry import names as all_games

COLUMN = 25
"""Cells for the name of a card in the list of all."""
HUNG = " " * 7
"""Below the number of a clause nothing stands but numbers."""


class RulesView:
    """One game's rules."""

    title = "Kingsmoot: rules"

    def __init__(self, shell: Shell, language: str, back: Callable[[], None], game: str = "") -> None:
        self._shell = shell
        self._language = language
        self._back = back
        self._game = game or all_games()[0]
        self._words = words_for(match_for_reading(self._game), (), language)
        self._heading = ""
        self._lines: list[str] = []
        self._top = 0
        self._page = 1
        self._all()

    # ------------------------------------------------------------ what is shown
    def _show(self, heading: str, lines: Sequence[str]) -> None:
        self._heading, self._lines, self._top = heading, list(lines), 0

    def _all(self) -> None:
        self._show("all clauses", self._clauses(list(self._words.clauses)))

    def _clauses(self, found: Sequence[str]) -> list[str]:
        return [line for number in found for line in (f"{number:<6} {self._words.clauses[number]}", "")]

    def _cards(self) -> None:
        cards = list(self._words.subjects("card"))
        rows = (len(cards) + 2) // 3
        lines = ["".join(pad(card, COLUMN) for card in cards[row::rows]).rstrip() for row in range(rows)]
        self._show("all cards", ["/ and the name of one shows what it does.", "", *lines])

    def search(self, text: str) -> None:
        """Show a clause by its number, a card by its name, or all that holds the words."""
        wanted = text.strip()
        found = numbers(self._words, wanted)
        try:
            lines = [*unfolded(self._words.card(wanted)), ""]
        except KeyError as error:
            near = [f"There is no clause or card `{wanted}`; near it: {names(error.args)}."]
            lines = [] if found else near if error.args else lookup(self._words, wanted)
        self._show(f"`{wanted}`", [*lines, *self._clauses(found)])

    def _completions(self, text: str) -> list[tuple[str, str]]:
        wanted = text.strip().casefold()
        cards = [(card, "card") for card in self._words.subjects("card") if wanted in card.casefold()]
        clauses = [(number, rule[:50]) for number, rule in self._words.clauses.items()]
        return cards + [each for each in clauses if each[0].casefold().startswith(wanted)]

    # ------------------------------------------------------------ a view
    def draw(self, canvas: Canvas) -> None:
        """The text, and how far it is scrolled."""
        inside = canvas.box(f"{TITLES.get(self._game, self._game)}: {self._heading}", "frame", "title")
        lines = [part for line in self._lines for part in self._folded(line, max(16, inside.width - 2))]
        self._page = max(1, inside.height)
        self._top = max(0, min(self._top, len(lines) - self._page))
        inside.lines(1, 0, lines[self._top : self._top + self._page])
        if len(lines) > self._page:
            place = f" {self._top + 1}-{min(len(lines), self._top + self._page)} of {len(lines)} "
            canvas.put(canvas.width - len(place) - 2, canvas.height - 1, place, "dim")

    def _folded(self, line: str, width: int) -> list[str]:
        number = line.partition(" ")[0]
        return fold(line, HUNG, width) if number in self._words.clauses else folded(line, width)

    def status(self) -> list[str]:
        """How to search."""
        return [f"You: / searches words, a clause (W5.3) or a card. Arrows scroll. {BACK}"]

    def actions(self) -> list[Action]:
        """Scrolling and searching."""
        actions = [
            Action(
                "rules_search", "search for words, a clause or a card", ("/", "enter", ":"), self._type, hint="search"
            ),
            Action("rules_cards", "list all cards", ("c",), self._cards, hint="cards"),
            Action("rules_all", "show all clauses", ("a", "backspace"), self._all, hint="all"),
            Action("list_up", "a line up", ("up", "k"), lambda: self._scroll(-1)),
            Action("list_down", "a line down", ("down", "j"), lambda: self._scroll(1)),
            Action("list_page_up", "a page up", ("pageup",), lambda: self._scroll(-self._page)),
            Action(
                "list_page_down", "a page down", ("pagedown", "space"), lambda: self._scroll(self._page), hint="page"
            ),
        ]
        if len(all_games()) > 1:
            actions.append(Action("rules_game", "the rules of the next game", ("g",), self._next, hint="game"))
        return actions

    def _next(self) -> None:
        games = all_games()
        game = games[(games.index(self._game) + 1) % len(games)]
        self._shell.show(RulesView(self._shell, self._language, self._back, game))

    def _scroll(self, by: int) -> None:
        self._top = max(0, self._top + by)

    def _type(self) -> None:
        self._shell.type(Typing("search", self.search, self._completions, "rules"))

    def key(self, key: str) -> bool:
        """Home and End."""
        if key in ("home", "end"):
            self._top = 0 if key == "home" else 10**6
            return True
        return False

    def leave(self) -> None:
        """Go back."""
        self._back()
