"""The positions that evaluations are learned from, as arrays.

| array | type and shape | what it holds |
|---|---|---|
| `board` | uint8 `(n, squares)` | 0 empty, 1 an attacker, 2 a defending man, 3 a king |
| `to_move` | uint8 `(n,)` | 0 for the attackers, 1 for the defenders |
| `counts` | int16 `(n, weights)` | how often each weight of the evaluation's table counts |
| `score` | int32 `(n,)` | what a search thought of it, for the defenders, in hundredths; `UNKNOWN` without a search |
| `result` | int8 `(n,)` | 1 if the defenders won the game, -1 if they lost, 0 for a draw; `STRAY` beside a game |
| `ply` | int16 `(n,)` | how many moves had been played |
| `game` | int32 `(n,)` | the number of the game |
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from io import BytesIO
from pathlib import Path

import attrs
import numpy as np
from numpy.typing import NDArray

from taflkit import Position, Side, Variant
from taflkit.board import indices_of
from taflkit.evaluation.table import WEIGHTS
from taflkit.evaluation.terms import TERMS
from taflkit.files import write_whole

UNKNOWN = -(2**31)
"""The score of a position that was not searched."""
STRAY = 2
"""The result of a position beside a game, of which only the search is known. Those of a game come after all others."""

ARRAYS = {
    "board": np.uint8,
    "to_move": np.uint8,
    "counts": np.int16,
    "score": np.int32,
    "result": np.int8,
    "ply": np.int16,
    "game": np.int32,
}


@attrs.frozen(eq=False)
class Positions:
    """Positions with what a search thought of them, and what came of their games."""

    board: NDArray[np.uint8]
    to_move: NDArray[np.uint8]
    counts: NDArray[np.int16]
    score: NDArray[np.int32]
    result: NDArray[np.int8]
    ply: NDArray[np.int16]
    game: NDArray[np.int32]

    def __len__(self) -> int:
        """How many there are."""
        return len(self.board)

    @classmethod
    def from_rows(cls, rows: Iterable[tuple[object, ...]]) -> Positions:
        """Positions from tuples in the order of the arrays."""
        columns = zip(*rows, strict=True)
        return cls(*(np.array(column, dtype) for column, dtype in zip(columns, ARRAYS.values(), strict=True)))

    def save(self, path: Path) -> None:
        """Write a file, completely or not at all."""
        data = BytesIO()
        np.savez_compressed(data, **attrs.asdict(self, recurse=False))
        write_whole(path, data.getvalue())

    @classmethod
    def load(cls, folder: Path) -> Positions:
        """Read all files of a folder, or one file."""
        paths = sorted(folder.glob("*.npz")) if folder.is_dir() else [folder]
        if not paths:
            raise SystemExit(f"{folder} has no positions: `python -m tools.train.selfplay` makes them")
        parts = []
        for path in paths:
            with np.load(path, allow_pickle=False) as file:
                parts.append([file[name] for name in ARRAYS])
            if parts[-1][2].shape[1:] != (len(WEIGHTS),):
                raise SystemExit(f"{path} was made when the evaluation had other weights: make its positions again")
        offsets = np.cumsum([0, *(int(part[-1].max()) + 1 for part in parts)])  # Games are numbered in each file.
        for part, offset in zip(parts, offsets, strict=False):
            part[-1] = part[-1] + np.int32(offset)
        return cls(*(np.concatenate([part[n] for part in parts]) for n in range(len(ARRAYS))))


def join(parts: Sequence[Positions]) -> Positions:
    """Several lots of positions as one, the games numbered through."""
    offsets = np.cumsum([0, *(int(part.game.max()) + 1 for part in parts)])
    columns = {name: np.concatenate([getattr(part, name) for part in parts]) for name in ARRAYS if name != "game"}
    games = [part.game + offset for part, offset in zip(parts, offsets, strict=False)]
    return Positions(**columns, game=np.concatenate(games).astype(np.int32))


def targets(positions: Positions, scale: float, trust: float) -> NDArray[np.float32]:
    """What the defenders may expect: what the searches said from here on, the later the less, and at last the result.

    Results alone say little about a single position of a long game, and a search alone nothing that it did not know. Of
    a position beside a game nothing else is known.

    Args:
        positions: The positions.
        scale: The hundredths at which the chances are 73 %.
        trust: In what comes later, from 0 for the search alone to 1 for the result.
    """
    said = 1 / (1 + np.exp(-np.clip(positions.score / scale, -30, 30)))
    found = (positions.result + 1) / 2
    last = len(said) - 1
    for row in range(last, -1, -1):
        if positions.result[row] == STRAY:
            found[row] = said[row]
        elif positions.score[row] != UNKNOWN:
            goes_on = row < last and positions.game[row + 1] == positions.game[row]
            goes_on = goes_on and positions.result[row + 1] != STRAY
            found[row] = (1 - trust) * said[row] + trust * (found[row + 1] if goes_on else found[row])
    return found.astype(np.float32)


def board_of(position: Position) -> NDArray[np.uint8]:
    """The squares of a position as numbers."""
    board = np.zeros(len(position.board.grid.squares), np.uint8)
    for number, mask in (
        (1, position.attacking_mask),
        (2, position.defending_mask & ~position.kings_mask),
        (3, position.kings_mask),
    ):
        board[list(indices_of(mask))] = number
    return board


def counter(variant: Variant) -> Callable[[Position], list[int]]:
    """A function that tells how often each weight counts in a position, for the defenders."""
    evaluators = [
        term(**{name: int(name == counted) for name in names}).evaluator(variant.rules, variant.start)
        for term, names in TERMS.items()
        for counted in names
    ]
    return lambda position: [evaluate(position) for evaluate in evaluators]


def for_defenders(value: int, to_move: Side) -> int:
    """A value for the side to move as one for the defenders."""
    return value if to_move is Side.DEFENDERS else -value
