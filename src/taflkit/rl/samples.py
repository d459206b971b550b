"""Positions to learn from, with what was played and what came of it: the schema of datasets.

| array | type and shape | what it holds |
|---|---|---|
| `observations` | uint8 `(n, planes, height, width)` | the position as planes, see `taflkit.rl.Encoder` |
| `to_move` | uint8 `(n,)` | 0 if it was the attackers' turn, 1 if it was the defenders' |
| `game` | int64 `(n,)` | the number of the game |
| `ply` | int32 `(n,)` | how many moves had been played |
| `action` | int32 `(n,)` | the move that was played |
| `value` | float32 `(n,)` | the worth to the side to move by the search, from -1 to 1; NaN if unknown |
| `reward` | float32 `(n, 2)` | what came of the game for the attackers and the defenders: 1 won, -1 lost, 0 drawn |
| `outcome` | uint8 `(n,)` | how the game ended, as a number of `taflkit.rl.OUTCOMES`; 0 if it was broken off |
| `policy_starts` | int64 `(n + 1,)` | where the policy of each position begins in the next two, and the end |
| `policy_actions` | int32 `(m,)` | the legal actions of the positions, one position after another |
| `policy_weights` | float32 `(m,)` | the share of each of them in the visits of the search |
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, Self

import attrs
import numpy as np
from numpy.typing import NDArray

from taflkit.errors import TaflError
from taflkit.files import write_whole

#: The types of the arrays, and the shape of an entry; `None` for a number that the variant decides.
SCHEMA: dict[str, tuple[str, tuple[int | None, ...]]] = {
    "observations": ("uint8", (None, None, None)),
    "to_move": ("uint8", ()),
    "game": ("int64", ()),
    "ply": ("int32", ()),
    "action": ("int32", ()),
    "value": ("float32", ()),
    "reward": ("float32", (2,)),
    "outcome": ("uint8", ()),
    "policy_starts": ("int64", ()),
    "policy_actions": ("int32", ()),
    "policy_weights": ("float32", ()),
}


@attrs.frozen(eq=False)
class Samples:
    """Positions to learn from, as arrays; the module says what they hold."""

    observations: NDArray[np.uint8]
    """The positions as planes."""
    to_move: NDArray[np.uint8]
    """Whose turn it was."""
    game: NDArray[np.int64]
    """The numbers of the games."""
    ply: NDArray[np.int32]
    """How many moves had been played."""
    action: NDArray[np.int32]
    """The moves played."""
    value: NDArray[np.float32]
    """What the search thought the positions worth to the side to move."""
    reward: NDArray[np.float32]
    """What came of the games."""
    outcome: NDArray[np.uint8]
    """How the games ended."""
    policy_starts: NDArray[np.int64]
    """Where the policy of each position begins."""
    policy_actions: NDArray[np.int32]
    """The legal actions."""
    policy_weights: NDArray[np.float32]
    """Their shares."""

    def __len__(self) -> int:
        """Count the positions."""
        return len(self.observations)

    def policies(self, which: NDArray[np.int64], size: int) -> NDArray[np.float32]:
        """Return the policies of some positions as an array over all `size` actions."""
        found = np.zeros((len(which), size), dtype=np.float32)
        for row, number in enumerate(which):
            span = slice(self.policy_starts[number], self.policy_starts[number + 1])
            found[row, self.policy_actions[span]] = self.policy_weights[span]
        return found

    def legal(self, which: NDArray[np.int64], size: int) -> NDArray[np.bool_]:
        """Return which of all `size` actions were legal in some positions."""
        found = np.zeros((len(which), size), dtype=np.bool_)
        for row, number in enumerate(which):
            found[row, self.policy_actions[self.policy_starts[number] : self.policy_starts[number + 1]]] = True
        return found

    @classmethod
    def joined(cls, parts: Sequence[Samples]) -> Samples:
        """Return several lots of positions as one."""
        arrays: dict[str, Any] = {
            name: np.concatenate([getattr(part, name) for part in parts]) for name in SCHEMA if name != "policy_starts"
        }
        offsets = np.cumsum([0, *(len(part.policy_actions) for part in parts)])
        starts = [part.policy_starts[:-1] + offset for part, offset in zip(parts, offsets, strict=False)]
        return cls(policy_starts=np.concatenate([*starts, offsets[-1:]]).astype(np.int64), **arrays)

    def save(self, path: Path) -> None:
        """Write a compressed `.npz` file: completely or not at all."""
        file = BytesIO()
        np.savez_compressed(file, **attrs.asdict(self, recurse=False))
        write_whole(path, file.getvalue())

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read a `.npz` file.

        Raises:
            TaflError: The file does not have the schema.
        """
        try:
            with np.load(path, allow_pickle=False) as file:
                arrays = {name: file[name] for name in SCHEMA}
        except (KeyError, ValueError, OSError) as error:
            raise TaflError(f"{path} is not a dataset: {error}") from error
        for name, (kind, entry) in SCHEMA.items():
            array = arrays[name]
            if array.dtype != kind or array.ndim != len(entry) + 1:
                raise TaflError(f"{path} is not a dataset: {name} is {array.dtype} with {array.ndim} axes, not {kind}")
        return cls(**arrays)


@attrs.frozen(eq=False)
class Sample:
    """A position of a game that is being played."""

    observation: NDArray[np.uint8]
    """The position as planes."""
    to_move: int
    """0 for the attackers, 1 for the defenders."""
    ply: int
    """How many moves had been played."""
    action: int
    """The move played."""
    value: float
    """What the search thought it worth to the side to move."""
    actions: Sequence[int]
    """The legal actions."""
    weights: Sequence[float]
    """Their shares in the visits."""


class SampleWriter:
    """Collects positions, game by game."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._clear()

    def _clear(self) -> None:
        self._rows: list[tuple[Any, ...]] = []
        self._actions: list[NDArray[np.int32]] = []
        self._weights: list[NDArray[np.float32]] = []

    def __len__(self) -> int:
        """Count the positions."""
        return len(self._rows)

    def add_game(self, number: int, positions: Sequence[Sample], reward: tuple[float, float], outcome: int) -> None:
        """Add the positions of a game that has ended."""
        for each in positions:
            row = (each.observation, each.to_move, number, each.ply, each.action, each.value, reward, outcome)
            self._rows.append(row)
            self._actions.append(np.array(each.actions, dtype=np.int32))
            self._weights.append(np.array(each.weights, dtype=np.float32))

    def take(self) -> Samples:
        """Return what was collected, and begin anew.

        Raises:
            TaflError: Nothing was collected.
        """
        if not self._rows:
            raise TaflError("there are no positions")
        columns = list(zip(*self._rows, strict=True))
        names = [name for name in SCHEMA if not name.startswith("policy")]
        arrays: dict[str, Any] = {
            name: np.array(column, dtype=SCHEMA[name][0]) for name, column in zip(names, columns, strict=True)
        }
        starts = np.cumsum([0, *map(len, self._actions)], dtype=np.int64)
        found = Samples(
            policy_starts=starts,
            policy_actions=np.concatenate(self._actions),
            policy_weights=np.concatenate(self._weights),
            **arrays,
        )
        self._clear()
        return found
