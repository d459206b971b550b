"""Ataxx as plainly as it can be said: a dictionary from squares to what is on them, and walks over all squares."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

#: Column and row, both from zero; the row at the bottom is row zero.
Spot = tuple[int, int]
#: What is on each of the 49 squares: `r`, `b`, `X` for a block, `-` for nothing.
Board = Mapping[Spot, str]
#: From where and to where; `None` for a pass.
Writing = tuple[Spot, Spot] | None

SPOTS = [(column, row) for row in range(7) for column in range(7)]
ENEMY = {"r": "b", "b": "r"}


def steps_between(one: Spot, other: Spot) -> int:
    """How many columns or rows two squares are apart, whichever is more."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


#: The squares so many steps away from a square.
AWAY = {
    steps: {spot: [other for other in SPOTS if steps_between(spot, other) == steps] for spot in SPOTS}
    for steps in (1, 2)
}


def name(spot: Spot) -> str:
    """The name of a square."""
    return "abcdefg"[spot[0]] + str(spot[1] + 1)


@attrs.frozen
class State:
    """The board, the side to move, and how many jumps, or plies, there have been since the last extend."""

    board: Board
    side: str = "r"
    count: int = 0
    #: The count that ends the game, and whether passes are counted.
    limit: int = 25
    passes_count: bool = False

    def writings(self, side: str) -> list[tuple[Spot, Spot]]:
        """Every way of writing an extend or a jump of a side."""
        return [
            (origin, target)
            for origin in SPOTS
            if self.board[origin] == side
            for target in AWAY[1][origin] + AWAY[2][origin]
            if self.board[target] == "-"
        ]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        pieces = list(self.board.values())
        return (
            "r" not in pieces
            or "b" not in pieces
            or self.count >= self.limit
            or not (self.writings("r") or self.writings("b"))
        )

    @property
    def result(self) -> str | None:
        """The winner, `r` or `b`, or `draw`; `None` while the game goes on."""
        if not self.is_over:
            return None
        pieces = list(self.board.values())
        reds, blues = pieces.count("r"), pieces.count("b")
        return "draw" if reds == blues else "r" if reds > blues else "b"

    def legal_writings(self) -> list[Writing]:
        """Every way of writing every legal move."""
        if self.is_over:
            return []
        return [*self.writings(self.side)] or [None]

    def moves(self) -> dict[str, Writing]:
        """The legal moves as UAI writes them, an extend once however else it is written; with a way of writing each."""
        return {uai(writing): writing for writing in self.legal_writings()}

    def after(self, writing: Writing) -> State:
        """The state after a move."""
        enemy = ENEMY[self.side]
        if writing is None:
            return attrs.evolve(self, side=enemy, count=self.count + self.passes_count)
        origin, target = writing
        board = dict(self.board)
        extends = steps_between(origin, target) == 1
        if not extends:
            board[origin] = "-"
        board[target] = self.side
        for spot in AWAY[1][target]:
            if board[spot] == enemy:
                board[spot] = self.side
        return attrs.evolve(self, board=board, side=enemy, count=0 if extends else self.count + 1)

    @property
    def picture(self) -> str:
        """The board, the top row first."""
        return "\n".join(" ".join(self.board[column, row] for column in range(7)) for row in range(6, -1, -1))


def drawn(picture: str, side: str = "r") -> State:
    """The state that a picture shows, the top row first."""
    rows = [line.split() for line in picture.split("\n") if line.strip()]
    return State({(column, row): rows[6 - row][column] for column, row in SPOTS}, side)


def uai(writing: Writing) -> str:
    """A move as UAI writes it."""
    if writing is None:
        return "0000"
    origin, target = writing
    return name(target) if steps_between(origin, target) == 1 else name(origin) + name(target)


def count_lines(state: State, depth: int) -> int:
    """The lines of play of exactly so many plies, a move counted once however it is written."""
    moves = state.moves()
    return len(moves) if depth == 1 else sum(count_lines(state.after(move), depth - 1) for move in moves.values())


def count_writings(state: State, depth: int) -> int:
    """The lines of play of exactly so many plies, each way of writing a move counted."""
    writings = state.legal_writings()
    return len(writings) if depth == 1 else sum(count_writings(state.after(move), depth - 1) for move in writings)


START = drawn("""
    r - - - - - b
    - - - - - - -
    - - - - - - -
    - - - - - - -
    - - - - - - -
    - - - - - - -
    b - - - - - r
""")
