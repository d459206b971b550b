"""taflkit is typed for those who install it."""

from __future__ import annotations

import json
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.packages import install_cleanly, run

HERE = Path(__file__).parent


@pytest.mark.slow
def test_mypy_finds_the_types_of_the_installed_package(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Away from the checkout, mypy finds the types that are asserted, and an error wherever one belongs."""
    for name in ("usage.py", "evolving.py"):
        shutil.copy(HERE / name, tmp_path)
    python = install_cleanly(tmp_path_factory)
    options = ("--strict", "--warn-unreachable", f"--python-executable={python}", "--cache-dir=cache", "--config-file=")
    done = run(sys.executable, "-m", "mypy", *options, "usage.py", "evolving.py", cwd=tmp_path)
    assert done.stdout == "Success: no issues found in 2 source files\n"


@pytest.mark.slow
def test_pyright_finds_the_types_of_the_installed_package(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Away from the checkout, pyright finds the same types, and the same errors."""
    assert find_spec("pyright"), "pyright is not installed; it comes with the extra `dev`"
    shutil.copy(HERE / "usage.py", tmp_path)
    settings = {"typeCheckingMode": "strict", "reportUnnecessaryTypeIgnoreComment": "error"}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings), "utf-8")
    python = install_cleanly(tmp_path_factory)
    done = run(sys.executable, "-m", "pyright", "--pythonpath", python, cwd=tmp_path)
    assert done.stdout.splitlines()[-1] == "0 errors, 0 warnings, 0 informations"
