"""Openings that are generated: a few random moves after which a short search finds neither player ahead."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

from taflkit.errors import TaflError
from taflkit.games import AnyKind, GameVariant, RecordedGame, kind_of
from taflkit.kernel.limits import BALANCED_PLIES, RANDOM_PLIES
from taflkit.search import AlphaBeta, Score, SearchLimit

#: One opening is the most balanced of so many different ones.
_CANDIDATES = 4
#: So many games in a row that are over or known already mean that there are hardly others; or undecided ones.
_MAX_FAILURES = 500


def generate_openings(
    variant: GameVariant,
    count: int,
    *,
    plies: int = BALANCED_PLIES,
    seed: int = 0,
    limit: SearchLimit | None = None,
) -> tuple[RecordedGame[Any], ...]:
    """Generate openings that differ in more than a rotation or reflection of the board.

    Each is the most balanced of four that were made by random moves, judged by a short search; decided games are left
    out. The first openings of a larger number are those of a smaller one.

    Args:
        variant: The variant.
        count: How many openings.
        plies: How many moves each has.
        seed: Chooses the openings.
        limit: How far the search looks; 2,000 nodes if left out.

    Raises:
        TaflError: If there are not as many.
        ValueError: If a number is too small.
    """
    if count < 1 or plies < 1:
        raise ValueError(f"expected at least one opening and one ply, not {count} and {plies}")
    candidates = _candidates(variant, plies, random.Random(seed), limit or SearchLimit(nodes=2_000))
    openings: list[RecordedGame[Any]] = []
    while len(openings) < count:
        batch = list(itertools.islice(candidates, _CANDIDATES))
        if not batch:
            raise TaflError(
                f"{variant.name} has hardly more than {len(openings)} balanced openings of {plies} moves, "
                f"and {count} were asked for: take longer ones"
            )
        openings.append(min(batch, key=lambda found: abs(found[1].value))[0])
    return tuple(openings)


def random_openings(
    variant: GameVariant, count: int, *, plies: int = RANDOM_PLIES, seed: int = 0
) -> tuple[RecordedGame[Any], ...]:
    """Openings of random moves, however good they are, that differ in more than a rotation or reflection of the board.

    Args:
        variant: The variant.
        count: How many openings at most; fewer if there are hardly others.
        plies: How many moves each has.
        seed: Chooses the openings.

    Raises:
        TaflError: If there is none.
        ValueError: If a number is too small.
    """
    if count < 1 or plies < 0:
        raise ValueError(f"expected at least one opening and no fewer than 0 plies, not {count} and {plies}")
    found = tuple(itertools.islice(_different_games(variant, plies, random.Random(seed)), count))
    if not found:
        raise TaflError(f"{variant.name} has no opening of {plies} moves")
    return found


def _candidates(
    variant: GameVariant, plies: int, chance: random.Random, limit: SearchLimit
) -> Iterator[tuple[RecordedGame[Any], Score]]:
    """Different games after random moves that are not decided, with the score of a short search."""
    decided = 0
    for game in _different_games(variant, plies, chance):
        score = AlphaBeta(seed=0).search(game, limit).score
        decided = decided + 1 if score.is_exact else 0
        if not decided:
            yield game, score
        elif decided >= _MAX_FAILURES:
            return


def _different_games(variant: GameVariant, plies: int, chance: random.Random) -> Iterator[RecordedGame[Any]]:
    """Different games after random moves that are not over, as long as some are found."""
    kind = kind_of(variant)
    seen: set[object] = set()
    failures = 0
    while failures < _MAX_FAILURES:
        failures += 1
        game: Any = kind.start(variant)
        for _ in range(plies):
            if game.outcome is not None:
                break
            game = game.play(chance.choice(game.legal_moves))
        known = len(seen)
        seen.add(_appearance(kind, game))
        if game.outcome is None and len(seen) > known:
            failures = 0
            yield game


def _appearance(kind: AnyKind, game: Any) -> object:
    """Equal for positions that are rotations or reflections of each other."""
    rows = tuple(kind.dump_rows(game))
    images = []
    for _ in range(4):
        images += [rows, tuple(row[::-1] for row in rows)]
        rows = tuple("".join(column) for column in zip(*reversed(rows), strict=True))
    return min(images), str(game.to_move)
