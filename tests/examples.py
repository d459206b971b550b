"""How many examples random tests try."""

from __future__ import annotations

from hypothesis import settings


def examples(number: int) -> settings:
    """Try so many random examples with `--all`, and half of them without."""
    return settings(max_examples=max(1, number * settings().max_examples // 100))
