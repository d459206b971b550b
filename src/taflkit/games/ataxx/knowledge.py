"""What searchers know of Ataxx."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final

import attrs

from taflkit.games.ataxx.board import BOARD_MASK, NEAR_MASKS, spread
from taflkit.games.ataxx.evaluation import evaluate, promising
from taflkit.games.ataxx.game import AtaxxGame
from taflkit.games.ataxx.moves import Move, MoveKind
from taflkit.games.ataxx.position import Position
from taflkit.games.knowledge import NO_PAST

#: So far from the limit no search comes near it, and the count makes no difference.
FAR_FROM_LIMIT: Final = 12
#: With fewer empty squares than this a player may be better off without a move.
ROOM_TO_PASS: Final = 8
#: A move turns at most so many enemies.
MAX_TURNED: Final = 8


@attrs.frozen
class AtaxxKnowledge:
    """Evaluates positions, finds moves that win at once, and tries the moves first that gain most."""

    exact_past: bool = False
    """Whether states with different counts always count as different."""

    def evaluate(self, game: AtaxxGame) -> int:
        """Count pieces, and what may become of them."""
        return evaluate(game)

    def winning_move(self, game: AtaxxGame) -> Move | None:
        """A move that wins at once: it takes the last enemies, ends the count, or fills the last squares."""
        found = self.quick_win(game)
        if found is not None:
            return found
        for move in _ending_moves(game):
            outcome = game.follow(move).outcome
            if outcome is not None and outcome.winner is game.to_move:
                return move
        return None

    def quick_win(self, game: AtaxxGame) -> Move | None:
        """A move that turns the last enemies."""
        others = game.position.others_mask
        if others.bit_count() > MAX_TURNED:
            return None
        targets = game.position.empty_mask
        rest = others
        while rest and targets:
            bit = rest & -rest
            rest ^= bit
            targets &= NEAR_MASKS[bit]
        if not targets:
            return None
        for move in game.legal_moves:
            if move.filled_mask & targets:
                return move
        return None

    def promising(self, game: AtaxxGame, moves: Sequence[Move]) -> list[Move]:
        """First the moves that gain most pieces."""
        return promising(game, moves)

    def forcing(self, game: AtaxxGame) -> Sequence[Move]:
        """No moves: nearly every move captures, and nothing is quiet."""
        return ()

    def follow(self, game: AtaxxGame, move: Move) -> AtaxxGame:
        """Play without checking."""
        return game.follow(move)

    def pass_turn(self, game: AtaxxGame) -> AtaxxGame | None:
        """The same position with the other side to move, while there is room."""
        position = game.position
        if position.empty_mask.bit_count() < ROOM_TO_PASS or self.exact_past:
            return None
        masks = position.others_mask, position.movers_mask, position.blocks_mask
        return AtaxxGame(game.variant, Position(*masks, position.to_move.other), game.count)

    def past(self, game: AtaxxGame) -> Hashable:
        """What has been played without an extend, where it makes a difference."""
        if self.exact_past or game.count > game.variant.limit.maximum - FAR_FROM_LIMIT:
            return game.count
        return NO_PAST

    def ended_by_past(self, game: AtaxxGame) -> bool:
        """Whether the limit ended the game; `past` tells such states apart, so that nothing depends on more."""
        return False


def _ending_moves(game: AtaxxGame) -> list[Move]:
    """The moves after which nobody can move, or the limit is reached."""
    limit = game.variant.limit
    if game.count + 1 >= limit.maximum:
        return list(game.legal_moves)
    position = game.position
    pieces = position.movers_mask | position.others_mask
    reached = spread(spread(pieces) & BOARD_MASK) & position.empty_mask
    # A jump leaves a square to jump back to. After an extend somebody can move unless it filled the only square that
    # anybody could reach.
    if reached.bit_count() != 1:
        return []
    return [move for move in game.legal_moves if move.kind is MoveKind.EXTEND]
