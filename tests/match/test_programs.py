"""Programs that are driven over pipes."""

from __future__ import annotations

import sys
import time
import tracemalloc
from collections import deque
from pathlib import Path

import pytest

from taflkit.engines import EngineError, split_command
from taflkit.match import Dumped, Exited, Moved, Program, Won
from tests.match.programs import fake

SECONDS = 60.0


def test_moves_boards_and_wins_are_events() -> None:
    """What a program prints becomes events; other lines, and prompts before the last `>`, are skipped."""
    with Program(fake("go:thinking;Black>* a1-2;===;  - B;===;* White wins.;* Draw.")) as program:
        program.send("go")
        assert program.next_event(SECONDS) == Moved("a1-2")
        assert program.next_event(SECONDS) == Dumped("===\n  - B\n===")
        assert program.next_event(SECONDS) == Won("* White wins.")
        assert program.next_event(SECONDS) == Won("* Draw.")


def test_the_end_of_the_input_ends_a_program() -> None:
    """A program whose input is closed ends, which is an event that comes again, and has an exit status."""
    with Program(fake("end:@exit 3")) as program:
        program.close_input()
        assert program.next_event(SECONDS) == program.next_event(SECONDS) == Exited()
        assert program.wait(SECONDS) == 3
        assert program.how_it_ended() == "ended with status 3"


def test_a_program_that_is_silent_is_an_error() -> None:
    """Waiting ends with an error when the time is over."""
    with Program(fake()) as program, pytest.raises(EngineError, match=r"no answer within 0\.1 s"):
        program.next_event(0.1)


def test_the_last_lines_of_standard_error_are_kept() -> None:
    """Of what a program prints on standard error the last twenty lines are kept."""
    lines = ";".join(f"@error line {number}" for number in range(30))
    with Program(fake(f"start:{lines};@exit 1")) as program:
        assert program.next_event(SECONDS) == Exited()
        assert program.how_it_ended() == "ended with status 1"
        assert program.stderr_lines == tuple(f"line {number}" for number in range(10, 30))


def test_every_line_is_traced() -> None:
    """Lines sent, lines received and lines on standard error are passed on, each with its sign."""
    seen: list[tuple[str, str]] = []
    with Program(fake("go:@error oh;* a1-2"), lambda sign, line: seen.append((sign, line))) as program:
        program.send("go")
        program.next_event(SECONDS)
        deadline = time.monotonic() + SECONDS
        while len(seen) < 3 and time.monotonic() < deadline:
            time.sleep(0.01)
    assert sorted(seen) == [("!", "oh"), ("<", "go"), (">", "* a1-2")]


def test_a_command_is_a_text_or_its_words(tmp_path: Path) -> None:
    """A text is split as a shell splits it, with the interpreter and the directory put in; words are taken as given."""
    assert split_command("{python} -m 'my program' {here}/x", tmp_path) == (
        sys.executable,
        "-m",
        "my program",
        f"{tmp_path}/x",
    )
    with Program([sys.executable, "-c", "print('* a1-2')"]) as program:
        assert program.next_event(SECONDS) == Moved("a1-2")


@pytest.mark.parametrize("command", ["", "   ", "'", ("./no-such-program",)])
def test_a_command_that_cannot_be_started(command: str | tuple[str, ...]) -> None:
    """An empty command, an open quotation and a program that does not exist are errors."""
    with pytest.raises(EngineError):
        Program(command)


@pytest.mark.parametrize("command", [None, 3, (), ["x", 3], Path("x")])
def test_what_is_no_command_is_refused(command: object) -> None:
    """A command of a wrong type is refused in a sentence."""
    with pytest.raises(TypeError, match="a command is a text such as"):
        Program(command)  # type: ignore[arg-type] # that it is refused is what is tested


@pytest.mark.parametrize("flood", ["start:===;@flood", "start:@flood ===", "start:@long-line", "start:@flood * Draw."])
def test_memory_is_bounded_whatever_a_program_prints(flood: str) -> None:
    """A board without end, boards without end, a line without end and wins without end take little memory."""
    tracemalloc.start()
    try:
        with Program(fake(flood)) as program:
            since = time.monotonic()
            events = iter(lambda: program.next_event(0.3, since), None)
            with pytest.raises(EngineError, match="no answer"):
                deque(events, maxlen=0)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 10_000_000


def test_what_programs_print_has_no_control_characters() -> None:
    """Escape sequences and marks that reverse the text arrive as text that shows them; tabs become blanks."""
    with Program(fake("go:@error \x1b[2J\u202eoh;* a1\x07-2;@exit 1")) as program:
        program.send("go")
        assert program.next_event(SECONDS) == Moved("a1\\x07-2")
        assert program.next_event(SECONDS) == Exited()
        program.how_it_ended()
        assert program.stderr_lines == ("\\x1b[2J\\u202eoh",)
