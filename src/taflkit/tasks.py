"""Work that is done here or by an executor, with the results in the same order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

_Key = TypeVar("_Key")
_Result = TypeVar("_Result")


def in_order(
    tasks: Iterable[tuple[_Key, Callable[[], _Result]]], executor: Executor | None, ahead: int
) -> Generator[tuple[_Key, _Result], None, None]:
    """Do tasks, and yield their results in the order of the tasks. Closing it cancels what is not done.

    Args:
        tasks: The tasks, each with a key that comes back with its result; keys are not sent to the executor.
        executor: Does them; they are done here, one by one, if left out.
        ahead: How many tasks the executor has at a time.
    """
    if executor is None:
        for key, task in tasks:
            yield key, task()
        return
    waiting: deque[tuple[_Key, Future[_Result]]] = deque()
    try:
        for key, task in tasks:
            waiting.append((key, executor.submit(task)))
            if len(waiting) >= ahead:
                done, future = waiting.popleft()
                yield done, future.result()
        while waiting:
            done, future = waiting.popleft()
            yield done, future.result()
    finally:
        for _, future in waiting:
            future.cancel()
