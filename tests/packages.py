"""Building and installing packages for tests, each of them once, away from the checkout."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
#: What a build reads; nothing that a build or a tool has left behind.
_LEFT_BEHIND = shutil.ignore_patterns(
    "__pycache__",
    "*.egg-info",
    "build",
    "dist",
    "site",
    ".*_cache",
    ".git",
    ".venv",
    "venv",
    ".hypothesis",
    "mutants",
    "node_modules",
    "*.so",
)


@contextmanager
def _locked(lock: Path) -> Iterator[None]:
    """Wait until no other process holds a lock, a directory that exists as long as somebody does."""
    while True:
        try:
            lock.mkdir()
            break
        except FileExistsError:
            time.sleep(0.1)
    try:
        yield
    finally:
        lock.rmdir()


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """A directory that `make` fills, shared by all processes that run the tests."""
    base = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent
    target = base / name
    with _locked(base / f"{name}.lock"):
        if not target.exists():
            unfinished = base / f"{name}.unfinished"
            shutil.rmtree(unfinished, ignore_errors=True)
            unfinished.mkdir()
            make(unfinished)
            unfinished.rename(target)
    return target


def copy_tree(source: Path, target: Path) -> Path:
    """A copy of a source tree, in which a build may leave what it likes."""
    return Path(shutil.copytree(source, target, ignore=_LEFT_BEHIND))


def run(*command: str | Path, cwd: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command that must succeed; what it printed is in the error if it does not."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "TAFLKIT_", "COVERAGE"))}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={**kept, **environment},
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, f"{command} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}"
    return done


def pip(*arguments: str | Path) -> None:
    """Run pip as it is in this environment, asking nobody for anything."""
    run(sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", *arguments)


def build(factory: pytest.TempPathFactory) -> Path:
    """A directory with the sdist of a copy of the checkout, and the wheel that was built from that sdist."""

    def make(directory: Path) -> None:
        source = copy_tree(ROOT, factory.mktemp("source") / "taflkit")
        run(sys.executable, "-m", "build", "--no-isolation", "--outdir", directory, source)

    return made_once(factory, "built", make)


def install_cleanly(factory: pytest.TempPathFactory) -> Path:
    """The Python of a new virtual environment with the wheel in it; what taflkit needs comes from this environment."""
    (wheel,) = build(factory).glob("*.whl")

    def make(directory: Path) -> None:
        run(sys.executable, "-m", "venv", "--without-pip", directory / "venv")
        site = site_packages(directory / "venv")
        pip("install", "--no-deps", "--target", site, wheel)
        # The lines of a .pth file are put at the end of the path, and the .pth files in those directories are not
        # read: an editable install of taflkit stays unknown.
        here = dict.fromkeys(sysconfig.get_path(name) for name in ("purelib", "platlib"))
        (site / "dependencies.pth").write_text("\n".join(here), "utf-8")

    # Only its scripts know where an environment is, so that it can be moved when it is complete.
    return made_once(factory, "clean", make) / "venv" / "bin" / "python"


def site_packages(venv: Path) -> Path:
    """Where packages are installed in a virtual environment."""
    return Path(sysconfig.get_path("purelib", "venv", {"base": str(venv), "platbase": str(venv)}))
