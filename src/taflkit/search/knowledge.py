"""What a searcher may know of the game it searches, beyond the bare protocol.

Searchers know no tafl. What helps them (how good a position looks, which moves win at once, which to try first) is
asked of a `Knowledge`; `PlainKnowledge` serves any game, `taflkit.search.tafl` knows tafl.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, Protocol

import attrs

from taflkit.game import Game
from taflkit.search.api import Playable
from taflkit.search.tafl import TaflKnowledge


class Knowledge(Protocol):
    """The questions a searcher asks about a game."""

    def evaluate(self, game: Any) -> int:
        """How good the position is for the side to move, in hundredths of a man."""

    def winning_move(self, game: Any) -> Any | None:
        """A move that wins at once, `None` if there is none; exact."""

    def quick_win(self, game: Any) -> Any | None:
        """A move that wins at once, if one is easily found; for the many places where that is enough."""

    def promising(self, game: Any, moves: Sequence[Any]) -> list[Any]:
        """The moves in the order in which they are worth trying."""

    def forcing(self, game: Any) -> list[Any]:
        """The moves that change much, such as captures, which are looked at beyond the depth."""

    def follow(self, game: Any, move: Any) -> Any:
        """The game after a move that is known to be legal."""

    def pass_turn(self, game: Any) -> Any | None:
        """The game as if the side to move had passed, `None` if there is no such thing."""

    def past(self, game: Any) -> Hashable:
        """What of a game's past can change how it goes on; equal for states that go on alike."""


@attrs.frozen
class PlainKnowledge:
    """Knows nothing but the protocol: every position is even, every move worth the same."""

    def evaluate(self, game: Playable[Any]) -> int:
        """Even."""
        return 0

    def winning_move(self, game: Playable[Any]) -> Any | None:
        """Try them all."""
        for move in game.legal_moves:
            outcome = game.play(move).outcome
            if outcome is not None and outcome.winner == game.to_move:
                return move
        return None

    def quick_win(self, game: Playable[Any]) -> Any | None:
        """None is easily found."""
        return None

    def promising(self, game: Playable[Any], moves: Sequence[Any]) -> list[Any]:
        """As they come."""
        return list(moves)

    def forcing(self, game: Playable[Any]) -> list[Any]:
        """None."""
        return []

    def follow(self, game: Playable[Any], move: Any) -> Any:
        """Play it."""
        return game.play(move)

    def pass_turn(self, game: Playable[Any]) -> Any | None:
        """Nobody passes."""
        return None

    def past(self, game: Playable[Any]) -> Hashable:
        """The key is all there is to it."""
        return None


def knowledge_of(game: object, *, exact_past: bool = False) -> Knowledge:
    """What is known of a game; with `exact_past` its history tells states apart that would else count as alike."""
    if isinstance(game, Game):
        return TaflKnowledge(game.variant, exact_past=exact_past)
    return PlainKnowledge()
