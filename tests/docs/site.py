"""Building the site, once for all processes that run the tests."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.packages import copy_tree, made_once, run


def built(factory: pytest.TempPathFactory) -> Path:
    """The site as mkdocs builds it; any warning is an error."""

    def build(folder: Path) -> None:
        checkout = copy_tree(ROOT, factory.mktemp("checkout") / "taflkit")
        options = ("build", "--strict", "--quiet", "--site-dir", folder / "site")
        # The theme's warning is about a version of mkdocs that pyproject.toml rules out.
        pyodide = str(ROOT / "node_modules" / "pyodide")
        run(sys.executable, "-m", "mkdocs", *options, cwd=checkout, NO_MKDOCS_2_WARNING="1", TAFLKIT_PYODIDE=pyodide)

    return made_once(factory, "site", build) / "site"
