"""What some tests need that not every machine has."""

from __future__ import annotations

import os

import pytest

#: Set where nothing may be left out, as `.ci/run` does.
EVERYTHING = "TAFLKIT_TEST_EVERYTHING"


def need(there: object, reason: str) -> None:
    """Skip a test for a reason if something is not there; fail where nothing may be left out."""
    if not there:
        if os.environ.get(EVERYTHING):
            pytest.fail(reason)
        pytest.skip(reason)
