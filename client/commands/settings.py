"""`kingsmoot settings`: what is set, where it comes from, and changing it."""

import argparse
import json
from collections.abc import Iterator

from client.config_file import init_file, parse_value, save_setting
from client.errors import OK, UsageError
from client.home import Home
from client.play.cells import fold, table
from client.player import NAME, keep_name, kept_name
from client.screen.actions import by_screen, in_force, listing, taken, told
from client.settings import ALL, KEYS, NAMES, Gathered, gather, known, shown
from client.words.languages import known_names


def run(args: argparse.Namespace, home: Home) -> int:
    """Show, begin or change the file. Raises UsageError."""
    if args.paths:
        print("\n".join(table(_paths(home))))
        return OK
    if args.init:
        print(f"{init_file(home)} is written; every key in it is a comment.")
        return OK
    if args.usual:
        if not args.key or args.value:
            raise UsageError("--usual takes one KEY and no value, as in: kingsmoot settings keys.help --usual")
        if args.key == NAME:
            raise UsageError("no name is the usual one; kingsmoot settings name NAME gives you another")
        save_setting(home, args.key, None, by_screen)
    elif args.key == NAME and args.value:
        keep_name(home, " ".join(args.value))
    elif args.value:
        save_setting(home, args.key, parse_value(args.key, args.value), by_screen)
    try:
        found = gather(args, home, actions=by_screen)
    except UsageError:
        if args.key == KEYS:
            print("\n".join(listing({})))  # whoever has named an action that there is not looks for the right one
        raise
    if args.json:
        print(json.dumps(_as_json(found, home), indent=1, ensure_ascii=False))
    elif args.key == KEYS:
        print("\n".join(listing(found.settings.keys)))
    elif args.key == NAME:
        print("\n".join(_name(home)))
    elif args.key:
        print("\n".join(_one(found, args.key)))
    else:
        print("\n".join(_all(found, home)))
    return OK


def _paths(home: Home) -> list[tuple[str, ...]]:
    return [
        ("config", str(home.config), "settings"),
        ("data", str(home.data), "key, name, tables: what must not be lost"),
        ("records", str(home.records), "a record of each game"),
        ("state", str(home.state), "what may be deleted"),
        ("log", str(home.log_file), "what went wrong; never a secret"),
    ]


def _all(found: Gathered, home: Home) -> Iterator[str]:
    there = home.config_file.exists()
    yield str(home.config_file) if there else f"{home.config_file}: not there yet; kingsmoot settings --init writes it"
    yield from _name(home)
    for name in ALL:
        yield from _one(found, name)
    yield from _keys(found)


def _name(home: Home) -> Iterator[str]:
    name = kept_name(home)
    yield f"{NAME} = {shown(name)}  (kept with your key)" if name is not None else f"{NAME}  (none is kept yet)"
    yield f"    how the others see you at a table; kingsmoot settings {NAME} NAME changes it"


def _one(found: Gathered, name: str) -> Iterator[str]:
    """One setting in two lines. Raises UsageError."""
    if name.partition(".")[0] == KEYS:
        yield from _keys(found)
        return
    try:
        key = known(name)
    except ValueError as error:
        raise UsageError(str(error)) from None
    origin = found.origins[name]
    value = getattr(found.settings, name)
    default = "the default" if origin == "default" else f"from {ORIGINS[origin]}; default {shown(key.default)}"
    yield f"{name} = {shown(value)}  ({default})"
    yield from fold(f"    {key.text}: {key.choices}", "    ")
    if name == NAMES:
        yield from fold(f"    known so far: {known_names(key.allowed)}", "    ")


ORIGINS = {"file": "the file", "environment": "the environment", "flag": "a flag"}


def _keys(found: Gathered) -> Iterator[str]:
    changed = found.settings.keys
    yield f"[{KEYS}]  {'(from the file)' if changed else '(the default: none)'}"
    yield f"    other keys for actions of the screen; kingsmoot settings {KEYS} lists them all"
    for action, keys in changed.items():
        yield f"    {action} = {shown(keys)}"
    for line in told(taken({}, changed, changed)):
        yield from fold(f"    {line}", "        ")


def _as_json(found: Gathered, home: Home) -> dict[str, object]:
    rows = {
        name: {
            "value": getattr(found.settings, name),
            "default": key.default,
            "from": found.origins[name],
            "allowed": list(key.allowed) or [True, False],
            "text": key.text,
        }
        for name, key in ALL.items()
    }
    keys = {action: list(keys) for action, keys in found.settings.keys.items()}
    return {
        "file": str(home.config_file),
        NAME: kept_name(home),
        "settings": rows,
        KEYS: keys,
        "actions": in_force(found.settings.keys),
    }
