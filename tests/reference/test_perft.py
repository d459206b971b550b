"""Known counts, verified by `taflkit perft`."""

from __future__ import annotations

from pathlib import Path

from tests.cli.running import taflkit


def test_the_reference_counts_are_verified(reference: Path) -> None:
    """The reference's own file is read, with what else it holds; variants that are not there are named."""
    run = taflkit("perft", "--check", reference / "perft.toml", "2")
    assert "tablut 2: 4,400 as expected, every move made" in run.lines
    assert "brandubh 2: 960 as expected, every move made" in run.lines
