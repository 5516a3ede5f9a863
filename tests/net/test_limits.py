import random

import pytest

from net.limits import Backoff, Bucket


def test_a_burst_is_free_then_the_rate_holds() -> None:
    bucket = Bucket(rate=10, burst=5, now=0)
    assert [bucket.take(1, 0) for _ in range(7)] == [0, 0, 0, 0, 0, 0.1, 0.2]
    assert bucket.take(1, 0.2) == pytest.approx(0.1)
    assert bucket.take(1, 1.0) == 0


def test_no_more_than_the_burst_is_saved() -> None:
    bucket = Bucket(rate=10, burst=5, now=0)
    assert bucket.take(6, 1000) == pytest.approx(0.1)


def test_pauses_double_up_to_the_most_each_shortened_by_up_to_half() -> None:
    backoff = Backoff(first=1, most=30, rng=random.Random(7))
    pauses = [backoff.next_pause() for _ in range(9)]
    for pause, step in zip(pauses, [1, 2, 4, 8, 16, 30, 30, 30, 30], strict=True):
        assert step / 2 <= pause <= step
    assert len(set(pauses)) == 9
    backoff.reset()
    assert backoff.next_pause() <= 1


def test_the_same_seed_gives_the_same_pauses() -> None:
    one, other = (Backoff(1, 30, random.Random(3)) for _ in range(2))
    assert [one.next_pause() for _ in range(5)] == [other.next_pause() for _ in range(5)]
