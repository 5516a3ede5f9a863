"""An answer that grows piece by piece, always on a legal path: `Options.complete` says what may follow."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias

from client.play.choosing import Choice, Label, split, take
from engine.core.cards import NO_FACES, Faces
from engine.core.options import Completion, Listed, Options
from engine.core.plain import Plain

Naming: TypeAlias = Callable[[tuple[Plain, ...], Plain], Label]
"""naming(pieces so far, piece): how the next piece is called."""


class Building:
    """One answer under construction.

    Attributes:
        pieces: those chosen so far.
        choices: those that may come next; what does nothing stands last.
        numbered: they are shown with their numbers, so that a number stands for a choice.
    """

    def __init__(self, options: Options[Any], naming: Naming, known: Faces = NO_FACES) -> None:
        self.options = options
        self.known = known
        self.pieces: tuple[Plain, ...] = ()
        self.labels: tuple[Label, ...] = ()
        self.numbered = True
        self._naming = naming
        self._stand()

    def _stand(self) -> None:
        self._completion: Completion[Any] = self.options.complete(self.pieces, self.known)
        named = [(piece, self._naming(self.pieces, piece)) for piece in self._completion.choices]
        named.sort(key=lambda each: each[1].last)
        self.choices: list[Choice] = [Choice(number, *each) for number, each in enumerate(named, 1)]
        self._followed: tuple[str, Sequence[Choice]] = ("", ())

    @property
    def answers(self) -> tuple[Any, ...]:
        """The one legal answer that the pieces make, or nothing if it may not end here."""
        return self._completion.answers

    @property
    def single(self) -> bool:
        """Whether any answer is one pick; else it is put together, and could be another one up to its last piece."""
        return isinstance(self.options, Listed)

    @property
    def whole(self) -> bool:
        """Whether nothing can be added and the answer stands."""
        return bool(self.answers) and not self.choices

    def put(self, text: str) -> list[Label]:
        """Add the pieces that `text` names and return their labels.

        All or nothing: on Unclear (no such choice) or Refused (a rule forbids it) the answer is as it was.
        """
        added: list[Label] = []
        with self._whole():
            while text.strip(" ,"):
                choice, text = take(text.strip(" ,"), self.choices, self.numbered)
                self._add(choice)
                added.append(choice.label)
        return added

    def take(self, choice: Choice) -> None:
        """Add one of `choices`. All or nothing, as `put`."""
        with self._whole():
            self._add(choice)

    def _add(self, choice: Choice) -> None:
        self.pieces += (choice.piece,)
        self.labels += (choice.label,)
        self._stand()

    @contextmanager
    def _whole(self) -> Iterator[None]:
        """All of the block, or the answer as it was before it."""
        before = (self.pieces, self.labels)
        try:
            yield
        except Exception:
            self.pieces, self.labels = before
            self._stand()
            raise

    def undo(self) -> Label | None:
        """Take back the last piece and return its label; None if there is none."""
        if not self.pieces:
            return None
        gone, self.pieces, self.labels = self.labels[-1], self.pieces[:-1], self.labels[:-1]
        self._stand()
        return gone

    def drop(self, piece: Plain) -> None:
        """Take back one of `pieces`, wherever it stands. All or nothing: raises Refused if the others need it."""
        at = self.pieces.index(piece)
        with self._whole():
            self.pieces = self.pieces[:at] + self.pieces[at + 1 :]
            self.labels = self.labels[:at] + self.labels[at + 1 :]
            self._stand()

    def clear(self) -> None:
        """Begin again."""
        self.pieces, self.labels = (), ()
        self._stand()

    def completions(self, text: str) -> list[tuple[str, Label]]:
        """What may stand in the place of the piece being typed at the end of `text`: whole line and label.

        Pieces typed before it, each ended by a comma or being unmistakable, are followed without being taken.
        """
        done, _, open_part = text.rpartition(",")
        stem = f"{done}, " if done else ""
        typed = open_part.strip()
        return [(stem + choice.label.text, choice.label) for choice in self._after(done) if offers(typed, choice)]

    def _after(self, done: str) -> Sequence[Choice]:
        """What may follow after the pieces that are typed; nothing if they are none."""
        if not done.strip(" ,"):
            return self.choices
        if self._followed[0] != done:  # the letters after it are typed one by one
            trial = Building(self.options, self._naming, self.known)
            trial.pieces, trial.labels = self.pieces, self.labels
            trial.numbered = self.numbered
            trial._stand()
            try:
                trial.put(done)
            except Exception:
                trial.choices = []
            self._followed = (done, trial.choices)
        return self._followed[1]


def offers(typed: str, choice: Choice) -> bool:
    """Whether `choice` is to be offered to somebody who has typed this much of a piece."""
    words = split(typed)
    return all(any(other.startswith(word) for key in choice.keys for other in key) for word in words)
