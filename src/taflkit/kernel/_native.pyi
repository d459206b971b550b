# The compiled kernel, from the C sources in `native/`. Squares are given by their numbers, positions and games encoded
# (see `taflkit.kernel.encoding`), outcomes by their numbers in `OUTCOMES` there.

from collections.abc import Callable
from typing import Any, TypeAlias, final

from taflkit.board import Move, Position
from taflkit.kernel.encoding import EncodedLine
from taflkit.kernel.python_runner import PythonState
from taflkit.rules import LegalMoves, Outcome, Play

# What Python compares with its own values when the kernel is loaded (`taflkit.kernel.constants`).
RECORD_MAGIC: int
RECORD_VERSION: int
MAX_WIDTH: int
MAX_KINDS: int
MAX_KINGS: int
MAX_RULES: int
MAX_TABLES: int
MAX_OCCURRENCES: int
MAX_COUNT: int
MAX_WAYS: int
MAX_DISTANCE: int
MAX_PLIES: int
MAX_MEGABYTES: int
WIN: int
MAX_PLIES_TO_WIN: int
MAX_DEPTH: int
MAX_BOARDS: int
MAX_THREADS: int
MAX_HISTORY: int
EXTRA_PLIES: int
OPENING_TRIES: int
REASONS: tuple[str, ...]
VERDICTS: tuple[str, ...]
CAPTURE_KINDS: tuple[str, ...]
ENDING_KINDS: tuple[str, ...]
REPETITION_KINDS: tuple[str, ...]
LIMIT_KINDS: tuple[str, ...]
KIND_FIELDS: tuple[str, ...]
JUMP_FIELDS: tuple[str, ...]
HOSTILE_FIELDS: tuple[str, ...]
BESET_FIELDS: tuple[str, ...]
CAPTURE_FIELDS: tuple[str, ...]
ENDING_FIELDS: tuple[str, ...]
GAME_FIELDS: tuple[str, ...]
LIMIT_FIELDS: tuple[str, ...]

_Squares: TypeAlias = tuple[int, int]

# The evaluation's weights in the kernel's order, the largest weight, and how many threats of the king count.
WEIGHTS: tuple[str, ...]
MAX_WEIGHT: int
MAX_THREATS: int
SQUARES_A_MOVE: int

@final
class Control:
    # How a run is watched and stopped from another thread.
    def stop(self) -> None: ...
    @property
    def nodes(self) -> int: ...
    @property
    def reached(self) -> int: ...

@final
class State:
    # `taflkit.kernel.State`, and what Python needs to describe it.
    @property
    def encoded(self) -> bytes: ...
    @property
    def position(self) -> Position: ...
    @property
    def last(self) -> Play | None: ...
    @property
    def move(self) -> Move: ...
    @property
    def taken(self) -> list[int]: ...
    @property
    def outcome(self) -> Outcome | None: ...
    @property
    def board_outcome(self) -> Outcome | None: ...
    @property
    def ply(self) -> int: ...
    @property
    def turns(self) -> int: ...
    @property
    def reversible(self) -> int: ...
    @property
    def captureless(self) -> int: ...
    @property
    def seen_before(self) -> bool: ...
    @property
    def move_limit(self) -> int | None: ...
    @property
    def moves(self) -> LegalMoves: ...
    # The state before the last move, `None` in the first state, which `origin` describes.
    @property
    def previous(self) -> State | None: ...
    @property
    def origin(self) -> PythonState: ...
    def play(self, move: Move, /) -> State | None: ...

@final
class Stepper:
    # Plays games step by step.
    def __new__(
        cls,
        kernel: Kernel,
        legal_moves: Callable[[tuple[Move, ...]], LegalMoves],
        move_between: Callable[[int, int], Move],
        position_of: Callable[[bytes], Position],
        play_of: Callable[[Position, State], Play],
        outcomes: tuple[Outcome | None, ...],
    ) -> Stepper: ...
    # The state of an encoded line whose outcome is known, and of which `origin` is the description.
    def state(self, line: EncodedLine, outcome: int, origin: PythonState) -> State: ...

@final
class Memory:
    # What counting lines of play remembers, for the rules of one kernel.
    def __new__(cls, megabytes: int) -> Memory: ...

@final
class Table:
    # What searches remember, for as many threads as share it.
    def __new__(cls, megabytes: int) -> Table: ...
    @property
    def filled(self) -> float: ...

