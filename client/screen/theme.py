"""Colours. No meaning hangs on them alone: letters, marks and words say the same.

The colours of sides are those of Okabe and Ito ("Color Universal Design", 2008), made to be told apart by colour-blind
people; a test compares them as such people see them.
"""

from collections.abc import Mapping

from prompt_toolkit.styles import Style

SIDES = 7
OKABE_ITO = ("#E69F00", "#56B4E9", "#009E73", "#F0E442", "#2C7ABC", "#D55E00", "#CC79A7")
"""In the order of the authors, black left out: the first side of a table is orange, the second sky blue, and so on.

Their blue is #0072B2, on which black letters have a contrast of 4.05 to 1; the blue here is a little lighter, for 4.5.
"""

_DARK = {
    "": "",
    "frame": "#767676",
    "frame.focus": "#ffffff bold",
    "title": "#d0d0d0",
    "title.focus": "#ffffff bold",
    "dim": "#8a8a8a",
    "strong": "bold",
    "good": "#5fd787",
    "bad": "#ff8787",
    "you": "#ffffff bold",
    "wait": "#d0d0d0",
    "hint": "#8a8a8a",
    "hint.key": "#d0d0d0 bold",
    "chat": "#d7afff",
    "notice": "#87d7ff",
    "cursor": "reverse",
    "legal": "underline",
    "chosen": "bold underline",
    "act": "reverse",
    "sea": "#5f87af",
    "land": "",
    "shadow": "#4e4e4e",
    "box": "",
    "warn": "#ffd75f bold",
}
_LIGHT = {
    **_DARK,
    "frame": "#8a8a8a",
    "frame.focus": "#000000 bold",
    "title": "#303030",
    "title.focus": "#000000 bold",
    "dim": "#626262",
    "good": "#005f00",
    "bad": "#af0000",
    "you": "#000000 bold",
    "wait": "#303030",
    "hint": "#626262",
    "hint.key": "#000000 bold",
    "chat": "#5f00af",
    "notice": "#005f87",
    "sea": "#005f87",
    "shadow": "#bcbcbc",
    "warn": "#875f00 bold",
}
_CONTRAST = {
    name: "bold" if "bold" in rule or name in ("good", "bad", "chat", "notice", "warn") else ""
    for name, rule in _DARK.items()
} | {"cursor": "reverse", "legal": "underline", "chosen": "bold underline", "act": "reverse", "shadow": ""}

THEMES: Mapping[str, Mapping[str, str]] = {"dark": _DARK, "light": _LIGHT, "contrast": _CONTRAST}


def side(number: int) -> str:
    """The style of what belongs to a side, counted from 0."""
    return f"side{number % SIDES}"


def style_of(theme: str) -> Style:
    """All styles of a theme, for prompt_toolkit. Raises KeyError for a theme that does not exist."""
    rules = {f"kingsmoot.{name}" if name else "kingsmoot": rule for name, rule in THEMES[theme].items()}
    for number, colour in enumerate(OKABE_ITO):
        # Black on the colour keeps every letter readable on a dark ground and on a light one.
        rules[f"kingsmoot.side{number}"] = "bold" if theme == "contrast" else f"bg:{colour} #000000"
    return Style(list(rules.items()))


def classes(style: str) -> str:
    """A style of a canvas as prompt_toolkit writes it."""
    return " ".join(f"class:kingsmoot.{name}" for name in style.split())
