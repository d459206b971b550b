"""The kernel held against the rules in Python, on as many positions as one likes.

The tests do so with a few thousand. For more, or overnight:

    python -m tests.kernel.agreement --positions 200000
    python -m tests.kernel.agreement --positions 10000000 --jobs 2 --checkpoint build/agreement.json

Of every position both list the legal moves, count them and say how the position stands. The kernel makes every move and
names those that do more than move a piece: that capture, end the game or let a piece go on. Python plays all of these,
and compares the pieces taken, the outcome and the whole position after the move; and it plays a sample of the others,
which must do nothing more. In one position out of `EVERY_MOVE` it plays every move. Some games are played with their
past, for repetition and limits, and lines of play are counted from some positions.

The work is divided into numbered chunks that depend on the seed and their number alone, so that a difference can be
seen again and a run continued.
"""

from __future__ import annotations

import gc
import json
import random
import time
from collections import Counter, deque
from collections.abc import Generator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import attrs
import click
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from taflkit import Game, Variant, load_variant
from tests.kernel.comparison import Comparison, Tally
from tests.kernel.compositions import compositions
from tests.kernel.scenes import SCENES
from tests.variants import TAFL

#: In each chunk: so many variants, so many random compositions, and so many positions of each.
VARIANTS, VARIANT_POSITIONS = 5, 1000
COMPOSITIONS, COMPOSITION_POSITIONS = 10, 500
#: After how many new objects garbage is collected.
GARBAGE = 50_000
#: How many plies a game with its past has at the most.
PLIES = 60


def compare(variant: Variant, chance: random.Random, tally: Tally, *, plies: int = PLIES) -> None:
    """Compare every move in two games and in positions that were set up: slow and thorough, for tests."""
    comparison = Comparison(variant, tally)
    for game in (from_start(comparison, chance, plies), from_scene(comparison, chance, plies)):
        at: Game | None = game
        while at is not None:
            comparison.check_position(at.position)
            at = at.previous
    for scene in SCENES:
        comparison.check_position(scene(variant, chance))
    comparison.check_counts(chance.choice(SCENES)(variant, chance))


def compare_many(variant: Variant, chance: random.Random, tally: Tally, positions: int) -> None:
    """Compare many positions, a game and a count of lines of play."""
    comparison = Comparison(variant, tally)
    comparison.check_positions(chance, positions)
    chance.choice([from_start, from_scene])(comparison, chance, PLIES)
    comparison.check_counts(chance.choice(SCENES)(variant, chance))


def from_start(comparison: Comparison, chance: random.Random, plies: int) -> Game:
    """Compare a game from the start, which may have a move limit."""
    limit = chance.choice([None, None, chance.randint(1, plies)])
    return comparison.check_game(comparison.variant.start, chance, plies, limit)


