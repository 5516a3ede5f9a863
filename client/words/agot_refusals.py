"""Why the rules say no, by the code of the refusal."""

from collections.abc import Mapping

from client.words.agot_names import Names
from client.words.general import CORE_REFUSALS, names
from engine.core.errors import Refused
from engine.core.plain import Plain

REFUSALS: Mapping[str, str] = {
    "not_sorted": "the pieces must stand in the order of their areas",
    "no_such_token": "there is no order `{token}`",
    "no_unit_there": "you have no unit in {area}",
    "two_orders_in_one_area": "{area} has its order already; undo, or Enter on the area, frees it",
    "banned": "{token} is banned this round",
    "land_only": "{token} can only lie on land, and {area} is sea",
    "token_used_up": "you have no {token} left, of {limit} in all",
    "too_many_stars": "of starred orders your place at the King's Court allows {limit} at most",
    "no_such_unit": "there is no unit `{unit}`",
    "not_your_castle": "{area} is no castle of yours",
    "too_few_points": "of muster points {area} has {left} left, and that costs {cost}",
    "not_in_that_area": "land units of {area} stand up there, not in {to}",
    "no_sea_beside_it": "{to} is no sea beside {area}",
    "sea_taken": "ships of another house hold {to}",
    "no_figure_left": "no {unit} is left in your box",
    "no_footman_there": "no footman stands in {area} to become a knight",
    "one_at_a_time": "mustering goes round one figure at a time",
    "supply": "your armies would be {armies}, and your supply feeds {limits}",
    "wrong_losses": "just so many units must go as are owed, here {owed}, and none that does not help",
    "no_such_units": "that takes {count} ({unit}) from {area}, and {left} can go",
    "no_march_there": "you have no March order in {area}",
    "out_of_reach": "{to} cannot be reached from {area}",
    "two_battles": "one march may start one battle only, here either for {areas}",
    "battle_comes_last": "quiet moves come first; you are already attacking {area}",
    "no_battle_yet": "going to {to} would start a battle, and the first battles are fought after round {rounds}",
    "no_token_there": "no power token can be left in {area}",
    "no_such_setting": "the game has no setting `{name}`",
    "contradicts_another": "the settings `{name}` and `{other}` contradict each other",
    "bad_setting": "the setting `{name}` takes {allowed}",
    "units_stay": "a token is left only when the last unit goes, and some stay in {area}",
}
"""Sentences by code, with the data of the refusal by name."""


def refusal(n: Names, refused: Refused) -> str:
    """The sentence for a refusal, without full stop."""
    template = REFUSALS.get(refused.code)
    if template is None:
        return CORE_REFUSALS.get(refused.code, refused.code.replace("_", " "))
    try:
        return template.format_map({key: _shown(n, value) for key, value in refused.data.items()})
    except KeyError:  # a refusal that came through the table has lost its data
        return refused.code.replace("_", " ")


def _shown(n: Names, value: Plain) -> str:
    if isinstance(value, tuple) and all(type(item) is int for item in value):
        return names([str(item) for item in value]) or "none"
    if isinstance(value, str) and value in n.e.units:
        return n.unit(value)
    return n.any(value)
