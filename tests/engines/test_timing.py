"""How much of a clock is spent on a move."""

from hypothesis import given
from hypothesis import strategies as st

from taflkit.engines import allot
from taflkit.engines.ucitext import parse_go

SECONDS = st.floats(0.1, 10_000)


@given(SECONDS, st.floats(0, 60), st.none() | st.integers(1, 200))
def test_a_move_never_uses_up_the_clock(left: float, increment: float, moves: int | None) -> None:
    """With more on the clock than the overhead, the search ends before the clock does."""
    found = allot(left, increment, moves, overhead=0.03)
    assert 0 < found.most <= left - 0.03
    assert 0 < found.begin <= found.most


@given(SECONDS, st.integers(1, 60))
def test_a_whole_time_control_can_be_played(left: float, moves: int) -> None:
    """If every move took its fair share, the clock would last for all moves until the time control."""
    total = left
    for to_go in range(moves, 0, -1):
        total -= allot(total, 0.0, to_go).begin
    assert total > 0


def test_a_longer_clock_gives_more_time() -> None:
    """More time left, an increment and fewer moves to go all give a move more time."""
    plain = allot(60).most
    assert allot(120).most > plain
    assert allot(60, 5).most > plain
    assert allot(60, 0, 5).most > plain


def test_the_last_move_before_a_time_control_takes_nearly_all() -> None:
    """There is nothing to save for."""
    assert allot(10, 0, 1).most == 9


def test_clocks_belong_to_the_first_and_the_second_player() -> None:
    """`wtime` is the clock of the player who began."""
    go = parse_go(["wtime", "60000", "btime", "1000"])
    first, second = go.allotment(True, 0.0), go.allotment(False, 0.0)
    assert first is not None
    assert second is not None
    assert first.most > second.most


def test_a_fixed_time_is_used_whole() -> None:
    """`movetime` is the time for the move, less the overhead."""
    found = parse_go(["movetime", "500"]).allotment(True, 0.1)
    assert found is not None
    assert found.begin == found.most == 0.4
