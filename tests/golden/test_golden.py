"""What must not change while the house is rebuilt: output, exit statuses, records, positions and pictures."""

from __future__ import annotations

import difflib

import pytest

from taflkit import load_variant
from tests.golden.cases import CASES, FOLDER, Case, Runs, transcript


def _runs_here(case: Case) -> bool:
    return case.runs is not Runs.KERNEL or bool(load_variant("brandubh").kernel)


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=case.name, marks=pytest.mark.slow if case.slow else ())
        for case in CASES
        if _runs_here(case)
    ],
)
def test_the_golden_file_is_found_again(case: Case) -> None:
    """The commands of a case print what its golden file has."""
    expected, found = case.golden.read_text(encoding="utf-8"), transcript(case)
    if found != expected:
        lines = difflib.unified_diff(expected.splitlines(), found.splitlines(), case.golden.name, "now", lineterm="")
        pytest.fail("\n".join(lines), pytrace=False)


def test_every_golden_file_has_a_case() -> None:
    """No golden file is left over, and none is missing."""
    assert sorted(FOLDER.glob("*/*.out")) == sorted(case.golden for case in CASES)
