"""What the tests in this directory share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.match.folders import Folder


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """An empty directory for scripts."""
    return Folder(tmp_path)
