"""From what is typed to one of the pieces that may come next."""

import difflib
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from engine.core.plain import Plain

NEAR = 3
"""How many near misses are named to somebody who mistyped."""


@dataclass(frozen=True)
class Label:
    """How a piece of an answer is shown and typed. `note` says what it costs or does; `aliases` work as well.

    `last`: it does nothing, so it stands behind the others and is not taken in haste. `sign`: a mark that stands for
    the note where there is no room for it.
    """

    text: str
    note: str = ""
    aliases: tuple[str, ...] = ()
    last: bool = False
    sign: str = ""


@dataclass(frozen=True)
class Choice:
    """One piece that may come next, numbered from 1 in the order it is shown."""

    number: int
    piece: Plain
    label: Label

    @cached_property
    def keys(self) -> tuple[tuple[str, ...], ...]:
        """All that it is called, in words."""
        names = (self.label.text, *self.label.aliases, *_ids(self.piece))
        return tuple(dict.fromkeys(key for name in names if (key := split(name))))


class Unclear(Exception):
    """What was typed is no choice, or more than one.

    `typed` is the part that was looked at, `whole` all up to the next comma; `meant` are the choices that it fits,
    `choices` all there were.
    """

    def __init__(self, typed: str, whole: str, meant: Sequence[Choice], choices: Sequence[Choice]) -> None:
        super().__init__(typed)
        self.typed = typed
        self.whole = whole
        self.several = bool(meant)
        self._meant = meant
        self._choices = choices

    @property
    def near(self) -> tuple[str, ...]:
        """Labels that may have been meant."""
        if self._meant:
            return tuple(choice.label.text for choice in self._meant)
        by_name = {" ".join(key): choice.label.text for choice in self._choices for key in choice.keys}
        close = difflib.get_close_matches(" ".join(split(self.typed)), list(by_name), NEAR, 0.5)
        return tuple(dict.fromkeys(by_name[name] for name in close))


@lru_cache(8192)  # names are compared again at every key
def plain(text: str) -> str:
    """Lower case without accents, for comparing what people type with what is meant."""
    apart = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).casefold()


@lru_cache(8192)
def split(text: str) -> tuple[str, ...]:
    """The words of `text`; a sign stays with its number, a star is a word, other marks fall away."""
    return tuple(re.findall(r"[+-]?\d+|[^\W_]+|\*", plain(text).replace("'", "").replace("\u2019", "")))


def _ids(piece: Plain) -> tuple[str, ...]:
    if isinstance(piece, bool) or piece is None:
        return ()
    if isinstance(piece, str | int):
        return (str(piece),)
    return (" ".join(name for part in piece for name in _ids(part)),)


def take(text: str, choices: Sequence[Choice], numbered: bool = True) -> tuple[Choice, str]:
    """The choice that the beginning of `text` names and the rest of `text`. Raises Unclear.

    As many words as still name just one choice are taken, so several pieces can stand on one line; a comma ends a
    piece for certain. If `numbered` a number stands for the choice with that number, unless a choice is itself called
    by it, or names that go on with the next word begin with it.
    """
    head, _, rest = text.partition(",")
    words = head.split()
    counts = numbered and not _begun(words[:2], choices)
    for count in range(len(words), 0, -1):
        found = _named(" ".join(words[:count]), choices, counts)
        if len(found) == 1:
            return found[0], ", ".join(part for part in (" ".join(words[count:]), rest.strip()) if part)
    raise _unclear(head.strip(), choices, counts)


def _begun(words: Sequence[str], choices: Sequence[Choice]) -> bool:
    """Whether a number and the word behind it begin a name, as in `1 footman to Pyke`: then no choice is counted."""
    typed = split(" ".join(words))
    return (
        len(typed) > 1
        and words[0].isdecimal()
        and any(_starts(typed, key) for choice in choices for key in choice.keys)
    )


def _named(typed: str, choices: Sequence[Choice], numbered: bool) -> list[Choice]:
    words = split(typed)
    if not words:
        return []
    by_number = [choice for choice in choices if numbered and typed.strip().isdecimal() and choice.number == int(typed)]
    if by_number:  # the name of another may begin with it, as `1 footman`; one that is nothing but it is meant itself
        return [choice for choice in choices if any(_whole(words, key) for key in choice.keys)] or by_number
    several: list[Choice] = []
    for match in (_whole, _abbreviates, _ends, _starts, _holds):
        found = [choice for choice in choices if any(match(words, key) for key in choice.keys)]
        if len(found) == 1:
            return found
        several = several or found
    return several


def _whole(words: tuple[str, ...], key: tuple[str, ...]) -> bool:
    return words == key


def _abbreviates(words: tuple[str, ...], key: tuple[str, ...]) -> bool:
    """As many words, each begun: `drag p` for `dragonstone p` and not for `dragonstone p *`."""
    return len(words) == len(key) and _starts(words, key)


def _starts(words: tuple[str, ...], key: tuple[str, ...]) -> bool:
    """Each typed word begins the word in its place; numbers must be whole, or 1 would also be 10."""
    return len(words) <= len(key) and all(map(_begins, words, key))


def _ends(words: tuple[str, ...], key: tuple[str, ...]) -> bool:
    """Words of the name in their order, the last one in full: `shivering s` for `shivering sea s`."""
    return words[-1] == key[-1] and _holds(words[:-1], key[:-1]) if len(words) > 1 and len(key) > 1 else False


def _holds(words: tuple[str, ...], key: tuple[str, ...]) -> bool:
    """The typed words begin some words of the name in their order: `lannister captain` for the whole title."""
    left = iter(key)
    return all(any(_begins(word, other) for other in left) for word in words) and not words[0][-1].isdigit()


def _begins(word: str, whole: str) -> bool:
    return word == whole if word[-1].isdigit() else whole.startswith(word)


def _unclear(typed: str, choices: Sequence[Choice], numbered: bool) -> Unclear:
    words = typed.split()
    for count in range(len(words), 0, -1):
        several = _named(" ".join(words[:count]), choices, numbered)
        if several:
            return Unclear(" ".join(words[:count]), typed, several, choices)
    return Unclear(typed, typed, (), choices)
