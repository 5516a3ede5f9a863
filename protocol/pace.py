"""How much may come within a time, on a clock that is told."""


class Pace:
    """`burst` at once, and `per_s` more each second up to that again."""

    def __init__(self, burst: int, per_s: int) -> None:
        self._burst = burst
        self._per_s = per_s
        self._left = burst
        self._paid: int | None = None

    def tick(self, now_ms: int) -> None:
        """Tells the time, in milliseconds of any clock that never runs back."""
        if self._paid is None:
            self._paid = now_ms
        gained = (now_ms - self._paid) * self._per_s // 1000
        if gained > 0:
            self._left, self._paid = min(self._burst, self._left + gained), now_ms

    def take(self) -> bool:
        """Takes one, if there is one left."""
        if self._left == 0:
            return False
        self._left -= 1
        return True
