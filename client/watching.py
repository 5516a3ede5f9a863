"""A game in words for somebody who has no seat at it, and the record that he keeps of it."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeAlias

import trio

from client.errors import NetworkError, UsageError
from client.home import Home, private_folder, replace_file
from client.matches import match_of
from client.play.cells import TALK, fold, marked
from client.play.standing import SILENT
from client.player import Player
from client.seating import Tell
from client.store.database import Store
from client.store.journal import copy_record
from client.store.tables import PLAYING, SHORT
from client.words.cards import left
from client.words.general import GameWords, ending, two_stories
from client.words.library import words_for
from client.words.passing import passings
from client.words.telling import headings, tellings
from client.words.titles import short_title
from client.words.withheld import instead
from engine.core.match import Match
from net.code import code_key
from net.invite import Invitation
from net.mesh import open_mesh
from net.rendezvous import Rendezvous
from net.watching import Apart, Happening, Rejoined, Shut, WatchRefused, watch_table
from protocol.agreement import AgreementFault, Form
from protocol.events import Answered, Ended, Fault, Said, TwoStories
from protocol.identity import fingerprint
from protocol.record import assemble
from protocol.watching import Shown, Watcher

Ask: TypeAlias = Callable[[bool], Awaitable[str | None]]
"""Asks a person for the code of the table; true: the last one was wrong. None: he gives none."""
AFTERWARDS = "What the players say now is told as long as their table is open; Ctrl-C leaves at once."


class Spectacle:
    """What is shown of a game that `watcher` reads, with names in `language`, and what is kept of it."""

    def __init__(self, watcher: Watcher, tell: Tell, language: str = "en") -> None:
        self._watcher = watcher
        self._tell = tell
        self._language = language
        self._items: list[bytes] = []
        self._match: Match[Any] | None = None
        self._words: GameWords | None = None

    def told(self, event: Happening) -> None:
        """Show what has happened, in words."""
        if isinstance(event, Apart):
            self._show(fold(f"The host {event.cause}; still trying.", "  "))
        elif isinstance(event, Rejoined):
            self._show(["The host is back."])
        elif isinstance(event, Shut):
            self._show(fold(_shut(event), "  "))
        elif isinstance(event, Shown):
            self._show(self._opening())
        elif isinstance(event, Answered):
            self._show(self._answered(event))
        elif isinstance(event, Said | TwoStories):
            self._show(self._spoken(event))
        elif isinstance(event, Ended | Fault):
            self._show(["", *self._ended(event)])

    def keep(self, items: list[bytes]) -> None:
        """Take what the record is made of."""
        self._items += items

    def finish(self, home: Home, out: str | None) -> Path | None:
        """Write the record of what was seen, also to `out`; gives its path, None before a table was shown.

        Raises UsageError if it cannot be written.
        """
        reading = self._watcher.reading
        if reading is None:
            return None
        agreement = reading.agreement
        self._items += self._watcher.unsaved()
        file = private_folder(home.records) / f"{agreement.game_id.hex()[:SHORT]}-watched.moot"
        replace_file(file, assemble(agreement, self._items))
        return file if out is None else copy_record(file, Path(out))

    def _show(self, lines: list[str]) -> None:
        for line in lines:
            self._tell(line)

    def _opening(self) -> list[str]:
        reading = self._watcher.reading
        assert reading is not None, "the table was shown"
        agreement, self._match = reading.agreement, reading.fresh
        self._words = words_for(self._match, [seat.name for seat in agreement.form.seats], self._language)
        title = short_title(agreement.form.game)
        lines = [f"Watching {title}, {len(agreement.seats)} seats. You see what all players see."]
        for seat in agreement.form.seats:
            lines += fold(
                f"  {self._words.seat(self._match, seat.number)}: {' '.join(fingerprint(seat.identity))}", "    "
            )
        return [*lines, f"Table words, the same for all: {' '.join(agreement.table_words)}", ""]

    def _answered(self, event: Answered) -> list[str]:
        words, match = self._words, self._match
        assert words is not None, "nothing is answered before the table was shown"
        assert match is not None, "nothing is answered before the table was shown"
        before = words.stage(match)
        stands = instead(words, match, event.question, event.reply)
        passed = passings(words, match)
        match.answer(event.reply)
        stands += passed(event.reply)
        heads = headings(words, event.events, before, words.stage(match))
        told_heads = {at: ["", f"-- {head} (slot {event.slot})"] for at, head in heads.items()}
        lines = [line for sentence in stands for line in fold(sentence, "  ")]
        for each in tellings(words, match, event.events):
            lines += told_heads.get(each.at, [])
            lines += [line for part in each.text.splitlines() for line in fold(part, "  ")]
        told_left = left(words, event.claims, lambda seat: words.seat(match, seat))
        lines += [line for sentence in told_left for line in fold(sentence, "  ")]
        if match.outcome is not None:
            return [*lines, *words.board(match, -1), *words.outcome(match, match.outcome)]
        return lines + told_heads.get(len(event.events), [])

    def _spoken(self, event: Said | TwoStories) -> list[str]:
        words, match = self._words, self._match
        assert words is not None, "nobody speaks before the table was shown"
        assert match is not None, "nobody speaks before the table was shown"
        who = words.seat(match, event.seat)
        if isinstance(event, Said):
            return marked(f"{who} says: {event.text}", TALK)
        return fold(two_stories(who), "  ")

    def _ended(self, event: Ended | Fault) -> list[str]:
        words, match = self._words, self._match
        assert words is not None, "nothing ends before the table was shown"
        assert match is not None, "nothing ends before the table was shown"
        return fold(ending(event, lambda seat: words.seat(match, seat)), "  ")


async def watch(
    home: Home,
    player: Player,
    invitation: Invitation,
    code: str | None,
    out: str | None,
    tell: Tell,
    language: str = "en",
    stay: bool = False,
    ask: Ask | None = None,
) -> bool:
    """Watch the game of an invitation to its end; returns whether it was played to it. Raises ClientError.

    However it ends, what was seen is kept as a record. `stay`: hear what the players say afterwards, too. `ask`: asks a
    person for the code of the table, where there is one and none or a wrong one was given.
    """
    _judge(home, player, invitation)
    tell(f"The key of the host, in words: {' '.join(fingerprint(invitation.host))}")
    rendezvous = Rendezvous(invitation.relay, invitation.token) if invitation.relay is not None else None
    watcher = Watcher(_match)
    show = Spectacle(watcher, tell, language)

    def told(event: Happening) -> None:
        show.told(event)
        if stay and isinstance(event, Ended | Fault):
            show.finish(home, out)  # whoever closes the terminal now has it
            tell(AFTERWARDS)

    async def look(code: str | None) -> WatchRefused | None:
        key = None if code is None else await trio.to_thread.run_sync(code_key, code, invitation.table)
        why: WatchRefused | None = None
        try:
            async with open_mesh(player.key, rendezvous=rendezvous) as mesh:
                mesh.want(invitation.host, invitation.addresses, invitation.token, key)
                await watch_table(mesh, watcher, invitation.host, told, show.keep, stay=stay)
        except* WatchRefused as refused:
            why = _first(refused)
        return why

    try:
        while (refused := await look(code)) is not None:
            wrong = code is not None
            code = await ask(wrong) if refused.wants_code and ask is not None else None
            if code is None:
                raise NetworkError(f"this table cannot be watched: {refused}") from refused
    finally:
        file = show.finish(home, out)
        if file is not None:
            tell(f"The record is in {file}; kingsmoot verify checks it.")
    return watcher.reading is not None and watcher.reading.ended


def _judge(home: Home, player: Player, invitation: Invitation) -> None:
    """A second program with the key of a seat would push the first one off its links. Raises UsageError."""
    with Store(home) as store:
        ((seats,),) = store.rows("SELECT count(*) FROM tables WHERE token = ? AND state = ?", invitation.token, PLAYING)
    if invitation.host == player.key.public or seats:
        raise UsageError("you have a seat at this table; watch with another --home, or play on with kingsmoot resume")


def _match(form: Form) -> Match[Any]:
    """The fresh match of a table that was shown. Raises ClientError if this version cannot read it."""
    match = match_of(form)
    try:
        form.judge(match.game.version, match.game.data_digest())
    except AgreementFault as fault:
        raise NetworkError(f"this table cannot be watched: {fault}") from fault
    return match


def _shut(event: Shut) -> str:
    """Why nothing more is heard after the end."""
    if event.silent:
        return SILENT
    return f"The host {event.cause}: nothing more can be heard." if event.cause else "The table is closed."


def _first(group: BaseExceptionGroup[WatchRefused]) -> WatchRefused:
    error: WatchRefused | BaseExceptionGroup[WatchRefused] = group
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error
