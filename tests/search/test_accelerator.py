"""The table that a compiled search takes."""

import math

import pytest

from taflkit.search import SearchLimit
from taflkit.search.accelerator import table_megabytes
from taflkit.search.limits import Clock


@pytest.mark.parametrize(
    "limit", [SearchLimit(depth=9), SearchLimit(seconds=math.inf), SearchLimit(seconds=10**400, nodes=10**400)]
)
def test_a_long_search_takes_the_whole_table(limit: SearchLimit) -> None:
    """Without a limit of nodes or time, or with a large one, the table has the megabytes that it may have."""
    assert table_megabytes(Clock(limit), 64) == 64
    assert table_megabytes(Clock(limit), 1) == 1


@pytest.mark.parametrize(
    "limit", [SearchLimit(nodes=100), SearchLimit(seconds=0.001), SearchLimit(seconds=0.001, nodes=10**9)]
)
def test_a_short_search_takes_a_small_table(limit: SearchLimit) -> None:
    """A megabyte is enough for a hundred nodes or a millisecond."""
    assert table_megabytes(Clock(limit), 64) == 1


def test_threads_fill_a_table_sooner() -> None:
    """With the same time, eight threads get a larger table than one."""
    clock = Clock(SearchLimit(seconds=0.1))
    assert table_megabytes(clock, 1000) < table_megabytes(clock, 1000, threads=8) < 1000
