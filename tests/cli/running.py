"""Running the command line: in this process where that will do, in its own where signals, pipes or bytes matter."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import attrs
from click.testing import CliRunner

from taflkit.cli import main

COMMAND = (sys.executable, "-m", "taflkit")


@attrs.frozen
class Run:
    """How a command ended, and everything that it printed."""

    code: int
    output: str

    @property
    def lines(self) -> list[str]:
        """What was printed, line by line."""
        return self.output.splitlines()

    @property
    def error(self) -> str:
        """The last line, which says what is wrong."""
        assert self.code == 2, f"the command ended with {self.code}: {self.output}"
        return self.lines[-1]


def taflkit(*arguments: str | Path, stdin: str | None = None) -> Run:
    """Run a command in this process; it must not end with a traceback."""
    result = CliRunner().invoke(main, [str(argument) for argument in arguments], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)
    assert "Traceback" not in result.output
    return Run(result.exit_code, result.output)


def process(*arguments: str | bytes, cwd: Path | None = None, **environment: str) -> tuple[int, bytes, bytes]:
    """Run a command in a process of its own: its status, its output and its errors, which hold no traceback."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("TAFLKIT_")}
    done = subprocess.run(
        [*COMMAND, *arguments],
        cwd=cwd,
        env={**kept, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=120,
    )
    assert b"Traceback" not in done.stderr, done.stderr.decode("utf-8", "replace")
    return done.returncode, done.stdout, done.stderr
