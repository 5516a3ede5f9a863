"""What the host alone can do in a lobby, by typed commands: settings, seats, bots, guests."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from client.lobby.front import HostTools
from client.lobby.qr import qr_lines
from client.lobby.settings import chosen
from client.lobby.showing import somebody
from engine.core.plain import frozen
from net.hostroom import HostRoom
from protocol.lobby import TableOffer

HOST_HELP = """\
As the host:
  set K=V     a setting of the game        seats N     play with N seats (and K=V)
  bots N      so many seats for bots       kick NAME   take NAME from the table
  invite      the invitation again         qr          the same as a QR code
"""


class HostCommands:
    """The commands `by_word`; each takes what stands behind the word and gives lines to show.

    `room` gives the host's room, which stands by the time anything is typed. The commands raise LobbyFault and
    UsageError, with nothing changed.
    """

    def __init__(self, room: Callable[[], HostRoom], tools: HostTools, taken: set[bytes]) -> None:
        self._room = room
        self._tools = tools
        self._taken = taken
        self.by_word: Mapping[str, Callable[[str], list[str]]] = {
            "set": self._set,
            "seats": self._seats,
            "bots": self._bots,
            "kick": self._kick,
            "invite": lambda _: [f"kingsmoot join {tools.invitation}"],
            "qr": lambda _: qr_lines(tools.invitation),
        }

    def _set(self, pairs: str) -> list[str]:
        if not pairs:
            return ["set K=V changes a setting; table lists them."]
        offer, tools = self._room().lobby.view.offer, self._tools
        wanted = chosen(offer) | tools.parse(pairs.split())
        return self._change(replace(offer, settings=frozen(tools.settle(offer.game, offer.seats, wanted))))

    def _seats(self, text: str) -> list[str]:
        """`seats N` keeps what is switched on; with settings behind it just these hold."""
        number, *pairs = text.split() or [""]
        if not number.isdecimal():
            return ["seats N plays with N seats, as in: seats 4"]
        offer, tools = self._room().lobby.view.offer, self._tools
        # What is switched on must fit the new size or be refused; what is off may be unknown there.
        kept = {key: value for key, value in chosen(offer).items() if value is not False}
        wanted = tools.parse(pairs) if pairs else kept
        settings = frozen(tools.settle(offer.game, int(number), wanted))
        return self._change(replace(offer, seats=int(number), settings=settings))

    def _change(self, offer: TableOffer) -> list[str]:
        room = self._room()
        room.lobby.change(offer)
        room.settle()
        return []

    def _bots(self, number: str) -> list[str]:
        most = len(self._room().lobby.view.free) + len(self._tools.ours())
        if not number.isdecimal() or int(number) > most:
            return [f"bots N fills seats with bots: 0 to {most} now."]
        self._tools.bots(int(number))
        return []

    def _kick(self, name: str) -> list[str]:
        room = self._room()
        peer = somebody(room.lobby.view, name)
        if peer in self._tools.ours():
            return ["That is a bot of your own; bots N changes how many there are."]
        room.lobby.kick(peer)
        self._taken.add(peer)  # nobody comes back from there: what follows is told as our doing
        room.settle()
        return []
