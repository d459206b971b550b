"""A second, simple session of Tablut to compare with: lists and loops, its rules those of the plain engine."""

from __future__ import annotations

from benchmarks.mailbox import ATTACKERS, DEFENDERS, KING, TABLUT, Board, Mailbox, Move, opponent

LETTERS = "abcdefghi"
SHOWN = {".": "-", "A": "B", "D": "W", "K": "K"}
NAMES = {ATTACKERS: "Black", DEFENDERS: "White"}
SIDES = {"black": ATTACKERS, "white": DEFENDERS}
ENGINE = Mailbox(TABLUT)

State = tuple[tuple[str, ...], str]


class Refused(Exception):  # noqa: N818 - the model's own word
    """The model expects an error."""


class Model:
    """Every command as the contract has it; `printed` is what must have been printed so far."""

    def __init__(self) -> None:
        self.automated: set[str] = set()
        self.printed: list[str] = []
        self.begin(ENGINE.start(), ATTACKERS)

    def begin(self, board: Board, side: str) -> None:
        """Start a game."""
        #: Every position of the game with the side to move; the last is the present one.
        self.states: list[State] = [(_frozen(board), side)]
        self.limit: int | None = None
        self.winner: str | None = None
        self._judge(None)

    @property
    def board(self) -> Board:
        """The pieces, as they stand."""
        return [list(row) for row in self.states[-1][0]]

    @property
    def side(self) -> str:
        """Whose turn it is."""
        return self.states[-1][1]

    def made(self, side: str) -> int:
        """How many moves a side has made."""
        return sum(state[1] == side for state in self.states[:-1])

    def moves(self) -> list[str]:
        """The legal moves in the short form, sorted by squares."""
        if self.winner is not None:
            return []
        return [_short(move) for move in sorted(ENGINE.moves(self.board, self.side), key=_order)]

    def move(self, text: str) -> None:
        """Make a move."""
        for move in [] if self.winner is not None else ENGINE.moves(self.board, self.side):
            if _short(move) == text:
                break
        else:
            raise Refused
        board, mover = self.board, self.side
        _, ended = ENGINE.play(board, move)
        self.states.append((_frozen(board), opponent(mover)))
        self._judge(mover if ended else None)

    def _judge(self, decided: str | None) -> None:
        """Find out who has won, in the order of the rules, and announce it."""
        board, side = self.board, self.side
        kings = [(row, column) for row in range(9) for column in range(9) if board[row][column] == KING]
        if decided is not None:
            self.winner = decided
        elif any(ENGINE.is_escape(*king) for king in kings):
            self.winner = DEFENDERS
        elif self.states[-1] in self.states[:-1]:
            self.winner = side
        elif not ENGINE.moves(board, side) or (self.limit is not None and self.made(side) >= self.limit):
            self.winner = opponent(side)
        if self.winner is not None:
            self.printed.append(f"* {NAMES[self.winner]} wins.")

    def set_limit(self, number: int) -> None:
        """Set a limit, unless it is too small or too late."""
        if self.winner is not None or max(self.made(ATTACKERS), self.made(DEFENDERS)) >= number:
            raise Refused
        self.limit = number

    def undo(self) -> None:
        """Take back two moves, or one where there is but one."""
        if len(self.states) == 1:
            raise Refused
        del self.states[max(1, len(self.states) - 2) :]
        self.winner = None

    def dump(self) -> None:
        """Print the board."""
        rows = ["  " + " ".join(SHOWN[letter] for letter in row) for row in self.board]
        self.printed += ["===", *rows, "==="]

    def let_play(self) -> None:
        """Let automated players move: which move in the order of squares depends on how many have been made."""
        while self.winner is None and self.side in self.automated:
            moves = self.moves()
            move = moves[7 * (len(self.states) - 1) % len(moves)]
            self.printed.append(f"* {move}")
            self.move(move)


def _frozen(board: Board) -> tuple[str, ...]:
    return tuple("".join(row) for row in board)


def _square(row: int, column: int) -> tuple[str, int]:
    return LETTERS[column], 9 - row


def _order(move: Move) -> tuple[tuple[str, int], tuple[str, int]]:
    return _square(*move[:2]), _square(*move[2:])


def _short(move: Move) -> str:
    (column, row), (to_column, to_row) = _order(move)
    return f"{column}{row}-{to_row if column == to_column else to_column}"
