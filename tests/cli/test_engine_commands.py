"""`taflkit uci`, `htp` and `bologna` as processes, and the option `--engine`."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from taflkit.records import parse_contest_log
from tests.cli.running import taflkit
from tests.conftest import ROOT

FAKE = ROOT / "tests" / "engines" / "fake_uci.py"
SERVED = pytest.mark.parametrize(
    ("command", "question", "answer"),
    [("uci", "isready", "readyok"), ("htp", "name", "= taflkit")],
)


def started(*arguments: str) -> subprocess.Popen[str]:
    """A command of ours with pipes."""
    return subprocess.Popen(
        [sys.executable, "-m", "taflkit", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@SERVED
def test_engines_end_with_their_input(command: str, question: str, answer: str) -> None:
    """The question is answered, and the end of the input is the end."""
    with started(command) as process:
        out, err = process.communicate(f"{question}\n", timeout=120)
    assert answer in out.splitlines()
    assert (process.returncode, err) == (0, "")


@SERVED
def test_engines_end_when_nobody_reads(command: str, question: str, answer: str) -> None:
    """A closed pipe ends them without a traceback."""
    with started(command) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.close()
        for _ in range(3):
            try:
                process.stdin.write(f"{question}\n")
                process.stdin.flush()
            except BrokenPipeError:
                break
        with suppress(BrokenPipeError):
            process.stdin.close()
        assert process.wait(60) in (0, 1)
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_signals_end_a_search(number: signal.Signals, status: int) -> None:
    """In the middle of an endless search, SIGTERM and Ctrl-C end the program."""
    with started("uci", "--variant", "brandubh") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("go infinite\n")
        process.stdin.flush()
        assert process.stdout.readline().startswith("info depth 1 ")
        process.send_signal(number)
        assert process.wait(60) == status
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()


def test_analyze_asks_another_engine() -> None:
    """Its move, score and line are shown."""
    run = taflkit("analyze", "copenhagen", "--engine", f"{sys.executable} {FAKE} good d1d4", "--depth", "2")
    assert run.lines[0] == "best d1-d4, score win in 3 for the attackers"


def test_play_asks_another_engine() -> None:
    """The engine's move is announced, with its own time or depth."""
    engine = f"{sys.executable} {FAKE} good x e4e3"
    run = taflkit("play", "--variant", "brandubh", "--engine", engine, stdin="d1-c1\nquit\n")
    assert "* e4-3" in run.output


@pytest.mark.parametrize(
    ("options", "about"),
    [
        (("--engine", "no-such-program-anywhere"), "cannot start 'no-such-program-anywhere'"),
        (("--engine", "true", "--protocol", "telepathy"), "there is no protocol 'telepathy'"),
        (("--engine", f"{sys.executable} {FAKE} crash x"), "ended with status 3"),
    ],
)
def test_engines_that_fail_are_told(options: tuple[str, ...], about: str) -> None:
    """In a sentence, with status 2."""
    run = taflkit("analyze", "brandubh", *options, "--depth", "1")
    assert run.code == 2
    assert about in run.output


def free_ports() -> tuple[str, str]:
    """Two ports that are free now."""
    with socket.socket() as first, socket.socket() as second:
        first.bind(("127.0.0.1", 0))
        second.bind(("127.0.0.1", 0))
        return str(first.getsockname()[1]), str(second.getsockname()[1])


@pytest.mark.slow
def test_a_game_of_the_contest(tmp_path: Path) -> None:
    """Referee and both players as processes: a result, a table, and a log that is read back."""
    white, black = free_ports()
    ports = ("--white-port", white, "--black-port", black)
    with started("bologna", "serve", "--games", "1", "--timeout", "30", *ports, "--logs", str(tmp_path)) as referee:
        assert referee.stderr is not None
        assert "waiting for White" in referee.stderr.readline()
        with (
            started("bologna", "play", "WHITE", "--port", white, "--searcher", "random", "--name", "Thor") as thor,
            started("bologna", "play", "black", "--port", black, "--searcher", "random", "--name", "Loki") as loki,
        ):
            ends = thor.communicate(timeout=120)[0], loki.communicate(timeout=60)[0]
        out, _ = referee.communicate(timeout=120)
    assert ends[0] == ends[1] != ""
    assert out.startswith("Thor (White) against Loki (Black): ")
    assert "points" in out
    (log,) = tmp_path.iterdir()
    assert parse_contest_log(log.read_text("utf-8")).game().outcome is not None


def test_mistakes_about_the_contest_are_told() -> None:
    """A colour that is none, and a referee who is not there."""
    assert "WHITE or BLACK" in taflkit("bologna", "play", "RED").output
    run = taflkit("bologna", "play", "WHITE", "--port", "1")
    assert run.code == 2
    assert "cannot talk to the referee at 127.0.0.1, port 1" in run.output
