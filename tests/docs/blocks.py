"""The blocks of code of the documentation, and what becomes of each.

| block | what happens |
|---|---|
| `python` | it is run; the blocks of a page share their names, as if they were typed one after the other |
| `text title="Output"` | what the Python before it printed must be this |
| `text title="taflkit play ..."` | with what is typed after the prompts, this command must look so at a terminal |
| `console` | each line that begins with `$` is run by a shell, and what follows must be its output |
| any language with another title | a file of that name, for the blocks after it |
| `toml` | it must be TOML |
| `sh` | commands that set things up, which `.ci/run` and `test_newcomer` run; those of taflkit must exist |

In output, `...` stands for anything: on a line of its own for any number of lines.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
import sysconfig
import tomllib
import types
from collections.abc import Iterable, Iterator
from pathlib import Path

import attrs
from sybil import Document, Example, Region
from sybil.evaluators.python import PythonEvaluator
from sybil.parsers.markdown.lexers import RawFencedCodeBlockLexer

from tests.cli.running import taflkit
from tests.cli.talking import terminal
from tests.conftest import ROOT

#: The tutorial, in the order in which it is read; `test_newcomer` follows it.
TUTORIAL = tuple(
    ROOT / "docs" / "tutorial" / f"{name}.md" for name in ("index", "game", "variant", "rule", "searcher", "kind")
)
PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md")))

_OUTPUT = "Output"
_SESSION = "taflkit play"
_TITLE = re.compile(r'\btitle="([^"]+)"')
_lexer = RawFencedCodeBlockLexer(re.compile(r"(?P<language>\w*)(?P<options>[^\n]*)\n"))
_run_python = PythonEvaluator()


def name_of(page: Path) -> str:
    """How a page is called in the reports of the tests."""
    return str(page.relative_to(ROOT))


@attrs.frozen
class Block:
    """A block of code: its language, its title if it has one, and its text."""

    language: str
    title: str
    text: str

    @classmethod
    def of(cls, document: Document, region: Region) -> Block:
        """The block of a region of a page."""
        title = _TITLE.search(region.lexemes["options"])
        # Sybil takes away the space before all lines, which is part of many a board.
        text = document.text[region.start : region.end].partition("\n")[2].rpartition("```")[0]
        return cls(region.lexemes["language"], title[1] if title else "", text)


def blocks(page: Path) -> list[Block]:
    """The blocks of a page, from top to bottom."""
    document = Document.parse(str(page), _regions)
    return [Block.of(document, example.region) for example in document]


class _Page(Document):
    """A page that is run in a folder, and what its Python printed last."""

    folder: Path
    printed = ""


def run_page(page: Path, folder: Path) -> None:
    """Run all blocks of a page in a folder, which is the current one."""
    document = _Page.parse(str(page), _regions)
    assert isinstance(document, _Page)
    document.folder = folder
    # What is defined on a page is in a module, where pickle, for one, looks for it.
    module = types.ModuleType("documented")
    sys.modules["documented"] = module
    document.namespace = vars(module)
    for example in document:
        example.evaluate()


def _regions(document: Document) -> Iterable[Region]:
    for region in _lexer(document):
        region.parsed = region.lexemes["source"]
        region.evaluator = _evaluate
        yield region


def _evaluate(example: Example) -> str | None:
    """What is wrong with a block, if anything is."""
    page = example.document
    assert isinstance(page, _Page)
    block = Block.of(page, example.region)
    if block.title == _OUTPUT:
        return difference(block.text, page.printed)
    if block.title.startswith(_SESSION):
        return difference(block.text, _session(block, page.folder))
    if block.title:
        (page.folder / block.title).write_text(block.text, "utf-8")
        return None
    return _run(block, example, page)


def _run(block: Block, example: Example, page: _Page) -> str | None:
    match block.language:
        case "python":
            with contextlib.redirect_stdout(io.StringIO()) as printed:
                _run_python(example)
            page.printed = printed.getvalue()
        case "console":
            return "\n".join(filter(None, (_compare(*step, page.folder) for step in commands(block.text)))) or None
        case "toml":
            return _broken(block.text)
        case "sh":
            return "\n".join(_unknown(block.text)) or None
        case "text":
            pass
        case language:
            return f"nobody says what to do with a block of {language!r}"
    return None


def _broken(text: str) -> str | None:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return str(error)
    return None


def commands(text: str) -> Iterator[tuple[str, str]]:
    """The commands of a block, each with what is shown as its output."""
    for step in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, output = step.partition("\n")
        while command.endswith("\\"):
            more, _, output = output.partition("\n")
            command += f"\n{more.removeprefix('> ')}"
        yield command, output


def _compare(command: str, shown: str, folder: Path) -> str | None:
    problem = difference(shown, shell(command, folder))
    return problem and f"$ {command}\n{problem}"


def shell(command: str, folder: Path) -> str:
    """What a command prints, its errors among it, with the taflkit of this environment."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "TAFLKIT_"))}
    path = os.pathsep.join([sysconfig.get_path("scripts"), kept["PATH"]])
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env={**kept, "PATH": path, "HOME": str(folder), "COLUMNS": "80"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=120,
    )
    return done.stdout


def _session(block: Block, folder: Path) -> str:
    """A session at a terminal, in which the lines are typed that stand after the prompts."""
    shown = ""
    with terminal(*shlex.split(block.title)[1:], HOME=str(folder)) as screen:
        for line in block.text.splitlines():
            prompt, sign, command = line.partition(">")
            if sign:
                shown += screen.until(f"{prompt}>")
                screen.type(f"{command}\n")
        _, rest = screen.end()
    return shown + rest


def difference(shown: str, printed: str) -> str | None:
    """What is wrong with an output as it is shown; three dots in it stand for anything."""
    wanted = "\n".join(
        r"(?:.*\n)*?.*" if line == "..." else r".*?".join(map(re.escape, line.split("...")))
        for line in shown.rstrip().splitlines()
    )
    if re.fullmatch(wanted, "\n".join(line.rstrip() for line in printed.rstrip().splitlines())):
        return None
    return f"is shown to print\n\n{shown}\nbut prints\n\n{printed}"


def _unknown(text: str) -> Iterator[str]:
    """The commands that taflkit does not know, or not with these options."""
    for line in text.splitlines():
        if line.startswith("taflkit "):
            words = shlex.split(line, comments=True)[1:]
            options = [word for word in words if word.startswith("-")]
            path = words[:2] if words[:1] == ["variants"] and len(words) > 1 else words[:1]
            help_text = taflkit(*path, "--help")
            if help_text.code != 0 or not all(option in help_text.output for option in options):
                yield f"there is no such command: {line}"
