"""Where pieces can go."""

from __future__ import annotations

from collections.abc import Iterator

from taflkit.rules import Camp, Jump, Reserved, Rules, Slide
from tests.naive.board import DIRECTIONS, Board, Ground, Piece, Spot, UnknownRuleError, connected, is_called, next_to


class Moves:
    """The rules of movement, and of the squares that are closed to some pieces."""

    def __init__(self, ground: Ground, rules: Rules) -> None:
        self.ground = ground
        self.rules = rules
        self._closed: dict[tuple[Piece, Spot], tuple[set[Spot], set[Spot]]] = {}

    def targets(self, board: Board, origin: Spot) -> set[Spot]:
        """Every square that the piece on a square can go to."""
        piece = board[origin]
        may_not_stop, may_not_cross = self.closed_to(piece, origin)
        found: set[Spot] = set()
        for movement in self.rules.movement:
            match movement:
                case Slide(pieces, distance):
                    if is_called(piece, pieces):
                        found.update(self._slides(board, origin, distance, may_not_cross))
                case Jump(pieces, over, area):
                    if is_called(piece, pieces):
                        found.update(self._leaps(board, origin, over, area))
                case _:
                    raise UnknownRuleError(movement)
        return found - may_not_stop

    def _slides(self, board: Board, origin: Spot, distance: int | None, may_not_cross: set[Spot]) -> Iterator[Spot]:
        """Walk in each direction until something is in the way."""
        for direction in DIRECTIONS:
            spot, steps = next_to(origin, direction), 1
            while spot in self.ground.squares and spot not in board and (distance is None or steps <= distance):
                yield spot
                if spot in may_not_cross:
                    break
                spot, steps = next_to(spot, direction), steps + 1

    def _leaps(self, board: Board, origin: Spot, over: tuple[str, ...], area: tuple[str, ...]) -> Iterator[Spot]:
        """Look at the neighbour and at the square behind it, in each direction."""
        for direction in DIRECTIONS:
            middle = next_to(origin, direction)
            target = next_to(middle, direction)
            if middle not in board or target not in self.ground.squares or target in board:
                continue
            if board[middle].side == board[origin].side or not is_called(board[middle], over):
                continue
            special = self.ground.area(area)
            if not special or origin in special or target in special:
                yield target

    def closed_to(self, piece: Piece, origin: Spot) -> tuple[set[Spot], set[Spot]]:
        """The squares on which a piece that comes from a square may not stop, and those that it may not cross."""
        # This is the one thing remembered, because it does not change: it depends on no other piece.
        if (piece, origin) not in self._closed:
            self._closed[piece, origin] = self._find_closed(piece, origin)
        return self._closed[piece, origin]

    def _find_closed(self, piece: Piece, origin: Spot) -> tuple[set[Spot], set[Spot]]:
        may_not_stop: set[Spot] = set()
        may_not_cross: set[Spot] = set()
        for access in self.rules.access:
            match access:
                case Reserved(area, stop, cross):
                    if not is_called(piece, stop):
                        may_not_stop |= self.ground.area(area)
                    if not is_called(piece, cross):
                        may_not_cross |= self.ground.area(area)
                case Camp(area, owners):
                    camps = self.ground.area(area)
                    at_home = connected([origin], camps.__contains__) if origin in camps else set()
                    foreign = camps - at_home if is_called(piece, owners) else camps
                    may_not_stop |= foreign
                    may_not_cross |= foreign
                case _:
                    raise UnknownRuleError(access)
        return may_not_stop, may_not_cross
