"""The inputs that fuzzing begins with are read, or refused as documented."""

from __future__ import annotations

import pytest

from tests.fuzz.__main__ import CORPUS
from tests.fuzz.targets import TARGETS, Refused

INPUTS = sorted(path for path in CORPUS.glob("*/*") if path.is_file())


def test_every_target_has_inputs() -> None:
    """Fuzzing begins with something to change."""
    assert {path.parent.name for path in INPUTS} == set(TARGETS)


@pytest.mark.parametrize("name", TARGETS)
def test_kept_inputs_break_nothing(name: str) -> None:
    """What fuzzing has once found stays mended."""
    inputs = [path for path in INPUTS if path.parent.name == name]
    for path in inputs:
        TARGETS[name].read(path.read_bytes())
    assert inputs


def test_errors_that_are_not_documented_are_not_ignored() -> None:
    """A target lets pass what its reader documents, and nothing else."""
    with Refused(ValueError):
        raise UnicodeError
    with pytest.raises(KeyError), Refused(ValueError):
        raise KeyError


def test_errors_that_nobody_would_read_are_not_ignored() -> None:
    """A documented error is short."""
    with pytest.raises(AssertionError), Refused(ValueError):
        raise ValueError("a" * 10_000)
