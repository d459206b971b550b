"""Inputs for the libFuzzer target of the kernel's core (`native/fuzz`) to begin with.

    python -m tests.kernel.corpus FOLDER

Each is a file of strange rules with a position, or of a variant's, and then bytes that choose moves.
"""

from __future__ import annotations

import random
from pathlib import Path

import click

from tests.kernel.fuzzing import Round
from tests.kernel.strange import Shape, StrangeRules, real_record
from tests.variants import TAFL
from tools.record import record_file

#: How many bytes choose moves.
CHOICES = 16
#: Larger boards take long without showing more.
MAX_BYTES = 8192


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--count", default=300, help="How many files, those that are too large left out.")
@click.option("--seed", default=1, help="Other numbers give other files.")
def main(folder: Path, count: int, seed: int) -> None:
    """Write files into FOLDER."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        chance = random.Random(f"{seed}/{number}")
        variant = chance.choice(TAFL) if number % 5 == 0 else None
        record = StrangeRules(chance).record if variant is None else real_record(variant)
        state = Round(chance).state(Shape.of(record))
        content = record_file(record, state) + chance.randbytes(CHOICES)
        if len(content) <= MAX_BYTES:
            (folder / str(number)).write_bytes(content)


if __name__ == "__main__":
    main()
