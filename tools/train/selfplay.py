"""Plays a variant against itself and keeps the positions.

    python -m tools.train.selfplay copenhagen build/train/copenhagen --games 2000 --nodes 3000 --jobs 2

Games begin with random moves, or in positions of real games. What a search says of a position is kept unless the best
move captures or the game is decided: those positions are for the search, not for the evaluation. Beside each position
another one is searched, which a random move or two lead to.
A folder that has some files already gets the missing ones.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from taflkit import Game, Position, Side, load_variant, start
from taflkit.search.scores import DECIDED
from tools.train.players import Player, random_opening
from tools.train.positions import STRAY, Positions, board_of, counter, for_defenders
from tools.train.real_games import real_games

if TYPE_CHECKING:
    from taflkit.kernel.searches import KernelSearch


@attrs.frozen
class Settings:
    """What games are played, and where they are kept."""

    variant: str
    folder: Path
    network: str
    nodes: int
    real: Path | None
    seed: int

    def file(self, number: int) -> Path:
        """The file of that number."""
        return self.folder / f"{self.seed:04d}-{number:06d}.npz"


#: Games of a file.
GAMES = 20
#: How many games begin in a position of a real game, if there are any.
REAL_SHARE = 0.7
#: Longer games count as won by a side that is so many hundredths ahead, or as drawn.
MAX_PLIES, AHEAD = 240, 400
#: An opening that a short search thinks worth more than this, in hundredths, is not played.
UNBALANCED = 200


def opening(player: Player, chance: random.Random, nodes: int, real: Sequence[Position]) -> Game:
    """A game that begins in a position of a real game or with random moves, and is not decided yet."""
    while True:
        from_real = bool(real) and chance.random() < REAL_SHARE
        first = start(player.variant, chance.choice(real)) if from_real else start(player.variant)
        game = random_opening(first, chance.randint(0, 3) if from_real else chance.randint(2, 10), chance)
        if game.outcome is None:
            report = player.search(game, player.memory(game, nodes), nodes, 0)
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


@cache
def player_named(variant: str, network: str) -> Player:
    """The player, prepared once for all games of a process."""
    return Player.named(load_variant(variant), network)


def play(settings: Settings, number: int) -> Iterator[tuple[object, ...]]:
    """The rows of a game."""
    chance = random.Random(f"{settings.seed} {number}")
    player = player_named(settings.variant, settings.network)
    game = opening(player, chance, settings.nodes, real_positions(settings.variant, settings.real))
    memory, count = player.memory(game, settings.nodes), counter(player.variant)
    kept: list[tuple[Game, int]] = []
    strays: list[tuple[Game, int]] = []
    result = value = 0
    while game.outcome is None and game.ply < MAX_PLIES:
        # A search whose nodes vary makes games vary that have the same opening.
        nodes = chance.randint(settings.nodes // 2, 3 * settings.nodes // 2)
        report = player.search(game, memory, nodes, chance.randrange(2**32))
        assert report.best is not None
        value = for_defenders(report.score.value, game.to_move)
        if abs(value) >= DECIDED:
            result = 1 if value > 0 else -1
            break
        if not game.is_capture(report.best):
            kept.append((game, value))
            strays += stray(player, memory, game, settings.nodes, chance)
        game = game.play(report.best)
    else:
        if game.outcome is None and abs(value) >= AHEAD:
            result = 1 if value > 0 else -1
        elif game.outcome is not None and game.outcome.winner is not None:
            result = 1 if game.outcome.winner is Side.DEFENDERS else -1
    searched = [(there, value, result) for there, value in kept] + [(there, value, STRAY) for there, value in strays]
    for there, value, came_of_it in searched:
        position = there.position
        to_move = int(there.to_move is Side.DEFENDERS)
        yield board_of(position), to_move, count(position), value, came_of_it, there.ply, number % GAMES


def stray(
    player: Player, memory: KernelSearch, game: Game, nodes: int, chance: random.Random
) -> Iterator[tuple[Game, int]]:
    """A position beside a game, which a search would meet, and what the search says of it; nothing if that is decided.

    Players who play well come to few of the positions that their searches have to evaluate.
    """
    there = random_opening(game, chance.randint(1, 2), chance)
    if there.outcome is None:
        report = player.search(there, memory, nodes, 0)
        value = for_defenders(report.score.value, there.to_move)
        if abs(value) < DECIDED and report.best is not None and not there.is_capture(report.best):
            yield there, value


def play_file(settings: Settings, number: int) -> tuple[int, list[int]]:
    """Play the games of a file and write it; how many positions, and the results."""
    games = [list(play(settings, number * GAMES + n)) for n in range(GAMES)]
    rows = [row for game in games for row in game]
    Positions.from_rows(rows).save(settings.file(number))
    return len(rows), [int(game[0][4]) for game in games if game]  # type: ignore[call-overload]


def main() -> None:
    """Play what is missing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variant")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--nodes", type=int, default=3000, help="of a move")
    parser.add_argument("--network", default="own", help="a file, or `classic`; otherwise as the variant has it")
    parser.add_argument("--real", type=Path, help="real games as JSON lines, to begin in their positions")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    load_variant(given.variant)
    given.folder.mkdir(parents=True, exist_ok=True)
    settings = Settings(given.variant, given.folder, given.network, given.nodes, given.real, given.seed)
    numbers = [number for number in range(-(-given.games // GAMES)) if not settings.file(number).exists()]
    positions, results = 0, [0, 0, 0]
    with ProcessPoolExecutor(given.jobs) as pool:
        tasks = [pool.submit(play_file, settings, number) for number in numbers]
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
