"""Real games, from files of JSON lines: positions to begin from, results to learn from and to test against.

    python -m tools.train.real_games copenhagen GAMES.jsonl.gz build/train/copenhagen-real.npz

writes the positions of half of the games, to learn from; the other half is for tests.
"""

from __future__ import annotations

import argparse
import gzip
from collections.abc import Iterator
from pathlib import Path

from taflkit import Game, Side, Variant, load_variant
from taflkit.errors import TaflError
from taflkit.records import parse_json_line, replay
from taflkit.records.record import Result
from tools.train.positions import UNKNOWN, Positions, board_of, counter

#: Of so many games one is for tests only.
TEST_SHARE = 2


def real_games(path: Path, variant: Variant, *, test: bool) -> Iterator[tuple[list[Game], Side]]:
    """The games of a file that were won, each as the positions through which it went, and the winner.

    Args:
        path: A file of JSON lines, compressed or not.
        variant: The variant that was played.
        test: Whether to have the games that are kept for tests, or the others.
    """
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            if (number % TEST_SHARE == 0) is not test:
                continue
            try:
                record = parse_json_line(line, variant)
            except TaflError:
                continue
            winner = {Result.FIRST: Side.ATTACKERS, Result.SECOND: Side.DEFENDERS}.get(record.result)
            if winner is None:
                continue
            game: Game | None = replay(record).game
            passed = []
            while game is not None:
                passed.append(game)
                game = game.previous
            yield passed[::-1], winner


def main() -> None:
    """Write the positions to learn from."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variant")
    parser.add_argument("games", type=Path)
    parser.add_argument("positions", type=Path)
    given = parser.parse_args()
    variant = load_variant(given.variant)
    count, rows = counter(variant), []
    for number, (games, winner) in enumerate(real_games(given.games, variant, test=False)):
        result = 1 if winner is Side.DEFENDERS else -1
        for ply, game in enumerate(games):
            if game.outcome is None:
                position, to_move = game.position, int(game.to_move is Side.DEFENDERS)
                rows.append((board_of(position), to_move, count(position), UNKNOWN, result, ply, number))
    Positions.from_rows(rows).save(given.positions)
    print(f"{len(rows)} positions")


if __name__ == "__main__":
    main()
