"""The API reference is complete: it shows the text below a field, and nothing else."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT

SOURCE = ROOT / "src" / "taflkit"
ROOMS = (
    "board",
    "rules",
    "evaluation",
    "kernel",
    "variant",
    "game.py",
    "games",
    "counting.py",
    "random_games.py",
    "records",
    "render",
    "match",
    "engines",
    "rl",
    "errors.py",
    "conformance",
)
#: The keys of files are explained in their metadata, from which the page on variant files is made.
KEYS = ("key", "weight")


def modules() -> Iterator[Path]:
    """Every module of the rooms."""
    for room in ROOMS:
        path = SOURCE / room
        yield from sorted(path.rglob("*.py")) if path.is_dir() else [path]


def undocumented(tree: ast.Module) -> Iterator[str]:
    """Public fields of public classes that have no text below them."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.ClassDef) or node.name.startswith("_"):
            continue
        for field, below in zip(node.body, [*node.body[1:], None], strict=True):
            if not isinstance(field, ast.AnnAssign) or not isinstance(field.target, ast.Name):
                continue
            explained = isinstance(field.value, ast.Call) and getattr(field.value.func, "id", "") in KEYS
            text = isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant)
            if not field.target.id.startswith("_") and not explained and not text:
                yield f"{node.name}.{field.target.id}"


@pytest.mark.parametrize("path", list(modules()), ids=lambda path: str(path.relative_to(SOURCE)))
def test_every_public_field_is_documented(path: Path) -> None:
    """A text stands below each public field of a public class."""
    assert list(undocumented(ast.parse(path.read_text("utf-8")))) == []


def test_a_field_without_documentation_is_found() -> None:
    """A field is found that has no text below it, and no other."""
    tree = ast.parse('class A:\n    x: int\n    """X."""\n    y: int = 3\n    _z: int\nclass _B:\n    y: int\n')
    assert list(undocumented(tree)) == ["A.y"]
