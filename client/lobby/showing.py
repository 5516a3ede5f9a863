"""A lobby in words: who sits where, what has changed, what is waited for, what all are about to sign."""

from collections.abc import Collection, Iterator, Mapping

from client.lobby.settings import chosen, shown
from client.play.cells import fold, table
from client.words.general import names
from client.words.library import setting_title, setting_words, settings_words
from client.words.titles import short_title
from engine.core.plain import Plain
from net.attempt import Late, Told
from net.faults import CodeClosed, WrongKey
from net.rendezvous import NoRelay, RelayBack
from protocol.identity import fingerprint
from protocol.lobby import AttemptFailed, Changed, Gap, LobbyFault, Person, Spoken, TableOffer, View

TYPED = "`swap {}`"
"""What agrees in line mode to change seats with somebody."""


def seat_list(view: View, me: bytes, host: bytes) -> list[str]:
    """The seats, one line each, and below them who stands."""
    by_seat = {person.seat: person for person in view.people}
    rows = []
    for seat in range(view.offer.seats):
        person = by_seat.get(seat)
        if person is None:
            rows.append((f"  {seat + 1}", "-", "free"))
        else:
            rows.append((f"  {seat + 1}", person.name, _notes(person, me, host)))
    standing = [person.name for person in view.people if person.seat is None]
    lines = [f"{short_title(view.offer.game)}, {len(view.seated)} of {view.offer.seats} seats taken:", *table(rows)]
    return [*lines, *fold(f"  Standing: {names(standing)}", "    ")] if standing else lines


def _notes(person: Person, me: bytes, host: bytes) -> str:
    notes = [
        "you" if person.identity == me else "",
        "host" if person.identity == host else "",
        "bot" if person.bot else "",
        "away" if not person.here else "ready" if person.ready else "not ready",
    ]
    return ", ".join(filter(None, notes))


def changes(told: Changed, me: bytes, agree: str = TYPED, taken: Collection[bytes] = ()) -> list[str]:
    """What has changed, in sentences; nothing for a first look.

    `me` is the key of the reader, `agree` what agrees to a change of seats, `taken` are the keys that the reader has
    taken from the table.
    """
    before, after = told.before, told.after
    if before is None:
        return []
    lines = [_step(before.person(person.identity), person, after, me, agree) for person in after.people]
    staying = {person.identity for person in after.people}
    lines += [
        f"You took {person.name} from the table." if person.identity in taken else f"{person.name} has left."
        for person in before.people
        if person.identity not in staying
    ]
    if before.offer != after.offer:
        parts = "; ".join(_differences(before.offer, after.offer))
        lines.append(f"The table has changed: {parts}." if parts else "The table has changed.")
    were = [person for person in before.people if person.ready and not person.bot and person.identity in staying]
    if after.revision != before.revision and were:  # bots are ready for anything at once
        lines.append("So nobody is ready any more.")
    old = {(gap.one, gap.other, gap.why) for gap in before.gaps}
    lines += [gap_line(after, gap) for gap in after.gaps if gap.why and (gap.one, gap.other, gap.why) not in old]
    return [line for line in lines if line]


def _differences(before: TableOffer, after: TableOffer) -> Iterator[str]:
    """What is another now, each with what was before; a setting that a table has not is as one switched off."""
    if before.seats != after.seats:
        yield f"{after.seats} seats now ({before.seats} before)"
    old, new = chosen(before), chosen(after)
    for key in dict.fromkeys((*new, *old)):
        was, now = old.get(key, False), new.get(key, False)
        if was != now:
            title, told = setting_title(after.game, key), _value(after.game, key, now)
            colon = "" if told.startswith(" ") else ": "
            yield f"{title}{colon}{told} ({_value(before.game, key, was).strip()} before)"


def _value(game: str, key: str, value: Plain) -> str:
    """A value in words; those that go on from the title of the setting begin with the blank between them."""
    if isinstance(value, bool):
        return shown(value)
    return setting_words(game, key, value).removeprefix(setting_title(game, key)).removeprefix(": ")


def _step(old: Person | None, new: Person, view: View, me: bytes, agree: str) -> str:
    if old is None:
        return f"{new.name} has come."
    if old.here != new.here:
        return f"{new.name} is here again." if new.here else f"{new.name} is away."
    if old.swap != new.swap and new.swap:
        if new.swap == me:
            return f"{new.name} would like to change seats with you; {agree.format(new.name)} agrees."
        who = "You would" if new.identity == me else f"{new.name} would"
        return f"{who} like to change seats with {view.name(new.swap)}."
    if old.seat != new.seat:
        return f"{new.name} stands." if new.seat is None else f"{new.name} takes seat {new.seat + 1}."
    if new.ready and not old.ready and not new.bot:
        return f"{new.name} is ready."
    return ""


