"""An answer is sent or sealed after it was said what that means."""

from client.screen.overlays import Confirming
from tests.client.desk import Desk
from tests.client.screen.keyboard import Keyboard
from tests.client.screen.orders import STARK, chosen, marching, planning


def test_nothing_is_sealed_before_it_was_said_what_is_sealed() -> None:
    keyboard = planning()
    keyboard.press("0", "7")
    seen = keyboard.press("s")
    assert "Seal this?" in seen
    assert "The Shivering Sea Support" in seen
    assert "Without an order" in seen
    assert "Once sealed it can't be changed." in seen
    assert not keyboard.terminal.sent
    keyboard.press("n")
    assert not keyboard.terminal.sent
    assert keyboard.desk.mode.ask is not None
    assert len(keyboard.desk.mode.ask.building.pieces) == 2
    seen = keyboard.press("s", "y")
    assert "Sealed. It is shown when all have sealed." in seen
    assert "You have sealed: The Shivering" in seen
    assert len(keyboard.terminal.sent) == 1
    assert not keyboard.desk.mode.mine


def test_a_typed_seal_is_asked_about_too() -> None:
    keyboard = planning()
    assert "Seal this?" in keyboard.type("seal")
    assert not keyboard.terminal.sent


def test_a_bid_is_taken_back_by_no() -> None:
    desk = Desk(STARK, 0)
    desk.to("bid")
    keyboard = Keyboard(desk)
    keyboard.press("right", "right", "enter")
    assert isinstance(keyboard.shell.overlay, Confirming)
    keyboard.press("n")
    assert desk.mode.ask is not None
    assert desk.mode.ask.building.pieces == ()
    assert keyboard.form.picking.at == 0


def test_a_number_that_is_too_high_is_told_the_highest() -> None:
    """And that is said, not that the key means nothing."""
    desk = Desk(STARK, 0)
    desk.to("wildling_bid")
    keyboard = Keyboard(desk, 80, 24)
    most = len(keyboard.form.picking.rows) - 1
    assert most < 9
    assert f"At most {most}." in keyboard.press("9")
    assert chosen(keyboard).piece == 0
    assert "At most" not in keyboard.press(str(most))


def test_digits_type_a_bid_and_do_not_send_it() -> None:
    desk = Desk(STARK, 0)
    desk.to("wildling_bid")
    keyboard = Keyboard(desk)
    keyboard.press("1")
    assert chosen(keyboard).piece == 1
    most = len(keyboard.form.picking.rows) - 1
    keyboard.press("0")
    assert chosen(keyboard).piece == (10 if most >= 10 else 0)
    keyboard.press("3")
    assert chosen(keyboard).piece == 3
    assert not keyboard.terminal.sent
    assert keyboard.shell.overlay is None


def test_a_march_that_gives_a_castle_away_is_confirmed() -> None:
    keyboard = marching("white_harbor")
    keyboard.pick("white_harbor")
    keyboard.pick(("footman", 1, "widows_watch"))
    seen = keyboard.press("d")
    assert "Do it all the same?" in seen
    assert "White Harbor, a castle, would be nobody's" in seen
    keyboard.press("n")
    assert not keyboard.terminal.sent
    ask = keyboard.desk.mode.ask
    assert ask is not None
    assert ask.building.pieces == ("white_harbor", ("footman", 1, "widows_watch")), "no takes nothing back"
    keyboard.press("d", "y")
    assert len(keyboard.terminal.sent) == 1


def test_a_march_is_looked_at_before_it_is_sent() -> None:
    """Its last move does not send it: Enter on the only row does, and u still takes it back."""
    keyboard = marching("white_harbor")
    keyboard.pick("white_harbor")
    keyboard.pick(("footman", 1, "winterfell"))
    keyboard.pick(("leave_token",))
    ask = keyboard.desk.mode.ask
    assert ask is not None
    assert ask.building.whole
    seen = keyboard.look()
    assert "»1 Send this" in seen
    assert "leave a power token" in seen
    assert not keyboard.terminal.sent
    keyboard.press("u")
    assert ask.building.pieces == ("white_harbor", ("footman", 1, "winterfell"))
    keyboard.pick(("leave_token",))
    keyboard.press("enter")
    assert len(keyboard.terminal.sent) == 1


def test_a_confirmation_that_comes_too_late_does_nothing() -> None:
    keyboard = planning()
    keyboard.press("s")
    desk = keyboard.desk
    desk.mode._ask = None  # as when the table went on
    assert "The table has gone on" in keyboard.press("y")
    assert not keyboard.terminal.sent
