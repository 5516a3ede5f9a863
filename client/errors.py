"""What a player is told in one line; each kind has its exit code."""

from typing import ClassVar

OK, FAILED, USAGE, NETWORK, INTERRUPTED = 0, 1, 2, 3, 130
"""The exit codes of every subcommand; they are an interface and do not change."""


class ClientError(Exception):
    """Something went wrong that the player can understand; the text says what to do next."""

    code: ClassVar[int] = FAILED


class UsageError(ClientError):
    """The command line, a file or a setting cannot be used as it is."""

    code = USAGE


class NetworkError(ClientError):
    """The table or a player on it cannot be reached."""

    code = NETWORK


class Interrupted(ClientError):
    """The player left by Ctrl-C."""

    code = INTERRUPTED


def first_cause(error: BaseException) -> BaseException:
    """The error to tell: of a group from a nursery the first one that a player can understand, else the first."""
    while isinstance(error, BaseExceptionGroup):
        told = error.subgroup(ClientError) or error
        error = told.exceptions[0]
    return error
