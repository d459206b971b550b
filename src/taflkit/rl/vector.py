"""`VectorEnv`: many games that are stepped at once."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from taflkit.board import Position
from taflkit.errors import IllegalMoveError, TaflError, wrong_type
from taflkit.game import Game
from taflkit.kernel import State
from taflkit.kernel.batches import BatchStarts, compiled_batch
from taflkit.kernel.encoding import OUTCOMES as _OUTCOMES
from taflkit.kernel.encoding import encode_position
from taflkit.kernel.limits import MAX_BOARDS, MAX_PLIES, MAX_THREADS
from taflkit.rl.actions import ActionTable
from taflkit.rl.arrays import BatchOptions, make_arrays
from taflkit.rl.observation import Encoder
from taflkit.rl.python_batch import PythonBatch
from taflkit.rules import Outcome
from taflkit.variant import Variant
from taflkit.variant.catalogue import load_variant

OUTCOMES: Final[tuple[Outcome | None, ...]] = _OUTCOMES
"""Every outcome by its number in arrays; 0 is `None`, while a game goes on."""

Observed = tuple[NDArray[Any], NDArray[Any]]
"""The observations and the masks."""
Stepped = tuple[NDArray[Any], NDArray[Any], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_]]
"""The observations, the masks, the rewards, and which games have ended or were truncated."""


class ActionError(TaflError, ValueError):
    """An action that cannot be played. Nothing has changed on any board."""

    def __init__(self, board: int, action: int, reason: str) -> None:
        """Build the error from its facts."""
        super().__init__(board, action, reason)
        self.board = board
        """The number of the board."""
        self.action = action
        """The number of the action."""
        self.reason = reason
        """Why it cannot be played, as a clause."""

    def __str__(self) -> str:
        """Say on one line why the action cannot be played."""
        return f"board {self.board}: action {self.action} cannot be played: {self.reason}"


class VectorEnv:
    """Many games that are stepped at once, for reinforcement learning.

    The compiled kernel plays them where it runs the rules, without the interpreter lock; Python does otherwise, with
    the same results. `reset` and `step` fill the same arrays every time: copy what you want to keep. Both sides are
    played by the caller; `to_move` says whose turn it is on each board.

    ```python
    env = VectorEnv("tablut", 256, seed=1)
    observations, masks = env.reset()
    for _ in range(1000):
        observations, masks, rewards, terminated, truncated = env.step(env.sample())
    ```

    Args:
        variant: A variant or its name, or several whose boards have the same size: board `i` plays number
            `i % len(variant)` of them.
        n: How many boards there are.
        seed: Decides what is random; the same seed gives the same games on any number of threads.
        threads: How many threads step the boards; the kernel's alone.
        dtype: The type of the observations, `numpy.uint8` or `numpy.float32`.
        packed: Whether masks have a bit for each action, as `numpy.packbits` with `bitorder="little"` makes them.
        history: How many earlier positions an observation holds.
        mover_first: Whether the planes of the side to move come first, see `Encoder`.
        starts: Games or positions to begin with, drawn at random, instead of the start position.
        random_plies: Before each game, up to so many random plies are played.
        balanced: Whether games begin, by turns, with each side to move; a random ply is played where that needs one.
        max_plies: After so many plies a game is truncated.
        move_limit: How many moves a player may make, as for `Game`.
        autoreset: Whether a game that has ended is followed by another in the same step: the rewards are those of the
            old game, the observation is the new one's. Otherwise its mask is empty until `reset_boards` is called.

    Raises:
        TypeError: An argument is of the wrong type.
        VariantError: There is no such variant.
        TaflError: The boards have different sizes, a number is out of range, or a game to begin with is over.
    """

    def __init__(
        self,
        variant: str | Path | Variant | Sequence[str | Path | Variant],
        n: int,
        *,
        seed: int = 0,
        threads: int = 1,
        dtype: type[np.uint8 | np.float32] = np.uint8,
        packed: bool = False,
        history: int = 0,
        mover_first: bool = False,
        starts: Sequence[Game | Position] | None = None,
        random_plies: int = 0,
        balanced: bool = False,
        max_plies: int = 1000,
        move_limit: int | None = None,
        autoreset: bool = True,
    ) -> None:
        """Make the arrays and begin a game on every board."""
        for name, value, low, high in (
            ("n", n, 1, MAX_BOARDS),
            ("seed", seed, None, None),
            ("threads", threads, 1, MAX_THREADS),
            ("random_plies", random_plies, 0, MAX_PLIES),
            ("max_plies", max_plies, 1, MAX_PLIES),
        ):
            if type(value) is not int:
                raise TypeError(f"{name} must be a whole number, not {value!r}")
            if low is not None and high is not None and not low <= value <= high:
                raise TaflError(f"{name} must be from {low} to {high:,}, not {value}")
        if dtype not in (np.uint8, np.float32):
            raise TypeError(f"dtype must be numpy.uint8 or numpy.float32, not {dtype!r}")
        given = [variant] if isinstance(variant, str | Path | Variant) else variant
        if not isinstance(given, Sequence):
            raise wrong_type("a variant or its name, or several", variant)
        variants = [each if isinstance(each, Variant) else load_variant(each, Variant) for each in given]
        self.encoder: Final = Encoder(variants, history=history, mover_first=mover_first)
        """What the planes hold."""
        self._seed = seed & 2**64 - 1
        self._starts = [_starts_of(each, starts, move_limit) for each in variants]
        self._options = BatchOptions(
            count=n,
            width=variants[0].board.grid.width,
            height=variants[0].board.grid.height,
            kinds=len(self.encoder.pieces),
            planes=self.encoder.shape[0],
            history=history,
            random_plies=random_plies,
            max_plies=max_plies,
            threads=threads,
            balanced=int(balanced),
            autoreset=int(autoreset),
            floats=int(dtype is np.float32),
            packed=int(packed),
        )
        self._arrays = make_arrays(self.encoder, self._options)
        self._batch, self.engine = self._make_batch()
        """`engine` says who plays: `kernel` or `python`."""
        arrays = self._arrays
        self._observed: Observed = (arrays.observations, arrays.masks)
        self._stepped: Stepped = (*self._observed, arrays.rewards, arrays.terminated, arrays.truncated)
        self._drawn = np.zeros(n, dtype=np.int32)

    def _make_batch(self) -> tuple[Any, str]:
        begun = [
            BatchStarts(variant.rules, self.encoder.planes_by_side(variant), tuple(map(self._start, starts)))
            for variant, starts in zip(self.encoder.variants, self._starts, strict=True)
        ]
        arrays = attrs.astuple(self._arrays, recurse=False)
        compiled = compiled_batch(begun, attrs.asdict(self._options), self._seed, arrays)
        if compiled is not None:
            return compiled, "kernel"
        return PythonBatch(self.encoder, self._starts, self._options, self._seed, self._arrays), "python"

    def _start(self, game: Game) -> tuple[State, bytes]:
        """Return the state of a game, and the squares of earlier positions as the kernel takes them."""
        squares = len(game.variant.board.grid.squares)
        history, there = b"", game.previous
        while there is not None and len(history) < squares * self._options.history:
            history += encode_position(there.position)[:squares]
            there = there.previous
        return game.state, history.ljust(squares * self._options.history, b"\0")

    def __len__(self) -> int:
        """Count the boards."""
        return self._options.count

    @property
    def actions(self) -> ActionTable:
        """The numbering of the moves."""
        return self.encoder.actions

    @property
    def observations(self) -> NDArray[Any]:
        """The games as planes: `(n, planes, height, width)`."""
        return self._arrays.observations

    @property
    def masks(self) -> NDArray[Any]:
        """The legal actions: `(n, actions)`, or a bit each if they are packed."""
        return self._arrays.masks

    @property
    def rewards(self) -> NDArray[np.float32]:
        """What the last step brought the attackers and the defenders: `(n, 2)`; 1 won, -1 lost, 0 otherwise."""
        return self._arrays.rewards

    @property
    def terminated(self) -> NDArray[np.bool_]:
        """Which games ended with the last step, by the rules."""
        return self._arrays.terminated

    @property
    def truncated(self) -> NDArray[np.bool_]:
        """Which games ended with the last step because they had `max_plies`."""
        return self._arrays.truncated

    @property
    def outcomes(self) -> NDArray[np.uint8]:
        """How games ended with the last step, as numbers of `OUTCOMES`; 0 if they go on or were truncated."""
        return self._arrays.outcomes

    @property
    def to_move(self) -> NDArray[np.uint8]:
        """Whose turn it is: 0 for the attackers, 1 for the defenders."""
        return self._arrays.to_move

    def reset(self, seed: int | None = None) -> Observed:
        """Begin the first game of every board.

        Args:
            seed: Decides what is random; the seed of the last time if left out, so that the same games begin.

        Returns:
            The observations and the masks.
        """
        if seed is not None:
            if type(seed) is not int:
                raise wrong_type("the seed as a whole number", seed)
            self._seed = seed & 2**64 - 1
        self._batch.reset(self._seed)
        return self._observed

    def reset_boards(self, boards: NDArray[np.bool_]) -> Observed:
        """Begin the next game of some boards, such as `env.terminated | env.truncated`.

        Args:
            boards: Which boards, as an array of `n` bools.

        Raises:
            TypeError: The array holds something else.
            ValueError: It has another shape.
        """
        chosen = np.asarray(boards)
        if chosen.dtype != np.bool_:
            raise TypeError(f"boards are chosen by an array of bools, not of {chosen.dtype}")
        self._check_shape("boards", chosen)
        # A copy, since it may be one of the arrays that are written.
        self._batch.advance(chosen.copy())
        return self._observed

    def step(self, actions: NDArray[Any] | Sequence[int]) -> Stepped:
        """Play an action on every board.

        Args:
            actions: The numbers of legal actions, one for each board.

        Returns:
            The observations, the masks, the rewards, and which games have ended or were truncated.

        Raises:
            TypeError: The actions are not whole numbers.
            ValueError: There is not one for each board.
            ActionError: An action is not legal; then nothing has changed on any board.
        """
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions are whole numbers, not {given.dtype}")
        self._check_shape("actions", given)
        if given.dtype not in (np.int32, np.int64) or not given.flags.c_contiguous or not given.dtype.isnative:
            given = np.ascontiguousarray(given, dtype=np.int64)
        wrong = self._batch.step(given)
        if wrong >= 0:
            raise self._refusal(wrong, int(given[wrong]))
        return self._stepped

    def _check_shape(self, name: str, array: NDArray[Any]) -> None:
        if array.shape != (len(self),):
            raise ValueError(f"{name} must have the shape ({len(self)},), one for each board, not {array.shape}")

    def _refusal(self, board: int, action: int) -> ActionError:
        if not self._options.autoreset and (self.terminated[board] or self.truncated[board]):
            return ActionError(board, action, "the game is over; reset_boards begins another")
        try:
            move = self.actions.decode(action)
            self.game(board).play(move)
        except IllegalMoveError as error:
            return ActionError(board, action, f"{error.move}: {error.reason}")
        except TaflError as error:
            return ActionError(board, action, str(error))
        raise AssertionError(f"{move} is a legal move on board {board}")

    def sample(self) -> NDArray[np.int32]:
        """Draw a legal action for every board, each as likely as the others; -1 where the game is over.

        The array is filled anew by the next call.
        """
        self._batch.draw(self._drawn)
        return self._drawn

    def game(self, board: int) -> Game:
        """Return the game on a board, with its history.

        Raises:
            IndexError: There is no such board.
        """
        if not 0 <= board < len(self):
            raise IndexError(f"boards are numbered from 0 to {len(self) - 1}, not {board}")
        start, actions = self._batch.played(board)
        game: Game = self._starts[board % len(self._starts)][start]
        return game.play_all(map(self.actions.decode, actions))

    def __repr__(self) -> str:
        """Print the variants and the number of boards."""
        names = ", ".join(variant.name for variant in self.encoder.variants)
        return f"<VectorEnv {names}, {len(self)} boards, {self.engine}>"


def _starts_of(variant: Variant, starts: Sequence[Game | Position] | None, move_limit: int | None) -> list[Game]:
    """Return the games with which the games of a variant begin."""
    if starts is None:
        return [Game(variant, move_limit=move_limit)]
    if not isinstance(starts, Sequence):
        raise wrong_type("several games or positions to begin with", starts)
    found = []
    for each in starts:
        if isinstance(each, Position):
            game = Game(variant, each, move_limit=move_limit)
        elif isinstance(each, Game):
            if each.variant != variant:
                continue
            game = each if move_limit is None else each.with_limit(move_limit)
        else:
            raise wrong_type("a Game or a Position to begin with", each)
        if game.outcome is not None:
            raise TaflError(f"a game to begin with is over, {game.outcome}:\n{game.position}")
        found.append(game)
    if not found:
        raise TaflError(f"there is no game of {variant.name} to begin with")
    return found
