"""Writes variants as files that programs read which use the core of the kernel without Python (`native/driver`).

    python -m tools.record FOLDER VARIANT...

A file holds the rules and the start position; `native/driver/game.h` describes it.
"""

from __future__ import annotations

from array import array
from pathlib import Path

import click

from taflkit import load_variant
from taflkit.kernel.encoding import encode_position
from taflkit.kernel.lowering import lower


def record_file(record: bytes, state: bytes) -> bytes:
    """The bytes of a file: the length of the record of rules in words, the record, and the position."""
    return array("I", [len(record) // 4]).tobytes() + record + state


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("variants", nargs=-1, required=True)
def main(folder: Path, variants: tuple[str, ...]) -> None:
    """Write FOLDER/VARIANT.record for each VARIANT."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in variants:
        variant = load_variant(name)
        content = record_file(lower(variant.rules).record, encode_position(variant.start))
        (folder / f"{name}.record").write_bytes(content)


if __name__ == "__main__":
    main()
