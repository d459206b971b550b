"""Who does the work of a command: this process, workers on this machine, or a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from taflkit import TaflError

if TYPE_CHECKING:
    from concurrent.futures import Executor

cluster_option = click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Share the work out to the workers of a Dask scheduler, such as tcp://192.0.2.1:8786.",
)
#: How long the scheduler may take to answer, in seconds.
_CONNECTING_SECONDS = 10


class Sharing(NamedTuple):
    """An executor, and a function to call now and then for Ctrl-C to take effect."""

    executor: Executor | None
    """The executor; `None` if the work is done here."""
    heed: Callable[[], None]
    """Raises `KeyboardInterrupt` if Ctrl-C was pressed."""


def _heed_nothing() -> None:
    """Ctrl-C takes effect at once."""


@contextmanager
def executor_for(jobs: int, cluster: str | None, *, threads: bool = False, patient: bool = True) -> Iterator[Sharing]:
    """The executor that the options `--jobs` and `--cluster` ask for.

    Args:
        jobs: How many threads or processes of this machine.
        cluster: The address of a scheduler, if there is one.
        threads: Whether threads will do, since the compiled kernel does the work, which lets them run at once.
        patient: Whether Ctrl-C waits for the work that is being done, see `taflkit.cli.workers`.

    Raises:
        TaflError: If there is no such scheduler, or `distributed` is not installed.
    """
    if cluster is not None:
        with _cluster_executor(cluster) as executor:
            yield Sharing(executor, _heed_nothing)
    elif jobs == 1:
        yield Sharing(None, _heed_nothing)
    elif threads:
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(jobs) as pool:
            yield Sharing(pool, _heed_nothing)
    else:
        from taflkit.cli.workers import workers

        with workers(jobs, patient) as processes:
            yield Sharing(processes, processes.heed)


@contextmanager
def _cluster_executor(address: str) -> Iterator[Executor]:
    try:
        from distributed import Client
    except ImportError:
        raise TaflError("--cluster needs the package distributed: pip install 'taflkit[cluster]'") from None
    try:
        client: Any = Client(address, timeout=_CONNECTING_SECONDS)  # type: ignore[no-untyped-call] # distributed has no types
    except (OSError, TimeoutError, ValueError) as error:
        raise TaflError(f"there is no Dask scheduler at {address}: {error}") from None
    with client:
        # Two tasks are never taken for the same one.
        executor: Executor = client.get_executor(pure=False)
        try:
            yield executor
        finally:
            executor.shutdown(wait=False)
