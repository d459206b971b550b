"""Makes `mkdocs build` and `mkdocs serve` work from the complete source, with the pages that are made."""

from __future__ import annotations

import sys
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig

# mkdocs loads this file by its path, and knows nothing of the packages around it.
sys.path.insert(0, str(Path(__file__).parents[1]))

from tools.pages import FOLDER, navigation, write


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Write the source and turn mkdocs to it."""
    write(FOLDER)
    config.docs_dir = str(FOLDER / "docs")
    config.nav = navigation(config.nav or [])
    return config
