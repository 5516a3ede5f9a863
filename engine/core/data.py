"""Typed loading of a game's data files: every id, number and link is checked once, before any rule meets it."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from importlib import resources
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from engine.core.errors import DataError

R = TypeVar("R")


def read(package: str, file: str) -> Any:
    """The JSON of `package`/data/`file`. Raises DataError."""
    try:
        return json.loads(_bytes(package, file))
    except ValueError as error:
        raise DataError(f"{file}: {error}") from error


def _bytes(package: str, file: str) -> bytes:
    try:
        return resources.files(package).joinpath("data").joinpath(file).read_bytes()
    except OSError as error:
        raise DataError(f"{file}: {error}") from error


def digest(package: str, files: Iterable[str]) -> bytes:
    """SHA-256 over names and contents of the data files, in the order of their names; 32 bytes."""
    total = hashlib.sha256()
    for file in sorted(files):
        content = _bytes(package, file)
        total.update(b"%d %s %d " % (len(file), file.encode(), len(content)) + content)
    return total.digest()


def build(cls: type[R], raw: Any, where: str) -> R:
    """A frozen dataclass from a JSON object; lists become tuples. Other keys (sources, notes) are passed over.

    Raises DataError naming the place if a field is missing or of another type.
    """
    if not isinstance(raw, dict) or not is_dataclass(cls):
        raise DataError(f"{where}: an object is wanted")
    hints = get_type_hints(cls)
    values: dict[str, Any] = {}
    for spec in fields(cls):
        if spec.name in raw:
            values[spec.name] = _convert(hints[spec.name], raw[spec.name], f"{where}.{spec.name}")
        elif spec.default is MISSING and spec.default_factory is MISSING:
            raise DataError(f"{where}: {spec.name} is missing")
    return cls(**values)


def build_all(cls: type[R], raw: Any, where: str) -> tuple[R, ...]:
    """`build` for every object of a JSON array, in its order."""
    if not isinstance(raw, list):
        raise DataError(f"{where}: an array is wanted")
    return tuple(build(cls, item, f"{where}[{i}]") for i, item in enumerate(raw))


def _convert(hint: Any, raw: Any, where: str) -> Any:
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        if raw is None and NoneType in args:
            return None
        return _convert(next(a for a in args if a is not NoneType), raw, where)
    if origin is tuple:
        if not isinstance(raw, list):
            raise DataError(f"{where}: an array is wanted")
        return tuple(_convert(args[0], item, f"{where}[{i}]") for i, item in enumerate(raw))
    if origin in (dict, Mapping) or hint is Mapping:
        if not isinstance(raw, dict):
            raise DataError(f"{where}: an object is wanted")
        return {key: _convert(args[1], item, f"{where}.{key}") for key, item in raw.items()}
    if hint is Any:
        return raw
    if is_dataclass(hint):
        return build(hint, raw, where)  # type: ignore[arg-type]  # a dataclass hint is a class
    if type(raw) is not hint:
        raise DataError(f"{where}: {hint.__name__} is wanted, not {raw!r}")
    return raw


def by_id(items: Iterable[R], where: str) -> dict[str, R]:
    """Items by their `id`, in their order. Raises DataError for an id that stands twice."""
    table: dict[str, R] = {}
    for item in items:
        ident: str = getattr(item, "id")  # noqa: B009  # R is any record with an id; data says which
        if ident in table:
            raise DataError(f"{where}: {ident} stands twice")
        table[ident] = item
    return table


def check_links(links: Mapping[str, Iterable[str]], known: Iterable[str], where: str) -> None:
    """Every name a record points to exists. Raises DataError."""
    names = list(known)
    for ident, targets in links.items():
        for target in targets:
            if target not in names:
                raise DataError(f"{where}: {ident} names {target}, which does not exist")


def check_symmetric(links: Mapping[str, Iterable[str]], where: str) -> None:
    """Who borders on another is bordered on by it, and nobody on itself. Raises DataError."""
    for ident, targets in links.items():
        for target in targets:
            if target == ident or ident not in links[target]:
                raise DataError(f"{where}: {ident} borders on {target}, but not the other way round")


def check_count(found: int, wanted: int, where: str) -> None:
    """A count that the data states holds. Raises DataError."""
    if found != wanted:
        raise DataError(f"{where}: {found} found where {wanted} are stated")
