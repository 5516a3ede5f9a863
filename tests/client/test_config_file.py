"""Writing the settings file: one key of it, with everything else left as it is."""

import dataclasses
import tomllib
from pathlib import Path

import pytest

from client.config_file import default_text, init_file, save_setting, save_settings, with_setting
from client.errors import UsageError
from client.home import Home
from client.settings import ALL, KEYS, Settings, read_text, settings_for
from tests.client.configs import ACTIONS, NONE, home


def test_the_first_file_explains_all_and_sets_nothing(tmp_path: Path) -> None:
    at = home(tmp_path)
    assert settings_for(NONE, Home(at.data, at.state, init_file(at).parent)) == Settings()
    text = at.config_file.read_text()
    bare = "\n".join(line.removeprefix("# ") for line in text.splitlines() if " = " in line or line.startswith("["))
    set_by_it = tomllib.loads(bare)
    assert set(set_by_it) == {spec.name for spec in dataclasses.fields(Settings)}
    assert {name: set_by_it[name] for name in ALL} == {name: key.default for name, key in ALL.items()}
    with pytest.raises(UsageError, match="there already"):
        init_file(at)


@pytest.mark.parametrize("name", ALL)
def test_a_key_of_the_first_file_is_set_where_it_is_explained(name: str) -> None:
    key = ALL[name]
    value = key.allowed[-1] if key.allowed else not key.default
    before, after = default_text().splitlines(), with_setting(default_text(), name, value).splitlines()
    changed = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
    assert len(changed) == 1
    assert changed[0][0].startswith(f"# {name} = ")
    assert read_text("\n".join(after), "") == {name: value, KEYS: {}}


OWN = """\
# mine
theme   = "dark"   # at night

  [keys]  # of the house
  "quit" = [ "q" ]
# end
"""


@pytest.mark.parametrize(
    ("name", "value", "old", "new"),
    [
        ("theme", "light", 'theme   = "dark"   # at night', 'theme = "light"   # at night'),
        ("bell", False, "# at night\n", "# at night\nbell = false\n"),
        ("keys.quit", ("c-x", "q"), '  "quit" = [ "q" ]', 'quit = ["c-x", "q"]'),
        ("keys.help", ("?",), "# end\n", '# end\nhelp = ["?"]\n'),
    ],
)
def test_the_rest_of_the_file_stays(
    name: str, value: str | bool | tuple[str, ...], old: str, new: str, tmp_path: Path
) -> None:
    at = home(tmp_path, OWN)
    save_setting(at, name, value)
    assert at.config_file.read_text() == OWN.replace(old, new)
    action = name.removeprefix("keys.")
    found = settings_for(NONE, at)
    assert (found.keys[action] if action != name else getattr(found, name)) == value


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("theme", 'theme   = "dark"   # at night\n', "# at night\n"),
        ("keys.quit", '  "quit" = [ "q" ]\n', ""),
        ("bell", "", ""),
        ("keys.help", "", ""),
    ],
)
def test_a_key_is_taken_out_and_the_rest_stays(name: str, old: str, new: str, tmp_path: Path) -> None:
    """Also what is remarked behind it; a key that is not set is taken out already."""
    at = home(tmp_path, OWN)
    save_setting(at, name, None)
    assert at.config_file.read_text() == OWN.replace(old, new)
    found = settings_for(NONE, at)
    assert found.keys == ({} if name == "keys.quit" else {"quit": ("q",)})
    assert found.theme == Settings().theme


@pytest.mark.parametrize("name", [*ALL, "keys.quit"])
def test_what_was_set_and_taken_out_again_leaves_all_other_keys(name: str, tmp_path: Path) -> None:
    at = home(tmp_path, 'mouse = true\nnames = "hu"\n[keys]\nhelp = ["x"]\n')
    before = settings_for(NONE, at)
    key = ALL.get(name)
    value = ("v",) if key is None else (not key.default) if key.switch else key.allowed[-1]
    save_setting(at, name, value)
    assert settings_for(NONE, at) != before or name in ("mouse", "names")
    save_setting(at, name, None)
    found = settings_for(NONE, at)
    assert key is None or getattr(found, name) == key.default
    for spec in dataclasses.fields(Settings):
        assert spec.name == name or getattr(found, spec.name) == getattr(before, spec.name)


