"""Over-approximates the squares where a move could win at once by other means than a king's escape or capture.

Most of the work of finding forced wins is looking for wins one move ahead. `OtherWins` names every square to which a
move could win so, and often there is none. It relies only on the traits that rules state about themselves
(`taflkit.rules.traits`): by a rule that states nothing, a move to any square may win.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from taflkit.board import Grid, Position, Side, indices_of, union
from taflkit.evaluation.king_reach import KingReach
from taflkit.game import Game
from taflkit.kernel.knowledge import CaptureFacts
from taflkit.rules import Rules
from taflkit.rules.traits import CaptureTraits, EndingTraits, MovementTraits, RepetitionTraits, traits_of


class OtherWins:
    """The squares to which a move may win by something else than a king's escape or capture."""

    def __init__(self, rules: Rules, king: KingReach) -> None:
        """Ask the rules for their traits."""
        board = rules.board
        captures = [traits_of(capture, CaptureTraits) for capture in (*rules.captures, *rules.king)]
        in_rows = [traits for traits in captures if not traits.only_beside]
        self._rules = rules
        self._king = king
        self._rows = bool(in_rows)
        self._repetition = traits_of(rules.repetition, RepetitionTraits)
        #: Its squares serve the search for captures of the king too.
        self.facts = CaptureFacts.of(rules)
        self._is_known = (
            all(traits.only_edge_rows for traits in in_rows)
            and all(traits_of(movement, MovementTraits).steps for movement in rules.movement)
            and rules.moves_along_lines
            and not rules.goes_on
            and not rules.turncoats
            and not rules.limits
            and all(board.pieces[index].side is Side.DEFENDERS for index in board.king_indices)
            and _steps_freely(rules)
        )
        self._chances = {side: _Chances(side, rules) for side in Side}

    def targets(self, game: Game) -> int:
        """The squares to which a move of the side to move may win, as a mask."""
        position, grid = game.position, self._rules.board.grid
        everywhere = grid.everywhere_mask & ~(position.attacking_mask | position.defending_mask)
        chances = self._chances[position.to_move]
        if not self._is_known or chances.unknown or self._by_history(game):
            return everywhere
        found = self._robbing(position) | self._repeating(game)
        if chances.by_encircling:
            found |= self._capturing(position) if _is_wide_open(grid, position) else everywhere
        if chances.king_squares:
            found |= (
                everywhere
                if position.kings_mask & chances.king_squares
                else self._king(position) & chances.king_squares
            )
        if chances.by_capturing:
            found |= self._capturing(position)
        return found

    def _by_history(self, game: Game) -> bool:
        """Whether any move may win by a limit, or by a repetition rule that is not known."""
        if game.move_limit is not None and (game.turns + 1) // 2 >= game.move_limit:
            return True
        return not self._repetition.ignored and self._repetition.ends_after is None

    def _repeating(self, game: Game) -> int:
        """The squares to which a man may move back into a position that has occurred often enough."""
        ends_after = self._repetition.ends_after
        if ends_after is None or ends_after[1].winner(game.to_move) is not game.to_move:
            return 0
        occurrences, _ = ends_after
        seen = Counter(there.kind_masks for there in returning(game) if there.to_move is not game.to_move)
        found = 0
        for sets, times in seen.items():
            changed = [now ^ then for now, then in zip(game.position.kind_masks, sets, strict=True)]
            if times >= occurrences - 1 and union(changed).bit_count() == 2:
                found |= union(then & change for then, change in zip(sets, changed, strict=True))
        return found

    def _robbing(self, position: Position) -> int:
        """The squares to which a move may leave the opponent without any.

        It can block or take only pieces beside its target, and take rows on the edge. Other pieces that can step to a
        free square beside them which is not special can still do so afterwards: so all of these must be beside the
        target.
        """
        grid = self._rules.board.grid
        empty = grid.everywhere_mask & ~(position.attacking_mask | position.defending_mask)
        mobile = grid.spread(empty & ~self.facts.special) & position.side_mask(position.to_move.other)
        if self._rows:
            mobile &= ~grid.edge_mask
        found = empty
        for square in indices_of(mobile):
            found &= grid.neighbour_masks[square]
            if not found:
                break
        return found

    def _capturing(self, position: Position) -> int:
        """The squares to which a move may capture."""
        grid = self._rules.board.grid
        enemies = position.side_mask(position.to_move.other)
        if self.facts.plain_anvils:
            found = opposite(grid, position.side_mask(position.to_move) | self.facts.special, enemies)
        else:
            found = grid.spread(enemies)
        if self._rows and (enemies & grid.edge_mask).bit_count() >= 2:
            found |= grid.edge_mask
        return found & ~(position.attacking_mask | position.defending_mask)


