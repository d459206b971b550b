"""What a move captures."""

from __future__ import annotations

from collections.abc import Iterable

from taflkit.rules import (
    Area,
    BesetKing,
    ByArea,
    Custodial,
    Edge,
    EmptyArea,
    Enemies,
    JumpCapture,
    Rules,
    Shieldwall,
    Surrounded,
)
from tests.naive.board import (
    ATTACKERS,
    KING,
    Board,
    Ground,
    Move,
    Piece,
    Spot,
    UnknownRuleError,
    are_neighbours,
    around,
    is_called,
    next_to,
)

SHORTEST_ROW = 2


class Captures:
    """The rules of capture and of hostile squares."""

    def __init__(self, ground: Ground, rules: Rules) -> None:
        self.ground = ground
        self.rules = rules
        columns, rows = range(ground.width), range(ground.height)
        #: The four edges, each as its squares in a row and the direction to the middle of the board.
        self.edges = (
            ([(column, 0) for column in columns], (0, 1)),
            ([(column, ground.height - 1) for column in columns], (0, -1)),
            ([(0, row) for row in rows], (1, 0)),
            ([(ground.width - 1, row) for row in rows], (-1, 0)),
        )

    def taken(self, board: Board, move: Move) -> set[Spot]:
        """The squares of the pieces that a move takes, on the board as it is when the piece has just arrived."""
        own_side = board[move.target].side
        return {
            spot
            for spot, piece in board.items()
            if piece.side != own_side
            and any(self._takes(way, board, move, spot) for way in (*self.rules.captures, *self.rules.king))
        }

    def _takes(self, way: object, board: Board, move: Move, spot: Spot) -> bool:
        """Whether the enemy piece on a square is taken in one of the ways of capture."""
        victim, mover = board[spot], board[move.target]
        match way:
            case Custodial(victims, by, hostility):
                if not are_neighbours(move.target, spot) or not is_called(victim, victims) or not is_called(mover, by):
                    return False
                return self.is_hostile(board, _opposite(move.target, spot), victim, hostility)
            case Surrounded(victims, sides):
                if not are_neighbours(move.target, spot) or not is_called(victim, victims):
                    return False
                return sum(self.is_hostile(board, side, victim) for side in around(spot)) >= sides
            case ByArea(area, inside, outside):
                return self._takes(inside if spot in self.ground.area(area) else outside, board, move, spot)
            case JumpCapture(pieces):
                if not are_neighbours(move.origin, spot) or not is_called(mover, pieces):
                    return False
                return move.target == _opposite(move.origin, spot)
            case Shieldwall(victims, closed_by, flanking):
                closing = self.ground.area(closed_by)
                return is_called(victim, victims) and self._in_closed_row(board, move.target, spot, closing, flanking)
            case _:
                raise UnknownRuleError(way)

    def is_hostile(self, board: Board, spot: Spot, victim: Piece, hostility: Iterable[object] | None = None) -> bool:
        """Whether a square, which may be off the board, helps to capture a piece beside it."""
        return any(
            self._makes_hostile(rule, board, spot, victim)
            for rule in (self.rules.hostility if hostility is None else hostility)
        )

    def _makes_hostile(self, rule: object, board: Board, spot: Spot, victim: Piece) -> bool:
        occupant = board.get(spot)
        match rule:
            case Enemies(armed):
                return occupant is not None and occupant.side != victim.side and is_called(occupant, armed)
            case EmptyArea(area, to):
                return is_called(victim, to) and occupant is None and spot in self.ground.area(area)
            case Area(area, to):
                return is_called(victim, to) and spot in self.ground.area(area)
            case Edge(to):
                return is_called(victim, to) and spot not in self.ground.squares
            case BesetKing(area, enemies, to):
                if not is_called(victim, to) or occupant is None or occupant.kind != KING:
                    return False
                attackers = sum(side in board and board[side].side == ATTACKERS for side in around(spot))
                return spot in self.ground.area(area) and attackers >= enemies
            case _:
                raise UnknownRuleError(rule)

    def _in_closed_row(self, board: Board, target: Spot, spot: Spot, closing: frozenset[Spot], flanking: bool) -> bool:
        """Whether a piece stands in a row on the edge that the move to `target` has just closed in."""
        own_side = board[target].side

        def is_own(there: Spot) -> bool:
            return there in board and board[there].side == own_side

        def is_enemy(there: Spot) -> bool:
            return there in board and board[there].side != own_side

        for line, inward in self.edges:
            if spot not in line:
                continue
            left = right = line.index(spot)
            while left >= 0 and is_enemy(line[left]):
                left -= 1
            while right < len(line) and is_enemy(line[right]):
                right += 1
            if left < 0 or right == len(line):
                continue  # The row goes into the corner, where nobody can stand at its end.
            row, ends = line[left + 1 : right], (line[left], line[right])
            fronts = [next_to(there, inward) for there in row]
            closed = all(is_own(end) or (end in closing and end not in board) for end in ends)
            just_now = target in ends or (target in fronts and not flanking)
            if len(row) >= SHORTEST_ROW and all(map(is_own, fronts)) and closed and just_now:
                return True
        return False


def _opposite(spot: Spot, victim: Spot) -> Spot:
    """The square on the other side of the victim."""
    return 2 * victim[0] - spot[0], 2 * victim[1] - spot[1]