def test_several_keys_are_set_together_or_none(tmp_path: Path) -> None:
    """Each alone would be refused: both lines would take x for a while."""
    at = home(tmp_path, '[keys]\nhelp = ["x"]\nboard = ["y"] # mine\n')
    with pytest.raises(UsageError, match="both take y"):
        save_setting(at, "keys.help", ("y",), lambda: ACTIONS)
    save_settings(at, {"keys.help": ("y",), "keys.board": ("x",), "keys.quit": None}, lambda: ACTIONS)
    assert at.config_file.read_text() == '[keys]\nhelp = ["y"]\nboard = ["x"] # mine\n'
    with pytest.raises(UsageError, match="theme takes"):
        save_settings(at, {"keys.help": None, "theme": "pink"}, lambda: ACTIONS)
    assert at.config_file.read_text() == '[keys]\nhelp = ["y"]\nboard = ["x"] # mine\n'


@pytest.mark.parametrize("name", list(ALL))
def test_any_key_can_be_the_first_that_is_set(name: str, tmp_path: Path) -> None:
    key = ALL[name]
    value = (not key.default) if key.switch else key.allowed[-1]
    at = home(tmp_path)
    save_setting(at, name, value)
    assert getattr(settings_for(NONE, at), name) == value


def test_the_first_setting_makes_the_file_for_its_owner_alone(tmp_path: Path) -> None:
    at = home(tmp_path)
    save_setting(at, "keys.quit", ("q",))
    assert settings_for(NONE, at) == Settings(keys={"quit": ("q",)})
    assert at.config_file.stat().st_mode & 0o777 == 0o600
    assert "# theme" in at.config_file.read_text()


@pytest.mark.parametrize(
    ("text", "name", "value", "said"),
    [
        ("", "theem", "dark", "did you mean `theme`"),
        ("", "theme", "pink", "theme takes"),
        ("", "bell", "false", "bell takes true or false"),
        ("", "keys", "q", "one action of it is set by"),
        ("", "keys.quit", (" ",), "takes a list of keys"),
        ("bell = 3", "theme", "light", "bell takes"),
        ('theme = """dark"""', "theme", "light", "edit it by hand"),
        ('[keys]\nquit = [\n"q"]', "keys.quit", ("x",), "edit it by hand"),
        ('keys = { quit = ["q"] }', "keys.help", ("x",), "edit it by hand"),
        ('keys = { quit = ["q"] }', "keys.quit", None, "edit it by hand"),
        ('[keys]\nquit = [\n"q"]', "keys.quit", None, "edit it by hand"),
        ("", "theem", None, "did you mean `theme`"),
    ],
)
def test_what_cannot_be_saved_changes_nothing(
    text: str, name: str, value: str | tuple[str, ...] | None, said: str, tmp_path: Path
) -> None:
    at = home(tmp_path, text)
    with pytest.raises(UsageError, match=said):
        save_setting(at, name, value)
    assert at.config_file.read_text() == text


def test_a_link_to_the_file_stays_a_link(tmp_path: Path) -> None:
    at = home(tmp_path)
    at.config.mkdir(mode=0o700)
    elsewhere = tmp_path / "dotfiles"
    elsewhere.mkdir(mode=0o700)
    (elsewhere / "kingsmoot.toml").write_text("# mine\n")
    at.config_file.symlink_to(elsewhere / "kingsmoot.toml")
    save_setting(at, "mouse", True)
    assert at.config_file.is_symlink()
    assert (elsewhere / "kingsmoot.toml").read_text() == "# mine\nmouse = true\n"