def gap_line(view: View, gap: Gap) -> str:
    """Who cannot reach whom, and why."""
    return f"{view.name(gap.one)} cannot reach {view.name(gap.other)}: {gap.why or 'no link yet'}."


def waiting(view: View, me: bytes) -> str:
    """What the start waits for."""
    free = names([str(seat + 1) for seat in view.free])
    parts = [f"seats {free} are free" if len(view.free) > 1 else f"seat {free} is free"] if view.free else []
    parts += [f"{person.name} is away" for person in view.seated if not person.here]
    late = [person for person in view.seated if person.here and not person.ready]
    parts += ["you are not ready" if person.identity == me else f"{person.name} is not ready" for person in late]
    parts += [f"no link yet between {view.name(gap.one)} and {view.name(gap.other)}" for gap in view.gaps]
    return "; ".join(parts)


def summary(view: View, me: bytes, whole: bool) -> list[str]:
    """What somebody should have read before he is ready: settings explained, each key in words.

    `whole`: also the settings that are switched off.
    """
    offer = view.offer
    lines = [f"{short_title(offer.game)}, rules version {offer.rules_version}, {offer.seats} seats. Settings:"]
    lines += [part for line in setting_sentences(view, whole) for part in fold(f"  {line}", "    ")]
    if not whole and any(value is False for value in chosen(offer).values()):
        lines[-1] += "; table shows all."
    lines.append("The key of each player, in words; compare them aloud if you doubt:")
    return lines + [part for line in key_sentences(view, me) for part in fold(f"  {line}", "    ")]


def setting_sentences(view: View, whole: bool) -> list[str]:
    """Each setting with what it does; unless `whole`, those that are switched off only counted, in the last line.

    Where they are told `whole` somebody may want to change one: there it stands as it is typed, too.
    """
    explained: Mapping[str, str] = settings_words(view.offer.game, view.offer.seats)
    settings = chosen(view.offer)
    told = {key: value for key, value in settings.items() if whole or value is not False}
    game, unknown = view.offer.game, "not known to this version"
    if whole:
        rows = [(f"{setting_title(game, key)} ({key}={shown(value)})", key) for key, value in told.items()]
        return [f"{title}: {explained.get(key, unknown)}" for title, key in rows]
    lines = [
        setting_words(game, key, value) + (f": {explained.get(key, unknown)}" if value is True else "")
        for key, value in told.items()
    ]
    return lines + [f"{len(settings) - len(told)} others are switched off"] if len(told) < len(settings) else lines


def key_sentences(view: View, me: bytes) -> list[str]:
    """The key of each player in words."""
    return [
        f"{person.name}{' (you)' if person.identity == me else ''}: {' '.join(fingerprint(person.identity))}"
        for person in view.people
    ]


def news_sentences(told: Told, me: bytes, agree: str = TYPED, taken: Collection[bytes] = ()) -> list[str]:
    """Any news, one line for each. The arguments are as in `changes`."""
    if isinstance(told, Changed):
        return changes(told, me, agree, taken)
    if isinstance(told, Spoken):
        return [f"{told.name}: {told.text}"]
    if isinstance(told, AttemptFailed):
        return [f"The table was not agreed: {told.why}. All are in the lobby again, with new keys; get ready."]
    if isinstance(told, Late):
        return [f"All are ready; the signing of the table waits for {names(told.names)}."]
    if isinstance(told.fault, NoRelay):
        return [f"The relay {told.fault.trouble}; it is tried on."]
    if isinstance(told.fault, RelayBack):
        return ["The relay is reached again."]
    if isinstance(told.fault, CodeClosed):
        return [f"Somebody at the door {told.fault.cause}."]
    if isinstance(told.fault, WrongKey):
        return ["Another table answers at an address of the host: this one may be closed; ask for a new invitation."]
    return [f"The host {told.fault.cause}."]


def somebody(view: View, name: str) -> bytes:
    """The key behind a typed name or its beginning, or behind a seat's number. Raises LobbyFault."""
    people = view.people
    if name.isdecimal():
        found = [person for person in people if person.seat == int(name) - 1]
    else:
        found = [person for person in people if person.name.casefold() == name.casefold()]
        found = found or [person for person in people if name and person.name.casefold().startswith(name.casefold())]
    if len(found) != 1:
        raise LobbyFault(f"`{name}` is none of: {names([person.name for person in people])}")
    return found[0].identity
