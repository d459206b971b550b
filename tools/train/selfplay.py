"""Plays a variant against itself and keeps the positions.

    python -m tools.train.selfplay copenhagen build/train/copenhagen --games 2000 --nodes 3000 --jobs 2

Games begin with random moves, or in positions of real games. What a search says of a position is kept unless the best
move captures or the game is decided: those positions are for the search, not for the evaluation.
A folder that has some files already gets the missing ones.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import cache
from pathlib import Path

from taflkit import Game, Position, Side, load_variant, start
from taflkit.search import AlphaBeta, SearchLimit
from taflkit.search.scores import DECIDED
from tools.train.positions import Positions, board_of, counter, for_defenders
from tools.train.real_games import real_games

#: Games of a file.
GAMES = 20
#: How many games begin in a position of a real game, if there are any.
REAL_SHARE = 0.7
#: Longer games count as drawn.
MAX_PLIES = 240
#: An opening that a short search thinks worth more than this, in hundredths, is not played.
UNBALANCED = 500


def opening(variant: str, chance: random.Random, nodes: int, real: Sequence[Position]) -> Game:
    """A game that begins in a position of a real game or with random moves, and is not decided yet."""
    while True:
        from_real = bool(real) and chance.random() < REAL_SHARE
        game = start(variant, chance.choice(real)) if from_real else start(variant)
        for _ in range(chance.randint(0, 3) if from_real else chance.randint(4, 12)):
            if game.outcome is not None:
                break
            game = game.play(chance.choice(game.legal_moves))
        if game.outcome is None:
            report = AlphaBeta(megabytes=1).search(game, SearchLimit(nodes=nodes))
            if abs(report.score.value) < UNBALANCED:
                return game


@cache
def real_positions(variant: str, path: Path | None) -> list[Position]:
    """Positions of real games."""
    if path is None:
        return []
    found = real_games(path, load_variant(variant), test=False)
    return [
        game.position
        for games, _ in found
        for game in games[4:-6:5]  # Neighbours are much alike, and the last ones are decided.
        if game.outcome is None
    ]


def play(variant: str, number: int, seed: int, nodes: int, real: Path | None) -> Iterator[tuple[object, ...]]:
    """The rows of a game."""
    chance = random.Random(f"{seed} {number}")
    game = opening(variant, chance, nodes, real_positions(variant, real))
    count = counter(game.variant)
    kept: list[tuple[Game, int]] = []
    result = 0
    while game.outcome is None and game.ply < MAX_PLIES:
        # A search whose nodes vary makes games vary that have the same opening.
        limit = SearchLimit(nodes=chance.randint(nodes // 2, 3 * nodes // 2))
        report = AlphaBeta(megabytes=1, seed=chance.randrange(2**32)).search(game, limit)
        assert report.best is not None
        value = for_defenders(report.score.value, game.to_move)
        if abs(value) >= DECIDED:
            result = 1 if value > 0 else -1
            break
        if not game.is_capture(report.best):
            kept.append((game, value))
        game = game.play(report.best)
    else:
        if game.outcome is not None and game.outcome.winner is not None:
            result = 1 if game.outcome.winner is Side.DEFENDERS else -1
    for there, value in kept:
        position = there.position
        to_move = int(there.to_move is Side.DEFENDERS)
        yield board_of(position), to_move, count(position), value, result, there.ply, number % GAMES


def play_file(
    variant: str, folder: Path, number: int, seed: int, nodes: int, real: Path | None
) -> tuple[int, list[int]]:
    """Play the games of a file and write it; how many positions, and the results."""
    games = [list(play(variant, number * GAMES + n, seed, nodes, real)) for n in range(GAMES)]
    rows = [row for game in games for row in game]
    Positions.from_rows(rows).save(folder / f"{seed:04d}-{number:06d}.npz")
    return len(rows), [int(game[0][4]) for game in games if game]  # type: ignore[call-overload]


def main() -> None:
    """Play what is missing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variant")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--nodes", type=int, default=3000, help="of a move")
    parser.add_argument("--real", type=Path, help="real games as JSON lines, to begin in their positions")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    load_variant(given.variant)
    given.folder.mkdir(parents=True, exist_ok=True)
    numbers = [
        number
        for number in range(-(-given.games // GAMES))
        if not (given.folder / f"{given.seed:04d}-{number:06d}.npz").exists()
    ]
    positions, results = 0, [0, 0, 0]
    with ProcessPoolExecutor(given.jobs) as pool:
        settings = (given.seed, given.nodes, given.real)
        tasks = [pool.submit(play_file, given.variant, given.folder, n, *settings) for n in numbers]
        for done, task in enumerate(as_completed(tasks), 1):
            count, found = task.result()
            positions += count
            for result in found:
                results[result + 1] += 1
            attackers, draws, defenders = results
            print(
                f"{done}/{len(tasks)} files, {positions} positions; attackers {attackers}, draws {draws},"
                f" defenders {defenders}",
                flush=True,
            )


if __name__ == "__main__":
    main()
