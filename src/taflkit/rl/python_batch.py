"""A batch of games in Python: it gives the same numbers as the compiled kernel's, which it is the definition of."""

from __future__ import annotations

from collections.abc import Sequence

import attrs
import numpy as np
from numpy.typing import NDArray

from taflkit.board import Side
from taflkit.game import Game
from taflkit.kernel.chance import Chance
from taflkit.kernel.encoding import OUTCOMES
from taflkit.kernel.limits import EXTRA_PLIES, OPENING_TRIES
from taflkit.rl.arrays import Arrays, BatchOptions
from taflkit.rl.observation import Encoder
from taflkit.rl.selfplay import rewards


class PythonBatch:
    """Games that are stepped at once, as the compiled kernel steps them."""

    def __init__(
        self, encoder: Encoder, starts: Sequence[Sequence[Game]], options: BatchOptions, seed: int, arrays: Arrays
    ) -> None:
        """Begin the first game of every board; board `i` has the starts number `i % len(starts)`."""
        self._encoder = encoder
        self._options = options
        self._arrays = arrays
        self._boards = [_Board(starts[number % len(starts)]) for number in range(options.count)]
        self.reset(seed)

    def reset(self, seed: int) -> None:
        """Begin the first game of every board, with another seed."""
        self._seed = seed
        for number in range(len(self._boards)):
            self._reset(number, 0)

    def advance(self, chosen: NDArray[np.bool_]) -> None:
        """Begin the next game of the boards whose item is true."""
        for number in np.flatnonzero(chosen).tolist():
            self._reset(number, self._boards[number].number + 1)

    def step(self, actions: NDArray[np.int64]) -> int:
        """Play an action on every board; return -1, or the first board whose action is not legal."""
        given: list[int] = actions.tolist()
        for number, (board, action) in enumerate(zip(self._boards, given, strict=True)):
            if action not in board.legal:
                return number
        for number, action in enumerate(given):
            self._step(number, action)
        return -1

    def draw(self, actions: NDArray[np.int32]) -> None:
        """Write a random legal action for every board; -1 where the game is over."""
        for number, board in enumerate(self._boards):
            actions[number] = board.legal[board.chance.below(len(board.legal))] if board.legal else -1

    def played(self, board: int) -> tuple[int, tuple[int, ...]]:
        """Return the number of the start of a board's game, and the actions since."""
        there = self._boards[board]
        moves = there.game.moves[there.starts[there.start].ply :]
        return there.start, tuple(map(self._encoder.actions.encode, moves))

    def _step(self, number: int, action: int) -> None:
        board = self._boards[number]
        self._play(board, action)
        board.plies += 1
        ended = board.game
        truncated = ended.outcome is None and board.plies >= self._options.max_plies
        if ended.outcome is not None or truncated:
            if self._options.autoreset:
                self._begin_game(number, board.number + 1)
            else:
                board.legal = []
        self._tell(number, ended, truncated)
        self._show(number)

    def _reset(self, number: int, game: int) -> None:
        self._begin_game(number, game)
        self._tell(number, self._boards[number].game, False)
        self._show(number)

    def _begin_game(self, number: int, game: int) -> None:
        board, options = self._boards[number], self._options
        wanted = tuple(Side)[(game + number) % 2] if options.balanced else None
        board.number = game
        board.chance = Chance(self._seed, game * options.count + number & 2**64 - 1)
        for tries in range(OPENING_TRIES + 1):
            self._begin(board, board.draw_start(wanted))
            if tries == OPENING_TRIES or self._open_randomly(board, wanted):
                break
        board.plies = 0

    def _begin(self, board: _Board, start: int) -> None:
        board.start = start
        board.game = board.starts[start]
        board.legal = self._encoder.legal_actions(board.game)

    def _open_randomly(self, board: _Board, wanted: Side | None) -> bool:
        """Play random plies; return whether the game goes on, with the wanted side to move."""
        asked = self._options.random_plies
        plies, played = board.chance.below(asked + 1) if asked else 0, 0
        while played < plies or (wanted is not None and board.game.to_move is not wanted):
            if played >= asked + EXTRA_PLIES:
                return False
            self._play(board, board.legal[board.chance.below(len(board.legal))])
            if board.game.outcome is not None:
                return False
            played += 1
        return True

    def _play(self, board: _Board, action: int) -> None:
        board.game = board.game.play(self._encoder.actions.decode(action))
        board.legal = self._encoder.legal_actions(board.game)

    def _tell(self, number: int, game: Game, truncated: bool) -> None:
        arrays = self._arrays
        arrays.rewards[number] = rewards(game)
        arrays.outcomes[number] = OUTCOMES.index(game.outcome)
        arrays.terminated[number] = game.outcome is not None
        arrays.truncated[number] = truncated

    def _show(self, number: int) -> None:
        board, arrays = self._boards[number], self._arrays
        arrays.observations[number] = self._encoder.observe(
            board.game, np.float32 if self._options.floats else np.uint8
        )
        mask = np.zeros(self._encoder.actions.size, dtype=np.bool_)
        mask[board.legal] = True
        arrays.masks[number] = np.packbits(mask, bitorder="little") if self._options.packed else mask
        arrays.to_move[number] = board.game.to_move is Side.DEFENDERS


@attrs.define(eq=False)
class _Board:
    """One of the boards."""

    starts: Sequence[Game]
    chance: Chance = attrs.field(init=False)
    game: Game = attrs.field(init=False)
    legal: list[int] = attrs.field(init=False)
    number: int = attrs.field(init=False)
    start: int = attrs.field(init=False)
    plies: int = attrs.field(init=False)

    def draw_start(self, wanted: Side | None) -> int:
        """Draw a start from those with the wanted side to move, if there are any; from all of them otherwise."""
        numbers = [number for number, game in enumerate(self.starts) if game.to_move is wanted]
        numbers = numbers or list(range(len(self.starts)))
        return numbers[self.chance.below(len(numbers))] if len(numbers) > 1 else numbers[0]