class _Chances:
    """How a side may win by the endings of some rules, apart from a king's escape or capture."""

    def __init__(self, side: Side, rules: Rules) -> None:
        """Ask the endings for their traits."""
        self.by_capturing = self.by_encircling = self.unknown = False
        #: Where a king must stand for the defenders to win.
        self.king_squares = 0
        for ending in rules.endings:
            traits = traits_of(ending, EndingTraits)
            if traits.winner is side.other:
                continue
            if side is Side.ATTACKERS and traits.only_kings:
                continue  # They win by capturing a king.
            if side is Side.DEFENDERS and traits.goal is not None:
                continue  # They win by a king's escape.
            if traits.only_captures:
                self.by_capturing = True
            elif side is Side.ATTACKERS and traits.only_encircled:
                self.by_encircling = True
            elif side is Side.DEFENDERS and traits.king_squares is not None:
                self.king_squares |= traits.king_squares(rules.board)
            else:
                self.unknown = True


def returning(game: Game) -> Iterator[Position]:
    """The positions of a game that may occur again, newest first."""
    return game.repeatable()


def _steps_freely(rules: Rules) -> bool:
    """Whether every piece may step to every square beside it that is empty and in no region."""
    grid = rules.board.grid
    special = union(mask for _, mask in rules.board.geometry.regions)
    return not any(
        grid.neighbour_masks[origin] & ~special & ~rules.reach_of(piece).from_square(origin, 0)
        for piece in rules.board.pieces
        for origin in range(len(grid.squares))
    )


def opposite(grid: Grid, anvils: int, enemies: int) -> int:
    """The squares from which an enemy would be between a piece there and an anvil."""
    width, inside_left, inside_right = grid.width, ~grid.column_masks[0], ~grid.column_masks[-1]
    up = (((anvils << width) & enemies) << width) & grid.everywhere_mask
    down = ((anvils >> width) & enemies) >> width
    right = ((((anvils & inside_right) << 1) & enemies) & inside_right) << 1
    left = ((((anvils & inside_left) >> 1) & enemies) & inside_left) >> 1
    return up | down | right | left


def _is_wide_open(grid: Grid, position: Position) -> bool:
    """Whether a way two squares wide leads from the edge to defenders: no single piece can close it.

    Blocks of two by two empty squares are walked, from those with two squares on the edge, each
    step to a block that shares two squares with the last, until one has two squares beside defenders.
    """
    width = grid.width
    empty = grid.everywhere_mask & ~(position.attacking_mask | position.defending_mask)
    pairs = empty & (empty >> 1) & ~grid.column_masks[-1]
    blocks = pairs & (pairs >> width)
    on_edge = grid.row_masks[0] | (grid.row_masks[-2]) | grid.column_masks[0] | grid.column_masks[-2]
    contact = grid.spread(position.defending_mask) & empty
    beside_pairs = contact & (contact >> 1)
    two_beside = (
        beside_pairs
        | (beside_pairs >> width)
        | (contact & (contact >> width))
        | ((contact >> 1) & (contact >> (width + 1)))
        | (contact & (contact >> (width + 1)))
        | ((contact >> 1) & (contact >> width))
    )
    reached = blocks & on_edge
    while reached:
        if reached & two_beside:
            return True
        grown = grid.spread(reached) & blocks
        if grown == reached:
            return False
        reached = grown
    return False
