"""Work on a cluster: a Dask scheduler and two workers, as processes of their own."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from taflkit import load_variant, perft, start
from taflkit.match import Match, PairResult, generate_openings
from tests.cli.running import taflkit
from tests.cli.talking import PATIENCE, environment

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]

OPTIONS = ("--host", "127.0.0.1", "--no-dashboard")


@contextmanager
def running(program: str, *arguments: str, until: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A program of Dask, and the first line of what it says that matches."""
    process = subprocess.Popen(
        [sys.executable, "-m", f"distributed.cli.dask_{program}", *OPTIONS, *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(DASK_DISTRIBUTED__LOGGING__DISTRIBUTED="info"),
    )
    assert process.stderr is not None
    watchdog = threading.Timer(PATIENCE, process.kill)
    watchdog.start()
    reader: threading.Thread | None = None
    try:
        said = next((line for line in process.stderr if re.search(until, line)), None)
        assert said is not None, f"the {program} did not start"
        reader = threading.Thread(target=process.stderr.read)  # So that it never waits for somebody to read.
        reader.start()
        yield process, said
    finally:
        watchdog.cancel()
        process.kill()
        process.wait()
        if reader is not None:
            reader.join()
        process.stderr.close()


@contextmanager
def cluster() -> Iterator[tuple[str, list[subprocess.Popen[str]]]]:
    """The address of a scheduler, and its two workers."""
    with ExitStack() as stack:
        _, said = stack.enter_context(running("scheduler", "--port", "0", until="Scheduler at:"))
        found = re.search(r"tcp://\S+", said)
        assert found is not None
        worker = ("worker", found[0], "--no-nanny", "--nthreads", "1")
        workers = [stack.enter_context(running(*worker, until="Registered to"))[0] for _ in range(2)]
        yield found[0], workers


def games_of(results: list[PairResult[Any]]) -> list[tuple[object, ...]]:
    """What was played, and who won."""
    return [(game.number, game.winner, game.reason, game.game.moves) for result in results for game in result.games]


def test_a_cluster_does_what_this_process_does(tmp_path: Path) -> None:
    """A match of 40 pairs has the same games, though a worker is killed in the middle; a count is right."""
    from distributed import Client  # Not above: the quick tier imports this module, and runs nothing of it.

    match: Match[Any] = Match(
        ("alphabeta:nodes=200", "random"), generate_openings(load_variant("brandubh"), 10, plies=2), seed=7
    )
    alone = games_of(list(match.play(40)))
    with cluster() as (address, workers):
        with Client(address) as client:  # type: ignore[no-untyped-call]
            results = []
            for result in match.play(40, executor=client.get_executor(pure=False), ahead=40):
                results.append(result)
                if len(results) == 5:
                    os.kill(workers[0].pid, signal.SIGKILL)
            assert games_of(results) == alone
            assert perft(start("brandubh"), 4, executor=client.get_executor(pure=False)) == perft(start("brandubh"), 4)
        run = taflkit("perft", "brandubh", "3", "--repetition", "--cluster", address)
        assert run.output.startswith(f"{perft(start('brandubh'), 3):,} nodes")
        run = taflkit("match", "random", "random", "--variant", "brandubh", "--cluster", address)
        assert run.code == 0
        assert run.lines[0].startswith("game 1: ")
    assert "there is no Dask scheduler at" in taflkit("perft", "brandubh", "3", "--cluster", address).error
