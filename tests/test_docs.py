"""The documentation is true: its Python runs, its commands print what it shows, its tables list what there is.

`python -m tests.test_docs` writes the tables of `docs/variant-files.md` anew.
"""

from __future__ import annotations

import enum
import inspect
import re
import shlex
import sys
import types
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

from taflkit.rules.fields import AREA, PIECES
from taflkit.rules.protocols import QUESTIONS
from taflkit.rules.registry import BUILT_IN, answers
from taflkit.variant.convert import file_word
from taflkit.variant.inherit import INHERITED
from taflkit.variant.schema import HELP, ExampleTable, NamesTable, PieceTable, RulesTable, VariantTable
from taflkit.variant.weights import Weights
from tests.cli.running import taflkit
from tests.packages import ROOT, run

PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md")))
FORMAT = ROOT / "docs" / "variant-files.md"
TABLES = (VariantTable, PieceTable, NamesTable, RulesTable, ExampleTable, Weights)

_BLOCK = re.compile(r"^```(?P<language>\w+)(?P<options>[^\n]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_GENERATED = re.compile(
    r"(?<=^<!-- )(?P<what>keys: (?P<table>\w+)|rules) -->\n.*?(?=^<!-- end -->$)", re.MULTILINE | re.DOTALL
)


def _blocks(page: Path, language: str) -> list[re.Match[str]]:
    found = _BLOCK.finditer(page.read_text("utf-8"))
    return [block for block in found if block["language"] == language]


def _with(language: str) -> list[Path]:
    return [page for page in PAGES if _blocks(page, language)]


