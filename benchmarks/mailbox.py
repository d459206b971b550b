"""A plain tafl engine on a board of characters: the yardstick for speed, and a second opinion on the rules.

It shares no code with taflkit and is written from the rules alone, the obvious way: the board is a list of
rows, moves are found by walking, captures by looking at the neighbours, and nothing is cached.
Run it with `python -m benchmarks.mailbox tablut 4`.
"""

import argparse
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

EMPTY, ATTACKER, DEFENDER, KING = ".", "A", "D", "K"
ATTACKERS, DEFENDERS = ATTACKER, DEFENDER + KING  # a side is the letters of its pieces
DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1))

Board = list[list[str]]
Spot = tuple[int, int]  # row and column, both from zero; row zero is the top one
Move = tuple[int, int, int, int]  # from row, from column, to row, to column


@dataclass(frozen=True, slots=True)
class Options:
    """What differs between the games: a set of pieces is written as the letters of its pieces."""

    start: tuple[str, ...]
    """The rows of the start position, the top one first."""

    escape_to_edge: bool
    """Whether the king wins on any edge square; otherwise in a corner."""

    corners_for_king_only: bool = False
    """Whether only the king may stop in a corner."""

    corners_hostile_to: str = ""
    """The pieces that an empty corner helps to capture."""

    throne_hostile_to: str = ATTACKER + DEFENDER + KING
    """The pieces that the empty throne helps to capture."""

    besieged_throne_hostile_to: str = ""
    """The pieces that the king's throne helps to capture while attackers stand on three of its sides."""

    king_strong_everywhere: bool = False
    """Whether the king must be surrounded on four sides anywhere, not just on the throne and beside it."""


TABLUT = Options(
    start=(
        "...AAA...",
        "....A....",
        "....D....",
        "A...D...A",
        "AADDKDDAA",
        "A...D...A",
        "....D....",
        "....A....",
        "...AAA...",
    ),
    escape_to_edge=True,
    besieged_throne_hostile_to=DEFENDER,
)

BRANDUBH = Options(
    start=(
        "...A...",
        "...A...",
        "...D...",
        "AADKDAA",
        "...D...",
        "...A...",
        "...A...",
    ),
    escape_to_edge=False,
    corners_for_king_only=True,
    corners_hostile_to=ATTACKER + DEFENDER + KING,
)

# The board and the basic rules of Copenhagen hnefatafl. Shieldwalls, exit forts and encirclement are left
# out: none of them can arise in the first four moves.
HNEFATAFL = Options(
    start=(
        "...AAAAA...",
        ".....A.....",
        "...........",
        "A....D....A",
        "A...DDD...A",
        "AA.DDKDD.AA",
        "A...DDD...A",
        "A....D....A",
        "...........",
        ".....A.....",
        "...AAAAA...",
    ),
    escape_to_edge=False,
    corners_for_king_only=True,
    corners_hostile_to=ATTACKER + DEFENDER,
    king_strong_everywhere=True,
)

GAMES = {"tablut": TABLUT, "brandubh": BRANDUBH, "hnefatafl": HNEFATAFL}


