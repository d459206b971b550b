"""The pages of the documentation that are generated from the library: one for each variant and for each rule.

`mkdocs` generates them through a hook. `python -m tools.pages` writes the whole source of the site, these pages
included, to a folder, for builders without hooks.
"""

from tools.pages.folder import FOLDER, navigation, write

__all__ = ["FOLDER", "navigation", "write"]
