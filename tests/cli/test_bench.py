"""`taflkit bench`."""

from __future__ import annotations

import json

import pytest

from taflkit import load_variant
from tests.cli.running import taflkit


@pytest.mark.slow
def test_the_signature_is_printed_for_people_and_for_programs() -> None:
    """Both outputs have the same number, the sum of the nodes, and name the engine."""
    report = json.loads(taflkit("bench", "--json").output)
    assert report["signature"] == sum(search["nodes"] for search in report["searches"])
    assert report["engine"].partition(":")[0] == ("kernel" if load_variant("tablut").kernel else "python")
    run = taflkit("bench")
    assert run.code == 0
    assert f"signature {report['signature']} ({report['engine']})" in run.lines
    assert len(run.lines) == len(report["searches"]) + 2
