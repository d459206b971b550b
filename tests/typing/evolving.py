"""Mistakes in calls of `attrs.evolve`, which mypy sees and pyright does not."""

from __future__ import annotations

import attrs

from taflkit import Rules
from taflkit.rules.protocols import Composition


@attrs.frozen
class Undecided:
    """A rule whose answer is of the wrong type."""

    def captor(self, rules: Composition) -> str:
        """No captor."""
        return "nothing"


def evolving(rules: Rules) -> None:
    """A changed copy of rules needs fields that rules have, and answers of the right type."""
    attrs.evolve(rules, captures=(Undecided(),))  # type: ignore[arg-type]
    attrs.evolve(rules, capture=(Undecided(),))  # type: ignore[call-arg]
