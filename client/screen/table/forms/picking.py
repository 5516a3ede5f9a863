"""How an answer is put together by keys, piece by piece: what is listed and where the cursor is. It draws nothing."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from client.play.asking import Ask
from client.play.choosing import Choice
from client.play.line import LineMode

NOWHERE = -1
"""No row is under the cursor: it stands on an area of the map where nothing can be picked."""

Rank: TypeAlias = Callable[[str], tuple[int, ...]]
"""rank(area): where it stands among others, as one reads the map."""


@dataclass(frozen=True)
class Row:
    """Something that Enter can pick: an area with all its choices, one choice, or neither: that the answer is done."""

    area: str = ""
    choices: tuple[Choice, ...] = ()

    @property
    def choice(self) -> Choice | None:
        """The choice that is picked at once, if there is just one."""
        return self.choices[0] if len(self.choices) == 1 else None

    @property
    def done(self) -> bool:
        """Whether it ends the answer."""
        return not self.choices


class Picking:
    """One question being answered.

    At first the rows are the areas of the map that something can be done with, then the choices that have no place.
    Picking an area with several choices makes these the rows. Where no choice has a place there is one list only.

    Attributes:
        ask: the question.
        area: whose choices are listed; "" for all.
        at: the row under the cursor, or NOWHERE.
        sticky: after a choice the next area is entered at once, for answers that give every area its piece.
    """

    def __init__(self, mode: LineMode, ask: Ask, rank: Rank, sticky: bool = False) -> None:
        self.ask = ask
        self.area = ""
        self.at = 0
        self.sticky = sticky
        self._mode = mode
        self._rank = rank
        self._stand()
        if not (sticky and self._placed and self.enter(next(iter(self._placed)))):
            self._enter_only()

    def _stand(self) -> None:
        """Sort the choices that there are now."""
        words, match, question = self._mode.words, self._mode.match, self._mode.question
        building = self.ask.building
        self._pieces = building.pieces
        placed: dict[str, list[Choice]] = {}
        free: list[Row] = []
        for choice in building.choices:
            area = words.place(match, question, building.pieces, choice.piece) if question is not None else ""
            if area:
                placed.setdefault(area, []).append(choice)
            else:
                free.append(Row("", (choice,)))
        self._placed = {area: placed[area] for area in sorted(placed, key=self._rank)}
        self._top = [*(Row(area, tuple(choices)) for area, choices in self._placed.items()), *free]
        if building.answers and (building.pieces or building.choices):
            self._top.append(Row())

    def follow(self) -> bool:
        """Come into step with the answer if it has changed; says whether it had."""
        if self._pieces == self.ask.building.pieces:
            return False
        was, grown = self.area, len(self.ask.building.pieces) > len(self._pieces)
        before = list(self._placed)
        self._stand()
        self.area, self.at = "", 0
        if not (self.sticky and was and self._enter_after(before, was, grown)):
            self._enter_only()
        return True

    def _enter_after(self, before: list[str], was: str, grown: bool) -> bool:
        """Enter the area of before, or if it has got its piece the next one that has none."""
        at = before.index(was) if was in before else 0
        order = [*before[at:], *before[:at]] if grown else [area for area in self._placed if area not in before]
        order += [was]
        return any(self.enter(area) for area in order)

    def _enter_only(self) -> None:
        if len(self._top) == 1 and self._top[0].area:
            self.enter(self._top[0].area)

    # ------------------------------------------------------------ what there is
    @property
    def areas(self) -> tuple[str, ...]:
        """The areas of the map by which something can be picked."""
        return tuple(self._placed)

    @property
    def on_map(self) -> bool:
        """Whether areas are picked now, so that arrows move over the map."""
        return bool(self._placed) and not self.area

    @property
    def rows(self) -> list[Row]:
        """What can be picked now."""
        if self.area:
            return [Row("", (choice,)) for choice in self._placed[self.area]]
        return self._top

    @property
    def row(self) -> Row | None:
        """What is under the cursor."""
        rows = self.rows
        return rows[self.at] if 0 <= self.at < len(rows) else None

    @property
    def choice(self) -> Choice | None:
        """The choice under the cursor, if it is one alone."""
        return self.row.choice if self.row is not None else None

    # ------------------------------------------------------------ moving
    def point(self, area: str) -> None:
        """The cursor of the map stands on `area`."""
        if self.on_map:
            self.at = next((at for at, row in enumerate(self._top) if row.area and row.area == area), NOWHERE)

    def to(self, at: int) -> None:
        """Put the cursor on a row, as near to `at` as there is one."""
        self.at = max(0, min(at, len(self.rows) - 1))

    def enter(self, area: str) -> bool:
        """List the choices of an area; says whether it has any."""
        if area not in self._placed:
            return False
        self.area, self.at = area, 0
        return True

    def next(self, step: int) -> None:
        """The next row, or the next area while the choices of one are listed; round at the ends."""
        if self.area:
            areas = list(self._placed)
            self.enter(areas[(areas.index(self.area) + step) % len(areas)])
        elif self._top:
            self.at = (max(self.at, 0 if step < 0 else NOWHERE) + step) % len(self._top)

    def back(self) -> bool:
        """From the choices of an area to all areas; says whether there was a way back."""
        if not self.area:
            return False
        area, self.area = self.area, ""
        self.point(area)
        return True
