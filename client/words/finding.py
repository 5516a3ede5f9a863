"""Things of a game found by a name as somebody types it."""

import difflib
from collections.abc import Callable, Mapping

from client.play.choosing import plain

NEAR = 3
"""Names at most that are told where none was meant."""


def find(wanted: str, known: Mapping[str, tuple[str, ...]]) -> str:
    """The id that `wanted` names, in full or by the beginning of one name alone. Raises KeyError with near names."""
    key = plain(wanted.strip())
    shapes = {ident: [plain(name).replace("_", " ") for name in all_names] for ident, all_names in known.items()}
    tests: list[Callable[[str], bool]] = [
        lambda name: name == key or name == key.replace("_", " "),
        lambda name: name.startswith(key),
        lambda name: any(word.startswith(key) for word in name.split()),
    ]
    for test in tests:
        found = [ident for ident, shape in shapes.items() if any(map(test, shape))]
        if len(found) == 1:
            return found[0]
        if found:
            raise KeyError(*[known[ident][1] for ident in found])
    by_name = {part: ident for ident, shape in shapes.items() for name in shape for part in name.split()}
    by_name |= {name: ident for ident, shape in shapes.items() for name in shape}
    near = difflib.get_close_matches(key, list(by_name), NEAR, 0.5)
    raise KeyError(*dict.fromkeys(known[by_name[name]][1] for name in near))
