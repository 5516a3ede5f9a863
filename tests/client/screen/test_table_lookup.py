"""What is looked up and read at a table: cards, rules, areas, the log, talk."""

import pytest

from client.play.asking import Heard
from client.play.line import Told
from client.screen.table.panes import sign_lines
from tests.client.screen.tables import at, at_rest


@pytest.mark.parametrize(
    ("key", "typed", "offered", "shown"),
    [
        ("C", "tywin", "Tywin Lannister", "strength"),
        ("C", "mustering", "Mustering", "Every house musters"),
        ("R", "W5.3", "W5.3", "neutral force"),
        ("F", "pyke", "Pyke", "Borders on"),
    ],
)
def test_names_are_completed_and_shown(key: str, typed: str, offered: str, shown: str) -> None:
    keyboard = at_rest()
    keyboard.press(key)
    typing = keyboard.shell.typing
    assert typing is not None
    assert offered in [line for line, _ in typing.completions(typed)]
    keyboard.shell.submitted(offered)
    assert shown in keyboard.look()


@pytest.mark.parametrize(("width", "height"), [(60, 20), (80, 24), (120, 40), (200, 60)])
def test_signs_stand_in_two_columns_none_twice_and_go_on_below_their_meanings(width: int, height: int) -> None:
    keyboard = at("orders", width, height)
    box = keyboard.press("G")
    assert sum("Stark" in line and "Lannister" in line for line in box.splitlines()) >= 1, "two in a line"
    signs = [sign for sign, _ in keyboard.view._signs()]
    assert len(set(signs)) == len(signs)
    assert "a house" not in [means for _, means in keyboard.view._signs()], "all houses are named"
    lines = [line.text for line in sign_lines(keyboard.view._signs(), width - 8, aligned=True)]
    long = next(at for at, line in enumerate(lines) if "K F S" in line)
    for line in lines[long + 1 :]:
        assert line[:2].strip() or line.startswith(" " * 7), line


def test_all_cards_areas_and_rules_are_completed_behind_a_command() -> None:
    mode = at("orders").desk.mode
    assert ("card Robb Stark", "") in mode.completions("card ro")
    assert ("area The Reach", "") in mode.completions("area rea")
    assert any(line == "rules W3.1" for line, _ in mode.completions("rules w3."))
    assert len(mode.completions("card ")) > 40


def test_steps_without_a_choice_and_news_of_links_are_marked_in_the_log() -> None:
    keyboard = at_rest(80, 24)
    story = keyboard.desk.mode.story
    story.append(Told("forced", "Stark raids nothing from Winterfell; no other choice (W4.2).", 5))
    story.append(Told("notice", "Lannister is away.", 5))
    story.append(Told("chat", "Stark says: well met", 5))
    seen = keyboard.press("f3")
    assert "= Stark raids nothing from Winterfell" in seen
    assert "~ Lannister is away" in seen
    assert "well met" not in seen
    assert "F4 talk(1)" in seen
    assert "Stark says: well met" in keyboard.press("f4")
    assert "F4 talk(1)" not in keyboard.press("f2")


def test_the_log_stays_at_its_end_until_somebody_goes_back() -> None:
    keyboard = at_rest(80, 24)
    story = keyboard.desk.mode.story
    story.extend(Told("event", f"number {n}.", 5) for n in range(60))
    assert "number 59." in keyboard.press("f3")
    assert "number 59." not in keyboard.press("pageup")
    story.append(Told("event", "number 60.", 5))
    assert "number 60." not in keyboard.look()
    assert "number 60." in keyboard.press("end")
    story.append(Told("event", "number 61.", 5))
    assert "number 61." in keyboard.look()
    assert "number 0." in keyboard.press("home")


def test_talk_is_handed_on() -> None:
    keyboard = at_rest()
    keyboard.press("t")
    keyboard.shell.submitted("well met")
    heard = keyboard.terminal.sent[-1]
    assert isinstance(heard, Heard)
    assert heard.say == "well met"


def test_why_tells_the_last_ruling_before_what_is_asked() -> None:
    keyboard = at("march", seed=2)
    seen = keyboard.press("W")
    ruling, asked = seen.index("no other choice (W4.2)"), seen.index("You are asked: resolve one March order")
    assert ruling < asked


def test_the_houses_and_my_own_hand_are_first_in_their_pane_with_the_signs_of_cards() -> None:
    """No figure before an icon: `Eddard Stark 3 2 fortifications` could be read as two numbers."""
    keyboard = at("orders")
    lines = keyboard.look().splitlines()
    pane = next(y for y, line in enumerate(lines) if "F5 hands" in line)
    inside = [line[81:].strip(" │") for line in lines[pane + 1 : pane + 15]]
    assert inside[0].split() == ["cas", "su", "po", "cd", "T", "F", "C"]
    assert inside[3].startswith(">Stark")
    assert inside[3].endswith(" 2/7  1  5  7 3 3 2"), "castles of those that win, supply, power, cards, the tracks"
    assert inside[6:8] == ["Wildlings 0; Blade; Raven", "Stark: Eddard 3 ff; Robb 2 *"]
    assert "Greatjon Umber 2 s; Catelyn 0 *" in inside, "no sign is parted from its card"
    assert "s sword, f fortification, * text" in keyboard.press("H")


@pytest.mark.parametrize(("width", "height"), [(60, 20), (80, 24), (120, 40)])
def test_a_search_for_an_area_leads_there_and_tells_its_code(width: int, height: int) -> None:
    """A place that is named in the log is found on a map that has room for codes alone."""
    keyboard = at("orders", width, height)
    keyboard.press("f3", "F")
    keyboard.shell.submitted("dorne")
    seen = keyboard.look()
    assert keyboard.view._map.cursor == "sea_of_dorne"
    assert "SOD Sea of Dorne: sea" in seen
    seen = keyboard.press("escape")
    assert "Sea of Dorne~" in seen if width == 120 else "SOD~" in seen, "the map is in sight"
    assert "SOD Sea of Dorne: sea" in keyboard.press("f7")
    keyboard.press("escape", "escape")
    assert keyboard.form.ask.building.pieces == ()
    keyboard.press("F")
    keyboard.shell.submitted("nowhere")
    assert keyboard.view._map.cursor == "sea_of_dorne"
