"""Whatever is done to a variant file, it loads or there is a `VariantError`."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taflkit import VariantError, load_variant
from taflkit.games import kind_of
from taflkit.variant.variant import explain
from tests.examples import examples
from tests.variant.files import SMALL, dumps, write

TABLE = tomllib.loads(SMALL)
WORDS = sorted({word for word in SMALL.replace('"', " ").split() if word.isascii()})
CHILD = {"name": "child", "extends": "small", **{key: TABLE[key] for key in ("rules", "regions", "pieces", "names")}}

texts = st.one_of(st.sampled_from(WORDS), st.text(st.characters(exclude_categories=["Cs"]), max_size=10))
values = st.recursive(
    st.one_of(texts, st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(texts, inner, max_size=3)),
    max_leaves=5,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value within a table."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, item in items:
        yield (*path, step)
        yield from places(item, (*path, step))


@st.composite
def mutated(draw: st.DrawFn, table: dict[str, Any]) -> dict[str, Any]:
    """A table with a few of its values replaced, removed, renamed or joined by others."""
    table = copy.deepcopy(table)
    for _ in range(draw(st.integers(1, 3))):
        known = list(places(table))
        if not known:
            break
        *path, step = draw(st.sampled_from(known))
        inner: Any = table
        for key in path:
            inner = inner[key]
        match draw(st.sampled_from(["replace", "remove", "rename", "add"])), inner:
            case "remove", _:
                del inner[step]
            case "rename", dict():
                inner[draw(texts)] = inner.pop(step)
            case "add", dict():
                inner[draw(texts)] = draw(values)
            case "add", list():
                inner.append(draw(values))
            case _:
                inner[step] = draw(values)
    return table


@st.composite
def garbled(draw: st.DrawFn, text: str) -> str:
    """A text with a few of its parts replaced."""
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 20)))
        text = text[:start] + draw(st.one_of(texts, st.sampled_from(list('[]{}=."#\n\0')))) + text[end:]
    return text


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with the small variant in it."""
    return write(tmp_path_factory.mktemp("fuzz"), SMALL).parent


def load_or_refuse(path: Path) -> None:
    """Load a file and use it, or be told what is wrong with it in so many words and no more."""
    try:
        variant = load_variant(path)
    except VariantError as error:
        refused = error
    else:
        assert variant.name == path.stem
        sentences = [*explain(variant), *kind_of(variant).failed_examples(variant)]
        assert all(isinstance(sentence, str) for sentence in sentences)
        return
    assert refused.problems
    assert len(str(refused)) < 8000


@given(table=mutated(TABLE))
@examples(300)
def test_a_file_with_changed_tables_loads_or_is_refused(directory: Path, table: dict[str, Any]) -> None:
    """Nothing but a `VariantError` comes of values, keys and tables that belong elsewhere."""
    load_or_refuse(write(directory, dumps(table), "changed"))
    load_or_refuse(write(directory, dumps({**table, "name": "renamed"}), "renamed"))


@given(table=mutated(CHILD))
@examples(200)
def test_a_changed_file_that_extends_loads_or_is_refused(directory: Path, table: dict[str, Any]) -> None:
    """Nothing but a `VariantError` comes of inheriting into tables that belong elsewhere."""
    load_or_refuse(write(directory, dumps(table), "child"))


@given(text=garbled(SMALL))
@examples(300)
def test_a_garbled_file_loads_or_is_refused(directory: Path, text: str) -> None:
    """Nothing but a `VariantError` comes of a text in which something is replaced."""
    load_or_refuse(write(directory, text, "garbled"))
    load_or_refuse(write(directory, text.replace('"small"', '"named"'), "named"))


@given(data=st.binary(max_size=200))
@examples(100)
def test_a_file_of_any_bytes_is_refused(directory: Path, data: bytes) -> None:
    """Nothing but a `VariantError` comes of bytes from anywhere."""
    load_or_refuse(write(directory, data, "bytes"))
