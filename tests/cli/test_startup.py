"""`taflkit` while it starts: Ctrl-C, and installations in which something is missing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.talking import PATIENCE, environment
from tests.variant.test_directories import damaged

#: Presses Ctrl-C, once, as soon as a module is about to be imported.
INTERRUPT = """
import os, signal, sys

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == os.environ["INTERRUPT_AT"]:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Finder())
"""
#: What installers write for a console script.
SCRIPT = "import re\nimport sys\nfrom taflkit.cli import main\nsys.exit(main())\n"


def command(tmp_path: Path, script: bool) -> list[str]:
    """How the command is started: by its name or as a module."""
    if not script:
        return [sys.executable, "-m", "taflkit"]
    (tmp_path / "taflkit").write_text(SCRIPT)
    return [sys.executable, str(tmp_path / "taflkit")]


def run(tmp_path: Path, script: bool, *arguments: str, **changes: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own; there is no traceback."""
    done = subprocess.run(
        [*command(tmp_path, script), *arguments],
        env=environment(**changes),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
    return done


@pytest.mark.parametrize("script", [True, False], ids=["script", "module"])
@pytest.mark.parametrize(
    ("module", "words"),
    [
        ("taflkit.board", "Aborted!"),
        ("attr", "Aborted!"),
        ("taflkit.game", "Aborted!"),
        ("taflkit.cli", ""),
        ("click", ""),
        ("taflkit.cli.main", ""),
        ("taflkit.cli.show", "Aborted!"),
        ("taflkit.variant.catalogue", "Aborted!"),
        ("taflkit.render", "Aborted!"),
    ],
)
def test_an_interrupt_while_modules_are_imported(tmp_path: Path, script: bool, module: str, words: str) -> None:
    """Ctrl-C ends the command with the status that shells know, whatever is being imported."""
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    (hooks / "sitecustomize.py").write_text(INTERRUPT)
    done = run(tmp_path, script, "show", "tablut", PYTHONPATH=str(hooks), INTERRUPT_AT=module)
    assert (done.returncode, done.stdout, done.stderr.strip()) == (130, "", words)


@pytest.mark.parametrize("module", ["taflkit.cli.perft", "taflkit.cli.variants"])
def test_an_interrupt_while_help_is_gathered(tmp_path: Path, module: str) -> None:
    """Listing the commands imports all of them, and Ctrl-C meanwhile ends that too."""
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    (hooks / "sitecustomize.py").write_text(INTERRUPT)
    assert run(tmp_path, True, "--help", PYTHONPATH=str(hooks), INTERRUPT_AT=module).returncode == 130


def test_an_interrupt_that_is_ignored(tmp_path: Path) -> None:
    """A command that was started in the background, where Ctrl-C is ignored, goes on."""
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    (hooks / "sitecustomize.py").write_text(INTERRUPT)
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        done = run(tmp_path, True, "show", "tablut", PYTHONPATH=str(hooks), INTERRUPT_AT="taflkit.game")
    finally:
        signal.signal(signal.SIGINT, before)
    assert (done.returncode, done.stderr) == (0, "")


def test_programs_that_import_taflkit_are_left_alone() -> None:
    """Importing the library changes neither what Ctrl-C does nor how exceptions are shown."""
    code = (
        "import signal, sys, taflkit\n"
        "print(signal.getsignal(signal.SIGINT) is signal.default_int_handler, sys.excepthook is sys.__excepthook__)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(), capture_output=True, check=True, timeout=PATIENCE
    )
    assert done.stdout.split() == [b"True", b"True"]


@pytest.mark.parametrize(
    ("script", "module", "content"),
    [
        (True, "rules/__init__.py", None),
        (False, "rules/__init__.py", "from taflkit.rules import ("),
        (True, "cli/main.py", None),
        (False, "cli/main.py", None),
        (False, "cli/show.py", None),
        (True, "cli/show.py", "def show(:"),
        (True, "variant/catalogue.py", None),
    ],
)
def test_a_module_that_is_missing_or_broken(tmp_path: Path, script: bool, module: str, content: str | None) -> None:
    """A damaged installation is one sentence that says what is wrong and what to do."""
    file = damaged(tmp_path) / "taflkit" / module
    file.unlink() if content is None else file.write_text(content)
    done = run(tmp_path, script, "show", "tablut", PYTHONPATH=os.fspath(tmp_path / "site" / "lib"), HOME=str(tmp_path))
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("Error: a module cannot be imported (")
    assert line.endswith("; install taflkit, or the plug-in that needs it, again")
