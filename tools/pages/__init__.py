"""The pages of the documentation that are made from the library itself: one for each variant and for each rule.

`python -m tools.pages` writes the whole source of the site, these pages included, to a folder from which either of the
two site builders works.
"""

from tools.pages.folder import FOLDER, navigation, write

__all__ = ["FOLDER", "navigation", "write"]
