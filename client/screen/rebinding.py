"""Which keys an action has, and what giving it others does to the rest: what the list of keys shows and writes down."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from client.config_file import Value
from client.play.choosing import plain
from client.screen.actions import EVERYWHERE, by_screen, in_force, registered, taken, told
from client.screen.keys import shown, typed_key, written
from client.settings import KEYS, judge_keys

Changed = Mapping[str, Sequence[str]]
"""The keys of actions that have other ones than usual, as in the settings."""
Values = Mapping[str, Value]
"""What is to be written down, by the names of settings."""


@dataclass(frozen=True)
class Row:
    """One action on one screen.

    Attributes:
        screen: the words for it.
        name: how settings call the action.
        does: what it does.
        keys: those that it has now, for people.
        usual: those that it has without settings, for people.
        also: the other screens on which the same name stands, and changes with it.
        changed: whether the settings give it keys of its own.
    """

    screen: str
    name: str
    does: str
    keys: tuple[str, ...]
    usual: tuple[str, ...]
    also: tuple[str, ...]
    changed: bool

    @property
    def moved(self) -> bool:
        """Whether its keys are other ones than usual, by its own setting or by another's."""
        return self.changed or self.keys != self.usual

    def matches(self, words: Sequence[str]) -> bool:
        """Whether each of these stands somewhere in it."""
        text = plain(f"{self.name} {self.name.replace('_', ' ')} {self.does} {self.screen} {' '.join(self.keys)}")
        return all(word in text for word in words)


@dataclass(frozen=True)
class Wish:
    """Other keys for one action, and what comes of it.

    Attributes:
        values: what is to be written down for it.
        losses: which other actions lose keys by it, in sentences.
    """

    values: Values
    losses: Sequence[str]


class Bindings:
    """The keys of all actions. `changed`: gives what the settings change now."""

    def __init__(self, changed: Callable[[], Changed]) -> None:
        self._changed = changed

    def rows(self) -> list[Row]:
        """All actions by screen, as they are now."""
        changed = self._changed()
        keys, usual = in_force(changed), in_force({})
        screens: dict[str, list[str]] = {}
        for screen, actions in registered().items():
            for name in actions:
                screens.setdefault(name, []).append(screen)
        return [
            Row(
                screen,
                name,
                entry.does,
                keys[screen][name],
                usual[screen][name],
                tuple(other for other in screens[name] if other != screen),
                name in changed,
            )
            for screen, actions in registered().items()
            for name, entry in actions.items()
        ]

    def refused(self, name: str, key: str) -> str:
        """Why this key cannot be given to an action, for people; "" if it can. `key`: by its name."""
        fault = judge_keys({name: (written(key),)}, by_screen())
        return fault[1].partition(": ")[2] if fault is not None else ""

    def owners(self, name: str, key: str) -> str:
        """Who has the key now on the screens of an action, for people; "" if nobody has."""
        keys = in_force(self._changed())
        found = {
            other: None
            for screen, actions in by_screen().items()
            if name in actions
            for other in actions
            if other != name and shown(key) in keys[screen][other]
        }
        return ", ".join(found)

    def wish(self, name: str, key: str, besides: bool) -> Wish:
        """The wish that an action has this key, alone or `besides` its others. Whoever else has it is to lose it."""
        changed = self._changed()
        keys = [*self._texts(name), written(key)] if besides else [written(key)]
        values: dict[str, tuple[str, ...]] = {f"{KEYS}.{name}": tuple(dict.fromkeys(keys))}
        given = {typed_key(text) for text in keys}
        for other, texts in changed.items():  # two that settings give one key to are refused: the other has to yield
            rest = tuple(text for text in texts if typed_key(text) not in given)
            if other != name and len(rest) < len(texts) and self._meet(name, other):
                values[f"{KEYS}.{other}"] = rest
        after = {**changed, **{setting.partition(".")[2]: keys for setting, keys in values.items()}}
        return Wish(values, told(taken(changed, after, {name})))

    def back(self, name: str) -> Values:
        """What is to be written down so that an action has its usual keys again."""
        return {f"{KEYS}.{name}": None}

    def missing(self, name: str) -> list[str]:
        """The usual keys that an action does not have, though it should, with whoever has them, for people."""
        keys = in_force(self._changed())
        found: dict[str, None] = {}
        for screen, actions in by_screen().items():
            for key in map(shown, actions[name].keys if name in actions else ()):
                if key not in keys[screen][name]:
                    holder = next(other for other, its in keys[screen].items() if key in its)
                    found[f"{key} stays with {holder} {'' if screen == EVERYWHERE else screen}".rstrip()] = None
        return list(found)

    def _texts(self, name: str) -> list[str]:
        """The keys of an action on all its screens, as settings have them."""
        changed = self._changed()
        if name in changed:
            return list(changed[name])
        keys = in_force(changed)
        return list(
            dict.fromkeys(
                written(key)
                for screen, actions in by_screen().items()
                if name in actions
                for key in actions[name].keys
                if shown(key) in keys[screen][name]
            )
        )

    def _meet(self, name: str, other: str) -> bool:
        return any(name in actions and other in actions for actions in by_screen().values())
