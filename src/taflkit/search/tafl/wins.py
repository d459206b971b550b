"""Where a move may win at once by something else than the king's escape or capture.

Looking for wins a move ahead is most of the work of finding forced wins. These shortcuts are exact: they name every
square to which a move could win so, and often none. What they do not know, they call possible. The facts that they
rest on also serve the king's capture, and the kernel.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain

from taflkit.board import Grid, Position, Side, indices_of, union
from taflkit.engine.king_reach import KingReach
from taflkit.game import Game
from taflkit.rules import (
    AllMenCaptured,
    Area,
    BesetKing,
    Edge,
    EmptyArea,
    Encirclement,
    Enemies,
    ExitFort,
    KingCaptured,
    KingReaches,
    OneMove,
    RepetitionEnds,
    RepetitionIgnored,
    Rules,
    Shieldwall,
    Slide,
)
from taflkit.rules.capture import takes_only_beside
from taflkit.rules.protocols import Hostility

#: The rules that make squares hostile by themselves.
_AREAS = Area | EmptyArea | BesetKing
#: The endings whose chances can be told from the position.
_KNOWN = (KingCaptured, KingReaches, Encirclement, ExitFort, AllMenCaptured)


class OtherWins:
    """Told the rules once, it answers for games."""

    def __init__(self, rules: Rules, king: KingReach) -> None:
        """Find out what the rules leave possible."""
        captures = (*rules.captures, *rules.king)
        walls = [capture for capture in captures if isinstance(capture, Shieldwall)]
        beside = all(isinstance(movement, Slide) for movement in rules.movement) and all(
            takes_only_beside(capture) or isinstance(capture, Shieldwall) for capture in captures
        )
        self._rules = rules
        self._king = king
        self._walls = bool(walls)
        self._has = frozenset(type(ending) for ending in rules.endings)
        self._is_known = (
            beside
            and all(isinstance(ending, _KNOWN) for ending in rules.endings)
            and isinstance(rules.turn, OneMove)
            and not rules.turncoats
            and not rules.limits
            and all(wall.flanking for wall in walls)
            and _steps_freely(rules)
        )
        #: Whether pieces only slide, and captures take only what is beside the square moved to, but for rows of men.
        self.only_beside = beside and all(map(takes_only_beside, rules.king))
        own = [
            hostility
            for capture in captures
            for part in _parts(capture)
            if (hostility := getattr(part, "hostility", None)) is not None
        ]
        #: The squares where something is special: those of regions, and those that may be hostile by themselves.
        self.special = union(mask for _, mask in rules.board.geometry.regions) | _hostile_areas(
            rules, chain(rules.hostility, *own)
        )
        #: Whether nothing but enemies and special squares is hostile.
        self.plain_anvils = not own and all(isinstance(h, Enemies | _AREAS) for h in rules.hostility)

    def targets(self, game: Game) -> int:
        """The squares to which a move of the side to move may win, as a mask."""
        position, grid = game.position, self._rules.board.grid
        everywhere = grid.everywhere_mask & ~(position.attacking_mask | position.defending_mask)
        if not self._is_known or self._by_history(game):
            return everywhere
        found = self._robbing(position) | self._repeating(game)
        if position.to_move is Side.ATTACKERS:
            if Encirclement in self._has:
                found |= self._capturing(position) if _is_wide_open(grid, position) else everywhere
        elif ExitFort in self._has:
            found |= everywhere if position.kings_mask & grid.edge_mask else self._king(position) & grid.edge_mask
        if AllMenCaptured in self._has:
            found |= self._capturing(position)
        return found

    def _by_history(self, game: Game) -> bool:
        """Whether any move may win by a limit, or by a repetition that cannot be told from the game."""
        if game.move_limit is not None and (game.turns + 1) // 2 >= game.move_limit:
            return True
        repetition = self._rules.repetition
        if isinstance(repetition, RepetitionEnds):
            return repetition.symmetric
        return not isinstance(repetition, RepetitionIgnored)

    def _repeating(self, game: Game) -> int:
        """The squares to which a man may slide back into a position of the opponent's that has stood often enough."""
        repetition = self._rules.repetition
        if not isinstance(repetition, RepetitionEnds) or repetition.result.winner(game.to_move) is not game.to_move:
            return 0
        seen = Counter(there.kind_masks for there in returning(game) if there.to_move is not game.to_move)
        found = 0
        for sets, times in seen.items():
            changed = [now ^ then for now, then in zip(game.position.kind_masks, sets, strict=True)]
            if times >= repetition.occurrences - 1 and union(changed).bit_count() == 2:
                found |= union(then & change for then, change in zip(sets, changed, strict=True))
        return found

    def _robbing(self, position: Position) -> int:
        """The squares to which a move may leave the opponent without any.

        It can rob of their moves, or take, only pieces beside its target, and rows on the edge where there are
        shieldwalls. The others that surely have a move now, to a free square beside them that is in no region,
        still have one afterwards: so they must all be beside the target.
        """
        grid = self._rules.board.grid
        empty = grid.everywhere_mask & ~(position.attacking_mask | position.defending_mask)
        mobile = grid.spread(empty & ~self.special) & position.side_mask(position.to_move.other)
        if self._walls:
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
        if self.plain_anvils:
            found = opposite(grid, position.side_mask(position.to_move) | self.special, enemies)
        else:
            found = grid.spread(enemies)
        if self._walls and (enemies & grid.edge_mask).bit_count() >= 2:
            found |= grid.edge_mask
        return found & ~(position.attacking_mask | position.defending_mask)


def returning(game: Game) -> Iterator[Position]:
    """The positions of a game that may come back, the last one first."""
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


def _parts(capture: object) -> Iterator[object]:
    """A capture and those that it holds."""
    if capture is not None:
        yield capture
        yield from _parts(getattr(capture, "inside", None))
        yield from _parts(getattr(capture, "outside", None))


def _hostile_areas(rules: Rules, hostile: Iterable[Hostility]) -> int:
    """The squares that may be hostile whoever stands on them; all, if there is a rule that is not known here."""
    found = 0
    for hostility in hostile:
        if isinstance(hostility, _AREAS):
            found |= rules.board.geometry.area_mask(*hostility.area)
        elif not isinstance(hostility, Enemies | Edge):  # The edge is beyond the board.
            return rules.board.grid.everywhere_mask
    return found


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
