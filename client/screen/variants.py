"""The page of the variants of a game: every setting of a table, with what it does."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from client.errors import UsageError
from client.matches import complete_settings
from client.screen.form import Field, Form, Values, switch
from client.screen.shell import Shell
from client.words.library import find_game, setting_title, settings_words, usual_values
from engine.core.plain import Plain

SEATS = "seats"
"""The field of the number of seats, beside the settings of a game."""


def changed_settings(game: str, seats: int, settings: Mapping[str, Plain]) -> dict[str, Plain]:
    """Those of `settings` that are not as printed."""
    printed = complete_settings(game, seats, {})
    return {name: value for name, value in settings.items() if value != printed.get(name)}


def why_not_settings(game: str, seats: int, settings: Mapping[str, Plain]) -> str:
    """Why a table cannot be opened with such settings, for people; "" if it can."""
    try:
        complete_settings(game, seats, settings)
    except UsageError as error:
        return str(error).removeprefix("setting: ")
    return ""


def setting_fields(game: str, seats: int) -> list[Field]:
    """A field for each setting of a game at a table of that size."""
    words, usual = settings_words(game, seats), usual_values(game)

    def field(name: str, value: Plain) -> Field:
        title, does = setting_title(game, name), words.get(name, "")
        if isinstance(value, bool):
            return switch(name, title, f"yes: {does}", f"no. What yes would do: {does}")
        return Field(name, title, lambda _: does, usual.get(name, ()), str, value, str)

    return [field(name, value) for name, value in complete_settings(game, seats, {}).items()]


def settings_page(
    shell: Shell,
    game: str,
    seats: int,
    chosen: Mapping[str, Plain],
    done: Callable[[int, dict[str, Plain]], None],
    lead: Sequence[str] = (),
    resize: bool = False,
) -> Form:
    """Every setting of a table; Esc is done as well.

    `done` takes the seats, which can be changed with `resize`, and all settings. What a table of that size does not
    know is dropped.
    """
    sizes = sorted(find_game(game).seats)
    values: dict[str, Any] = {SEATS: seats}
    for size in sizes:
        values |= complete_settings(game, size, {})
    values |= {name: value for name, value in chosen.items() if name in values}
    count = Field(SEATS, "seats", lambda number: f"{number} play, bots included.", sizes)

    def fields(now: Values) -> list[Field]:
        return [*([count] if resize else []), *setting_fields(game, now[SEATS])]

    def settings(now: Values) -> dict[str, Plain]:
        return {name: now[name] for name in complete_settings(game, now[SEATS], {})}

    def finish() -> None:
        done(form.values[SEATS], settings(form.values))

    form = Form(
        shell,
        "Rules of the table",
        values,
        fields,
        "Done",
        lambda _: finish(),
        finish,
        lambda now: why_not_settings(game, now[SEATS], settings(now)),
        lead=lambda: lead,
        out="Esc: done.",
    )
    form.move_to(0)
    return form
