"""The reference of the command line, as mkdocs-click writes it, with the examples in blocks."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from markdown import Markdown

#: Examples in the help of a command: a heading, and below it indented lines.
_EXAMPLES = re.compile(r"^(Examples?:)\n((?:  \S.*\n)+)", re.MULTILINE)


def fill_in(page: str) -> str:
    """A page with the description of the commands in the place that is marked for it."""
    if "::: mkdocs-click" not in page:
        return page
    # As wide as the help in a terminal of the usual width, wherever it is built.
    os.environ["COLUMNS"] = "80"
    extended = Markdown(extensions=["attr_list", "mkdocs-click"])
    lines = extended.preprocessors["mk_click"].run(page.splitlines())
    return _EXAMPLES.sub(_block, "\n".join(lines) + "\n")


def _block(examples: re.Match[str]) -> str:
    return "\n".join(_lines(examples[1], examples[2])) + "\n"


def _lines(heading: str, commands: str) -> Iterator[str]:
    yield f"**{heading}**\n"
    yield "```text"
    yield from (line.removeprefix("  ") for line in commands.splitlines())
    yield "```"
