"""Who I am: my lasting key and the name I go by."""

import contextlib
import getpass
import os
import unicodedata
from dataclasses import dataclass

from client.errors import UsageError
from client.home import Home, private_folder, read_private, replace_file, write_private
from protocol.identity import SigningKey, fingerprint

KEY_SIZE = 32
NAME_LIMIT = 24
"""Letters of a name: four names fit beside each other in a window of 80 columns."""
NAME = "name"
"""What it is called among the settings: it is kept beside the key and not in their file, but changed like them."""
LAST_NAME = "last-name"
"""The file of the state folder that holds the last name given for one start only."""


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


def chosen_name(text: str) -> str:
    """A name that somebody gives himself, tidy. Raises UsageError also for digits alone, which are a slip in a menu."""
    name = tidy_name(text)
    if name.replace(" ", "").isnumeric():
        raise UsageError(f"a name needs a letter; `{name}` has none")
    return name


def load_player(home: Home, name: str | None = None) -> Player:
    """My key, made at the first use, under `name` or the name kept so far. Raises UsageError.

    As long as no name is kept, the last `name` stands in for it.
    """
    private_folder(home.data)
    if not home.key_file.exists():
        write_private(home.key_file, os.urandom(KEY_SIZE))
    key = SigningKey(read_private(home.key_file, KEY_SIZE))
    if name is None:
        return Player(_usual_name(home, key), key)
    player = Player(chosen_name(name), key)
    if not home.name_file.exists() and player.name != last_name(home):
        with contextlib.suppress(UsageError, OSError):  # only a help: no reason not to play
            replace_file(private_folder(home.state) / LAST_NAME, f"{player.name}\n".encode())
    return player


def kept_name(home: Home) -> str | None:
    """The name that was kept for good; None if there is none that can be read. Raises UsageError for a file of junk."""
    try:
        return tidy_name(home.name_file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        return None


def last_name(home: Home) -> str | None:
    """The last name that was given for one start only while none was kept; None if there was none."""
    try:
        return chosen_name((home.state / LAST_NAME).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, UsageError):
        return None


def keep_name(home: Home, name: str) -> None:
    """Go by `name` from now on. Raises UsageError."""
    chosen = chosen_name(name)
    private_folder(home.data)
    try:
        home.name_file.write_text(chosen + "\n", encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {home.name_file}: {error.strerror}") from error


def _usual_name(home: Home, key: SigningKey) -> str:
    """What is kept, else one that was played under, else that of the account."""
    name = kept_name(home) or last_name(home)
    if name is not None:
        return name
    try:
        return tidy_name(getpass.getuser())
    except (OSError, KeyError, ImportError, UsageError):  # an account without a name, as in a bare container
        return fingerprint(key.public, 1)[0]
