"""Write golden files: `python -m tests.golden.write`, or `python -m tests.golden.write play/strict uci` for some.

What they hold changes only in a commit of its own that lists every changed line and why.
"""

from __future__ import annotations

import sys

from tests.golden.cases import CASES, transcript


def main(names: list[str]) -> None:
    """Write the golden files of the cases that have one of these names or are in one of these folders, or of all."""
    for case in CASES:
        if not names or case.name in names or case.name.partition("/")[0] in names:
            text = transcript(case)
            if not case.golden.exists() or case.golden.read_text(encoding="utf-8") != text:
                case.golden.write_text(text, encoding="utf-8")
                sys.stdout.write(f"{case.name} has changed\n")


if __name__ == "__main__":
    main(sys.argv[1:])
