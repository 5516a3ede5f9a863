"""Rules, settings and name behind the start screen."""

from client.settings import Settings, gather
from tests.client.screen.front import NO_FLAGS, Front


def test_rules_are_searched_by_number_word_and_card(front: Front) -> None:
    """Product 15: any card's exact effect."""
    front.press("6", "/")
    assert "W5.3 " in front.type("w5.3")
    front.press("/")
    assert "strength 3" in front.type("Tywin Lannister")
    front.press("/")
    assert "near it" in front.type("tywn lanister")
    front.press("/")
    assert "supply" in front.type("armies")
    assert "Queen of Thorns" in front.press("c")
    before = front.press("a")
    assert before != front.press("pagedown")
    assert before == front.press("home")
    assert front.shell.typing is None


def test_completion_of_rules_knows_cards_and_clauses(front: Front) -> None:
    front.press("6", "/")
    assert front.shell.typing is not None
    offered = dict(front.shell.typing.completions("tyw"))
    assert "Tywin Lannister" in offered
    assert "W5.3" in dict(front.shell.typing.completions("w5.3"))


def test_a_setting_is_explained_kept_and_counts_at_once(front: Front) -> None:
    adopted: list[Settings] = []

    def adopt(settings: Settings) -> None:
        adopted.append(settings)
        front.shell.settle(settings)

    front.shell.adopt = adopt
    screen = front.press("7", "down", "down", "right")
    assert "Colours for a dark or light background" in screen
    assert adopted[-1].theme == "light"
    assert gather(NO_FLAGS, front.home, {}).settings.theme == "light"
    assert "┌" in front.look()
    assert "┌" not in front.press("down", "down", "right")
    assert gather(NO_FLAGS, front.home, {}).settings.ascii


def test_the_name_is_a_setting_too(front: Front) -> None:
    front.press("7", "enter")
    front.type("Bea")
    assert "You are Bea." in front.press("escape")
    front.press("7", "enter")
    assert "at most 24 letters" in front.type("x" * 25)


def running(screen: str) -> str:
    """The text of a screen without frames and folds: where a line breaks hangs on the length of a path."""
    return " ".join(screen.replace("│", " ").split())


def test_a_settings_file_that_cannot_be_used_is_a_box(front: Front) -> None:
    front.home.config_file.write_text("theem = 1\n")
    assert "did you mean `theme`" in running(front.press("7"))
    assert "did you mean `theme`" in running(front.press("escape", "1", "enter"))
    assert front.launched == []
