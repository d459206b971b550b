"""How long the win finder takes in the middle game of Tablut, and the default player for its moves in many variants.

    python -m benchmarks.forced_wins wins [--positions 100] [--within 6] [--seconds 120]
    python -m benchmarks.forced_wins moves [VARIANT ...] [--plies 40]

`wins` prints the processor time that it takes to decide whether 100 positions are won within so many moves. They are
from `midgames.txt` beside this file, and so stay the same when the search changes; `midgames` prints others.
`moves` plays games of the default player against itself, and prints the processor time of its slowest move.
"""

from __future__ import annotations

import random
import statistics
import time
from pathlib import Path

import click

import taflkit
from taflkit.search import AlphaBeta, Automaton, SearchLimit, WinFinder

POSITIONS = Path(__file__).with_name("midgames.txt")
VARIANTS = ("tablut", "brandubh", "copenhagen", "berserk", "copenhagen-13", "historical-hnefatafl-15", "alea-evangelii")


@click.group()
def main() -> None:
    """Measure the win finder and the default player."""


@main.command()
@click.option("--games", default=100, help="How many positions to write.")
def midgames(games: int) -> None:
    """Write positions after a random opening and quick self-play that nobody wins within two moves."""
    number = found = 0
    while found < games:
        number += 1
        chance = random.Random(number)
        game = taflkit.start("tablut")
        for _ in range(chance.randint(2, 6)):
            game = game.play(chance.choice(game.legal_moves))
        length = chance.randint(8, 50)
        while game.outcome is None and game.ply < length:
            best = AlphaBeta(seed=chance.randint(0, 10**6)).search(game, SearchLimit(nodes=1000)).best
            if best is None:
                break
            game = game.play(best)
        if game.outcome is None and WinFinder().find(game, 2).moves is None:
            found += 1
            click.echo(" ".join(move.short for move in game.moves))


@main.command()
@click.option("--positions", default=100, help="How many positions.")
@click.option("--within", default=6, help="How many moves to go up to.")
@click.option("--seconds", default=120.0, help="Give up a position after this time.")
def wins(positions: int, within: int, seconds: float) -> None:
    """Print how long it takes to decide positions within 4, 5, ... moves."""
    lines = POSITIONS.read_text("utf-8").splitlines()
    games = [taflkit.start("tablut").play_all(line.split()) for line in lines[:: max(1, len(lines) // positions)]]
    for moves in range(4, within + 1):
        times, won, unknown = [], 0, 0
        for game in games:
            begun = time.process_time()
            found = WinFinder(megabytes=64).find(game, moves, SearchLimit(seconds=seconds))
            times.append(time.process_time() - begun)
            won += found.moves is not None
            unknown += found.moves is None and found.within < moves
        click.echo(
            f"within {moves}: median {statistics.median(times):.2f} s, worst {max(times):.2f} s; "
            f"{won} won, {len(games) - won - unknown} not, {unknown} not decided in time"
        )


@main.command()
@click.argument("variants", nargs=-1)
@click.option("--plies", default=40, help="How many plies of each game.")
def moves(variants: tuple[str, ...], plies: int) -> None:
    """Print the processor time of the default player's moves."""
    for name in variants or VARIANTS:
        chance = random.Random(name)
        game = taflkit.start(name)
        times = []
        while game.outcome is None and game.ply < plies:
            # Two random moves make a game of its own.
            begun = time.process_time()
            move = chance.choice(game.legal_moves) if game.ply < 2 else Automaton()(game, game.ply)
            times.append(time.process_time() - begun)
            game = game.play(move)
        click.echo(f"{name}: {len(times)} moves, median {statistics.median(times):.2f} s, worst {max(times):.2f} s")


if __name__ == "__main__":
    main()
