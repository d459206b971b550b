"""`taflkit play` as other programs meet it: over pipes, with signals, and with anything for input."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest

from tests.cli.running import COMMAND
from tests.cli.talking import PATIENCE, Pipe, environment
from tests.cli.test_play import DUMP, QUICK


def run(
    *arguments: str | Path, stdin: bytes = b"", redirect: str = "", **changes: str
) -> subprocess.CompletedProcess[bytes]:
    """Run `taflkit play` in a process of its own, with redirections as a shell writes them; there is no traceback."""
    done = subprocess.run(
        ["sh", "-c", f'exec "$@" {redirect}', "sh", *COMMAND, "play", *map(str, arguments)],
        input=stdin,
        capture_output=True,
        env=environment(**changes),
        timeout=PATIENCE,
        check=False,
    )
    assert b"Traceback" not in done.stderr
    assert b"Exception ignored" not in done.stderr
    return done


def test_every_line_is_seen_at_once() -> None:
    """A program that waits for each answer before it goes on gets it."""
    with Pipe("play", *QUICK) as talk:
        for move in ("e2-a", "e1-2"):
            talk.send(move)
            assert talk.line().startswith("* ")
        talk.send("dump")
        assert talk.lines(11)[0] == "==="
        talk.send("new", "dump")
        assert talk.lines(11) == DUMP.splitlines()
        talk.send("manual white", "set white 9/9/9/9/4K4/9/9/9/B8", "e5-a")
        assert talk.line() == "* White wins."
        talk.send("quit")
        assert talk.end() == 0
        assert talk.errors() == ""


def test_an_error_is_seen_at_once() -> None:
    """Errors, too, are there before the next command is sent."""
    with Pipe("play") as talk:
        talk.send("dance")
        assert talk.process.stderr is not None
        assert talk.process.stderr.readline() == b"Error: unknown command 'dance'; try help\n"
        talk.send("quit")
        assert talk.end() == 0


def test_a_named_pipe_is_read_line_by_line(tmp_path: Path) -> None:
    """Commands that come from a file which is a pipe are obeyed as they come."""
    fifo = tmp_path / "commands"
    os.mkfifo(fifo)
    with Pipe("play", fifo) as talk, fifo.open("w") as commands:
        commands.write("dump\n")
        commands.flush()
        assert talk.lines(11) == DUMP.splitlines()
        commands.close()
        assert talk.end() == 0


def test_two_processes_play_the_same_game() -> None:
    """The same seed and the same moves give the same game, by the default player, in different processes."""
    commands = b"seed 5\nset black 4B4/9/9/2W3B2/4K4/3B5/9/5W3/B3B4\na1-2\na2-3\na3-4\na4-1\nundo\ndump\n"
    first, second = (run("--nodes", "300", stdin=commands, PYTHONHASHSEED=seed) for seed in ("1", "2"))
    assert first.returncode == 0
    assert first.stdout.count(b"* ") >= 2
    assert first.stdout == second.stdout


def test_a_reader_that_goes_away() -> None:
    """When nobody reads any more the program ends without a word."""
    with Pipe("play") as talk:
        talk.send("dump")
        talk.lines(11)
        assert talk.process.stdout is not None
        talk.process.stdout.close()
        talk.send("dump")
        assert talk.end() == 1
        assert talk.errors() == ""


@pytest.mark.parametrize("options", [(), ("--depth", "30")], ids=["waiting", "thinking"])
def test_interrupted_over_a_pipe(options: tuple[str, ...]) -> None:
    """An interrupt ends the program quietly, with the status that shells expect, also while a player thinks."""
    with Pipe("play", *options) as talk:
        talk.send("status")
        talk.lines(7)
        if options:
            talk.send("e2-a")
        talk.process.send_signal(signal.SIGINT)
        assert talk.end() == 130
        assert talk.errors() == ""


NO_COMMANDS = (
    b"\0",
    b"du\0mp",
    b"e2-a\0",
    b"\xff\xfe",
    b"e2-\xff",
    b"load \xff\xfe",
    b"save \xff/\xfe",
    b"variant \xff",
    b"variant ./\xff",
    b"auto \xc3\xa9",
    b"help \xe2\x82",
    b"x" * 1_000_000,
    b"e2-a " * 200_000,
    b"seed" + b" " * 5_000_000 + b"5",
    b"seed " + b"9" * 1000,
    b"limit " + b"9" * 1000,
    b"limit -" + b"9" * 19,
    b"set black " + b"9" * 4000,
    b"e" + b"2" * 1000 + b"-a",
    b"e2-a\re1-2",
    b"\x1b[A",
)


def test_anything_is_one_error_and_changes_nothing() -> None:
    """Whatever stands on a line that is no command, there is one line on standard error and the game stays."""
    done = run(stdin=b"".join(line + b"\ndump\n" for line in NO_COMMANDS))
    assert done.returncode == 0
    assert done.stdout == DUMP.encode() * len(NO_COMMANDS)
    errors = done.stderr.splitlines()
    assert len(errors) == len(NO_COMMANDS)
    assert all(error.startswith(b"Error: ") and len(error) < 1100 for error in errors)


def test_windows_files() -> None:
    """Line ends of Windows and its mark at the start of a file are taken for what they are."""
    done = run(stdin=b"\xef\xbb\xbfmanual white\r\n\r\n# comment\r\ndump\r\n")
    assert (done.returncode, done.stdout, done.stderr) == (0, DUMP.encode(), b"")


def test_a_long_comment_is_a_comment() -> None:
    """Comments and space may be of any length."""
    done = run(stdin=b"dump #" + b"x" * 6_000_000 + b"\n" + b" " * 1_000_000 + b"dump\n#" + b"y" * 6_000_000)
    assert (done.stdout, done.stderr) == (DUMP.encode() * 2, b"")


def test_the_input_may_end_in_the_middle_of_a_line() -> None:
    """A last line that is no command is an error, and the program ends as it does at the end of its input."""
    done = run(stdin=b"dump\ne2-")
    assert (done.returncode, done.stdout) == (0, DUMP.encode())
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize(
    ("redirect", "status", "error"),
    [
        ("<&-", 0, b""),
        (">&-", 1, b"Error: cannot write to standard output: it is closed\n"),
        (">/dev/full", 1, b"Error: cannot write to standard output: No space left on device\n"),
        ("2>&-", 0, b""),
        ("2>/dev/full", 0, b""),
        ("<&- >&- 2>&-", 0, b""),
        ("0>/dev/null", 1, b"Error: cannot read the commands: "),
    ],
)
def test_streams_that_do_not_work(redirect: str, status: int, error: bytes) -> None:
    """Closed and full streams end the program or are done without, with one line at most."""
    done = run(stdin=b"dance\ndump\n", redirect=redirect)
    assert done.returncode == status
    assert done.stderr.removeprefix(b"Error: unknown command 'dance'; try help\n").startswith(error)
    assert done.stderr.count(b"\n") <= 2


def test_a_terminal_without_accents() -> None:
    """A name that the output cannot show does not stop the game."""
    done = run(stdin=b"auto \xc3\xa9\nstatus\n", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert done.stdout.startswith(b"variant tablut\n")
