"""Hold taflkit against the naive engine for as long as one likes.

The tests do so for a moment; this computes for the time given with each variant, half of it with games from the start
and half with random positions, and prints what was compared. It stops where the two part.
"""

from __future__ import annotations

import random
import time
from collections import Counter

import click

from taflkit import Game, Outcome, Variant, load_variant
from tests.naive.comparing import check_game, check_move, check_position
from tests.naive.engine import Engine
from tests.naive.positions import scattered, walled
from tests.perft.compute import names


class Tally:
    """How much was compared, and how games ended."""

    def __init__(self) -> None:
        self.games = self.plies = self.positions = self.moves = 0
        self.ends: Counter[str] = Counter()

    def add(self, game: Game) -> None:
        """Count a game."""
        self.games += 1
        self.plies += game.ply
        self.count(game.outcome)

    def count(self, outcome: Outcome | None) -> None:
        """Count an outcome, so that one sees which never came up."""
        if outcome is not None:
            self.ends[outcome.reason.name.lower()] += 1

    def __str__(self) -> str:
        """Say it on one line."""
        ends = ", ".join(f"{count} {end}" for end, count in self.ends.most_common())
        return f"{self.games} games, {self.plies} plies, {self.positions} positions with {self.moves} moves; {ends}"


def compare(variant: Variant, seconds: float, chance: random.Random) -> Tally:
    """Play and look for so many seconds."""
    engine, tally = Engine(variant), Tally()
    started = time.process_time()
    while time.process_time() < started + seconds / 2:
        tally.add(check_game(Game(variant, variant.start), engine, chance, plies=200))
    while time.process_time() < started + seconds:
        position = scattered(variant, chance)
        if variant.rules.outcome(position) is None:
            tally.positions += 1
            tally.moves += check_position(variant, engine, position)
            tally.add(check_game(Game(variant, position), engine, chance, plies=10))
        for _ in range(20):
            position, move = walled(variant, chance)
            if variant.rules.outcome(position) is None:
                play = check_move(variant, engine, position, move)
                tally.positions += 1
                if play is not None:
                    tally.moves += 1
                    tally.count(play.outcome)
    return tally


@click.command("python -m tests.naive.long_run", help=__doc__)
@click.argument("variants", nargs=-1)
@click.option("--seconds", default=60.0, show_default=True, help="How much computing for each variant.")
@click.option("--seed", default=0, show_default=True, help="Another number gives other games.")
def main(variants: tuple[str, ...], seconds: float, seed: int) -> None:
    """Compare the variants named, or all that come with taflkit."""
    for name in variants or names():
        click.echo(f"{name}: {compare(load_variant(name), seconds, random.Random(f'{name} {seed}'))}")


if __name__ == "__main__":
    main()
