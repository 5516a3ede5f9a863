"""Who I am: my lasting key and the name I go by."""

import getpass
import os
import unicodedata
from dataclasses import dataclass

from client.errors import UsageError
from client.home import Home, private_folder, read_private, write_private
from protocol.identity import SigningKey, fingerprint

KEY_SIZE = 32
NAME_LIMIT = 24
"""Letters of a name: four names fit beside each other in a window of 80 columns."""


@dataclass(frozen=True)
class Player:
    """A name and the key behind it. Names are free; only the key is proof."""

    name: str
    key: SigningKey

    def words(self, count: int) -> str:
        """The first `count` words of the fingerprint, to be compared aloud."""
        return " ".join(fingerprint(self.key.public, count))


def tidy_name(text: str) -> str:
    """A name as it is kept: one form of Unicode, single spaces. Raises UsageError for one that cannot be shown."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise UsageError("a name needs at least one letter")
    if len(name) > NAME_LIMIT:
        raise UsageError(f"a name has at most {NAME_LIMIT} letters; this one has {len(name)}")
    odd = [letter for letter in name if unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")]
    if odd:
        raise UsageError(f"a name cannot hold the invisible character U+{ord(odd[0]):04X}")
    return name


def load_player(home: Home, name: str | None = None) -> Player:
    """My key, made at the first use, under `name` or the name kept so far. Raises UsageError."""
    private_folder(home.data)
    if not home.key_file.exists():
        write_private(home.key_file, os.urandom(KEY_SIZE))
    key = SigningKey(read_private(home.key_file, KEY_SIZE))
    return Player(tidy_name(name) if name is not None else _kept_name(home, key), key)


def keep_name(home: Home, name: str) -> None:
    """Go by `name` from now on. Raises UsageError."""
    try:
        home.name_file.write_text(tidy_name(name) + "\n", encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {home.name_file}: {error.strerror}") from error


def _kept_name(home: Home, key: SigningKey) -> str:
    try:
        return tidy_name(home.name_file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        pass  # none kept yet: the name of the account will do
    try:
        return tidy_name(getpass.getuser())
    except (OSError, KeyError, ImportError, UsageError):  # an account without a name, as in a bare container
        return fingerprint(key.public, 1)[0]
