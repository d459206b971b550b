# The compiled kernel, from the C sources in `native/`. Squares go by their numbers, positions as states and games as
# lines (see `taflkit.engine.states`), outcomes by their numbers in `taflkit.engine.OUTCOMES`.

from collections.abc import Callable
from typing import TypeAlias, TypeVar, final

from taflkit.board import Move
from taflkit.engine.states import Line
from taflkit.rules import LegalMoves

# What Python compares with its own values when the kernel is loaded (`taflkit.engine.constants`).
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

_Game = TypeVar("_Game")
_Squares: TypeAlias = tuple[int, int]

@final
class Control:
    # How a run is watched and stopped from another thread.
    def stop(self) -> None: ...
    @property
    def nodes(self) -> int: ...

@final
class State:
    # A position with its past, of which a game is made when it is looked at: the facts are those of `Game` and its
    # last `Play`; `board_outcome` is the outcome by the board alone.
    @property
    def state(self) -> bytes: ...
    @property
    def move(self) -> Move: ...
    @property
    def taken(self) -> list[int]: ...
    @property
    def outcome(self) -> int: ...
    @property
    def board_outcome(self) -> int: ...
    @property
    def turns(self) -> int: ...
    @property
    def reversible(self) -> int: ...
    @property
    def seen_before(self) -> bool: ...
    # The legal moves, none when the game is over.
    def moves(self) -> LegalMoves: ...
    # The game after a move; `None` if that is not legal, or the game is over.
    def play(self, game: _Game, move: Move, /) -> _Game | None: ...

@final
class Stepper:
    # Plays games of the given class step by step.
    def __new__(
        cls, kernel: Kernel, game: type, legal_moves: type[LegalMoves], move_between: Callable[[int, int], Move]
    ) -> Stepper: ...
    # The state of a line whose outcome is known.
    def state(self, line: Line, outcome: int) -> State: ...

@final
class Memory:
    # What counting lines of play remembers, for the rules of one kernel.
    def __new__(cls, megabytes: int) -> Memory: ...

@final
class Table:
    # What searches remember, for as many threads as share it.
    def __new__(cls, megabytes: int) -> Table: ...

@final
class Kernel:
    # Rules that run. A `ValueError` says what is wrong with a record, a state or a move.
    def __new__(cls, record: bytes) -> Kernel: ...
    # The legal moves, sorted by origin and then target.
    def moves(self, state: bytes) -> list[_Squares]: ...
    # The state after a move, the squares taken, sorted, and the outcome by the board alone.
    def step(self, state: bytes, origin: int, target: int) -> tuple[bytes, tuple[int, ...], int]: ...
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
        self, line: Line, first: int, count: int, seed: int, most_plies: int, control: Control | None = None
    ) -> tuple[int, tuple[int, ...]]: ...
    # The moves that may be played, forbidden repetitions left out.
    def line_moves(self, line: Line) -> list[_Squares]: ...
    # The outcome after a move, the past considered.
    def line_outcome_after(self, line: Line, origin: int, target: int) -> int: ...
    # One depth: the best line, its value, how many positions were visited, and why it stopped.
    def search(
        self,
        line: Line,
        knowledge: bytes,
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
        line: Line,
        knowledge: bytes,
        table: Table,
        first: int,
        within: int,
        nodes: int = 0,
        seconds: float = 0,
        control: Control | None = None,
    ) -> tuple[int, list[_Squares], int, int, int]: ...
