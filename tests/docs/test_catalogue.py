"""Which variants the page of a rule names."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from taflkit import load_variant
from taflkit.rules import Custodial, Shieldwall, Surrounded
from tools.pages.catalogue import variants_using


def names(strategy: type) -> list[str]:
    """The names of the variants that use a strategy."""
    return [variant.name for variant in variants_using(strategy)]


def test_a_variant_uses_what_its_rules_name() -> None:
    """Copenhagen has shieldwalls, and so have those that extend it; tablut has none."""
    assert {"copenhagen", "copenhagen-13"} <= set(names(Shieldwall))
    assert "tablut" not in names(Shieldwall)


def test_a_variant_uses_what_its_rules_hold() -> None:
    """In tablut the king on his throne must be surrounded, by a rule that another one holds."""
    assert not any(isinstance(rule, Surrounded) for rule in load_variant("tablut").rules.strategies)
    assert "tablut" in names(Surrounded)


def test_variants_are_sorted() -> None:
    """Variants stand in the order of their names, each of them once."""
    assert names(Custodial) == sorted(set(names(Custodial)))


def test_nobody_uses_a_rule_of_ones_own() -> None:
    """A class that no variant names is used by none."""

    @attrs.frozen
    class Peace:
        """Nothing."""

    assert names(Peace) == []


def test_only_variants_that_come_with_taflkit_are_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands on a user's own path, broken or not, changes nothing."""
    (tmp_path / "broken.toml").write_text("broken", "utf-8")
    monkeypatch.setenv("TAFLKIT_PATH", str(tmp_path))
    assert "tablut" in names(Custodial)
    assert "broken" not in names(Custodial)
