"""The rules of a game as a screen of its own."""

from collections.abc import Callable

from client.matches import match_for_reading
from client.screen.canvas import Canvas, Name
from client.screen.keys import Action
from client.screen.pointing import Mouse
from client.screen.rulebook.book import Book
from client.screen.shell import Shell
from client.words.library import words_for
from client.words.titles import short_title
from engine.registry import names as all_games


class RulesView:
    """One game's rules, as it is printed."""

    title = "Kingsmoot: rules"

    def __init__(self, shell: Shell, language: str, back: Callable[[], None], game: str = "") -> None:
        self._shell = shell
        self._language = language
        self._back = back
        self._game = game or all_games()[0]
        words = words_for(match_for_reading(self._game), (), language)
        self._book = Book(shell, words, short_title(self._game), back)

    def draw(self, canvas: Canvas) -> None:
        """The page in its frame."""
        self._book.draw(canvas)

    def status(self) -> list[str]:
        """How to find more."""
        return [self._book.advice()]

    def actions(self) -> list[Action]:
        """Those of the book, and the next game if there is one."""
        actions = self._book.offers()
        if len(all_games()) > 1:
            actions.append(Action("rules_game", "the rules of the next game", ("g",), self._next, hint="game"))
        return actions

    def _next(self) -> None:
        games = all_games()
        game = games[(games.index(self._game) + 1) % len(games)]
        self._shell.show(RulesView(self._shell, self._language, self._back, game))

    def key(self, key: str) -> bool:
        """A digit opens a chapter."""
        return self._book.key(key)

    def mouse(self, name: Name | None, what: Mouse) -> bool:
        """A click opens a chapter of the contents."""
        return self._book.mouse(name, what)

    def leave(self) -> None:
        """Go back by a page, from the first one to where this was opened."""
        self._book.leave()
