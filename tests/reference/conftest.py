"""The reference facts. Where they are not, nothing here is collected."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.conftest import ROOT

REFERENCE = Path(os.environ.get("TAFLKIT_REFERENCE", ROOT.parent / "shared" / "reference"))

collect_ignore_glob = [] if REFERENCE.is_dir() else ["test_*.py"]


@pytest.fixture(scope="session")
def reference() -> Path:
    """The directory of the reference facts."""
    return REFERENCE
