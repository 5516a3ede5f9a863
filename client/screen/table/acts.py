"""What keys and typed lines do to the answer, and the boxes that ask before something cannot be undone."""

from collections.abc import Callable, Sequence

from client.play.asking import Ask, Heard, Meaning
from client.play.choosing import Choice
from client.play.line import LineMode
from client.screen.overlays import ESC_CLOSES, Confirming, Reading, unfolded
from client.screen.terminal import ScreenTerminal
from engine.core.plain import Plain

LISTED = 8
"""Pieces shown one a line in the box before sealing; more of them stand in a row."""


class Acts:
    """One person's hands at one table. The answer is put together here; only what is to be sent goes to the flow.

    `sealed`: what was sealed last, with the number of its slot; `unheard`: the line typed last has led to nothing but
    text.
    """

    def __init__(self, terminal: ScreenTerminal, mode: LineMode) -> None:
        self._terminal = terminal
        self._shell = terminal.shell
        self._mode = mode
        self.sealed: tuple[int, str] = (-1, "")
        self.unheard = False

    # ------------------------------------------------------------ answering
    def pick(self, choice: Choice) -> None:
        """Add a piece to the answer."""
        self.take(self._mode.picked(choice))

    def typed(self, line: str) -> None:
        """Take a typed line, answer or command. Here too a box says what is sealed before it is."""
        if line.strip().lower() == "seal" and self._mode.ask is not None and self._mode.ask.secret:
            self.unheard = False
            self.done()
            return
        heard = self._mode.typed(line)
        self.unheard = heard.choice is None and bool(heard.lines) and heard.meaning in (Meaning.TEXT, Meaning.REFUSED)
        self.take(heard, line.strip())

    def undo(self) -> None:
        """Take back the last piece."""
        self.take(self._mode.typed("undo"))

    def reopen(self, piece: Plain) -> None:
        """Take back a piece that is to be chosen anew."""
        ask = self._mode.ask
        gone = dict(zip(ask.building.pieces, ask.building.labels, strict=True)) if ask is not None else {}
        heard = self._mode.dropped(piece)
        self.take(heard)
        if heard.meaning is Meaning.STANDS:
            self._shell.say(f"Taken back: {gone[piece].text}.")

    def clear(self) -> None:
        """Begin the answer again."""
        self.take(self._mode.typed("clear"))

    def done(self) -> None:
        """The answer is complete: it is sent, or what it costs is asked about; a secret one is about to be sealed."""
        ask = self._mode.ask
        if ask is not None and not ask.building.answers:
            self._shell.say("The answer is not complete yet.")
        elif ask is not None:
            self.take(self._mode.typed("done"))

    def no_end(self) -> str:
        """Why the answer cannot end here."""
        ask = self._mode.ask
        if ask is None:
            return "you are not asked now"
        return "" if ask.building.answers else "the answer is not complete yet"

    def no_piece(self) -> str:
        """Why nothing can be taken back."""
        ask = self._mode.ask
        if ask is None:
            return "you are not asked now"
        return "" if ask.building.pieces else "nothing is chosen yet; what was revealed or drawn stays"

    # ------------------------------------------------------------ what comes of it
    def take(self, heard: Heard, title: str = "") -> None:
        """Send an answer, ask about what it costs, show what is to be read. `title`: the line that was typed."""
        ask = self._mode.ask
        if heard.leave:
            self.leave()
        elif heard.choice is not None or heard.say:
            self._terminal.submit(heard)
        elif heard.meaning is Meaning.COST and ask is not None:
            if ask.secret:
                self._ask_to_seal(ask)
            else:
                self._ask_cost(heard.lines)
        elif heard.meaning is Meaning.REFUSED:
            self._shell.open(Reading("The rules forbid it", unfolded(heard.lines), self._foot(title)))
        elif heard.meaning is Meaning.TEXT:
            self._shell.read(title, unfolded(heard.lines), self._foot(title))

    def _foot(self, typed: str) -> str:
        """Of a box that answers what was typed: how to type on at once."""
        key = self._shell.named().get("type") if typed else ""
        return f"{ESC_CLOSES}, {key} types again" if key else ESC_CLOSES

    def _ask_to_seal(self, ask: Ask) -> None:
        """Say what is sealed and what it costs. No takes back a single pick: it is chosen again."""
        labels = [label.text for label in ask.building.labels]
        sealed = "; ".join(labels) or "nothing at all"
        lines = ["You: " + ask.prompt, ""]
        lines += [f"  {text}" for text in labels] if 0 < len(labels) <= LISTED else [f"  {sealed}"]
        cost = self._mode.cost()
        lines += ["", cost] if cost else []
        lines += ["", "Once sealed it can't be changed."]

        def no() -> None:
            self.take(self._mode.typed("no"))

        self._shell.open(Confirming("Seal this?", lines, self._while(ask, self._seal(sealed)), self._while(ask, no)))

    def _seal(self, sealed: str) -> Callable[[], None]:
        def seal() -> None:
            heard = self._mode.typed("seal")
            self.take(heard)
            if heard.choice is not None:
                self.sealed = (heard.choice[0], sealed)
                slot = heard.choice[0]
                self._shell.say("Sealed. It is shown when all have sealed.", lambda: self._mode.match.index < slot)

        return seal

    def _ask_cost(self, lines: Sequence[str]) -> None:
        """What an open answer costs. No leaves it as it is, as the typed word does."""
        ask = self._mode.ask
        told = [line for line in lines if not line.strip().startswith("Type yes")]

        def yes() -> None:
            self.take(self._mode.typed("yes"))

        def no() -> None:
            self.take(self._mode.typed("no"))

        self._shell.open(Confirming("Do it all the same?", told, self._while(ask, yes), self._while(ask, no)))

    def _while(self, ask: Ask | None, act: Callable[[], None]) -> Callable[[], None]:
        """`act`, if the question still stands when it is confirmed."""

        def guarded() -> None:
            if self._mode.ask is ask:
                act()
            else:
                self._shell.say("The table has gone on without this answer.")

        return guarded

    # ------------------------------------------------------------ leaving
    def leave(self) -> None:
        """Ask before the table is left; once all is over nobody waits for us."""
        away = Heard(leave=True)
        if self._mode.over:
            self._terminal.submit(away)
            return
        lines = ["The table is saved and waits for you; the others see that you have left.", ""]
        kept = self._mode.kept
        command = kept.home.command(f"resume {kept.id}") if kept is not None else "kingsmoot resume"
        again = "Resume on the first screen takes your seat again, with all that you have sealed"
        lines += [f"{again}; so does {command}."]
        if self._mode.ask is not None and self._mode.ask.building.pieces:
            fate = "kept for you" if self._mode.draft.is_kept else "forgotten"
            lines += [f"What you have chosen and not sent is {fate}."]
        self._shell.open(Confirming("Leave the table?", lines, lambda: self._terminal.submit(away), lambda: None))
