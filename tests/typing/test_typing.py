"""taflkit is typed for those who install it."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.packages import install_cleanly, run


@pytest.mark.slow
def test_the_installed_package_has_its_types(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Away from the checkout, mypy finds the types asserted in `usage.py`, and an error wherever one belongs."""
    usage = shutil.copy(Path(__file__).with_name("usage.py"), tmp_path)
    python = install_cleanly(tmp_path_factory)
    options = ("--strict", "--warn-unreachable", f"--python-executable={python}", "--cache-dir=cache", "--config-file=")
    done = run(sys.executable, "-m", "mypy", *options, usage, cwd=tmp_path)
    assert done.stdout == "Success: no issues found in 1 source file\n"
