"""The tables of the commands of each dialect, made from the rows of the dialect."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from taflkit.shell import AnyCommand, Dialect, State, dialect_named

#: Stands in a page where a table belongs: `<!-- commands: tafl -->`.
MARKER: Final = re.compile(r"^<!-- commands: (?P<dialect>\w+) -->$", re.MULTILINE)
#: The dialect that the others differ from: their tables have what is not the same there.
_COMMON: Final = "tafl"


def fill_in(page: str) -> str:
    """A page with the tables in the places that are marked for them."""
    return MARKER.sub(lambda marker: "\n".join(_rows(dialect_named(marker["dialect"]))), page)


def _rows(dialect: Dialect) -> Iterator[str]:
    yield "| command | what it does |"
    yield "|---|---|"
    yield f"| a move | {_said(dialect.move)} |"
    common = () if dialect.name == _COMMON else dialect_named(_COMMON).commands
    for command in dialect.commands:
        if command not in common:
            yield f"| `{command.syntax}` | {_said(command)} |"


def _said(command: AnyCommand) -> str:
    states = [state.value for state in State if state in command.states]
    return command.sentence if len(states) == len(State) else f"{command.sentence} State: {', '.join(states)}."
