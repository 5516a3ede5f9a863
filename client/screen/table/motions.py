"""How one moves at a table: names for the keys that map, form and panes take, so that settings can give others."""

from collections.abc import Mapping

from client.screen.keys import Move, move

AROUND = "move over the map, or in a list"
AREAS = "the next area where something can be chosen, the one before"
PANE = "scroll the pane in use"
ENDS = "go to the beginning or the end of the pane in use"

MOTIONS: tuple[Move, ...] = (
    move("move_left", "to the left, on the map or in a list", ("left", "h"), AROUND),
    move("move_down", "down, on the map or in a list", ("down", "j"), AROUND),
    move("move_up", "up, on the map or in a list", ("up", "k"), AROUND),
    move("move_right", "to the right, on the map or in a list", ("right", "l"), AROUND),
    move("next_area", "the next area where something can be chosen", ("tab",), AREAS),
    move("area_before", "the area before where something can be chosen", ("s-tab",), AREAS),
    move("pick", "pick what is under the cursor", ("enter",), "pick what is under the cursor; elsewhere, why not"),
    move("page_up", "scroll the pane in use up", ("pageup",), PANE),
    move("page_down", "scroll the pane in use down", ("pagedown",), PANE),
    move("to_top", "scroll the pane in use to its beginning", ("home",), ENDS),
    move("to_bottom", "scroll the pane in use to its end", ("end",), ENDS),
)
"""In the order of the help. Digits pick from a list, always."""

ARROWS = {"move_left": "Left", "move_down": "Down", "move_up": "Up", "move_right": "Right"}


def hints(*told: tuple[str, str]) -> str:
    """Keys and what they do, in one line; what has no key is left out."""
    return ", ".join(f"{key} {does}" for key, does in told if key)


def arrows(keys: Mapping[str, str]) -> str:
    """What moves the cursor, in a word or by its keys. `keys`: those of all actions, for people, by name."""
    if all(keys[name] == usual for name, usual in ARROWS.items()):
        return "arrows"
    return " ".join(keys[name] for name in ARROWS if keys[name])
