"""The pairs of a relay: how many there may be, how they are joined, what goes through them, and how they end."""

import trio

from net.relay.callers import Caller, Pair
from net.relay.figures import Figures
from net.relay.greeting import Answer
from net.relay.metrics import Metrics


class Carrier:
    """Carries bytes through pairs of connections; it counts them in `metrics`.

    Attributes:
        pairs: those that are open.
    """

    def __init__(self, figures: Figures, metrics: Metrics) -> None:
        self.pairs: dict[Pair, None] = {}
        self._figures = figures
        self._metrics = metrics
        self._draining = False
        self._quiet = trio.Event()

    def no_room(self, caller: Caller, partner: Caller) -> Answer | None:
        """Why these two cannot be joined, or None. The one who waited goes on waiting."""
        if len(self.pairs) >= self._figures.pairs:
            return Answer.FULL
        if any(each.pairs >= self._figures.pairs_each for each in (caller.account, partner.account)):
            return Answer.CROWDED
        return None

    def join(self, first: Caller, second: Caller) -> None:
        """Make a pair of `first`, who waited, and `second`."""
        pair = Pair(first, second)
        self.pairs[pair] = None
        for account in pair.accounts:
            account.pairs += 1
        self._metrics.pairs += 1
        second.pair = pair
        first.join(pair)

    async def carry(self, caller: Caller, pair: Pair) -> None:
        """Answer, then carry what comes from `caller` to the other side, until one of the two is done."""
        with pair.scope(caller):
            await caller.stream.send_all(bytes([Answer.PAIRED]))
            await pair.answered()
            await self._pump(caller, pair.other(caller).stream, pair)
            if not pair.half:
                pair.half = True
                await trio.sleep(self._figures.linger)

    async def _pump(self, caller: Caller, sink: trio.abc.HalfCloseableStream, pair: Pair) -> None:
        metrics, bucket, size = self._metrics, caller.account.bucket, self._figures.buffer
        while data := await caller.stream.receive_some(size):
            # Nothing is read on before the receiver has taken this: so a slow one holds the sender back.
            await sink.send_all(data)
            pair.moved = now = trio.current_time()
            metrics.octets += len(data)
            wait = bucket.take(len(data), now)
            if wait:
                metrics.throttled += wait
                await trio.sleep(wait)
        await sink.send_eof()

    def part(self, pair: Pair) -> None:
        """End a pair for both, at the first that is done with it."""
        if pair not in self.pairs:
            return
        pair.end()
        del self.pairs[pair]
        for account in pair.accounts:
            account.pairs -= 1
        self._metrics.ended[pair.cause] += 1
        if self._draining and not self.pairs:
            self._quiet.set()

    def end_idle(self) -> None:
        """End the pairs through which nothing has gone for too long."""
        overdue = trio.current_time() - self._figures.idle
        for pair in [pair for pair in self.pairs if pair.moved <= overdue]:
            pair.end("idle")

    async def drain(self, seconds: float) -> int:
        """Give the pairs so long to finish, then end the rest; gives how many those were."""
        self._draining = True
        with trio.move_on_after(seconds):
            if self.pairs:
                await self._quiet.wait()
        rest = list(self.pairs)
        for pair in rest:
            pair.end("drained")
        return len(rest)
