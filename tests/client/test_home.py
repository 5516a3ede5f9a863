"""Keys and folders: made private, refused when they are not."""

import stat
from pathlib import Path

import pytest

from client.errors import UsageError
from client.home import Home, private_folder, read_private, write_private
from client.player import keep_name, kept_name, last_name, load_player, tidy_name


def home(tmp_path: Path) -> Home:
    return Home.find(str(tmp_path / "a" / "b"), {})


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_first_use_makes_a_key_for_its_owner_alone(tmp_path: Path) -> None:
    at = home(tmp_path)
    player = load_player(at)
    assert mode(at.key_file) == 0o600
    assert mode(at.data) == 0o700
    assert mode(at.data.parent) == 0o700
    assert load_player(at).key.public == player.key.public
    assert len(player.words(6).split()) == 6
    assert player.words(12).startswith(player.words(6))


def test_home_comes_from_option_then_environment_then_system(tmp_path: Path) -> None:
    assert Home.find("/x", {"KINGSMOOT_HOME": "/y"}).data == Path("/x")
    assert Home.find(None, {"KINGSMOOT_HOME": "/y"}).data == Path("/y")
    assert Home.find(None, {}).data.name == "kingsmoot"


def test_a_command_to_type_next_names_the_home_that_the_command_line_has_named() -> None:
    """Else it would look for the table in the usual home."""
    assert Home.find("/x y", {}).command("verify 56c22129") == "kingsmoot --home '/x y' verify 56c22129"
    assert Home.find(None, {"KINGSMOOT_HOME": "/y"}).command("resume") == "kingsmoot resume"
    assert Home.find(None, {}).command("games") == "kingsmoot games"


def test_key_that_others_can_read_is_refused_with_the_cure(tmp_path: Path) -> None:
    at = home(tmp_path)
    load_player(at)
    at.key_file.chmod(0o640)
    with pytest.raises(UsageError, match="chmod 600"):
        load_player(at)


@pytest.mark.parametrize("size", [0, 31, 33])
def test_key_of_another_size_is_refused(tmp_path: Path, size: int) -> None:
    at = home(tmp_path)
    private_folder(at.data)
    write_private(at.key_file, bytes(size))
    with pytest.raises(UsageError, match="damaged"):
        load_player(at)


def test_folder_that_others_may_write_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "open"
    folder.mkdir()
    folder.chmod(0o777)
    with pytest.raises(UsageError, match="chmod 700"):
        private_folder(folder)


def test_secret_is_never_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "secret"
    write_private(file, b"one")
    with pytest.raises(UsageError, match="cannot write"):
        write_private(file, b"two")
    assert read_private(file, 3) == b"one"


def test_name_is_kept(tmp_path: Path) -> None:
    at = home(tmp_path)
    load_player(at)
    keep_name(at, "  Łukasz   ő ")
    assert load_player(at).name == "Łukasz ő"
    assert load_player(at, "Anna").name == "Anna"


def test_the_last_name_of_a_single_start_stands_in_until_one_is_kept(tmp_path: Path) -> None:
    """Who has played as --name Eve is offered Eve, and not the name of the account."""
    at = home(tmp_path)
    assert load_player(at, "Eve").name == "Eve"
    assert (kept_name(at), last_name(at)) == (None, "Eve")
    assert load_player(at).name == "Eve"
    keep_name(at, "Ann")
    load_player(at, "Zoe")
    assert (load_player(at).name, last_name(at)) == ("Ann", "Eve")


def test_a_state_folder_that_cannot_be_written_is_no_reason_not_to_play(tmp_path: Path) -> None:
    at = home(tmp_path)
    private_folder(at.data)
    at.state.write_text("a file where the folder would be")
    assert load_player(at, "Eve").name == "Eve"
    assert last_name(at) is None


@pytest.mark.parametrize("name", ["5", "1 2", "Ⅷ"])
def test_a_name_of_digits_alone_is_a_slip(tmp_path: Path, name: str) -> None:
    at = home(tmp_path)
    for give in (keep_name, load_player):
        with pytest.raises(UsageError, match="needs a letter"):
            give(at, name)
    load_player(at)
    at.name_file.write_text(name)
    assert load_player(at).name == tidy_name(name), "one that an earlier version has kept stays"


@pytest.mark.parametrize("name", ["Ana $HOME", "O'Brien", 'a"b', "back\\slash", "龍王", "אבג", "e\u0301", "🐉"])
def test_names_of_any_script(name: str) -> None:
    assert tidy_name(name)


@pytest.mark.parametrize("name", ["", "  ", "a\x00b", "a\u202eb", "x" * 25, "a\x1b[2J"])
def test_names_that_cannot_be_shown(name: str) -> None:
    with pytest.raises(UsageError):
        tidy_name(name)
