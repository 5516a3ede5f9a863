"""A table that comes to its agreement by messages, with hooks on what a seat says."""

from collections.abc import Callable, Iterable
from random import Random

from protocol.agreeing import Agreeing, FrameFault, Stage
from protocol.agreement import AgreementFault, Form, Opened
from protocol.wire import Kind, Message, decode, encode
from tests.protocol.table import identity_of, keys_of, make_form

Hook = Callable[[int, Message], Iterable[bytes]]
"""hook(to, message) gives the frames that are sent instead."""


def nonce_of(seat: int, seed: int) -> bytes:
    return Random(f"nonce {seed} {seat}").randbytes(32)


class Gathering:
    """All seats agree on one form (or on the one in `forms`); messages arrive in an order drawn from the seed."""

    def __init__(self, seats: int, seed: int, forms: dict[int, Form] | None = None) -> None:
        self.form = make_form(seats, seed)
        self.seed = seed
        self.faults: dict[int, AgreementFault] = {}
        self.dropped: set[tuple[int, int]] = set()
        self.hooks: dict[int, Hook] = {}
        self.identities = {seat: identity_of(seat, seed) for seat in range(seats)}
        self.seats = {
            seat: Agreeing(
                (forms or {}).get(seat, self.form),
                seat,
                self.identities[seat],
                keys_of(seat, seed),
                nonce_of(seat, seed),
            )
            for seat in range(seats)
        }
        self.wire: list[tuple[int, int, bytes]] = []

    def opened(self, seat: int) -> Opened:
        """What this seat has locked."""
        keys = keys_of(seat, self.seed)
        return Opened(keys.game.public, keys.talk.public, nonce_of(seat, self.seed))

    def run(self) -> None:
        """Lets all be said and heard, each link in its order; a seat that met a fault hears no more."""
        draw = Random(self.seed)
        numbers = {key.public: seat for seat, key in self.identities.items()}
        for seat, agreeing in self.seats.items():
            for other, key in self.identities.items():
                if other != seat:
                    agreeing.connected(key.public)
        while True:
            for seat, agreeing in self.seats.items():
                for peer, frame in agreeing.outgoing():
                    message = decode(frame)
                    assert message is not None
                    hook = self.hooks.get(seat)
                    sent = [frame] if hook is None else hook(numbers[peer], message)
                    self.wire += [(seat, numbers[peer], one) for one in sent]
            if not self.wire:
                return
            links = sorted({(a, b) for a, b, _ in self.wire})
            link = links[draw.randrange(len(links))]
            at = next(i for i, (a, b, _) in enumerate(self.wire) if (a, b) == link)
            sender, to, frame = self.wire.pop(at)
            if to in self.faults or (to, sender) in self.dropped:
                continue
            try:
                self.seats[to].receive(self.identities[sender].public, frame)
            except AgreementFault as fault:
                self.faults[to] = fault
            except FrameFault:
                self.dropped.add((to, sender))

    def stages(self) -> set[Stage]:
        return {agreeing.stage for agreeing in self.seats.values()}


def only(kind: Kind, change: Callable[[int, Message], Iterable[bytes]]) -> Hook:
    """Changes messages of one kind and lets the others pass."""
    return lambda to, message: change(to, message) if message.kind is kind else [encode(message.kind, *message.fields)]
