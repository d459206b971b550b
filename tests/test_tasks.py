"""Work that is done here or by an executor."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest

from taflkit.tasks import in_order


class FirstAlone(Executor):
    """Does the first task that it is given, and begins no other."""

    def __init__(self, error: BaseException | None = None) -> None:
        self.given: list[Future[Any]] = []
        self.error = error

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Keep the task, or do the first."""
        self.given.append(future := Future[Any]())
        if len(self.given) == 1:
            if self.error is not None:
                future.set_exception(self.error)
            else:
                future.set_result(fn(*args, **kwargs))
        return future


def squares(count: int, *, taken: list[int] | None = None) -> Iterator[tuple[str, Callable[[], int]]]:
    """Tasks, and a note of those that were asked for."""
    for number in range(count):
        if taken is not None:
            taken.append(number)
        yield f"the square of {number}", partial(pow, number, 2)


@pytest.mark.parametrize("ahead", [1, 3, 100])
def test_results_come_in_the_order_of_the_tasks(ahead: int) -> None:
    """Each with the key of its task, wherever it is done."""
    expected = [(f"the square of {number}", number**2) for number in range(10)]
    assert list(in_order(squares(10), None, ahead)) == expected
    with ThreadPoolExecutor(3) as executor:
        assert list(in_order(squares(10), executor, ahead)) == expected


def test_tasks_are_made_when_they_are_needed() -> None:
    """An executor is given no more than it may have at a time; without one, they are done one by one."""
    taken: list[int] = []
    alone = in_order(squares(1000, taken=taken), None, 5)
    next(alone)
    assert taken == [0]
    taken.clear()
    with ThreadPoolExecutor(2) as executor:
        shared = in_order(squares(1000, taken=taken), executor, 5)
        next(shared)
        assert taken == [0, 1, 2, 3, 4]
        shared.close()


def test_what_is_not_done_is_cancelled() -> None:
    """When the results are no longer wanted, and when one of the tasks, or Ctrl-C, ends the waiting."""
    executor = FirstAlone()
    results = in_order(squares(10), executor, 4)
    assert next(results) == ("the square of 0", 0)
    results.close()
    assert [future.cancelled() for future in executor.given] == [False, True, True, True]

    executor = FirstAlone(KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        next(in_order(squares(10), executor, 4))
    assert [future.cancelled() for future in executor.given[1:]] == [True, True, True]
