"""`python -m tools.pages [FOLDER]`."""

import sys
from pathlib import Path

from tools.pages import FOLDER, write

write(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
