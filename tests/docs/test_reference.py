"""The reference of the Python library is complete, and what it lists is reachable."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType

import pytest
import yaml

from tests.conftest import ROOT
from tools.pages import rules

API = ROOT / "docs" / "api"
#: The objects that a page asks mkdocstrings for, each with its options.
DIRECTIVE = re.compile(r"^::: (?P<path>[\w.]+)\n(?P<options>(?:    .*\n)*)", re.MULTILINE)
PACKAGES = re.findall(r"^\| \[`taflkit\.(\w+)`\]", (API / "index.md").read_text("utf-8"), re.MULTILINE)


def listed() -> Iterator[object]:
    """Every object on the pages of the reference."""
    for page in sorted(API.glob("*.md")):
        for directive in DIRECTIVE.finditer(rules.fill_in(page.read_text("utf-8"))):
            found = resolved(directive["path"])
            yield found
            if isinstance(found, ModuleType):
                options = (yaml.safe_load(directive["options"]) or {}).get("options", {})
                for name in options.get("members") or getattr(found, "__all__", ()):
                    yield getattr(found, name)


def resolved(path: str) -> object:
    """A module, or what a module has."""
    try:
        return import_module(path)
    except ModuleNotFoundError:
        package, _, name = path.rpartition(".")
        return getattr(import_module(package), name)


@pytest.mark.parametrize("package", ["", *(f".{name}" for name in PACKAGES if name != "testing")])
def test_every_public_name_is_listed(package: str) -> None:
    """What a package exports is on a page, unless it is a package itself."""
    module = import_module(f"taflkit{package}")
    there = {id(found) for found in listed()}
    missing = [
        name
        for name in module.__all__
        if not isinstance(found := getattr(module, name), ModuleType) and id(found) not in there
    ]
    assert missing == []


def test_importing_taflkit_is_enough() -> None:
    """Every package of the reference is an attribute of `taflkit`."""
    assert "records" in PACKAGES
    # The table lists a package after those that it imports: none is there because another one has imported it.
    code = "; ".join(["import taflkit", *(f"taflkit.{name}.__name__" for name in PACKAGES)])
    subprocess.run([sys.executable, "-c", code], check=True)
