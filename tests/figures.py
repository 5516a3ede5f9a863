"""One measured figure, as all benches give it."""

from typing import Any


class Row(dict[str, Any]):
    """Name, value, unit, bound and whether it is kept. A row without a bound is told, not judged.

    `bound` is the most that the value may be, or the least if `at_least`.
    """

    def __init__(self, name: str, value: float, unit: str, bound: float | None = None, at_least: bool = False) -> None:
        ok = bound is None or (value >= bound if at_least else value <= bound)
        super().__init__(name=name, value=round(value, 4), unit=unit, bound=bound, ok=ok)
        self.at_least = at_least

    def line(self) -> str:
        """The row for people, with the ratio of value and bound."""
        if self["bound"] is None:
            return f"{self['name']:<46} {self['value']:>12,.4g} {self['unit']}"
        sign, ratio = ("at least" if self.at_least else "at most"), self["value"] / self["bound"]
        verdict = "ok" if self["ok"] else "MISSED"
        shown = f"{self['name']:<46} {self['value']:>12,.4g} {self['unit']:<14}"
        return f"{shown} {sign} {self['bound']:<7g} {ratio:5.2f} x  {verdict}"