class Mailbox:
    """The rules of one game; boards are handed in, changed in place by `play` and restored by `take_back`."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.size = len(options.start)
        self.last = self.size - 1
        self.throne: Spot = (self.size // 2, self.size // 2)
        self.corners: tuple[Spot, ...] = ((0, 0), (0, self.last), (self.last, 0), (self.last, self.last))
        self.for_king_only: tuple[Spot, ...] = (self.throne,)
        if options.corners_for_king_only:
            self.for_king_only += self.corners

    def start(self) -> Board:
        """Return a new board with the start position."""
        return [list(row) for row in self.options.start]

    def moves(self, board: Board, side: str) -> list[Move]:
        """Return every move that the pieces of a side can make."""
        size = self.size
        found: list[Move] = []
        for from_row in range(size):
            for from_column in range(size):
                piece = board[from_row][from_column]
                if piece not in side:
                    continue
                for down, right in DIRECTIONS:
                    row, column = from_row + down, from_column + right
                    while 0 <= row < size and 0 <= column < size and board[row][column] == EMPTY:
                        if piece == KING or (row, column) not in self.for_king_only:
                            found.append((from_row, from_column, row, column))
                        row += down
                        column += right
        return found

    def play(self, board: Board, move: Move) -> tuple[list[tuple[int, int, str]], bool]:
        """Make a move; return what it captured (row, column, piece) and whether it ended the game."""
        from_row, from_column, row, column = move
        piece = board[from_row][from_column]
        board[from_row][from_column] = EMPTY
        board[row][column] = piece
        captured = self.captures(board, row, column)
        ended = piece == KING and self.is_escape(row, column)
        for captured_row, captured_column, captured_piece in captured:
            board[captured_row][captured_column] = EMPTY
            ended = ended or captured_piece == KING
        return captured, ended

    def take_back(self, board: Board, move: Move, captured: list[tuple[int, int, str]]) -> None:
        """Undo a move, given what it captured."""
        from_row, from_column, row, column = move
        for captured_row, captured_column, captured_piece in captured:
            board[captured_row][captured_column] = captured_piece
        board[from_row][from_column] = board[row][column]
        board[row][column] = EMPTY

    def captures(self, board: Board, row: int, column: int) -> list[tuple[int, int, str]]:
        """Return the enemies that the piece which has just arrived on a square captures."""
        own = ATTACKERS if board[row][column] == ATTACKER else DEFENDERS
        found: list[tuple[int, int, str]] = []
        for down, right in DIRECTIONS:
            next_row, next_column = row + down, column + right
            if not self.is_inside(next_row, next_column):
                continue
            victim = board[next_row][next_column]
            if victim == EMPTY or victim in own:
                continue
            if victim == KING and self.is_king_strong(next_row, next_column):
                taken = all(self.is_hostile(board, r, c, KING) for r, c in self.around(next_row, next_column))
            else:
                taken = self.is_hostile(board, next_row + down, next_column + right, victim)
            if taken:
                found.append((next_row, next_column, victim))
        return found

    def is_hostile(self, board: Board, row: int, column: int, victim: str) -> bool:
        """Tell whether a square helps to capture a piece beside it."""
        if not self.is_inside(row, column):
            return False
        occupant = board[row][column]
        if occupant == EMPTY:
            if (row, column) == self.throne:
                return victim in self.options.throne_hostile_to
            return (row, column) in self.corners and victim in self.options.corners_hostile_to
        if (occupant == ATTACKER) != (victim == ATTACKER):
            return True
        if occupant == KING and (row, column) == self.throne:
            besiegers = sum(board[r][c] == ATTACKER for r, c in self.around(row, column))
            return besiegers >= 3 and victim in self.options.besieged_throne_hostile_to
        return False

    def is_king_strong(self, row: int, column: int) -> bool:
        """Tell whether a king on a square must be surrounded on all four sides."""
        if self.options.king_strong_everywhere:
            return True
        throne_row, throne_column = self.throne
        return abs(row - throne_row) + abs(column - throne_column) <= 1

    def is_escape(self, row: int, column: int) -> bool:
        """Tell whether the king has won when he stands on a square."""
        on_edge_row, on_edge_column = row in (0, self.last), column in (0, self.last)
        if self.options.escape_to_edge:
            return on_edge_row or on_edge_column
        return on_edge_row and on_edge_column

    def is_inside(self, row: int, column: int) -> bool:
        """Tell whether there is such a square on the board."""
        return 0 <= row < self.size and 0 <= column < self.size

    def around(self, row: int, column: int) -> Iterator[Spot]:
        """Give the four squares around a square, also those beyond the edge."""
        for down, right in DIRECTIONS:
            yield row + down, column + right

    def perft(self, board: Board, side: str, depth: int) -> int:
        """Count the move sequences of exactly that length; the last move of each is counted, not made."""
        if depth == 0:
            return 1
        moves = self.moves(board, side)
        if depth == 1:
            return len(moves)
        total = 0
        for move in moves:
            captured, ended = self.play(board, move)
            if not ended:
                total += self.perft(board, opponent(side), depth - 1)
            self.take_back(board, move, captured)
        return total

    def perft_played(self, board: Board, side: str, depth: int) -> int:
        """Count the same as `perft`, but make every move, the last ones too."""
        if depth == 0:
            return 1
        total = 0
        for move in self.moves(board, side):
            captured, ended = self.play(board, move)
            if depth == 1:
                total += 1
            elif not ended:
                total += self.perft_played(board, opponent(side), depth - 1)
            self.take_back(board, move, captured)
        return total


def opponent(side: str) -> str:
    """Return the other side."""
    return DEFENDERS if side == ATTACKERS else ATTACKERS


def main() -> None:
    """Count the moves of a game at each depth, both ways, and print the speed."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("game", choices=GAMES, nargs="?", default="tablut")
    parser.add_argument("depth", type=int, nargs="?", default=3)
    arguments = parser.parse_args()

    engine = Mailbox(GAMES[arguments.game])
    ways: tuple[tuple[str, Callable[[Board, str, int], int]], ...] = (
        ("counted", engine.perft),
        ("played", engine.perft_played),
    )
    for depth in range(1, arguments.depth + 1):
        for way, count in ways:
            started = time.perf_counter()
            leaves = count(engine.start(), ATTACKERS, depth)
            seconds = time.perf_counter() - started
            speed = leaves / seconds
            print(f"{arguments.game} {depth} {way:8} {leaves:>14,} {seconds:9.3f} s {speed:>12,.0f}/s")


if __name__ == "__main__":
    main()
