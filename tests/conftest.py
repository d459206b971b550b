"""What all tests share."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

# A shell has what it starts in the background ignore interrupts, and so would every program that the tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def reference() -> Path:
    """A directory of reference facts that a clone does not have; tests that read it are skipped without it."""
    path = Path(os.environ.get("TAFLKIT_REFERENCE", ROOT.parent / "shared" / "reference"))
    if not path.is_dir():
        pytest.skip("there are no reference facts beside this checkout")
    return path
