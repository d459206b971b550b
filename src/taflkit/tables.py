"""Tables in HTML, by which results show themselves in notebooks."""

from __future__ import annotations

import html
from collections.abc import Iterable


def html_table(rows: Iterable[tuple[str, object]]) -> str:
    """A table of two columns: what each row is about, and its value.

    Args:
        rows: The rows, as text that is escaped here.
    """
    cells = (
        f'<tr><th style="text-align:left">{html.escape(name)}</th>'
        f'<td style="text-align:left">{html.escape(str(value))}</td></tr>'
        for name, value in rows
    )
    return f"<table>{''.join(cells)}</table>"
