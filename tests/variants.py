"""Which variants the tests go over: eight of different families, or with `--all` every one."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from taflkit import variant_names

SAMPLE = (
    "ashton-tablut",
    "berserk",
    "brandubh",
    "copenhagen",
    "old-hnefatafl-13",
    "sea-battle-9-line",
    "tablut",
    "tawlbwrdd-ludii",
)
"""Small and large boards, with every kind of goal, capture, ending and repetition."""

ALL = variant_names()
"""The variants of every kind of game."""

TAFL = variant_names("tafl")
"""The variants of tafl."""


def each_of(names: Iterable[str]) -> pytest.MarkDecorator:
    """Run a test for each of some variants, by `name`; without `--all` those of tafl are sampled."""
    left = set(TAFL).difference(SAMPLE)
    return pytest.mark.parametrize(
        "name", [pytest.param(name, marks=pytest.mark.unsampled if name in left else ()) for name in names]
    )
