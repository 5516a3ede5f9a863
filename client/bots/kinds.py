"""The kinds of bot, by name."""

from random import Random

from client.bots.bot import Bot, RandomBot


def make_bot(kind: str, game: str, seed: int | None) -> Bot:
    """A bot of `kind` for `game`. `seed` makes its choices repeatable; without one they are the system's chance.

    A game without a bot of its own that plays steadily is played at random.
    """
    draw = Random(seed).randrange
    if kind == "steady" and game == "agot":
        from client.bots.agot.steady import SteadyBot

        return SteadyBot(draw)
    if kind == "captain" and game == "agot":
        from client.bots.captain.captain import Captain

        return Captain(draw)
    return RandomBot(draw)
