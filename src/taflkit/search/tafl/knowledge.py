"""`TaflKnowledge`: what searchers know of tafl."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from functools import lru_cache

import attrs

from taflkit.board import Move, Position, Side
from taflkit.evaluation.king_reach import KingReach
from taflkit.evaluation.terms import Evaluator, goal_of
from taflkit.game import Game
from taflkit.games.knowledge import NO_PAST, PlainKnowledge
from taflkit.rules.protocols import stated
from taflkit.search.accelerator import Accelerator
from taflkit.search.tafl.evaluation import Evaluation
from taflkit.search.tafl.openings import Opening, Openings
from taflkit.search.tafl.wins import OtherWins, opposite, returning
from taflkit.variant import Variant


@attrs.frozen(eq=False)
class TaflKnowledge:
    """Evaluates positions, finds moves that win at once, and sorts captures to the front."""

    variant: Variant
    """The variant whose games are searched."""

    evaluation: Evaluation = attrs.field(factory=Evaluation)
    """How positions are evaluated."""

    exact_past: bool = False
    """Whether states with different histories always count as different: exact, but fewer states are alike."""

    _evaluate: Evaluator = attrs.field(
        init=False, default=attrs.Factory(lambda self: self.evaluation.evaluator(self.variant), takes_self=True)
    )
    _king: KingReach = attrs.field(
        init=False, default=attrs.Factory(lambda self: KingReach.of(self.variant.rules), takes_self=True)
    )
    _goal: int = attrs.field(init=False, default=attrs.Factory(lambda self: goal_of(self.variant), takes_self=True))

    other_wins: OtherWins = attrs.field(
        init=False, default=attrs.Factory(lambda self: OtherWins(self.variant.rules, self._king), takes_self=True)
    )
    """Where a move may win by something else than the king's escape or capture."""

    @property
    def classic(self) -> TaflKnowledge:
        """The same without the network of the variant."""
        return _without_network(self)

    def evaluate(self, game: Game) -> int:
        """Add up the terms of the evaluation."""
        return self._evaluate(game.position)

    def openings(self, game: Game) -> tuple[Opening, ...]:
        """What the opening book of the variant has for a game."""
        return () if self.variant.book is None else _openings_of(self.variant)(game)

    def accelerator(self, game: Game, megabytes: int) -> Accelerator[Game, Move] | str:
        """The compiled search of this game, or why there is none."""
        from taflkit.search.tafl.kernel_search import KernelAccelerator

        return KernelAccelerator.of(game, self, megabytes)

    def follow(self, game: Game, move: Move) -> Game:
        """Play without checking."""
        return game.follow(move)

    def pass_turn(self, game: Game) -> Game | None:
        """The same position with the other side to move, without its history."""
        if game.position.going_on_mask or game.move_limit is not None:
            return None
        return Game(game.variant, attrs.evolve(game.position, to_move=game.to_move.other))

    def past(self, game: Game) -> Hashable:
        """What limits count, and with `exact_past` the positions that may come back.

        By a limit or a repetition rule that does not state what it depends on, every move of the past may matter.
        """
        rules = self.variant.rules
        turns: Hashable = NO_PAST if game.move_limit is None else game.turns
        if rules.limits:
            if not all(stated(limit, "only_counts") is True for limit in rules.limits):
                return game
            turns = game.turns, game.captureless
        if not self.exact_past or stated(rules.repetition, "ignored") is True:
            return turns
        if stated(rules.repetition, "only_occurrences") is not True:
            return game
        to_move = game.to_move
        occurred = ((there.kind_masks, there.to_move is to_move, there.going_on_mask) for there in returning(game))
        return turns, frozenset(Counter(occurred).items())

    def ended_by_past(self, game: Game) -> bool:
        """Whether the position may have occurred before, or the rule on repetition may ask for something else."""
        if game.may_be_repeated:
            return True
        repetition = self.variant.rules.repetition
        if stated(repetition, "ignored") is True or stated(repetition, "ends_after") is not None:
            return False
        return game.last is not None and game.last.outcome is None

    def winning_move(self, game: Game) -> Move | None:
        """A move that wins at once, `None` if there is certainly none."""
        if type(game) is not Game:  # A subclass may decide otherwise than the rules do.
            return PlainKnowledge().winning_move(game)
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
        if type(game) is not Game:
            return None
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
        """First the moves that may capture, those of the own king, and those beside the enemy's."""
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


@lru_cache(maxsize=8)
def _openings_of(variant: Variant) -> Openings:
    return Openings(variant)


# Finding out what is known of a variant takes milliseconds, as long as a short search.
@lru_cache(maxsize=8)
def _without_network(knowledge: TaflKnowledge) -> TaflKnowledge:
    return attrs.evolve(knowledge, evaluation=attrs.evolve(knowledge.evaluation, learned=False))


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
