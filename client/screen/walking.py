"""From one position of a kept game to another: by steps, phases and rounds, to a place, to words in the log."""

from collections.abc import Callable
from typing import Any

from client.errors import UsageError
from client.play.choosing import plain
from client.replaying import place_of
from client.screen.position import Position
from client.screen.records import Study
from client.timeline import Moment

JUMP = "Type a slot, or a place as in 3.marches or 3.marches.2; start and end work as well."


class Walk:
    """Where somebody is who looks through a game.

    Attributes:
        sought: the words that were sought last.
    """

    def __init__(self, study: Study, say: Callable[[str], None], moved: Callable[[], None]) -> None:
        """`say` tells what cannot be reached; `moved` is called when another position is looked at."""
        self.sought = ""
        self._study = study
        self._say = say
        self._moved = moved
        self._position: Position | None = None

    @property
    def position(self) -> Position | None:
        """What is looked at; None before the record is read."""
        if self._position is None and self._study.timeline is not None:
            self._position = Position(self._study.timeline)
        return self._position

    @property
    def n(self) -> int:
        """The number of the position."""
        return self._position.n if self._position is not None else 0

    def go(self, n: int) -> None:
        """Look at position `n`, or at the end of the game that is nearer to it."""
        timeline, position = self._study.timeline, self.position
        if timeline is None or position is None:
            return
        wanted, n = n, max(0, min(timeline.last, n))
        if n == position.n and wanted != n:
            self._say("This is the end of the record." if wanted > n else "This is where the game begins.")
        if n != position.n:
            position.go(n)
            self._moved()

    def step(self, step: int) -> None:
        """So many positions on, or back."""
        self.go(self.n + step)

    def leap(self, step: int, part: Callable[[Moment], Any]) -> None:
        """On to where the next part begins, or back to where one did; at the ends as a step."""
        if self._study.timeline is not None:
            end = self._study.timeline.last if step > 0 else 0
            self.go(self._study.timeline.beginning(self.n, step, part) if self.n != end else self.n + step)

    def jump(self, text: str) -> None:
        """Look where a typed line says: a slot, or ROUND.PHASE, or ROUND.PHASE.STEP."""
        timeline, text = self._study.timeline, text.strip().casefold()
        if timeline is None:
            return
        if text in ("start", "end"):
            self.go(0 if text == "start" else timeline.last)
        elif text.isdecimal():
            if int(text) > timeline.last:
                self._say(f"The record ends with slot {timeline.last}.")
            else:
                self.go(int(text))
        else:
            try:
                place = place_of(text)
            except UsageError:
                self._say(JUMP)
                return
            try:
                n = timeline.find(place)
            except UsageError as error:
                self._say(f"{str(error)[:1].upper()}{str(error)[1:]}.")
                return
            if n is None:
                self._say(f"The game does not come to {text}; it ends in {timeline.moments[-1].where}.")
            else:
                self.go(n)

    def places(self, text: str) -> list[tuple[str, str]]:
        """What may be jumped to, each with a note, if it begins with `text`."""
        timeline = self._study.timeline
        if timeline is None:
            return []
        found = [("start", ""), ("end", "")]
        for n in timeline.stages():
            number, phase = timeline.moments[n].stage
            found.append((f"{number}.{phase}", f"slot {n}"))
        typed = text.strip().casefold()
        if typed.count(".") == 2:
            steps: dict[tuple[int, str], int] = {}
            for n, moment in enumerate(timeline.moments):
                number, phase = moment.stage
                steps[moment.stage] = steps.get(moment.stage, 0) + 1
                found.append((f"{number}.{phase}.{steps[moment.stage]}", f"slot {n}"))
        return [(place, note) for place, note in dict(reversed(found)).items() if place.startswith(typed)][::-1]

    def find(self, text: str, step: int = 1) -> None:
        """Look at the next position whose log holds `text`, or with `step` -1 at the one before; round the ends."""
        timeline = self._study.timeline
        self.sought, wanted = text, plain(text.strip())
        if timeline is None or not wanted:
            return
        count = timeline.last + 1
        for away in range(1, count + 1):
            n = (self.n + step * away) % count
            moment = timeline.moments[n]
            if any(wanted in plain(line) for line in (*moment.said, *moment.lines, *moment.cards, *moment.hidden)):
                if (n - self.n) * step <= 0:
                    self._say(f"`{text}`: round the end of the record.")
                self.go(n)
                return
        self._say(f"`{text}` is nowhere in the log.")
