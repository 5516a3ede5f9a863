"""What happens to the closed cards of a game, step by step, noted first and told when it is known what they show."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from client.piles import listed, seen
from client.words.cards import card_words
from client.words.general import GameWords, names
from engine.core.cards import Faces, Handle, handles
from engine.core.match import Match
from engine.core.questions import Expose, Mask, Question, Reply, Show

Noted: TypeAlias = tuple[str, tuple[Handle, ...]]
"""How a sentence begins, and the cards that it is about."""


class Dealings:
    """The closed cards of one game at a table of so many seats, from its beginning on."""

    def __init__(self, words: GameWords, seats: int) -> None:
        self._words, self._seats = words, seats
        self._cards = card_words(words)
        self._lying: Mapping[Handle, str] = {}

    def note(self, match: Match[Any], question: Question[Any], reply: Reply) -> list[Noted]:
        """What an answer did to the cards; `match` stands just after it. Answers are to be noted one after another."""
        if not match.state.serial:
            return []
        before, now = self._lying, self._lies(match)
        self._lying = now
        noted: list[Noted] = []
        told: set[Handle] = set()
        if isinstance(question, Mask):
            for deck, old, fresh in _mixed(question, match):
                told.update(old)
                sources, goals = _places(before, old), {now.get(handle) for handle in fresh}
                if len(goals) == 1:
                    told.update(fresh)  # it lies in one place, as it was mixed
                if question.by is not None:
                    where = _places(now, fresh)
                    who = f"Mixed by {self._words.seat(match, question.by)} alone"
                    noted.append((f"{who}{f' in {names(where)}' if where else ''}", fresh))
                    continue
                whence = f" with what was in {names(sources)}" if sources and goals != set(sources) else ""
                noted.append((f"Mixed: {self._cards.deck(deck)}{whence}, from the top", fresh))
        elif isinstance(question, Show):
            for reader, shown in question.to.items():
                if shown:
                    noted.append((f"Seen by {self._words.seat(match, reader)} now", shown))
        elif isinstance(question, Expose):
            told.update(handle for handle in question.handles if handle not in now)
            sources = _places(before, question.handles)
            noted.append((f"Opened to all{f' out of {names(sources)}' if sources else ''}", question.handles))
        return [*noted, *_moves(before, now, told)]

    def told(self, noted: list[Noted], known: Faces) -> tuple[str, ...]:
        """The sentences, to somebody who knows these faces."""
        return tuple(f"{start}: {listed(seen(self._cards, cards, known))}." for start, cards in noted)

    def _lies(self, match: Match[Any]) -> dict[Handle, str]:
        """Where each card lies, by the name of the place."""
        cards, words = self._cards, self._words
        places: dict[Handle, str] = {}
        for zone in cards.zones(match, self._seats):
            owner = cards.owner(match, zone)
            name = cards.zone(zone, words.seat(match, owner) if owner is not None else "")
            places.update(dict.fromkeys(zone.handles, name) if name else {})
        return places


def _mixed(question: Mask, match: Match[Any]) -> Iterator[tuple[str, tuple[Handle, ...], tuple[Handle, ...]]]:
    """For each deck its name, the handles that ended, and those that it has now: decks are numbered in their order."""
    serial = match.state.serial - len(question.decks)
    for number, (deck, (faces, old)) in enumerate(question.decks.items(), serial + 1):
        yield deck, old, handles(deck, number, len(faces) + len(old))


def _moves(before: Mapping[Handle, str], now: Mapping[Handle, str], told: set[Handle]) -> Iterator[Noted]:
    """From where to where cards went, those with the same way together."""
    ways: dict[tuple[str, str], list[Handle]] = {}
    for handle in dict.fromkeys((*before, *now)):
        way = (before.get(handle, ""), now.get(handle, ""))
        if way[0] != way[1] and handle not in told:
            ways.setdefault(way, []).append(handle)
    for (origin, goal), cards in ways.items():
        if origin and goal:
            yield f"From {origin} to {goal}", tuple(cards)
        else:
            yield f"To {goal}" if goal else f"Out of {origin}", tuple(cards)


def _places(lying: Mapping[Handle, str], cards: tuple[Handle, ...]) -> list[str]:
    return list(dict.fromkeys(lying[handle] for handle in cards if handle in lying))
