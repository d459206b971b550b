"""What searchers know of Qirkat."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import attrs

from taflkit.games.knowledge import NO_PAST
from taflkit.games.qirkat.evaluation import evaluate, promising
from taflkit.games.qirkat.game import QirkatGame
from taflkit.games.qirkat.moves import Move


@attrs.frozen
class QirkatKnowledge:
    """Evaluates positions, finds moves that win at once, and tries the moves first that capture most."""

    def evaluate(self, game: QirkatGame) -> int:
        """Count pieces and the moves that are left."""
        return evaluate(game)

    def winning_move(self, game: QirkatGame) -> Move | None:
        """A move after which the opponent has none."""
        for move in game.legal_moves:
            if not game.follow(move).legal_moves:
                return move
        return None

    def quick_win(self, game: QirkatGame) -> Move | None:
        """A jump over the last enemies."""
        others = game.position.others_mask
        moves = game.legal_moves
        if moves and moves[0].is_jump:
            for move in moves:
                if move.jumped_mask == others:
                    return move
        return None

    def promising(self, game: QirkatGame, moves: Sequence[Move]) -> list[Move]:
        """First the moves that capture most."""
        return promising(game, moves)

    def forcing(self, game: QirkatGame) -> Sequence[Move]:
        """No moves: the evaluation follows jumps by itself, since there is no way to decline them."""
        return ()

    def follow(self, game: QirkatGame, move: Move) -> QirkatGame:
        """Play without checking."""
        return game.follow(move)

    def pass_turn(self, game: QirkatGame) -> QirkatGame | None:
        """Nobody passes: to have to move is often what loses."""
        return None

    def past(self, game: QirkatGame) -> Hashable:
        """What of the past matters is part of the position."""
        return NO_PAST

    def ended_by_past(self, game: QirkatGame) -> bool:
        """No game is."""
        return False
