"""What a lobby shows: seats, the invitation, the rules and keys, and what was said."""

from collections.abc import Sequence
from dataclasses import dataclass

from client.flows import INVITE
from client.lobby.desk import Desk, Line
from client.lobby.showing import gap_line, key_sentences, setting_sentences
from client.play.cells import cut, pad, width_of
from client.screen.canvas import Canvas, Span
from client.screen.overlays import folded
from client.screen.pointing import ROW
from client.words.general import names
from client.words.titles import TITLES
from protocol.identity import fingerprint
from protocol.lobby import Person, View

NAME, WHO = 26, 10
"""Columns of a name, and of what somebody is."""
WORDS_FROM = 110
"""Columns from which each seat also shows its key in words."""
SPLIT_FROM = 64
"""Columns from which rules and talk stand beside each other."""
PANE = "pane"
"""A spot that is one of the texts, for a mouse."""
GAPS = 3
"""Lines for pairs that cannot reach each other."""
GIVE = "Give this line to the others (i shows it alone, and as a picture):"
LEAST_REST = 5
"""Rows that the invitation must leave to what stands below it."""
KEYS = "Keys, to be compared aloud if you doubt"
RULES = "Rules and keys (f: keys alone)"
NO_TALK = "Nothing has been said. t says something to all."


@dataclass
class Look:
    """Where the eye is: the seat under the cursor, which pane the arrows move, how far each is scrolled."""

    seat: int = 0
    focus: str = "seats"
    rules: int = 0
    talk: int = 0


def draw_lobby(canvas: Canvas, desk: Desk, view: View, look: Look) -> None:
    """All of a lobby. What there is no room for is left out, the invitation first, the seats last."""
    gaps = [gap_line(view, gap) for gap in view.gaps][:GAPS]
    standing = [person.name for person in view.people if person.seat is None]
    below = [*gaps, *([f"Standing: {names(standing)}"] if standing else [])]
    rows = view.offer.seats + len(below) + 2
    _seats(canvas.sub(0, 0, canvas.width, rows), desk, view, look, below)
    y = rows
    if view.free:
        y = _invitation(canvas, y, desk)
    rest = canvas.sub(0, y, canvas.width, canvas.height - y)
    talk = _talk(desk.story)
    if canvas.width >= SPLIT_FROM:
        left = canvas.width // 2
        look.rules = _pane(
            rest.sub(0, 0, left, rest.height),
            RULES,
            rules_lines(desk, view),
            look.rules,
            look.focus == "rules",
        )
        look.talk = _pane(
            rest.sub(left, 0, rest.width - left, rest.height), "Talk", talk, look.talk, look.focus == "talk", True
        )
    elif look.focus == "rules":
        look.rules = _pane(rest, RULES, rules_lines(desk, view), look.rules, True)
    else:
        look.talk = _pane(rest, "Talk", talk, look.talk, look.focus == "talk", True)


def _invitation(canvas: Canvas, y: int, desk: Desk) -> int:
    """The line for the others, with nothing else on its rows, if there is room for it; gives the row after it."""
    if desk.tools is None or not desk.tools.invitation:
        return y
    line = INVITE + desk.tools.invitation
    code = [f"And by another way the code: {desk.tools.code}"] if desk.tools.code else []
    if canvas.height - y - 1 - -(-len(line) // max(1, canvas.width)) - len(code) < LEAST_REST:
        return y
    y = canvas.lines(0, y, [GIVE], "strong")
    return canvas.lines(0, canvas.long_line(y, line, "strong"), code, "strong")


# ------------------------------------------------------------ seats
def _seats(canvas: Canvas, desk: Desk, view: View, look: Look, below: Sequence[str]) -> None:
    offer = view.offer
    title = f"{TITLES.get(offer.game, offer.game)}: {len(view.seated)} of {offer.seats} seats taken"
    focus = look.focus == "seats"
    inside = canvas.box(title, "frame.focus" if focus else "frame", "title.focus" if focus else "title")
    by_seat = {person.seat: person for person in view.people}
    for seat in range(offer.seats):
        inside.spot(0, seat, inside.width, 1, (ROW, seat))
        here = focus and seat == look.seat
        person = by_seat.get(seat)
        mark = inside.glyphs.pointer if here else " "
        x = inside.put(0, seat, f"{mark} {seat + 1}  ", "strong" if here else "")
        if person is None:
            inside.put(x, seat, "free", "dim")
        else:
            _person(inside, x, seat, person, desk, view)
        if here:
            inside.tint(0, seat, inside.width, "cursor")
    inside.lines(1, offer.seats, below, "warn")


def _person(inside: Canvas, x: int, y: int, person: Person, desk: Desk, view: View) -> None:
    mine = person.identity == desk.me
    who = ", ".join(
        word for word, holds in (("you", mine), ("host", person.identity == desk.host), ("bot", person.bot)) if holds
    )
    if not person.here:
        state, style = "away", "bad"
    elif person.ready:
        state, style = "ready", "good"
    else:
        state, style = "not ready", ""
    wished = view.person(person.swap) if person.swap else None
    swap = ""
    if wished is not None:
        swap = f"would swap with {wished.name if wished.seat is None else f'seat {wished.seat + 1}'}"
    words = f"  {' '.join(fingerprint(person.identity))}" if inside.width >= WORDS_FROM else ""
    inside.spans(
        x,
        y,
        [
            Span(pad(person.name, NAME), "strong" if mine else ""),
            Span(f" {pad(who, WHO)} ", ""),
            Span(pad(state, 10), style),
            Span(swap, "warn"),
            Span(words, "dim"),
        ],
    )


# ------------------------------------------------------------ panes
def rules_lines(desk: Desk, view: View) -> list[tuple[str, str]]:
    """What somebody should have read before he is ready: the settings explained, each key in words."""
    lines = [("Settings", "title")]
    lines += [(f"  {line}", "") for line in setting_sentences(view, whole=False)]
    lines += [("", ""), (KEYS, "title")]
    return lines + [(f"  {line}", "") for line in key_sentences(view, desk.me)]


def _talk(story: Sequence[Line]) -> list[tuple[str, str]]:
    return [(line.text, "chat" if line.kind == "chat" else "notice") for line in story] or [(NO_TALK, "dim")]


def _pane(
    canvas: Canvas, title: str, lines: Sequence[tuple[str, str]], back: int, focus: bool, bottom: bool = False
) -> int:
    """Lines in a frame, `back` rows away from the end that counts; gives how far that really is."""
    canvas.spot(0, 0, canvas.width, canvas.height, (PANE, "talk" if bottom else "rules"))
    inside = canvas.box(title, "frame.focus" if focus else "frame", "title.focus" if focus else "title")
    width = max(8, inside.width - 2)
    rows = [(part, style) for text, style in lines for part in folded(text, width)]
    most = max(0, len(rows) - inside.height)
    back = max(0, min(back, most))
    first = most - back if bottom else back
    for y, (text, style) in enumerate(rows[first : first + inside.height]):
        inside.put(1, y, cut(text, width), style)
    if most and canvas.width > 12:
        place = f" {first + 1}-{min(len(rows), first + inside.height)} of {len(rows)} "
        canvas.put(canvas.width - width_of(place) - 1, canvas.height - 1, place, "dim")
    return back
