"""Random commands, obeyed by a session and by a simple model of it: both must agree on everything."""

from __future__ import annotations

import os

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from taflkit import Game, Move, Side, TaflError, start
from taflkit.shell import Reply, Session
from tests.shell.model import LETTERS, SHOWN, SIDES, Model, Refused
from tests.shell.sessions import obey, said

STEPS = 50
#: The suite takes a few seconds for this; more examples can be asked for.
EXAMPLES = int(os.environ.get("TAFLKIT_MACHINE_EXAMPLES", "15"))

NAMES = {side: name for name, side in SIDES.items()}
SQUARES = [f"{column}{row}" for column in LETTERS for row in range(1, 10)]
EXTRAS = ["help", "help limit", "board", "status", "moves", "moves e5", "hint"]
NONSENSE = [
    "dumb",
    "e5",
    "limit",
    "seed x",
    "auto",
    "auto red",
    "set white 9",
    "moves z1",
    "e5-",
    "quit now",
    "\0",
    "*>===",
]


def every_seventh(game: Game, seed: int) -> Move:
    """The model's player."""
    moves = sorted(game.legal_moves)
    return moves[7 * game.ply % len(moves)]


class Sessions(RuleBasedStateMachine):
    """A session and its model, given the same commands."""

    def __init__(self) -> None:
        super().__init__()
        self.model = Model()
        self.session = Session(start("tablut"), every_seventh, frozenset())
        self.printed: list[str] = []

    def _obey(self, line: str) -> list[Reply] | None:
        """Let the session obey a line; `None` if it refuses, and then nothing may have changed."""
        before = self.session
        try:
            self.session, replies = obey(self.session, line)
        except TaflError:
            assert self.session is before
            return None
        return replies

    def _both(self, line: str, expected: bool) -> None:
        """Let the session obey a line that the model has obeyed, or refused."""
        self.model.let_play()
        replies = self._obey(line)
        assert (replies is not None) is expected, f"{line!r} was {'refused' if expected else 'obeyed'}"
        self.printed += said(replies or ())

    @initialize()
    def begin(self) -> None:
        """Start with a new game."""
        self.new()

    @rule()
    def new(self) -> None:
        """A new game."""
        self.model.begin(Model().board, SIDES["black"])
        self._both("new", True)

    @precondition(lambda self: self.model.winner is None)
    @rule(choice=st.integers(0, 10**6), capitals=st.booleans())
    def legal_move(self, choice: int, capitals: bool) -> None:
        """A move of a manual player that the model allows."""
        moves = self.model.moves()
        move = moves[choice % len(moves)]
        self.model.move(move)
        self._both(f"  {move.upper() if capitals else move} # a move", True)

    @precondition(lambda self: self.model.winner is None)
    @rule(choice=st.integers(0, 10**6), near=st.sampled_from(["K", "ADK"]))
    def hot_move(self, choice: int, near: str) -> None:
        """A move beside the king or another piece, where captures and the end of the game are more likely."""
        board = self.model.board
        moves = [move for move in self.model.moves() if _is_beside(board, move, near)] or self.model.moves()
        move = moves[choice % len(moves)]
        self.model.move(move)
        self._both(move, True)

    @rule(first=st.integers(0, 10**6), second=st.integers(0, 10**6))
    def back_and_forth(self, first: int, second: int) -> None:
        """Both players go somewhere and come back, if they are manual and can: the position is then repeated."""
        self.both_manual()
        made: list[str] = []
        for choice in (first, second, None, None):
            moves = self.model.moves()
            move = _reversed(made[-2]) if choice is None else moves[choice % len(moves)] if moves else ""
            if move not in moves:
                break
            self.model.move(move)
            self._both(move, True)
            made.append(move)

    @rule(origin=st.sampled_from(SQUARES), to=st.sampled_from(LETTERS + "123456789"))
    def any_move(self, origin: str, to: str) -> None:
        """Any text of the form of a move: both obey it, or both refuse."""
        move = f"{origin}-{to}"
        try:
            self.model.move(move)
        except Refused:
            self._both(move, False)
        else:
            self._both(move, True)

    @rule(name=st.sampled_from(sorted(SIDES)))
    def auto(self, name: str) -> None:
        """A player becomes automated."""
        self.model.automated.add(SIDES[name])
        self._both(f"auto {name}", True)

    @rule(name=st.sampled_from(sorted(SIDES)))
    def manual(self, name: str) -> None:
        """A player becomes manual."""
        self.model.automated.discard(SIDES[name])
        self._both(f"manual {name}", True)

    @rule()
    def both_manual(self) -> None:
        """Both become manual, so that games are not all played by machines."""
        for name in SIDES:
            self.manual(name)

    @rule(more=st.integers(-3, 5))
    def limit(self, more: int) -> None:
        """A limit not far from the moves that have been made, that may be too small or too late."""
        number = len(self.model.states) // 2 + more
        try:
            self.model.set_limit(number)
        except Refused:
            self._both(f"limit {number}", False)
        else:
            self._both(f"limit {number}", True)

    @rule()
    def undo(self) -> None:
        """Two moves are taken back."""
        try:
            self.model.undo()
        except Refused:
            self._both("undo", False)
        else:
            self._both("undo", True)

    @rule()
    def dump(self) -> None:
        """The board is printed."""
        self.model.dump()
        self._both("dump", True)

    @rule(number=st.integers(-(10**19), 10**19))
    def seed(self, number: int) -> None:
        """The seed changes nothing that this player does."""
        self._both(f"seed {number}", True)

    @rule(
        name=st.sampled_from(sorted(SIDES)),
        king=st.sampled_from(SQUARES),
        men=st.dictionaries(st.sampled_from(SQUARES), st.sampled_from("AAD"), max_size=12),
    )
    def set_up(self, name: str, king: str, men: dict[str, str]) -> None:
        """A position is set up."""
        pieces = {**men, king: "K"}
        rows = [[pieces.get(f"{column}{row}", ".") for column in LETTERS] for row in range(9, 0, -1)]
        self._set_up(name, rows)

    def _set_up(self, name: str, rows: list[list[str]]) -> None:
        self.model.begin(rows, SIDES[name])
        self._both(f"set {name} " + " ".join("".join(SHOWN[letter] for letter in row) for row in rows), True)

    @rule(column=st.integers(2, 6), row=st.integers(2, 6), way=st.sampled_from([(0, 1), (1, 0), (0, -1), (-1, 0)]))
    def siege(self, column: int, row: int, way: tuple[int, int]) -> None:
        """A king with attackers on three sides, and the one who closes the fourth."""
        self.both_manual()
        rows = [["."] * 9 for _ in range(9)]
        rows[row][column] = "K"
        for right, down in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            far = 2 if (right, down) == way else 1
            rows[row + far * down][column + far * right] = "A"
        self._set_up("black", rows)
        origin = f"{LETTERS[column + 2 * way[0]]}{9 - row - 2 * way[1]}"
        # Where the square beside the king is the throne, this is refused.
        self.any_move(origin, f"{9 - row - way[1]}" if way[1] else LETTERS[column + way[0]])

    @rule(line=st.sampled_from(EXTRAS))
    def extra(self, line: str) -> None:
        """The other commands change nothing and print nothing that could be mistaken."""
        before = self.session
        replies = self._obey(line)
        assert (replies is None) is (self.model.winner is not None and line.startswith(("moves", "hint")))
        assert self.session == before
        assert not [text for text in said(replies or ()) if "*" in text or ">" in text or "===" in text]
        if line == "moves" and replies is not None:
            assert said(replies) == [" ".join(self.model.moves())]

    @rule(line=st.sampled_from(NONSENSE))
    def nonsense(self, line: str) -> None:
        """What is no command is refused."""
        self._both(line, False)

    @rule()
    def save_and_load(self) -> None:
        """The commands that are saved bring the session back, in whatever state another one is."""
        other = Session(start("brandubh"), every_seventh, frozenset({Side.DEFENDERS}))
        again, _ = obey(other, *self.session.script().splitlines())
        assert again == self.session

    @invariant()
    def agree(self) -> None:
        """Position, turn, limit, winner, players and everything printed are the same."""
        game = self.session.game
        shown = ["".join(SHOWN[letter] for letter in row) for row in self.model.board]
        assert game.position.picture.replace(".", "-").splitlines() == shown
        assert NAMES[self.model.side] == game.variant.side_name(game.to_move).lower()
        assert game.move_limit == self.model.limit
        assert game.ply == len(self.model.states) - 1
        winner = None if game.outcome is None or game.outcome.winner is None else game.outcome.winner
        assert (winner and game.variant.side_name(winner).lower()) == NAMES.get(self.model.winner or "")
        automated = {game.variant.side_name(side).lower() for side in Side if side in self.session.automated}
        assert automated == {NAMES[side] for side in self.model.automated}
        assert self.printed == self.model.printed


def _target(move: str) -> str:
    origin, _, to = move.partition("-")
    return f"{origin[0]}{to}" if to.isdigit() else f"{to}{origin[1]}"


def _reversed(move: str) -> str:
    """The move back, in the short form."""
    origin, target = move.partition("-")[0], _target(move)
    return f"{target}-{origin[1] if origin[0] == target[0] else origin[0]}"


def _is_beside(board: list[list[str]], move: str, near: str) -> bool:
    """Whether a move ends beside one of certain pieces, its own place not counted."""
    target, origin = _target(move), move.partition("-")[0]
    down, right = 9 - int(target[1]), LETTERS.index(target[0])
    own = (9 - int(origin[1]), LETTERS.index(origin[0]))
    beside = {(down + 1, right), (down - 1, right), (down, right + 1), (down, right - 1)} - {own}
    return any(0 <= r < 9 and 0 <= c < 9 and board[r][c] in near for r, c in beside)


def test_sessions_agree_with_the_model() -> None:
    """Whatever is commanded, a session and the model are in the same state and print the same."""
    run_state_machine_as_test(
        Sessions, settings=settings(max_examples=EXAMPLES, stateful_step_count=STEPS, deadline=None)
    )
