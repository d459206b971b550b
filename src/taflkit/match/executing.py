"""Work that is done here or by an executor, with the results in the same order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import attrs

if TYPE_CHECKING:
    from concurrent.futures import Executor

T = TypeVar("T")


@attrs.frozen
class Task(Generic[T]):
    """A function to call, and its argument."""

    function: Callable[[Any], T]
    """The function."""
    argument: object
    """The argument."""


def in_order(tasks: Iterable[T | Task[T]], executor: Executor | None, ahead: int) -> Generator[T, None, None]:
    """Do tasks, and yield their results in the order of the tasks. Closing it cancels what is not done.

    Args:
        tasks: The tasks; a result that is known already may stand for its task.
        executor: Does them; they are done here, one by one, if left out.
        ahead: How many tasks the executor has at a time.
    """
    if executor is None:
        for task in tasks:
            yield task.function(task.argument) if isinstance(task, Task) else task
        return
    from concurrent.futures import Future

    waiting: deque[Future[T]] = deque()
    try:
        for task in tasks:
            if isinstance(task, Task):
                waiting.append(executor.submit(task.function, task.argument))
            else:
                known: Future[T] = Future()
                known.set_result(task)
                waiting.append(known)
            if len(waiting) >= ahead:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()
