"""What searchers know of the game they search, beyond the bare protocol: of tafl much, of other games nothing.

Searchers know no tafl. What helps them (how good a position looks, which moves win at once, which to try first) is
asked of a `Knowledge`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from itertools import takewhile
from typing import Any, Protocol

import attrs

from taflkit.board import Move, Position, Side
from taflkit.game import Game
from taflkit.rules.protocols import stated
from taflkit.search.evaluation import Evaluation, Evaluator, KingReach, goal_of
from taflkit.search.wins import OtherWins, opposite, returning
from taflkit.variant import Variant

#: No past that matters. Not `None`: before Python 3.12 its hash is an address, and what a table keeps would be chance.
NOTHING = ()


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


class PlainKnowledge:
    """Serves any game: it knows nothing but `Playable`."""

    def evaluate(self, game: Any) -> int:
        """Even."""
        return 0

    def winning_move(self, game: Any) -> Any | None:
        """Try them all."""
        for move in game.legal_moves:
            outcome = game.play(move).outcome
            if outcome is not None and outcome.winner == game.to_move:
                return move
        return None

    def quick_win(self, game: Any) -> Any | None:
        """None is easily found."""
        return None

    def promising(self, game: Any, moves: Sequence[Any]) -> list[Any]:
        """As they come."""
        return list(moves)

    def forcing(self, game: Any) -> list[Any]:
        """None."""
        return []

    def follow(self, game: Any, move: Any) -> Any:
        """Play it."""
        return game.play(move)

    def pass_turn(self, game: Any) -> Any | None:
        """Nobody passes."""
        return None

    def past(self, game: Any) -> Hashable:
        """The key is all there is to it."""
        return NOTHING


@attrs.frozen(eq=False)
class TaflKnowledge:
    """Evaluates positions, finds moves that win at once, and sorts captures to the front."""

    variant: Variant
    evaluation: Evaluation = attrs.field(factory=Evaluation)
    #: Whether the history of a game tells its states apart; exact, but fewer of them are alike.
    exact_past: bool = False
    _evaluate: Evaluator = attrs.field(init=False)
    _king: KingReach = attrs.field(init=False)
    _goal: int = attrs.field(init=False)
    #: Where a move may win otherwise, and what captures can do, which the kernel asks too.
    other_wins: OtherWins = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        king = KingReach.of(self.variant.rules)
        made = {
            "_evaluate": self.evaluation.evaluator(self.variant),
            "_king": king,
            "_goal": goal_of(self.variant),
            "other_wins": OtherWins(self.variant.rules, king),
        }
        for name, value in made.items():
            object.__setattr__(self, name, value)

    def evaluate(self, game: Game) -> int:
        """Ask the evaluation."""
        return self._evaluate(game.position)

    def follow(self, game: Game, move: Move) -> Game:
        """Play without checking."""
        return game.follow(move)

    def pass_turn(self, game: Game) -> Game | None:
        """The same position with the other side to move, its past forgotten."""
        if game.position.going_on_mask or game.move_limit is not None:
            return None
        return Game(game.variant, attrs.evolve(game.position, to_move=game.to_move.other))

    def past(self, game: Game) -> Hashable:
        """What limits count, and the positions that may come back where that is asked for."""
        turns: Hashable = NOTHING if game.move_limit is None else game.turns
        if self.variant.rules.limits:
            turns = game.turns, _captureless(game)
        if not self.exact_past or stated(self.variant.rules.repetition, "ignored"):
            return turns
        return turns, frozenset(Counter(there.kind_masks for there in returning(game)).items())

    def winning_move(self, game: Game) -> Move | None:
        """A move that wins at once, `None` if there surely is none."""
        found = self.quick_win(game)
        if found is not None:
            return found
        targets = self.other_wins.targets(game)
        if not targets:
            return None
        for move in game.legal_moves:
            if move.target_mask & targets:
                outcome = game.follow(move).outcome
                if outcome is not None and outcome.winner is game.to_move:
                    return move
        return None

    def quick_win(self, game: Game) -> Move | None:
        """A move by which the king escapes, or by which he is captured."""
        position, rules = game.position, self.variant.rules
        grid = self.variant.board.grid
        if position.to_move is Side.DEFENDERS:
            targets = self._king(position) & self._goal
            if not targets:
                return None
            moves = [
                move
                for move in game.legal_moves
                if move.target_mask & targets and move.origin_mask & position.kings_mask
            ]
        else:
            targets = grid.everywhere_mask
            if self.other_wins.only_beside:
                beside = grid.beside(position.kings_mask)
                # He cannot be captured by one move while nothing beside him can be hostile yet.
                if (
                    not beside & (position.attacking_mask | self.other_wins.special)
                    and not position.kings_mask & grid.edge_mask
                ):
                    return None
                targets = beside & ~(position.attacking_mask | position.defending_mask)
                if not targets:
                    return None
            moves = [move for move in game.legal_moves if move.target_mask & targets]
        for move in moves:
            _, _, outcome = rules.step(position, move)
            if outcome is not None and outcome.winner is position.to_move:
                return move
        return None

    def promising(self, game: Game, moves: Sequence[Move]) -> list[Move]:
        """What may capture comes first, then the king's own moves, or those beside the enemy's king."""
        position = game.position
        hot, own_king = capture_squares(position), position.kings_mask
        if position.to_move is Side.ATTACKERS:
            hot, own_king = hot | self.variant.board.grid.spread(own_king), 0
        first: list[Move] = []
        rest: list[Move] = []
        for move in moves:
            (first if move.target_mask & hot or move.origin_mask & own_king else rest).append(move)
        return first + rest

    def forcing(self, game: Game) -> list[Move]:
        """The captures."""
        hot = capture_squares(game.position)
        if not hot:
            return []
        rules, position = self.variant.rules, game.position
        return [move for move in game.legal_moves if move.target_mask & hot and rules.step(position, move)[1]]


def knowledge_of(game: object, *, exact_past: bool = False) -> Knowledge:
    """What is known of a game; with `exact_past` its history tells states apart that would else count as alike."""
    if isinstance(game, Game):
        return TaflKnowledge(game.variant, exact_past=exact_past)
    return PlainKnowledge()


def _captureless(game: Game) -> int:
    """How many plays in a row have captured nothing."""
    return sum(1 for _ in takewhile(lambda play: not play.taken_mask, game.plays()))


def capture_squares(position: Position) -> int:
    """The empty squares from which an enemy would be between a piece there and another of the side to move."""
    grid = position.board.grid
    if position.to_move is Side.ATTACKERS:
        own, enemies = position.attacking_mask, position.defending_mask & ~position.kings_mask
    else:
        own, enemies = position.defending_mask, position.attacking_mask
    for _, mask in position.board.geometry.regions:
        own |= mask & ~(position.attacking_mask | position.defending_mask)
    return opposite(grid, own, enemies) & ~(position.attacking_mask | position.defending_mask)
