"""What a move captures."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

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


class Siege(NamedTuple):
    """The men and kings on the board, the men who stand, and the squares where attackers could come to stand."""

    board: Board
    standing: set[Spot]
    reached: set[Spot]


class Captures:
    """The rules of capture and of hostile squares."""

    def __init__(self, ground: Ground, rules: Rules) -> None:
        self.ground = ground
        self.rules = rules
        self.attackers = [
            Piece(piece.side.value, piece.kind) for piece in rules.board.pieces if piece.side.value == ATTACKERS
        ]
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
            case Shieldwall(victims, closed_by, flanking, by):
                if not is_called(victim, victims) or not is_called(mover, by):
                    return False
                return self._in_closed_row(board, move.target, spot, self.ground.area(closed_by), flanking)
            case _:
                raise UnknownRuleError(way)

    def could_be_taken(self, siege: Siege, man: Spot) -> bool:
        """Whether attackers who come from the squares that they can reach may take a man."""
        return any(self._could_take(way, siege, man) for way in (*self.rules.captures, *self.rules.king))

    def _could_take(self, way: object, siege: Siege, man: Spot) -> bool:
        victim, sides = siege.board[man], around(man)
        match way:
            case Custodial(victims, by, hostility):
                return (
                    is_called(victim, victims)
                    and self._attackers_are(by)
                    and any(
                        side in siege.reached and self._could_be_hostile(siege, _opposite(side, man), victim, hostility)
                        for side in sides
                    )
                )
            case Surrounded(victims, enough):
                hostile = [side for side in sides if self._could_be_hostile(siege, side, victim)]
                return is_called(victim, victims) and len(hostile) >= enough and not siege.reached.isdisjoint(sides)
            case ByArea(area, inside, outside):
                return self._could_take(inside if man in self.ground.area(area) else outside, siege, man)
            case JumpCapture(pieces):
                free = self.ground.squares - siege.standing
                return self._attackers_are(pieces) and any(
                    side in siege.reached and _opposite(side, man) in free for side in sides
                )
            case Shieldwall(victims, closed_by, flanking, by):
                return (
                    is_called(victim, victims)
                    and self._attackers_are(by)
                    and self._could_take_row(siege, man, self.ground.area(closed_by), flanking)
                )
            case _:
                raise UnknownRuleError(way)

    def _attackers_are(self, names: tuple[str, ...]) -> bool:
        return any(is_called(attacker, names) for attacker in self.attackers)

    def _could_be_hostile(
        self, siege: Siege, spot: Spot, victim: Piece, hostility: Iterable[object] | None = None
    ) -> bool:
        """Whether a square is hostile when no attacker is there, or when one of any kind is on every reached square."""
        stormed = [{**dict.fromkeys(siege.reached, attacker), **siege.board} for attacker in self.attackers]
        return any(self.is_hostile(board, spot, victim, hostility) for board in (siege.board, *stormed))

    def _could_take_row(self, siege: Siege, man: Spot, closing: frozenset[Spot], flanking: bool) -> bool:
        """Whether a man is in a row on the edge whose fronts can be reached, and whose ends can be closed."""
        for line, inward in self.edges:
            if man not in line:
                continue
            at = line.index(man)
            left = max((n for n in range(at) if line[n] not in siege.standing), default=-1)
            right = min((n for n in range(at, len(line)) if line[n] not in siege.standing), default=len(line))
            if left < 0 or right == len(line):
                continue
            row, ends = line[left + 1 : right], {line[left], line[right]}
            if (
                len(row) >= SHORTEST_ROW
                and all(next_to(there, inward) in siege.reached for there in row)
                and ends <= siege.reached | closing
                and (ends & siege.reached or not flanking)
            ):
                return True
        return False

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
