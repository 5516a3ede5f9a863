"""A setting that there is not, or a value that it does not take, is told with what there is (W13.1)."""

import pytest

from client.errors import UsageError
from client.lobby.wanted import judge_wanted, values_of
from client.matches import complete_settings
from engine.core.plain import Plain
from engine.registry import game

AGOT = game("agot")


@pytest.mark.parametrize("seats", AGOT.seats)
def test_every_value_that_is_listed_is_taken(seats: int) -> None:
    typed = {"yes": True, "no": False}
    for name, values in values_of(AGOT, seats).items():
        assert values
        for value in values:
            complete_settings("agot", seats, {name: typed.get(value, value)})


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({"muster_one": True}, "agot has no setting `muster_one`; near it: muster_one_at_a_time"),
        ({"foo": "bar"}, "with 3 seats it has houses, "),
        ({"greyjoy_one_more_unit": True}, "`greyjoy_one_more_unit` is for tables of 4, not of 3"),
        ({"houses": "maybe"}, "`houses` takes drawn or agreed, or a list as in stark,lannister,baratheon; not `maybe`"),
        ({"houses": "stark,stark,stark"}, "or a list as in stark,lannister,baratheon"),
        ({"muster_one_at_a_time": 2}, "`muster_one_at_a_time` takes yes or no; not `2`"),
        ({"spectators": "x"}, "`spectators` takes yes or no; not `x`"),
        ({"proofs": True}, "`proofs` takes now or audit; not `yes`"),
    ],
)
def test_what_there_is_is_told(wanted: dict[str, Plain], said: str) -> None:
    with pytest.raises(UsageError) as caught:
        judge_wanted(AGOT, 3, wanted)
    assert said in str(caught.value)
    with pytest.raises(UsageError):
        complete_settings("agot", 3, wanted)


def test_houses_in_any_order_are_taken() -> None:
    judge_wanted(AGOT, 3, {"houses": "baratheon,stark,lannister"})
