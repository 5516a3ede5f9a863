"""Pages of rules: the game in short and its contents, chapters, all clauses, those with a word in them, one card."""

import re
from collections.abc import Callable, Sequence

from client.play.rulebook import chapters, nothing, search, topics
from client.screen.canvas import Canvas, Name
from client.screen.keys import Action
from client.screen.menu import BACK
from client.screen.pointing import ROW, Mouse
from client.screen.rulebook import text
from client.screen.rulebook.page import Line, Page
from client.screen.shell import Shell
from client.screen.views import Typing
from client.words.general import GameWords

FIRST, PART, SEARCH = range(3)
"""How far a page is from the first one: chapters and lists, and what was searched from anywhere."""


class Book:
    """What can be read of one game, whatever it is shown on; `back` leads out of it.

    Esc leads from what was found to where it was searched, then to the first page, then out.
    """

    def __init__(self, shell: Shell, words: GameWords, title: str, back: Callable[[], None]) -> None:
        self._shell = shell
        self._words = words
        self._title = title
        self._back = back
        self._chapters = {chapter.ident: chapter for chapter in chapters(words)}
        lines = text.first_page(words)
        self._pages = [Page("in short", lines, FIRST) if lines else self._all_clauses(FIRST)]

    @property
    def _page(self) -> Page:
        return self._pages[-1]

    # ------------------------------------------------------------ what is shown
    def _show(self, page: Page) -> None:
        """Lay a page over those that lie nearer to the first."""
        self._pages = [each for each in self._pages if each.level < page.level] + [page]

    def _all_clauses(self, level: int) -> Page:
        return Page("all clauses", text.all_clauses(self._words), level)

    def _all(self) -> None:
        self._show(self._all_clauses(PART))

    def _cards(self) -> None:
        self._show(Page("all cards", text.cards(self._words), PART))

    def _chapter(self, ident: str) -> None:
        chapter = self._chapters[ident]
        if self._pages[0].chosen:  # who comes back sees it in the contents
            self._pages[0].seek(ident)
        lines = text.clauses(self._words, chapter.clauses)
        self._show(Page(f"{ident} {chapter.title}", lines, PART, ident))

    def _open(self) -> None:
        """The chapter under the cursor; where there is none in sight, the contents."""
        if self._page.chosen:
            self._chapter(self._page.chosen)
        else:
            self._pages = self._pages[:1]
            self._page.seek()

    def _turn(self, by: int) -> None:
        self._chapter(self._beside(by))

    def _beside(self, by: int) -> str:
        """The chapter after that on the page, or before it; "" if there is none."""
        known, here = list(self._chapters), self._page.chapter
        to = known.index(here) + by if here else -1
        return known[to] if 0 <= to < len(known) else ""

    def _no_turn(self, by: int, end: str) -> str:
        if not self._page.chapter:
            return "no chapter is open"
        return "" if self._beside(by) else end

    # ------------------------------------------------------------ searching
    def search(self, wanted: str) -> None:
        """Show a chapter or a clause by its number, a card by its name, or all that holds the words."""
        wanted = wanted.strip()
        found = search(self._words, wanted)
        if found.exact and found.chapters:
            self._chapter(found.chapters[0].ident)
            return
        lines: list[Line] = [] if found.anything else [Line(nothing(wanted, found.near))]
        if found.card:
            lines += text.card(found.card)
        if found.chapters:
            lines += [*text.links(found.chapters), Line()]
        self._show(Page(f"`{wanted}`", [*lines, *text.clauses(self._words, found.clauses)], SEARCH))

    def _completions(self, typed: str) -> Sequence[tuple[str, str]]:
        wanted = typed.strip().casefold()
        return [(name, note[:50]) for name, note in topics(self._words) if wanted in name.casefold()]

    def _type(self) -> None:
        self._shell.type(Typing("search", self.search, self._completions, "rules"))

    # ------------------------------------------------------------ for whatever shows it
    def draw(self, canvas: Canvas) -> None:
        """The page in its frame."""
        inside = canvas.box(f"{self._title}: {self._page.heading}", "frame", "title")
        self._page.draw(inside, canvas)

    def advice(self) -> str:
        """How to find more."""
        if self._page.chapter:
            return f"You: Left and Right open other chapters, Enter the contents. {BACK}"
        if self._page.level == FIRST and self._chapters:
            return f"You: Space pages, Enter or a digit opens a chapter, / searches. {BACK}"
        return f"You: / searches words, a clause (W5.3) or a card. Arrows scroll. {BACK}"

    def offers(self) -> list[Action]:
        """Opening, searching and scrolling."""
        leads = "open" if self._page.chosen else "contents"
        return [
            Action("rules_open", "open the chapter, or the contents", ("enter",), self._open, self._bare, hint=leads),
            Action("rules_search", "search for words, a clause or a card", ("/", ":"), self._type, hint="search"),
            Action("rules_cards", "list all cards", ("c",), self._cards, hint="cards"),
            Action("rules_all", "show all clauses", ("a",), self._all, hint="all"),
            Action(
                "rules_next", "the next chapter", ("right", "l"), lambda: self._turn(1),
                lambda: self._no_turn(1, "this is the last one"), hint="next",
            ),
            Action(
                "rules_before", "the chapter before", ("left", "h"), lambda: self._turn(-1),
                lambda: self._no_turn(-1, "this is the first one"),
            ),
            Action("list_up", "a line up", ("up", "k"), lambda: self._page.move(-1)),
            Action("list_down", "a line down", ("down", "j"), lambda: self._page.move(1)),
            Action("list_page_up", "a page up", ("pageup",), lambda: self._page.scroll(-self._page.height)),
            Action(
                "list_page_down", "a page down", ("pagedown", "space"), lambda: self._page.scroll(self._page.height),
                hint="page",
            ),
            Action("list_first", "to the beginning", ("home",), lambda: self._page.begin()),
            Action("list_last", "to the end", ("end",), lambda: self._page.end()),
        ]  # fmt: skip

    def _bare(self) -> str:
        return "" if self._chapters else "these rules have no chapters"

    def key(self, key: str) -> bool:
        """A digit opens the chapter of that number."""
        ident = next((each for each in self._chapters if key.isdecimal() and re.sub(r"\D", "", each) == key), "")
        if ident:
            self._chapter(ident)
        return bool(ident)

    def mouse(self, name: Name | None, what: Mouse) -> bool:
        """A click opens a chapter of the contents."""
        if what is not Mouse.CLICK or name is None or name[0] != ROW:
            return False
        self._chapter(self._page.opens[int(name[1])])
        return True

    def leave(self) -> None:
        """Go back by a page, from the first one to where this was opened."""
        if len(self._pages) > 1:
            self._pages.pop()
        else:
            self._back()
