"""Fields to fill in: each with its value, what the value means, and how it is changed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from client.errors import ClientError
from client.lobby.settings import shown
from client.play.cells import cut, pad, width_of
from client.screen.canvas import Canvas, Name
from client.screen.keys import Action
from client.screen.menu import BACK, WIDE, moving
from client.screen.overlays import folded, hidden, window
from client.screen.pointing import ROW, Mouse
from client.screen.shell import Shell
from client.screen.views import Typing

EXPLAINED = 3
"""Rows below the fields, for the one under the cursor."""
LABEL = 38

Values = Mapping[str, Any]


@dataclass(frozen=True)
class Field:
    """One value of a form.

    Attributes:
        name: of the value.
        label: for people.
        explain: one sentence on the field and its present value.
        choices: the values that the arrows walk through.
        read: makes a value of what is typed; raises ClientError. None: nothing can be typed.
        empty: what Backspace sets, if something can be typed.
        show: the value for people.
        open: what Enter does in the place of changing the value: another page.
    """

    name: str
    label: str
    explain: Callable[[Any], str]
    choices: Sequence[Any] = ()
    read: Callable[[str], Any] | None = None
    empty: Any = None
    show: Callable[[Any], str] = shown
    open: Callable[[], None] | None = None


class Form:
    """Fields and, below them, what is done with them.

    Args:
        shell: where it is shown.
        title: of the frame and of the window.
        values: to begin with, by the names of the fields.
        fields: the fields that there are with such values.
        button: what submitting is called; "" if every change counts at once.
        submit: takes the values.
        back: what Esc does.
        judge: why such values cannot be submitted, "" if they can.
        changed: told after each change, with the name of the field; raises ClientError to take it back.
        lead: lines above the fields.
        summary: what submitting such values leads to.
        out: what Esc does, for the bottom line.
    """

    def __init__(
        self,
        shell: Shell,
        title: str,
        values: Values,
        fields: Callable[[Values], Sequence[Field]],
        button: str,
        submit: Callable[[Values], None],
        back: Callable[[], None],
        judge: Callable[[Values], str] = lambda _: "",
        changed: Callable[[str, Values], None] = lambda _, __: None,
        lead: Callable[[], Sequence[str]] = lambda: (),
        summary: Callable[[Values], str] = lambda _: "",
        out: str = BACK,
    ) -> None:
        self.title = f"Kingsmoot: {title}"
        self.values = dict(values)
        self._shell = shell
        self._name = title
        self._fields = fields
        self._button = button
        self._submit = submit
        self._back = back
        self._judge = judge
        self._changed = changed
        self._lead = lead
        self._summary = summary
        self._out = out
        self._at = len(fields(self.values)) if button else 0  # good defaults: Enter alone will do
        self._room = 1

    # ------------------------------------------------------------ values
    @property
    def fields(self) -> Sequence[Field]:
        """The fields as they are now."""
        return self._fields(self.values)

    @property
    def field(self) -> Field | None:
        """The field under the cursor; None for the button."""
        fields = self.fields
        return fields[self._at] if self._at < len(fields) else None

    def move_to(self, number: int) -> None:
        """Put the cursor on a field, counted from 0."""
        self._at = 0
        self._move(number)

    def put(self, name: str, value: Any) -> None:
        """Give a field a value."""
        before = dict(self.values)
        self.values[name] = value
        for field in self.fields:  # a choice that the others no longer allow becomes the nearest one
            if field.choices and field.read is None and self.values[field.name] not in field.choices:
                self.values[field.name] = field.choices[-1]
        try:
            self._changed(name, self.values)
        except ClientError as error:
            self.values = before
            self._shell.say(f"{error}.")

    def _step(self, by: int) -> None:
        field = self.field
        assert field is not None, "the button is no field"
        choices = list(field.choices)
        value = self.values[field.name]
        at = choices.index(value) if value in choices else -1 if by > 0 else 0
        self.put(field.name, choices[(at + by) % len(choices)])

    def _choose(self) -> None:
        field = self.field
        if field is None:
            reason = self._judge(self.values)
            if reason:
                self._shell.say(f"{self._button}: {reason}")
            else:
                self._submit(self.values)
        elif field.open is not None:
            field.open()
        elif field.read is not None and not field.choices:
            self._type()
        else:
            self._step(1)

    def _type(self) -> None:
        field = self.field
        if field is None or field.read is None:
            return
        value = self.values[field.name]
        text = "" if value == field.empty else field.show(value)
        self._shell.type(Typing(field.label.lower(), self._typed, lambda _: (), f"form {field.name}", text))

    def _typed(self, text: str) -> None:
        field = self.field
        if field is None or field.read is None:
            return
        try:
            self.put(field.name, field.read(text.strip()))
        except ClientError as error:
            self._shell.say(f"{error}.")

    def _clear(self) -> None:
        field = self.field
        if field is not None:
            self.put(field.name, field.empty)

    # ------------------------------------------------------------ drawing
    def draw(self, canvas: Canvas) -> None:
        """The fields in a frame, the explanation of one below them."""
        width = min(canvas.width, WIDE)
        fields, field = self.fields, self.field
        lead = [part for line in self._lead() for part in folded(line, width - 4)]
        rows = len(fields) + (2 if self._button else 0)
        inside = window(canvas, width, len(lead) + bool(lead) + rows + EXPLAINED + 3, self._name)
        y = inside.lines(1, 0, lead, "dim") + (1 if lead else 0)
        below = EXPLAINED + 1 if inside.height - y > EXPLAINED + 2 else 0
        self._room = max(1, inside.height - y - below)
        at = self._at + (1 if field is None else 0)  # an empty row before the button
        first = max(0, min(at - self._room // 2, rows - self._room))
        labels = min(LABEL, max((width_of(each.label) for each in fields), default=0))
        for row in range(first, min(rows, first + self._room)):
            if row < len(fields):
                inside.spot(0, y + row - first, inside.width, 1, (ROW, row))
                self._row(inside, y + row - first, fields[row], row == self._at, labels)
            elif row == rows - 1:
                inside.spot(0, y + row - first, inside.width, 1, (ROW, len(fields)))
                self._press(inside, y + row - first)
        if below:
            inside.put(0, inside.height - below, inside.glyphs.horizontal * inside.width, "frame")
            reason = self._judge(self.values)
            text = reason or (
                field.explain(self.values[field.name]) if field is not None else self._summary(self.values)
            )
            lines = folded(text, inside.width - 2)[:EXPLAINED]
            inside.lines(1, inside.height - EXPLAINED, lines, "warn" if reason else "")
        last = inside.height - max(1, below)
        hidden(inside, max(0, y - 1), first, last, rows - first - self._room)

    def _row(self, inside: Canvas, y: int, field: Field, here: bool, labels: int) -> None:
        value = field.show(self.values[field.name])
        text = f"< {value} >" if here and field.choices else f"  {value}"
        mark = inside.glyphs.pointer if here else " "
        inside.put(0, y, f"{mark} {pad(field.label, labels)}  {cut(text, max(1, inside.width - labels - 5))}")
        if here:
            inside.tint(0, y, inside.width, "cursor")

    def _press(self, inside: Canvas, y: int) -> None:
        here = self.field is None
        mark = inside.glyphs.pointer if here else " "
        style = "dim" if self._judge(self.values) else "strong"
        end = inside.put(0, y, f"{mark} [ {self._button} ]", style)
        if here:
            inside.tint(0, y, end, "cursor")

    # ------------------------------------------------------------ a view
    def status(self) -> list[str]:
        """How to change what is under the cursor."""
        field = self.field
        if field is None:
            return [f"You: Enter: {self._button.lower()}. Up to change something first. {self._out}"]
        if field.open is not None:
            return [f"You: Enter opens {field.label.lower()}. {self._out}"]
        ways = ["left, right or Enter changes it"] if field.choices else []
        if field.read is not None:
            ways.append("t types it" if field.choices else "Enter types it")
        end = self._shell.named().get("list_last", "")
        ways += [f"{end} goes to {self._button}"] if self._button and end else []
        return [f"You: {'; '.join(ways)}. {self._out}"]

    def actions(self) -> list[Action]:
        """Moving, changing, submitting."""
        return [
            Action("value_more", "the next value", ("right", "l"), lambda: self._step(1), self._no_choices, "change"),
            Action("value_less", "the value before", ("left", "h"), lambda: self._step(-1), self._no_choices),
            Action("value_type", "type a value", ("t",), self._type, self._no_typing, hint="type"),
            Action("value_empty", "empty the field", ("backspace", "delete"), self._clear, self._no_typing),
            *moving(self._move, self._choose, "choose or change it", self._room),
        ]

    def _no_choices(self) -> str:
        field = self.field
        return "" if field is not None and field.choices else "there is nothing to walk through here"

    def _no_typing(self) -> str:
        field = self.field
        return "" if field is not None and field.read is not None else "nothing is typed here"

    def _move(self, by: int) -> None:
        last = len(self.fields) - (0 if self._button else 1)
        self._at = max(0, min(self._at + by, last))

    def key(self, key: str) -> bool:
        """A digit is the value itself, where numbers are chosen."""
        field = self.field
        number = int(key) if key.isdecimal() else -1
        if field is None or not any(type(value) is int and value == number for value in field.choices):
            return False
        self.put(field.name, number)
        return True

    def mouse(self, name: Name | None, what: Mouse) -> bool:
        """A click goes to a field and does what Enter does there."""
        if what is not Mouse.CLICK or name is None or name[0] != ROW:
            return False
        self.move_to(int(name[1]))
        self._choose()
        return True

    def leave(self) -> None:
        """Go back."""
        self._back()


def switch(name: str, label: str, yes: str, no: str) -> Field:
    """A field that is on or off, with a sentence for each."""
    return Field(name, label, lambda value: yes if value else no, (False, True))
