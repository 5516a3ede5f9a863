"""Where the owner of a table wants a copy of its record: kept until the game ends, for whoever resumes it."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from pathlib import Path

from client.errors import UsageError
from client.home import Home, private_folder, replace_file, try_out
from client.seating import Seated

FOLDER = "copies"
LONGEST = 5000
"""Letters of a path at most; a longer file is none of ours."""
Begun = Callable[[Seated], None]


@asynccontextmanager
async def seated_with_copy(
    seating: AbstractAsyncContextManager[Seated], out: str | None, begun: Begun = lambda _: None
) -> AsyncIterator[Seated]:
    """`seating`, with `out` remembered for a resume while the game lasts. `begun` is told the table as it begins."""
    async with seating as seated:
        home, table = seated.journal.home, seated.journal.kept.id
        if out is not None:
            keep_copy_path(home, table, out)
        begun(seated)
        yield seated
        if seated.table.match.outcome is not None:
            with suppress(OSError):
                _file(home, table).unlink(missing_ok=True)


def keep_copy_path(home: Home, table: str, out: str) -> None:
    """Remember that the record of the table of that id goes to `out`, too; a home that is full is no reason to stop."""
    with suppress(UsageError, OSError, UnicodeError):
        file = _file(home, table)
        private_folder(file.parent)
        replace_file(file, str(Path(out).absolute()).encode())


def copy_path(home: Home, table: str) -> tuple[str | None, str]:
    """Where the record of that table goes besides, and what to tell of it; (None, "") for nowhere."""
    try:
        with open(_file(home, table), encoding="utf-8") as file:
            out = file.read(LONGEST)
    except (OSError, UnicodeError):
        return None, ""
    try:
        try_out(Path(out))
    except UsageError as error:
        return None, f"The copy of the record is not brought up to date: {error}."
    return out, f"The record goes to {out} as well, as you wished at first."


def _file(home: Home, table: str) -> Path:
    return home.state / FOLDER / table
