"""Where this player's files are: keys and tables in the data folder, the log in the state folder, settings apart."""

import contextlib
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from shlex import quote

from client.errors import UsageError

APP = "kingsmoot"
MODES = os.name == "posix"
"""Whether files have modes. Elsewhere the folders of an account are its own, as the system has made them."""


@dataclass(frozen=True)
class Home:
    """The folders of one player. `data` holds what must not be lost, `state` what may be deleted, `config` wishes.

    `named`: whether the command line names the folder, so that the next one must name it again.
    """

    data: Path
    state: Path
    config: Path
    named: bool = field(default=False, compare=False)

    @classmethod
    def find(cls, wanted: str | None = None, environ: Mapping[str, str] = os.environ) -> "Home":
        """The folders of `wanted` (--home), else of KINGSMOOT_HOME, else the usual ones of this system."""
        root = wanted or environ.get("KINGSMOOT_HOME")
        if root:
            data = Path(root).expanduser().absolute()
            return cls(data, data / "state", data, bool(wanted))
        import platformdirs

        return cls(
            platformdirs.user_data_path(APP, False),
            platformdirs.user_state_path(APP, False),
            platformdirs.user_config_path(APP, False),
        )

    def command(self, words: str) -> str:
        """What to type in a shell so that this program does `words` in this home."""
        return f"{APP} --home {quote(str(self.data))} {words}" if self.named else f"{APP} {words}"

    @property
    def config_file(self) -> Path:
        """The settings; it need not be there."""
        return self.config / "config.toml"

    @property
    def key_file(self) -> Path:
        """The lasting secret key."""
        return self.data / "identity.key"

    @property
    def name_file(self) -> Path:
        """The name this player goes by."""
        return self.data / "name"

    @property
    def store_file(self) -> Path:
        """Tables with their secrets and entries, and the players met."""
        return self.data / "kingsmoot.db"

    @property
    def records(self) -> Path:
        """The record of each table that came to an end or was left."""
        return self.data / "records"

    @property
    def locks(self) -> Path:
        """One file for each table, held by the process that plays there."""
        return self.data / "locks"

    @property
    def log_file(self) -> Path:
        """The log; older ones stand beside it."""
        return self.state / "kingsmoot.log"


def private_folder(folder: Path) -> Path:
    """Make `folder` for its owner alone (mode 700) if it is missing, and return it.

    Raises UsageError if others may write there: they could put another key in the place of ours.
    """
    try:
        missing = [place for place in (folder, *folder.parents) if not place.exists()]
        for place in reversed(missing):  # not `parents=True`, which gives the folders above the usual mode
            place.mkdir(mode=0o700, exist_ok=True)
        writable = lets_others(folder, 0o022)
    except OSError as error:
        raise UsageError(f"cannot use the folder {folder}: {error.strerror}; choose another with --home") from error
    if writable:
        raise UsageError(f"others may write into {folder}; run: chmod 700 {folder}")
    return folder


def write_private(file: Path, content: bytes) -> None:
    """Write a new file that only its owner may read, down to the disk, folder entry included.

    Raises UsageError if it exists or cannot be written: a secret is never overwritten.
    """
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        sync_folder(file.parent)
    except OSError as error:
        raise UsageError(f"cannot write {file}: {error.strerror}") from error


def replace_file(file: Path, content: bytes, kept: Path | None = None) -> None:
    """Write a file for its owner alone, whole or not at all. Raises UsageError, which says what `kept` still holds."""
    half = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        half.unlink(missing_ok=True)
        handle = os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        half.replace(file)
        sync_folder(file.parent)
    except OSError as error:
        with contextlib.suppress(OSError):  # on a full disk it would take the room that is needed
            half.unlink(missing_ok=True)
        still = f"; the game itself is kept in {kept}, and kingsmoot resume goes on with it" if kept is not None else ""
        raise UsageError(f"cannot write {file}: {error.strerror}{still}") from error


def try_out(out: Path) -> None:
    """Raises UsageError if no file can be written to `out`, which somebody wants it in when a game is over."""
    try:
        if out.is_dir():
            raise UsageError(f"cannot write {out}: it is a folder; name a file in it")
        half = out.with_name(f".{out.name}.{os.getpid()}")
        out.parent.mkdir(parents=True, exist_ok=True)
        half.touch()
        half.unlink()
    except (OSError, ValueError) as error:
        cause = error.strerror if isinstance(error, OSError) else error
        raise UsageError(f"cannot write {out}: {cause}; choose another file with --out") from error


def read_private(file: Path, size: int) -> bytes:
    """The `size` bytes of a secret file. Raises UsageError if others may read it or its size is wrong."""
    try:
        readable = lets_others(file)
        content = file.read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}") from error
    if readable:
        raise UsageError(f"{file} can be read by others, so it may be stolen; run: chmod 600 {file}")
    if len(content) != size:
        raise UsageError(
            f"{file} has {len(content)} bytes where a key has {size}: it is damaged; "
            "put a copy back, or move it away to begin with a new key"
        )
    return content


def lets_others(path: Path, bits: int = 0o077) -> bool:
    """Whether other accounts may do with `path` any of what `bits` say, as far as modes tell. Raises OSError."""
    return MODES and bool(path.stat().st_mode & bits)


def sync_folder(folder: Path) -> None:
    """Make the names in `folder` last through a power cut, where the system can do that."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
