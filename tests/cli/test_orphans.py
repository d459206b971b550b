"""Whatever a command starts ends with it, however the command ends."""

from __future__ import annotations

import os
import select
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from taflkit.processes.guard import descendants
from tests.cli.talking import PATIENCE, Pipe
from tests.match.folders import Folder
from tests.match.programs import fake

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")

SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGKILL)


def each_with_each(*commands: str) -> pytest.MarkDecorator:
    """Run a test for every command and signal; all but one signal of each command are slow."""
    return pytest.mark.parametrize(
        ("command", "number"),
        [
            pytest.param(command, number, marks=() if index % len(SIGNALS) == place else pytest.mark.slow)
            for index, command in enumerate(commands)
            for place, number in enumerate(SIGNALS)
        ],
    )


@contextmanager
def watched_pipe(path: Path) -> Iterator[int]:
    """A named pipe, whose end is seen when every process that holds it has ended."""
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        yield reader
    finally:
        os.close(reader)


def ends(reader: int) -> bool:
    """Whether the pipe comes to its end."""
    while select.select([reader], [], [], PATIENCE)[0]:
        if not os.read(reader, 9):
            return True
    return False


@each_with_each("match", "match --jobs 2", "match uci", "match --compliance", "balance", "script")
def test_programs_end_with_the_command(command: str, number: signal.Signals, tmp_path: Path) -> None:
    """A process that left the session of its program, which knows nothing of it, ends when the command does."""
    pipe = tmp_path / "pipe"
    program = fake(*(f"{line}:@hang-with-daemon {pipe}" for line in ("go", "auto black", "uci", "quit")))
    match command:
        case "script":
            arguments = ["script", str(Folder(tmp_path).script("hang", program, "go", "#*move"))]
        case "match uci":
            arguments = ["match", f"uci:{program}", "random"]
        case "match --compliance":
            arguments = ["match", "--compliance", program]
        case "balance":
            arguments = ["balance", "tablut", "--opening-plies", "0", "--player", program]
        case _:
            arguments = [*command.split(), program, fake()]
    _ends_with(arguments, number, pipe)


@each_with_each("analyze", "play", "review", "bologna play")
def test_engines_end_with_the_command(command: str, number: signal.Signals, tmp_path: Path) -> None:
    """The same of an engine that searches for a command."""
    pipe, game = tmp_path / "pipe", tmp_path / "game.tafl"
    game.write_text('[Variant "tablut"]\n1. i6-g6 *\n')
    of = {"analyze": ["tablut"], "play": [], "review": [str(game)], "bologna play": ["white"]}
    engine = fake(f"uci:@hang-with-daemon {pipe}")
    _ends_with([*command.split(), *of[command], "--engine", engine], number, pipe)


def _ends_with(arguments: list[str], number: signal.Signals, pipe: Path) -> None:
    """See that a signal ends a command, and everything that holds a pipe."""
    with watched_pipe(pipe) as reader, Pipe(*arguments) as talk:
        assert select.select([reader], [], [], PATIENCE)[0]
        assert os.read(reader, 1) == b"x"
        talk.process.send_signal(number)
        assert talk.end() == (-number if number is signal.SIGKILL else 128 + number)
        assert "Traceback" not in talk.errors()
        assert ends(reader)


def workers_of(talk: Pipe, count: int) -> list[int]:
    """Descriptors of the worker processes and the helper of `multiprocessing`, when all have started."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        found = descendants(talk.process.pid)
        if len(found) > count:
            return [os.pidfd_open(process) for process in found]
        assert talk.process.poll() is None, "the command ended before its workers started"
        time.sleep(0.01)
    raise AssertionError("the workers never started")


@each_with_each("perft", "replay", "explore", "balance", "dataset")
def test_workers_end_with_the_command(command: str, number: signal.Signals, tmp_path: Path) -> None:
    """Worker processes end with the command that shares its work out to them."""
    games = tmp_path / "tablut.txt"
    games.write_text("i6-g6 d5-d7 i4-g4\n" * 200_000)
    arguments = {
        "perft": ["perft", "tablut", "6", "--repetition"],
        "replay": ["replay", "--variant", "tablut", str(games)],
        "explore": ["explore", "--variant", "tablut", str(games)],
        "balance": ["balance", "tablut", "--player", "level:9", "--games", "10000"],
        "dataset": ["dataset", "selfplay", "tablut", str(tmp_path / "data"), "--games", "10000"],
    }[command]
    arguments += ["--jobs", "2"]
    with Pipe(*arguments) as talk:
        ended = workers_of(talk, 2)
        talk.process.send_signal(number)
        assert talk.end() == (-number if number is signal.SIGKILL else 128 + number)
        # A worker that is still being started when the command is killed complains in its own way.
        assert number is signal.SIGKILL or "Traceback" not in talk.errors()
    for descriptor in ended:
        # A descriptor of a process is readable when the process has ended.
        assert select.select([descriptor], [], [], PATIENCE)[0]
        os.close(descriptor)


def test_a_worker_that_is_killed_is_an_error() -> None:
    """Where a worker is killed, the command ends with a sentence, and the other workers end too."""
    with Pipe("perft", "tablut", "6", "--repetition", "--jobs", "2") as talk:
        ended = workers_of(talk, 2)
        os.kill(max(descendants(talk.process.pid)), signal.SIGKILL)
        assert talk.end() == 2
        assert talk.errors().startswith("Error: a worker process ended unexpectedly")
    for descriptor in ended:
        assert select.select([descriptor], [], [], PATIENCE)[0]
        os.close(descriptor)