@final
class Knowledge:
    # What searches with one kernel know, from the words of `taflkit.kernel.knowledge`. A `ValueError` says what is
    # wrong with them.
    def __new__(cls, kernel: Kernel, words: bytes) -> Knowledge: ...

@final
class Kernel:
    # Rules that run. A `ValueError` says what is wrong with a record, a state or a move.
    def __new__(cls, record: bytes) -> Kernel: ...
    # The legal moves, sorted by origin and then target.
    def moves(self, state: bytes) -> list[_Squares]: ...
    # The state after a move, the squares taken, sorted, and the outcome by the board alone.
    def step(self, state: bytes, origin: int, target: int) -> tuple[bytes, tuple[int, ...], int]: ...
    # The numbers of all legal moves as words of four bytes, sorted; and what those do that do more than move a piece
    # and give the turn to the other side, by number: the state after the move, the squares taken as bits, and the
    # outcome.
    def steps(self, state: bytes) -> tuple[bytes, dict[int, tuple[bytes, bytes, int]]]: ...
    # The outcome of a position that was set up.
    def outcome(self, state: bytes) -> int: ...
    # How many legal moves there are.
    def count(self, state: bytes) -> int: ...
    # A number that tells positions apart.
    def hash(self, state: bytes) -> int: ...
    # How many sequences of so many plies there are.
    def perft(
        self,
        state: bytes,
        depth: int,
        bulk: bool = True,
        memory: Memory | None = None,
        control: Control | None = None,
    ) -> int: ...
    # Random games: how many plies they took, and how many ended with each outcome; with none, those broken off.
    def playouts(
        self, line: EncodedLine, first: int, count: int, seed: int, max_plies: int, control: Control | None = None
    ) -> tuple[int, tuple[int, ...]]: ...
    # The moves that may be played, forbidden repetitions left out.
    def line_moves(self, line: EncodedLine) -> list[_Squares]: ...
    # The outcome after a move, the past considered.
    def line_outcome_after(self, line: EncodedLine, origin: int, target: int) -> int: ...
    # One depth: the best line, its value, how many positions were visited, and why it stopped.
    def search(
        self,
        line: EncodedLine,
        knowledge: Knowledge,
        table: Table,
        order: bytes,
        depth: int,
        reductions: bool,
        quiescence: bool,
        worker: int = 0,
        nodes: int = 0,
        seconds: float = 0,
        control: Control | None = None,
    ) -> tuple[list[_Squares], int, int, int]: ...
    # In how many moves the side to move wins, the line, up to how many that is certain, positions, why it stopped.
    def find_win(
        self,
        line: EncodedLine,
        knowledge: Knowledge,
        table: Table,
        first: int,
        within: int,
        nodes: int = 0,
        seconds: float = 0,
        control: Control | None = None,
        part: int = 0,
        parts: int = 1,
    ) -> tuple[int, list[_Squares], int, int, int]: ...

@final
class Tree:
    # The tree of a Monte Carlo search, of which one thread at a time has the use.
    def __new__(
        cls,
        kernel: Kernel,
        line: EncodedLine,
        knowledge: Knowledge,
        table: Table,
        order: bytes,
        megabytes: int,
        exploration: float,
    ) -> Tree: ...
    # Until there are so many visits: the positions visited, why it stopped, and whether the result is certain.
    def grow(
        self, visits: int, nodes: int = 0, seconds: float = 0, control: Control | None = None
    ) -> tuple[int, int, bool]: ...
    @property
    def filled(self) -> float: ...
    # The best moves, the best first: the line and the value of each.
    def lines(self, lines: int, /) -> list[tuple[list[_Squares], int]]: ...

@final
class Batch:
    # Many games that are stepped at once; board `i` has game number `i % len(games)`. The arrays are buffers.
    def __new__(
        cls,
        games: tuple[tuple[Kernel, bytes, bytes, tuple[tuple[EncodedLine, bytes], ...]], ...],
        numbers: dict[str, int],
        seed: int,
        arrays: tuple[Any, ...],
    ) -> Batch: ...
    def reset(self, seed: int, /) -> None: ...
    def advance(self, chosen: Any, /) -> None: ...
    # -1, or the first board whose action is not legal; then nothing has changed.
    def step(self, actions: Any, /) -> int: ...
    def draw(self, actions: Any, /) -> None: ...
    # The number of the start of a board's game, and the actions since.
    def played(self, board: int, /) -> tuple[int, tuple[int, ...]]: ...
