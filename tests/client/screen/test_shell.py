"""The shell alone."""

from client.screen.keys import Keymap
from client.screen.opening import Opening
from client.screen.shell import AGAIN, Shell


def test_that_the_next_ctrl_c_leaves_stays_said_when_something_new_is_to_be_done() -> None:
    """The second Ctrl-C would leave, so whoever pressed the first by mistake must see it."""
    shell = Shell(Opening("the table", lambda: 0.0), Keymap())
    shell.say("Sealed.")
    shell.hush()
    assert "Sealed." not in shell.draw(80, 24).text
    shell.key("c-c")
    shell.hush()
    assert AGAIN in shell.draw(80, 24).text
