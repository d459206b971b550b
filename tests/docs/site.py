"""Building the site, once with each of its two builders, for all processes that run the tests."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.packages import copy_tree, made_once, run

BUILDERS = ("mkdocs", "zensical")


def built(factory: pytest.TempPathFactory, builder: str) -> Path:
    """The site as one of the builders makes it; any warning is an error."""

    def build(folder: Path) -> None:
        checkout = copy_tree(ROOT, factory.mktemp(builder) / "taflkit")
        if builder == "mkdocs":
            _run("mkdocs", "build", "--strict", "--quiet", "--site-dir", folder / "site", checkout=checkout)
        else:
            run(sys.executable, "-m", "tools.pages", cwd=checkout)
            _run("zensical", "build", "--strict", "--config-file", "build/site/mkdocs.yml", checkout=checkout)
            shutil.move(checkout / "build" / "site" / "site", folder / "site")

    return made_once(factory, f"site-{builder}", build) / "site"


def _run(module: str, *arguments: str | Path, checkout: Path) -> None:
    # The theme's warning is about a version of mkdocs that pyproject.toml rules out.
    run(sys.executable, "-m", module, *arguments, cwd=checkout, NO_MKDOCS_2_WARNING="1")
