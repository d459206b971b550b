"""The win finder held against trying everything, on as many small positions as one likes.

The tests do so with a few. For more:

    python -m tests.search.wins_agreement --positions 20000

Half of the positions are from the variants, half from random compositions of rules; most have a past, some a move
limit. They have few pieces, so that every line can be tried. What the finder says is compared with that: in how many
moves the win is forced, or that there is none. Its line must win, too. Every position depends on the seed and on its
number alone.
"""

from __future__ import annotations

import random
import time
from collections import Counter

import click
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from taflkit import Game, Position, Variant, load_variant
from taflkit.board import bits_of, union
from taflkit.rules import Rules
from taflkit.search import WinFinder
from tests.kernel.compositions import compositions
from tests.kernel.scenes import SCENES
from tests.search.plain import wins_within
from tests.variants import TAFL

#: The most lines that are tried for a position, roughly, and the most moves to a win.
MAX_LINES, MAX_WITHIN = 20_000, 4
#: Positions from each variant, and from each composition, at a time.
TOGETHER = 25
#: Random compositions that share a chunk's positions.
COMPOSITIONS = 5
#: In one position out of so many the finder in Python is asked too.
IN_PYTHON = 8


def small_game(variant: Variant, chance: random.Random) -> Game:
    """A game from a position with few pieces, after some random moves."""
    scene = chance.choice(SCENES)(variant, chance)
    men = union(mask for index, mask in enumerate(scene.kind_masks) if index not in variant.board.king_indices)
    kept = union(bit for bit in bits_of(men) if chance.random() < chance.choice([0.1, 0.3, 0.6]))
    kings = union(scene.kind_masks[index] for index in variant.board.king_indices)
    sets = tuple(mask & (kept | kings) for mask in scene.kind_masks)
    limit = chance.choice([None, None, None, chance.randint(2, 12)])
    game = Game(variant, Position(variant.board, sets, scene.to_move), move_limit=limit)
    for _ in range(chance.choice([0, 1, 4, 12])):
        if game.outcome is not None or not game.legal_moves:
            break
        after = game.play(chance.choice(game.legal_moves))
        if after.outcome is not None:
            break
        game = after
    return game


def affordable(game: Game) -> int:
    """Within how many moves all lines can be tried; 0 if there are too many moves for any."""
    moves = len(game.legal_moves)
    replies = max((len(game.play(move).legal_moves) for move in game.legal_moves), default=0)
    within = lines = 0
    while within < MAX_WITHIN:
        lines = moves * max(1, replies) * lines if lines else moves
        if not 0 < lines <= MAX_LINES:
            break
        within += 1
    return within


def check(game: Game, within: int, *, kernel: bool) -> int | None:
    """Compare the finder with trying everything; returns in how many moves the win is."""
    expected = next((moves for moves in range(1, within + 1) if wins_within(game, moves)), None)
    found = WinFinder(kernel=kernel).find(game, within)
    facts = f"{game.variant.name}, within {within}, kernel={kernel}:\n{game.to_text()}"
    assert found.moves == expected, f"{found.moves} instead of {expected} in {facts}"
    if expected is not None:
        end = game.play_all(found.line).outcome
        assert end is not None, f"the line {found.line} does not end the game in {facts}"
        assert end.winner is game.to_move, f"the line {found.line} does not win in {facts}"
    return expected


def compare(variant: Variant, chance: random.Random, tally: Counter[str], positions: int = TOGETHER) -> None:
    """Compare some positions of a variant."""
    for _ in range(positions):
        game = small_game(variant, chance)
        if game.outcome is not None or not (within := affordable(game)):
            continue
        moves = check(game, within, kernel=True)
        if chance.randrange(IN_PYTHON) == 0:
            check(game, within, kernel=False)
        tally["positions"] += 1
        tally[f"no win within {within}" if moves is None else f"won in {moves}"] += 1


def compare_chunk(number: int, chunk: int) -> Counter[str]:
    """Compare the positions of a variant and of random compositions."""
    tally: Counter[str] = Counter()
    compare(load_variant(TAFL[chunk % len(TAFL)]), random.Random(f"{number}/{chunk}"), tally)
    compared: set[Rules] = set()

    @seed(f"{number}/{chunk}")
    @settings(
        # Several, because the first example is always the simplest one.
        max_examples=COMPOSITIONS,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(compositions(), st.integers(0, 2**32))
    def run(variant: Variant, chosen: int) -> None:
        compared.add(variant.rules)
        compare(variant, random.Random(chosen), tally, TOGETHER // COMPOSITIONS)

    try:
        run()
    except AssertionError as difference:
        difference.add_note(f"To see it again: --seed {number} --first {chunk} --positions 1")
        raise
    tally["compositions"] = len(compared)
    return tally


@click.command()
@click.option("--positions", default=20_000, help="How many positions to compare.")
@click.option("--seed", "number", default=1, help="Other numbers give other positions.")
@click.option("--first", default=0, help="The number of the first chunk.")
def main(positions: int, number: int, first: int) -> None:
    """Compare the win finder with trying everything."""
    tally: Counter[str] = Counter()
    begun = time.process_time()
    while tally["positions"] < positions:
        tally += compare_chunk(number, first)
        first += 1
    positions, rules = tally.pop("positions"), tally.pop("compositions")
    click.echo(f"{positions:,} positions, {rules:,} compositions, no difference: {dict(sorted(tally.items()))}")
    click.echo(f"{time.process_time() - begun:.0f} s of processor time")


if __name__ == "__main__":
    main()
