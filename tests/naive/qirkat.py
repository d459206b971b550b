"""Qirkat as plainly as it can be said: pieces with a name of their own, each of which has a diary of what it did."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise

import attrs

#: Points go by their names.
COLUMNS, ROWS = "abcde", "12345"
DIAGONAL_POINTS = frozenset(["a1", "c1", "e1", "b2", "d2", "a3", "c3", "e3", "b4", "d4", "a5", "c5", "e5"])
STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
ENEMY = {"white": "black", "black": "white"}
FORWARDS = {"white": 1, "black": -1}
#: The enemy's base row, where a side's pieces only jump.
LAST_ROW = {"white": "5", "black": "1"}

Path = tuple[str, ...]


@cache
def beyond(point: str, direction: tuple[int, int], steps: int = 1) -> str | None:
    """The point so many steps away, if it is on the board."""
    column, row = COLUMNS.index(point[0]) + steps * direction[0], ROWS.index(point[1]) + steps * direction[1]
    return COLUMNS[column] + ROWS[row] if 0 <= column < 5 and 0 <= row < 5 else None


def lines(point: str) -> tuple[tuple[int, int], ...]:
    """The directions of the lines through a point."""
    return STRAIGHT + DIAGONAL if point in DIAGONAL_POINTS else STRAIGHT


@attrs.frozen
class Piece:
    """A piece: whose it is, and what it did when it was last played: `left`, `right`, `forwards`, `jump`."""

    side: str
    last: str = ""


@attrs.frozen
class State:
    """The pieces by where they stand, and the side to move."""

    board: Mapping[str, Piece]
    side: str = "white"

    def jumps(self, point: str) -> list[Path]:
        """The whole sequences of jumps of the piece on a point."""
        rest = {other: piece.side for other, piece in self.board.items() if other != point}
        return [path for path in _sequences(point, rest, ENEMY[self.side]) if len(path) > 1]

    def steps(self, point: str) -> Iterator[Path]:
        """The steps of the piece on a point."""
        if point[1] == LAST_ROW[self.side]:
            return
        for direction in lines(point):
            target = beyond(point, direction)
            if target is None or target in self.board or direction[1] == -FORWARDS[self.side]:
                continue
            if {_doing(point, target), self.board[point].last} != {"left", "right"}:
                yield point, target

    def moves(self) -> list[Path]:
        """The legal moves: none when the side to move has lost."""
        own = [point for point, piece in self.board.items() if piece.side == self.side]
        jumps = [path for point in own for path in self.jumps(point)]
        return jumps or [path for point in own for path in self.steps(point)]

    def after(self, path: Path) -> State:
        """The state after a move."""
        board = dict(self.board)
        piece = board.pop(path[0])
        doing = _doing(path[0], path[1])
        if doing == "jump":
            for point, landing in pairwise(path):
                del board[_between(point, landing)]
        board[path[-1]] = Piece(piece.side, doing)
        return State(board, ENEMY[self.side])

    @property
    def rows(self) -> str:
        """The points row by row, from row 1."""
        points = [[column + row for column in COLUMNS] for row in ROWS]
        return " ".join("".join(self.board[at].side[0] if at in self.board else "-" for at in row) for row in points)


def _sequences(point: str, others: Mapping[str, str], enemy: str) -> Iterator[Path]:
    """The ways to jump from a point until no jump is left; just the point where there is none."""
    jumped = False
    for direction in lines(point):
        over, landing = beyond(point, direction), beyond(point, direction, 2)
        if over is not None and landing is not None and others.get(over) == enemy and landing not in others:
            jumped = True
            rest = {other: side for other, side in others.items() if other != over}
            for path in _sequences(landing, rest, enemy):
                yield point, *path
    if not jumped:
        yield (point,)


def _doing(point: str, target: str) -> str:
    """What a piece does that goes from one point to another."""
    across = COLUMNS.index(target[0]) - COLUMNS.index(point[0])
    along = ROWS.index(target[1]) - ROWS.index(point[1])
    if max(abs(across), abs(along)) == 2:
        return "jump"
    return "forwards" if along else "left" if across < 0 else "right"


def _between(point: str, landing: str) -> str:
    """The point in the middle of a jump."""
    column = (COLUMNS.index(point[0]) + COLUMNS.index(landing[0])) // 2
    row = (ROWS.index(point[1]) + ROWS.index(landing[1])) // 2
    return COLUMNS[column] + ROWS[row]


def from_rows(text: str, side: str = "white") -> State:
    """The state that rows from row 1 show."""
    names = [column + row for row in ROWS for column in COLUMNS]
    letters = zip(names, text.replace(" ", ""), strict=True)
    return State({at: Piece({"w": "white", "b": "black"}[letter]) for at, letter in letters if letter != "-"}, side)


def count_lines(state: State, depth: int) -> int:
    """The lines of play of exactly so many plies."""
    moves = state.moves()
    return len(moves) if depth == 1 else sum(count_lines(state.after(move), depth - 1) for move in moves)


START = from_rows("wwwww wwwww bb-ww bbbbb bbbbb")
