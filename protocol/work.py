"""What takes long, handed out so that it can be done beside the loop that drives a session (SPEC.md section 12)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, eq=False)
class Work:
    """Proofs to be made or checked: `run` touches nothing, may be called in any thread, and never fails.

    Its result goes to `done` of whoever handed it out, in any order; `what` is for people.
    """

    what: str
    run: Callable[[], Any]
