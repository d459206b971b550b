"""Progress bars on standard error."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from taflkit.cli.streams import is_terminal


@contextmanager
def progress(length: int, shown: bool = True) -> Iterator[Callable[[int], None]]:
    """Show a progress bar, if standard error is a terminal.

    Args:
        length: The amount of work.
        shown: Whether to show a bar at all.

    Yields:
        A function to call with the amount of work done so far.
    """
    if not (shown and is_terminal(sys.stderr)):
        yield lambda done: None
        return
    with click.progressbar(length=length, file=sys.stderr) as bar:
        yield lambda done: bar.update(done - bar.pos)
        bar.update(length - bar.pos)
