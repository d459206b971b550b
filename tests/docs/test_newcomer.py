"""A newcomer who copies and pastes the tutorial, from a clean environment, gets what the tutorial shows."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Self

import pytest

from tests.conftest import ROOT
from tests.docs.blocks import TUTORIAL, Block, blocks, commands, difference, name_of
from tests.packages import copy_tree

#: No single block takes so long, not even the installation.
PATIENCE = 300.0


class Paste:
    """A program into which blocks are pasted: it prints what they print, and waits for the next."""

    def __init__(self, *command: str, done: str, folder: Path, environment: dict[str, str]) -> None:
        """Start it; `done` makes it print a mark."""
        self._done = done
        self._process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def __call__(self, text: str) -> str:
        """Paste a text; what is printed until it is done."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        watchdog = threading.Timer(PATIENCE, process.kill)
        watchdog.start()
        process.stdin.write(f"{text}\n{self._done}\n")
        process.stdin.flush()
        printed = ""
        for line in process.stdout:
            before, mark, _ = line.partition("<done>")
            printed += before
            if mark:
                break
        watchdog.cancel()
        assert process.poll() is None, f"it ended while it was obeying\n\n{text}\n\n{printed}"
        return printed


class Newcomer:
    """Somebody who follows the tutorial in a shell, and in Python where it says so."""

    def __init__(self, clone: Path, home: Path) -> None:
        """Open a terminal in a clone."""
        kept = {
            key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "TAFLKIT_", "VIRTUAL"))
        }
        # "python3" is the one that runs the tests.
        path = os.pathsep.join([str(Path(sys.executable).resolve().parent), kept["PATH"]])
        self._folder = home / "tafl-tutorial"
        self._environment = {**kept, "HOME": str(home), "PATH": path, "COLUMNS": "80", "PIP_QUIET": "1"}
        self._shell = Paste(
            "bash", "--norc", done="echo '<done>'", folder=clone, environment={**self._environment, "PIP_NO_INPUT": "1"}
        )

    def install(self, block: Block) -> str:
        """Paste the first block, which installs taflkit; what pip said if it could not."""
        printed = self._shell(block.text)
        return "" if (self._folder / ".venv" / "bin" / "taflkit").is_file() else printed

    def follow(self, page: Path, skip: int = 0) -> list[str]:
        """Do what a page says; what went otherwise than it shows."""
        problems, printed = [], ""
        with Paste(
            str(self._folder / ".venv" / "bin" / "python"),
            "-iqu",
            "-c",
            "import sys; sys.ps1 = sys.ps2 = ''",
            done="print('<done>')",
            folder=self._folder,
            environment=self._environment,
        ) as python:
            for block in blocks(page)[skip:]:
                if block.title == "Output":
                    problems.append(difference(block.text, printed))
                elif block.title:
                    (self._folder / block.title).write_text(block.text, "utf-8")
                elif block.language == "python":
                    printed = python(block.text)
                elif block.language == "sh":
                    self._shell(block.text)
                else:
                    problems += [difference(shown, self._shell(command)) for command, shown in commands(block.text)]
        return [f"{name_of(page)}: {problem}" for problem in problems if problem]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._shell.__exit__()


@pytest.mark.slow
def test_a_newcomer_succeeds_by_copy_and_paste(tmp_path: Path) -> None:
    """In a clean environment, pasting every block of the tutorial in turn gives what is shown, to the last page."""
    clone = copy_tree(ROOT, tmp_path / "clone")
    with Newcomer(clone, tmp_path) as newcomer:
        first, *_ = blocks(TUTORIAL[0])
        failure = newcomer.install(first)
        assert not failure, f"taflkit cannot be installed here, perhaps for lack of a network: {failure}"
        problems = newcomer.follow(TUTORIAL[0], skip=1)
        for page in TUTORIAL[1:]:
            problems += newcomer.follow(page)
    assert not problems, "\n\n".join(problems)
