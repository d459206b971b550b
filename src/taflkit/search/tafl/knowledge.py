"""`TaflKnowledge`: what searchers know of tafl."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import attrs

from taflkit.board import Move, Position, Side
from taflkit.evaluation.king_reach import KingReach
from taflkit.evaluation.terms import Evaluator, goal_of
from taflkit.game import Game
from taflkit.games.knowledge import NO_PAST, Effort, PlainKnowledge
from taflkit.kernel import runner_for
from taflkit.rules.traits import GameLimitTraits, RepetitionTraits, traits_of
from taflkit.search.tafl.evaluation import Evaluation
from taflkit.search.tafl.openings import Opening, Openings
from taflkit.search.tafl.wins import OtherWins, opposite, returning
from taflkit.variant import Variant

if TYPE_CHECKING:
    from taflkit.kernel.searches import KernelSearch, KernelSearches


#: Less than a second of processor time a move, by measured costs of a node: 0.6 to 0.9 microseconds on boards up to
#: nine by nine, about as much on larger boards, five to nine where pieces go on. In 100 middle games of Tablut, to
#: decide whether there is a win within four took 424,000 nodes at the most, far below the bound, since Tablut's player
#: must find them all; on larger boards, which have many more moves, the search itself sees most of what takes longer to
#: prove.
_SMALL_BOARD, _EFFORT = 81, Effort(nodes=800_000, win_within=4, win_nodes=5_000_000)
_LARGE_BOARD_EFFORT = Effort(nodes=800_000, win_within=4, win_nodes=100_000)
_EFFORT_WHERE_PIECES_GO_ON = Effort(nodes=100_000, win_within=4, win_nodes=20_000)


@attrs.frozen(eq=False)
class TaflRunner:
    """Runs the searches of a variant's games in the compiled kernel."""

    searches: KernelSearches
    """What they have in common."""

    effort: Effort
    """What the default player can afford."""

    def begin(self, game: Game, megabytes: int) -> KernelSearch:
        """Begin to search a game, with an empty table of some megabytes."""
        return self.searches.begin(game.state, megabytes)


# Without slots, which a property that is computed once needs.
@attrs.frozen(eq=False, slots=False)
class TaflKnowledge:
    """Evaluates positions, finds moves that win at once, and sorts captures to the front."""

    variant: Variant
    """The variant whose games are searched."""

    evaluation: Evaluation = attrs.field(factory=Evaluation)
    """How positions are evaluated."""

    exact_past: bool = False
    """Whether states with different histories always count as different: exact, but fewer states are alike."""

    # What only searches in Python need is found out when the first of them does.

    @cached_property
    def _evaluate(self) -> Evaluator:
        return self.evaluation.evaluator(self.variant)

    @cached_property
    def _king(self) -> KingReach:
        return KingReach.of(self.variant.rules)

    @cached_property
    def _goal(self) -> int:
        return goal_of(self.variant.rules)

    @cached_property
    def _repetition(self) -> RepetitionTraits:
        return traits_of(self.variant.rules.repetition, RepetitionTraits)

    @cached_property
    def _other_wins(self) -> OtherWins:
        return OtherWins(self.variant.rules, self._king)

    @cached_property
    def _runner(self) -> TaflRunner | str:
        """What searches games of the variant in the kernel, or why nothing does."""
        variant = self.variant
        searches = runner_for(variant.rules).searches(variant.start, self.evaluation.in_kernel(variant))
        if isinstance(searches, str):
            return searches
        small = len(variant.board.grid.squares) <= _SMALL_BOARD
        effort = _EFFORT_WHERE_PIECES_GO_ON if variant.rules.goes_on else _EFFORT if small else _LARGE_BOARD_EFFORT
        return TaflRunner(searches, effort)

    def __getstate__(self) -> dict[str, object]:
        """Pickle the fields; what was found out from them is found out again."""
        return {field.name: getattr(self, field.name) for field in attrs.fields(type(self))}

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

    def search_runner(self, game: Game) -> TaflRunner | str:
        """What searches a game in the compiled kernel, or why Python must."""
        if type(game) is not Game:
            return f"the kernel does not play games of the class {type(game).__name__}"
        if type(self) is not TaflKnowledge:
            return f"the kernel does not know {type(self).__name__}"
        if self.variant is not game.variant:
            return "the knowledge is of another variant"
        runner = self._runner
        return runner if isinstance(runner, str) else runner.searches.refusal(game.position) or runner

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
            if not all(traits_of(limit, GameLimitTraits).only_counts for limit in rules.limits):
                return game
            turns = game.turns, game.captureless
        if not self.exact_past or self._repetition.ignored:
            return turns
        if not self._repetition.only_occurrences:
            return game
        to_move = game.to_move
        occurred = ((there.kind_masks, there.to_move is to_move, there.going_on_mask) for there in returning(game))
        return turns, frozenset(Counter(occurred).items())

    def ended_by_past(self, game: Game) -> bool:
        """Whether the position may have occurred before, or the rule on repetition may ask for something else."""
        if game.may_be_repeated:
            return True
        if self._repetition.ignored or self._repetition.ends_after is not None:
            return False
        return game.last is not None and game.last.outcome is None

    def winning_move(self, game: Game) -> Move | None:
        """A move that wins at once, `None` if there is certainly none."""
        if type(game) is not Game:  # A subclass may decide otherwise than the rules do.
            return PlainKnowledge().winning_move(game)
        found = self.quick_win(game)
        if found is not None:
            return found
        targets = self._other_wins.targets(game)
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
            if self._other_wins.facts.only_beside:
                beside = grid.beside(position.kings_mask)
                # He cannot be captured by one move while nothing beside him can be hostile yet.
                if (
                    not beside & (position.attacking_mask | self._other_wins.facts.special)
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
