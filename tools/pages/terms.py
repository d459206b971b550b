"""The table of the evaluation's terms, made from their classes."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

from taflkit.evaluation.terms import TERMS

#: Stands in a page where the table belongs.
MARKER = "<!-- terms -->"


def fill_in(page: str) -> str:
    """A page with the table in the place that is marked for it."""
    return page.replace(MARKER, "\n".join(_rows()))


def _rows() -> Iterator[str]:
    yield "| term | what it counts | its weights |"
    yield "|---|---|---|"
    for term, names in TERMS.items():
        meaning, _, _ = (inspect.getdoc(term) or "").partition("\n")
        yield f"| `{term.__name__}` | {meaning} | {', '.join(f'`{name}`' for name in names)} |"
