"""Directories of scripts."""

from __future__ import annotations

from pathlib import Path

import attrs


@attrs.frozen
class Folder:
    """A directory for scripts."""

    path: Path

    def script(self, name: str, program: str, *lines: str, expected: str | None = None) -> Path:
        """Write a script, and what it should print."""
        file = self.path / f"{name}.in"
        file.write_text("\n".join([f"#* {program}", *lines, ""]))
        if expected is not None:
            file.with_suffix(".std").write_text(expected)
        return file