def _name(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.fixture
def files(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current directory with the files that a page shows under a title."""
    for block in _blocks(request.getfixturevalue("page"), "toml"):
        if title := re.search(r'title="([^"/]+)"', block["options"]):
            (tmp_path / title[1]).write_text(block["text"], "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("page", _with("python"), ids=_name)
def test_the_python_of_every_page_runs(page: Path, files: Path) -> None:
    """The blocks of Python of a page run, one after the other, as a reader would type them."""
    code = "\n".join(block["text"] for block in _blocks(page, "python"))
    done = run(sys.executable, "-W", "error", "-c", code, cwd=files)
    assert done.stderr == ""


def _commands(text: str) -> Iterator[tuple[str, list[str]]]:
    """The commands of a block, each with the lines that are shown as its output."""
    command, output = "", list[str]()
    for line in text.splitlines():
        if line.startswith("$ "):
            if command:
                yield command, output
            command, output = line.removeprefix("$ "), []
        else:
            output.append(line)
    yield command, output


def _same(shown: list[str], printed: list[str]) -> bool:
    """Whether lines are those that are shown, where a line of three dots stands for any number of lines."""
    pattern = "\n".join(r"(.*\n)*?.*" if line == "..." else re.escape(line) for line in shown)
    return re.fullmatch(pattern, "\n".join(printed)) is not None


@pytest.mark.parametrize("page", _with("console"), ids=_name)
@pytest.mark.usefixtures("files")
def test_the_commands_of_every_page_print_what_is_shown(page: Path) -> None:
    """The commands that a page shows with their output print that output."""
    for block in _blocks(page, "console"):
        for command, shown in _commands(block["text"]):
            program, *arguments = shlex.split(command)
            assert program == "taflkit"
            printed = taflkit(*arguments).lines
            assert _same(shown, printed), f"{command}\nprints\n" + "\n".join(printed)


def test_the_comparison_of_output_sees_differences() -> None:
    """Three dots stand for lines left out, and nothing else does."""
    assert _same(["a", "...", "d"], ["a", "b", "c", "d"])
    assert _same(["a", "..."], ["a", "b"])
    assert not _same(["a", "d"], ["a", "b", "d"])
    assert not _same(["a.c"], ["abc"])
    assert not _same(["a"], ["a", "b"])
    assert not _same(["a", "...", "d"], ["a", "b"])


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_every_block_says_what_it_is(page: Path) -> None:
    """Every block of code names its language, and one that this test would not look at is no Python and no output."""
    text = page.read_text("utf-8")
    languages = {block["language"] for block in _BLOCK.finditer(text)}
    assert languages <= {"python", "console", "toml", "sh", "text"}
    assert text.count("```") == 2 * len(list(_BLOCK.finditer(text)))


@pytest.mark.parametrize("page", _with("sh"), ids=_name)
def test_commands_without_output_are_commands(page: Path) -> None:
    """Each taflkit command that a page names exists, with each of its options."""
    for block in _blocks(page, "sh"):
        for line in block["text"].splitlines():
            if line.startswith("taflkit "):
                words = shlex.split(line, comments=True)[1:]
                options = [word for word in words if word.startswith("-")]
                path = words[:2] if words[:1] == ["variants"] and len(words) > 1 else words[:1]
                shown = taflkit(*path, "--help")
                assert shown.code == 0, line
                assert all(option in shown.output for option in options), line


def _type(kind: Any) -> str:
    """What a reader calls a type."""
    words = {str: "text", int: "whole number", bool: "true or false", tuple[str, ...]: "list of texts"}
    if kind in words:
        return words[kind]
    if kind in QUESTIONS.values():
        return "rule"
    if kind == str | tuple[str, ...]:
        return "text or list of texts"
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return " or ".join(f'`"{file_word(member)}"`' for member in kind)
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in (types.UnionType, typing.Union):
        (inner,) = (argument for argument in arguments if argument is not type(None))
        return _type(inner)
    if origin is dict:
        return "table of rules" if arguments[1] in QUESTIONS.values() else "table"
    return "list of tables" if origin is tuple else "table"


def _value(value: Any) -> str:
    """A default as it would stand in a file."""
    if value is None or isinstance(value, attrs.Factory):  # type: ignore[arg-type]
        return "nothing"
    if isinstance(value, enum.Enum):
        return f'`"{file_word(value)}"`'
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, tuple):
        return f'`"{value[0]}"`' if len(value) == 1 else "`[]`" if not value else f"`{list(value)}`"
    return f'`"{value}"`' if isinstance(value, str) else f"`{value}`"


def _rows(cls: type) -> Iterator[str]:
    """A table of the keys of a class: a line for each."""
    attrs.resolve_types(cls)
    explained = any(HELP in field.metadata for field in attrs.fields(cls))
    heading = ["key", "type", "if left out", *(["meaning"] if explained else [])]
    yield f"| {' | '.join(heading)} |"
    yield f"|{'---|' * len(heading)}"
    for field in attrs.fields(cls):
        kind = "area or areas" if field.metadata == AREA else "piece or pieces" if field.metadata == PIECES else None
        default = "required" if field.default is attrs.NOTHING else _value(field.default)
        meaning = [field.metadata[HELP]] if explained else []
        yield f"| {' | '.join([f'`{field.name}`', kind or _type(field.type), default, *meaning])} |"


def _rules() -> Iterator[str]:
    """Every rule that comes with taflkit, under the question that it answers."""
    for field in attrs.fields(RulesTable):
        if field.name not in QUESTIONS:
            continue
        yield f"\n### `{field.name}`: {field.metadata[HELP]}\n"
        for name, cls in BUILT_IN.items():
            if not answers(cls, field.name):
                continue
            if field.name == "king" and answers(cls, "captures"):
                continue
            description, diagram, rest = inspect.cleandoc(cls.__doc__ or "").partition("```\n")
            yield f"#### `{name}`\n"
            yield description.strip() + "\n"
            if diagram and not rest.startswith(cls.__name__):
                yield f"```text\n{rest.rstrip()}\n"
            if attrs.fields(cls):
                yield from _rows(cls)
                yield ""
        if field.name == "king":
            yield "These are the rules of [captures](#captures-how-men-are-captured), for `victims` that are kings.\n"


def _generated(match: re.Match[str]) -> str:
    tables = {cls.__name__: cls for cls in TABLES}
    lines = _rows(tables[match["table"]]) if match["table"] else _rules()
    text = re.sub(r"\n{3,}", "\n\n", "\n".join(lines))
    return f"{match['what']} -->\n\n{text.strip()}\n\n"


def _written_anew() -> str:
    return _GENERATED.sub(_generated, FORMAT.read_text("utf-8"))


def test_every_key_and_every_rule_is_documented() -> None:
    """The tables of the format's page are those that the schema makes; `python -m tests.test_docs` writes them."""
    assert FORMAT.read_text("utf-8") == _written_anew()
    listed = {match["table"] for match in _GENERATED.finditer(FORMAT.read_text("utf-8"))}
    assert listed == {*(cls.__name__ for cls in TABLES), None}


def test_every_class_of_the_schema_is_documented() -> None:
    """No table of a variant file is left out."""
    seen: set[Any] = set()
    waiting: list[Any] = [VariantTable]
    while waiting:
        cls = waiting.pop()
        seen.add(cls)
        attrs.resolve_types(cls)
        for field in attrs.fields(cls):
            waiting += [kind for kind in (field.type, *typing.get_args(field.type)) if attrs.has(kind)]
    assert seen == set(TABLES)


def test_what_is_inherited_is_documented() -> None:
    """The page names every key that a file with `extends` takes over, and so does the key itself."""
    *keys, last = INHERITED
    listed = " ".join(FORMAT.read_text("utf-8").split())
    assert f"takes over {', '.join(f'`{key}`' for key in keys)} and `{last}` from" in listed
    assert f"whose {', '.join(keys)} and {last} are taken over" in attrs.fields(VariantTable).extends.metadata[HELP]


if __name__ == "__main__":
    FORMAT.write_text(_written_anew(), "utf-8")