def from_scene(comparison: Comparison, chance: random.Random, plies: int) -> Game:
    """Compare a shorter game from a position that was set up."""
    return comparison.check_game(chance.choice(SCENES)(comparison.variant, chance), chance, plies // 3)


@attrs.define
class Progress:
    """How far a run has come."""

    seed: int
    #: How many chunks have been compared.
    chunks: int = 0
    #: How many seconds of processor time that took.
    seconds: float = 0.0
    variants: Tally = attrs.field(factory=Tally)
    compositions: Tally = attrs.field(factory=Tally)

    @property
    def positions(self) -> int:
        """How many positions have been compared."""
        return self.variants.positions + self.compositions.positions

    def add(self, chunk: Progress) -> None:
        """Add a chunk."""
        self.chunks += chunk.chunks
        self.seconds += chunk.seconds
        self.variants.add(chunk.variants)
        self.compositions.add(chunk.compositions)

    def save(self, path: Path) -> None:
        """Write it to a file, which is complete at any time."""
        unfinished = path.with_name(f"{path.name}.new")
        unfinished.write_text(json.dumps(attrs.asdict(self), indent=1))
        unfinished.replace(path)

    @classmethod
    def load(cls, path: Path) -> Progress:
        """Read it from a file."""
        content = json.loads(path.read_text())
        for half in ("variants", "compositions"):
            content[half]["outcomes"] = Counter(content[half]["outcomes"])
            content[half] = Tally(**content[half])
        return cls(**content)


def compare_chunk(number: int, chunk: int) -> Progress:
    """Compare a chunk of the run with some seed."""
    begun = time.process_time()
    progress = Progress(number, 1)
    names = TAFL
    # Looking for cycles as often as usual takes a twelfth of the time: only the rules are in any.
    threshold = gc.get_threshold()
    gc.set_threshold(GARBAGE)
    try:
        for at in range(chunk * VARIANTS, (chunk + 1) * VARIANTS):
            variant = load_variant(names[at % len(names)])
            compare_many(variant, random.Random(f"{number}/{at}"), progress.variants, VARIANT_POSITIONS)
        _compare_compositions(f"{number}/{chunk}", progress.compositions)
    except AssertionError as difference:
        difference.add_note(f"To see it again: --seed {number} --first {chunk} --positions 1")
        raise
    finally:
        gc.set_threshold(*threshold)
    progress.seconds = time.process_time() - begun
    return progress


def _compare_compositions(source: str, tally: Tally) -> None:
    @seed(source)
    @settings(
        max_examples=COMPOSITIONS,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(compositions(), st.integers(0, 2**32))
    def run(variant: Variant, chosen: int) -> None:
        compare_many(variant, random.Random(chosen), tally, COMPOSITION_POSITIONS)

    run()


def compare_chunks(number: int, first: int, jobs: int) -> Generator[Progress, None, None]:
    """Compare chunk after chunk, without an end, in as many processes; in the order of their numbers."""
    if jobs == 1:
        while True:
            yield compare_chunk(number, first)
            first += 1
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        waiting: deque[Future[Progress]] = deque()
        try:
            while True:
                while len(waiting) < 2 * jobs:
                    waiting.append(pool.submit(compare_chunk, number, first))
                    first += 1
                yield waiting.popleft().result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def report(progress: Progress) -> None:
    """Print how much was compared."""
    halves = {
        f"variants, {min(progress.chunks * VARIANTS, len(TAFL))} different ones": progress.variants,
        f"{progress.chunks * COMPOSITIONS:,} random compositions": progress.compositions,
    }
    for what, tally in halves.items():
        click.echo(
            f"{what}: {tally.positions:,} positions, {tally.moves:,} moves listed, {tally.steps:,} played, "
            f"{tally.captures:,} of them captures; {tally.games:,} games, {tally.counts:,} counts\n"
            f"  {dict(tally.outcomes.most_common())}"
        )
    click.echo(
        f"{progress.positions:,} positions, no difference; {progress.positions / progress.seconds:,.0f} in a second of "
        f"processor time"
    )


@click.command()
@click.option("--positions", default=200_000, help="How many positions to compare.")
@click.option("--minutes", type=float, help="Stop after this time even if there are fewer.")
@click.option("--seed", "number", default=1, help="Other numbers give other positions.")
@click.option("--first", default=0, help="The number of the first chunk.")
@click.option("--jobs", type=click.IntRange(1), default=1, help="How many processes to use.")
@click.option(
    "--checkpoint",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Keep the progress in this file, and continue from it if it is there.",
)
def main(positions: int, minutes: float | None, number: int, first: int, jobs: int, checkpoint: Path | None) -> None:
    """Compare the kernel with Python, half of the positions from the variants, half from random compositions."""
    progress = Progress(number)
    if checkpoint is not None and checkpoint.exists():
        progress = Progress.load(checkpoint)
        if progress.seed != number:
            raise click.BadParameter(f"{checkpoint} has seed {progress.seed}", param_hint="--seed")
    end = None if minutes is None else time.monotonic() + 60 * minutes
    chunks = compare_chunks(number, first + progress.chunks, jobs)
    try:
        while progress.positions < positions and (end is None or time.monotonic() < end):
            progress.add(next(chunks))
            if checkpoint is not None:
                progress.save(checkpoint)
    except KeyboardInterrupt:
        click.echo("interrupted", err=True)
    chunks.close()
    if progress.chunks:
        report(progress)


if __name__ == "__main__":
    main()
