"""Numbers in a row: bids."""

from collections.abc import Sequence

from typing_extensions import override

from client.screen.canvas import Canvas
from client.screen.table.forms.faces import Naming, RowFace, cursor
from client.screen.table.forms.picking import Row

CELLS = 4


class NumberFace(RowFace):
    """Left and right change the number, digits type it; only Enter picks it."""

    picks = False

    def __init__(self) -> None:
        super().__init__(CELLS)

    @override
    def cell(self, canvas: Canvas, number: int, row: Row, under: bool, named: tuple[str, str]) -> None:
        canvas.put(0, 0, f"[{named[0]}]".rjust(CELLS) if under else f"{named[0]} ".rjust(CELLS), cursor(under))

    @override
    def tells(self, note: str, rows: Sequence[Row], width: int, naming: Naming) -> bool:
        return False

    @override
    def digit(self, digit: int, at: int, rows: Sequence[Row]) -> tuple[int, bool] | None:
        numbers = [row.choice.piece if row.choice is not None else None for row in rows]
        before = numbers[at] if 0 <= at < len(numbers) else 0
        typed = before * 10 + digit if isinstance(before, int) else digit
        found = next((number for number in (typed, digit) if number in numbers), None)
        return (numbers.index(found), False) if found is not None else None

    @override
    def outside(self, rows: Sequence[Row]) -> str:
        numbers = [row.choice.piece for row in rows if row.choice is not None and isinstance(row.choice.piece, int)]
        if not numbers:
            return ""
        least = min(numbers)
        return f"At most {max(numbers)}{f', at least {least}' if least > 0 else ''}."
