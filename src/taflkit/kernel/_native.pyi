# The compiled kernel, from the C sources in `native/`. Squares go by their numbers, positions as states and games as
# lines (see `taflkit.kernel.states`), outcomes by their numbers in `taflkit.kernel.OUTCOMES`.

from typing import TypeAlias, final

_Line: TypeAlias = tuple[bytes, int, int, int]

@final
class Control:
    # How a run is watched and stopped from another thread.
    def __new__(cls) -> Control: ...
    def stop(self) -> None: ...
    @property
    def nodes(self) -> int: ...

@final
class Memory:
    # What counting lines of play remembers, for the rules of one kernel.
    def __new__(cls, megabytes: int) -> Memory: ...

@final
class Kernel:
    # Rules that run. A `ValueError` says what is wrong with a record, a state or a move.
    def __new__(cls, record: bytes) -> Kernel: ...
    # The legal moves, sorted by origin and then target.
    def moves(self, state: bytes) -> list[tuple[int, int]]: ...
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
        self, line: _Line, first: int, count: int, seed: int, most_plies: int, control: Control | None = None
    ) -> tuple[int, tuple[int, ...]]: ...
    # The moves that may be played, forbidden repetitions left out.
    def line_moves(self, line: _Line) -> list[tuple[int, int]]: ...
    # The outcome after a move, the past considered.
    def line_outcome_after(self, line: _Line, origin: int, target: int) -> int: ...
