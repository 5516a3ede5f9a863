"""The page of the very first start: a name, and nothing else."""

from collections.abc import Callable

from client.errors import UsageError
from client.home import Home
from client.player import keep_name, load_player
from client.screen.menu import PROGRAM, Item, Menu
from client.screen.shell import Shell, Typing

WELCOME = (
    "Welcome. Under which name do you play? The others see it at the table.",
    "Type it below and press Enter, or press Enter alone and choose. You can change it later in the settings.",
)


def ask_name(shell: Shell, home: Home, finish: Callable[[], None], then: Callable[[], None]) -> None:
    """Ask for a name and keep it; `then` goes on, `finish` ends the program. Raises UsageError without a key."""
    usual = load_player(home).name

    def take(name: str) -> None:
        keep_name(home, name)
        then()

    def ask() -> None:
        shell.type(Typing("your name", typed, lambda _: (), "names"))

    def typed(name: str) -> None:
        try:
            take(name)
        except UsageError as error:
            shell.say(f"{error}.")
            ask()

    items = [
        Item(f"Be {usual}", "the name of your account", lambda: take(usual)),
        Item("Type a name", "up to 24 letters of any script", ask),
        Item("Quit", "", finish),
    ]
    shell.show(Menu(shell, PROGRAM, lambda: items, finish, lambda: WELCOME, "type your name."))
    ask()
