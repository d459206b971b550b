"""What ends a game on the board."""

from __future__ import annotations

from typing import NamedTuple

from taflkit.rules import (
    AllMenCaptured,
    Encirclement,
    ExitFort,
    KingCaptured,
    KingReaches,
    OpenWays,
    Rules,
)
from tests.naive.board import (
    ATTACKERS,
    DEFENDERS,
    KING,
    Board,
    Ground,
    Spot,
    UnknownRuleError,
    around,
    connected,
)
from tests.naive.captures import Captures, Siege
from tests.naive.moves import Moves


class End(NamedTuple):
    """Who won, `None` for a draw, and why."""

    winner: str | None
    reason: str


class Endings:
    """The rules that say when a game is over."""

    def __init__(self, ground: Ground, rules: Rules, moves: Moves, captures: Captures) -> None:
        self.ground = ground
        self.rules = rules
        self.moves = moves
        self.captures = captures
        ends_of_columns, ends_of_rows = (0, ground.width - 1), (0, ground.height - 1)
        corners = {(column, row) for column in ends_of_columns for row in ends_of_rows}
        self.edge = ground.areas["edge"]
        self.edge_without_corners = self.edge - corners

    def end(self, before: Board, after: Board, mover: str) -> End | None:
        """How the game ended by the move of a side, the captured pieces taken off; the first rule that says so."""
        for ending in self.rules.endings:
            found = self._judge(ending, before, after, mover)
            if found is not None:
                return found
        return None

    def _judge(self, ending: object, before: Board, after: Board, mover: str) -> End | None:
        match ending:
            case KingCaptured():
                if kings(before) and not kings(after):
                    return End(ATTACKERS, "KING_CAPTURED")
            case KingReaches(area):
                if any(king in self.ground.area(area) for king in kings(after)):
                    return End(DEFENDERS, "KING_ESCAPED")
            case Encirclement():
                if mover == ATTACKERS and self._is_encircled(after):
                    return End(ATTACKERS, "ENCIRCLED")
            case ExitFort():
                if mover == DEFENDERS and any(self._is_in_fort(after, king) for king in kings(after)):
                    return End(DEFENDERS, "EXIT_FORT")
            case AllMenCaptured(king_alone):
                if not pieces_of(after, ATTACKERS):
                    return End(DEFENDERS, "NO_MEN")
                if not king_alone and not pieces_of(after, DEFENDERS) - kings(after):
                    return End(ATTACKERS, "NO_MEN")
            case OpenWays(area, ways):
                if mover == DEFENDERS and self._open_ways(after, area) >= ways:
                    return End(DEFENDERS, "OPEN_WAYS")
            case _:
                raise UnknownRuleError(ending)
        return None

    def _is_encircled(self, board: Board) -> bool:
        """Whether no defender could walk to the edge if he alone moved; without defenders nobody is encircled."""
        defenders = pieces_of(board, DEFENDERS)
        return bool(defenders) and not any(self.edge & self._room(board, defender) for defender in defenders)

    def _room(self, board: Board, spot: Spot) -> set[Spot]:
        """The squares to which one could walk over empty squares, the own one included."""
        return connected([spot], lambda there: there in self.ground.squares and there not in board)

    def _is_in_fort(self, board: Board, king: Spot) -> bool:
        """Whether a king on the edge can move, and is behind a wall that cannot be broken."""
        room = self._room(board, king)
        if king not in self.edge_without_corners or room == {king}:
            return False
        # Let the attackers take whatever they could ever take, round after round: do they come beside the room?
        standing = pieces_of(board, DEFENDERS) - {king}
        while True:
            barred = standing | {king}
            reached = connected(pieces_of(board, ATTACKERS), self.ground.squares.difference(barred).__contains__)
            if any(side in room for spot in reached for side in around(spot)):
                return False
            siege = Siege({spot: board[spot] for spot in barred}, standing, reached)
            lost = {man for man in standing if self.captures.could_be_taken(siege, man)}
            if not lost:
                return True
            standing = standing - lost

    def _open_ways(self, board: Board, area: tuple[str, ...]) -> int:
        """To how many squares of an area a king could go at once."""
        goal = self.ground.area(area)
        return sum(len(self.moves.targets(board, king) & goal) for king in kings(board))


def kings(board: Board) -> set[Spot]:
    """Where kings stand: there is one, until he is captured."""
    return {spot for spot, piece in board.items() if piece.kind == KING}


def pieces_of(board: Board, side: str) -> set[Spot]:
    """Where the pieces of a side stand, the king among them."""
    return {spot for spot, piece in board.items() if piece.side == side}
