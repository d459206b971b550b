"""A position of Qirkat: the pieces, which of them last moved sideways, and the side to move; moves and what they do."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final

import attrs

from taflkit.errors import NotationError, PositionError
from taflkit.games.qirkat.board import BOARD_MASK, DIRECTIONS, LEAPS, NAMES, NEIGHBOURS, POINTS, SIZE
from taflkit.games.qirkat.moves import Move
from taflkit.games.squares import squares_in


class Player(enum.Enum):
    """The two players; White moves first, and up the board."""

    WHITE = "white"
    BLACK = "black"

    @property
    def other(self) -> Player:
        """The opponent."""
        return BLACK if self is WHITE else WHITE

    def __str__(self) -> str:
        """Print the name: White or Black."""
        return self.value.capitalize()


WHITE: Final = Player.WHITE
BLACK: Final = Player.BLACK

#: How pictures and rows show a piece of each player and an empty point.
WHITE_LETTER, BLACK_LETTER, EMPTY_LETTER = "w", "b", "-"


@attrs.frozen(eq=False, repr=False)
class Position:
    """The pieces of the mover and of the opponent, which of them last went left or right, and who is to move.

    Raises:
        PositionError: A point is off the board or has two pieces, or an empty point is remembered.
    """

    movers_mask: int
    """The pieces of the side to move."""
    others_mask: int
    """The pieces of the opponent."""
    to_move: Player
    """The side to move."""
    went_left_mask: int = 0
    """The pieces of either side that went left when they were last played, so that they may not go right next."""
    went_right_mask: int = 0
    """The pieces of either side that went right when they were last played, so that they may not go left next."""

    def __attrs_post_init__(self) -> None:
        occupied = self.movers_mask | self.others_mask
        remembered = self.went_left_mask | self.went_right_mask
        if occupied & ~BOARD_MASK:
            raise PositionError("a point is off the board")
        if self.movers_mask & self.others_mask:
            raise PositionError("a point has two pieces on it")
        if remembered & ~occupied or self.went_left_mask & self.went_right_mask:
            raise PositionError("only a piece goes sideways, and to one side")

    @classmethod
    def of(cls, white_mask: int, black_mask: int, to_move: Player = WHITE) -> Position:
        """The position with these pieces of White and of Black; every sideways move is free.

        Raises:
            PositionError: A point is off the board, or has two pieces.
        """
        masks = (white_mask, black_mask) if to_move is WHITE else (black_mask, white_mask)
        return cls(*masks, to_move)

    @classmethod
    def from_rows(cls, text: str, to_move: Player = WHITE) -> Position:
        """The position of a text such as `wwwww wwwww bb-ww bbbbb bbbbb`: 25 points, row by row from row 1.

        Args:
            text: The points as `w`, `b` and `-`. Blanks are ignored, and so is letter case.
            to_move: The side to move.

        Raises:
            NotationError: The text has another letter, or not 25 points.
        """
        letters: list[str] = []
        for column, letter in enumerate(text, 1):
            if letter.isspace():
                continue
            if letter.lower() not in (WHITE_LETTER, BLACK_LETTER, EMPTY_LETTER):
                raise NotationError(text, column, "w, b or -")
            if len(letters) == len(POINTS):
                raise NotationError(text, column, f"no more than {len(POINTS)} points")
            letters.append(letter.lower())
        if len(letters) < len(POINTS):
            raise NotationError(text, len(text) + 1, f"{len(POINTS)} points, not {len(letters)},")
        white, black = (
            sum(1 << point for point, found in enumerate(letters) if found == letter)
            for letter in (WHITE_LETTER, BLACK_LETTER)
        )
        return cls.of(white, black, to_move)

    @classmethod
    def from_picture(cls, picture: str, to_move: Player = WHITE) -> Position:
        """The position that a picture shows: a line per row, the top row first, of `w`, `b` and `-`.

        Raises:
            PositionError: The picture does not have five rows of five points, or has other letters.
        """
        masks = NAMES.read_picture(picture, WHITE_LETTER + BLACK_LETTER + EMPTY_LETTER)
        return cls.of(masks[WHITE_LETTER], masks[BLACK_LETTER], to_move)

    @property
    def white_mask(self) -> int:
        """The pieces of White."""
        return self.movers_mask if self.to_move is WHITE else self.others_mask

    @property
    def black_mask(self) -> int:
        """The pieces of Black."""
        return self.others_mask if self.to_move is WHITE else self.movers_mask

    @property
    def empty_mask(self) -> int:
        """The empty points."""
        return BOARD_MASK ^ self.movers_mask ^ self.others_mask

    def piece_at(self, point: int) -> Player | None:
        """Whose piece stands on a point, `None` if there is none."""
        bit = 1 << point
        if self.movers_mask & bit:
            return self.to_move
        return self.to_move.other if self.others_mask & bit else None

    def moves(self) -> list[Move]:
        """The moves of the side to move: all jumps if there are any, otherwise all steps."""
        return list(self._jumps()) or self.steps(self.to_move)

    @property
    def jumpers_mask(self) -> int:
        """The pieces of the side to move that can jump."""
        movers, others, empty = self.movers_mask, self.others_mask, self.empty_mask
        found = 0
        for shift, sources in _LEAPS_UP:
            found |= sources & others >> shift & empty >> 2 * shift
        for shift, sources in _LEAPS_DOWN:
            found |= sources & others << shift & empty << 2 * shift
        return found & movers

    def _jumps(self) -> Iterator[Move]:
        """Every way in which a piece can jump until it can jump no further."""
        others, empty = self.others_mask, self.empty_mask
        for point in squares_in(self.jumpers_mask):
            for path in _jump_paths((point,), others, empty | 1 << point):
                yield _jump(path)

    def steps(self, player: Player) -> list[Move]:
        """The steps of a player, whoever is to move and whether or not there are jumps."""
        empty, left, right = self.empty_mask, self.went_left_mask, self.went_right_mask
        steps = _STEPS[player.value]
        moves: list[Move] = []
        for point in squares_in(self.movers_mask if player is self.to_move else self.others_mask):
            bit = 1 << point
            memory = LEFT if left & bit else RIGHT if right & bit else NEITHER
            moves += [move for target, move in steps[memory][point] if target & empty]
        return moves

    def count_steps(self, player: Player) -> int:
        """How many steps a player has, whoever is to move and whether or not there are jumps: the length of `steps`."""
        pieces = self.movers_mask if player is self.to_move else self.others_mask
        empty = self.empty_mask
        pieces &= ~_ROWS[base_row(player.other)]
        count = 0
        if player is WHITE:
            for shift, sources in _STEPS_UP:
                count += (pieces & sources & empty >> shift).bit_count()
        else:
            for shift, sources in _STEPS_DOWN:
                count += (pieces & sources & empty << shift).bit_count()
        count += (pieces & _RIGHT_FROM & ~self.went_left_mask & empty >> 1).bit_count()
        return count + (pieces & _LEFT_FROM & ~self.went_right_mask & empty << 1).bit_count()

    def why_illegal(self, path: tuple[int, ...]) -> str | None:
        """Why the rules refuse to take a piece along some points, `None` if they do not."""
        origin = NAMES.name(path[0])
        if not self.movers_mask & 1 << path[0]:
            return f"there is no piece of {self.to_move} on {origin}"
        is_step = len(path) == 2 and path[1] in NEIGHBOURS[path[0]]
        return self._why_no_step(*path) if is_step else self._why_no_jump(path)

    def _why_no_step(self, origin: int, target: int) -> str | None:
        if self.piece_at(target):
            return f"there is a piece on {NAMES.name(target)}"
        if self.jumpers_mask:
            return f"{self.to_move} can jump, and must"
        if origin // SIZE == base_row(self.to_move.other):
            return f"a piece on row {origin // SIZE + 1} only jumps"
        up = target // SIZE - origin // SIZE
        if up == (-1 if self.to_move is WHITE else 1):
            return "a piece does not move backwards"
        if up == 0 and (self.went_right_mask if target < origin else self.went_left_mask) & 1 << origin:
            return "the piece came from there when it was last played"
        return None

    def _why_no_jump(self, path: tuple[int, ...]) -> str | None:
        others, empty = self.others_mask, self.empty_mask | 1 << path[0]
        for point, target in pairwise(path):
            jump = f"{NAMES.name(point)}-{NAMES.name(target)}"
            over = sum(leap.over_mask for leap in LEAPS[point] if leap.landing == target)
            if not over:
                return f"{jump} is not {'a step or ' if len(path) == 2 else ''}a jump along a line"
            if not over & others:
                return f"{jump} jumps over no piece of {self.to_move.other}"
            if not empty & 1 << target:
                return f"there is a piece on {NAMES.name(target)}"
            others, empty = others ^ over, empty | over
        if can_jump(path[-1], others, empty):
            return f"the piece can jump on from {NAMES.name(path[-1])}, and must"
        return None

    def after(self, move: Move) -> Position:
        """The position after a move that is known to be legal."""
        path, jumped = move.path, move.jumped_mask
        origin, target = 1 << path[0], 1 << path[-1]
        forgotten = ~(origin | jumped)
        left, right = self.went_left_mask & forgotten, self.went_right_mask & forgotten
        if move.is_sideways:
            if target < origin:
                left |= target
            else:
                right |= target
        own = self.movers_mask ^ origin | target
        return Position(self.others_mask ^ jumped, own, self.to_move.other, left, right)

    @property
    def key(self) -> tuple[int, int, int, int, bool]:
        """What tells this position from others, in plain values."""
        # Not the player itself, whose hash differs from run to run.
        to_move = self.to_move is WHITE
        return self.movers_mask, self.others_mask, self.went_left_mask, self.went_right_mask, to_move

    def __eq__(self, other: object) -> bool:
        """Same pieces, same sideways moves to remember, same side to move."""
        if not isinstance(other, Position):
            return NotImplemented
        return self.key == other.key

    def __hash__(self) -> int:
        """Agree with equality."""
        return hash(self.key)

    @property
    def rows(self) -> str:
        """The points row by row from row 1, as `from_rows` reads them; sideways moves are not remembered in it."""
        return " ".join(row.replace(" ", "") for row in reversed(self.picture.splitlines()))

    @property
    def picture(self) -> str:
        """The board drawn with `w`, `b` and `-`, the top row first."""
        return NAMES.draw({WHITE_LETTER: self.white_mask, BLACK_LETTER: self.black_mask}, EMPTY_LETTER)

    def __str__(self) -> str:
        """Draw the board and say who is to move."""
        return f"{self.picture}\n{self.to_move} to move"

    def __repr__(self) -> str:
        """Print on one line, row 1 first."""
        return f"<Position {self.rows}, {self.to_move} to move>"


def base_row(player: Player) -> int:
    """The row, from 0, from which a player's pieces start; the opponent's do not move on from there."""
    return 0 if player is WHITE else SIZE - 1


def can_jump(point: int, enemies: int, empty: int) -> bool:
    """Whether a piece on a point can jump over one of the enemies to an empty point."""
    return any(leap.over_mask & enemies and leap.landing_mask & empty for leap in LEAPS[point])


def _jump_paths(path: tuple[int, ...], enemies: int, empty: int) -> Iterator[tuple[int, ...]]:
    """The ways to jump on until no jump is left; what is jumped over is removed at once."""
    ended = True
    for over, landing_mask, landing in LEAPS[path[-1]]:
        if over & enemies and landing_mask & empty:
            ended = False
            yield from _jump_paths((*path, landing), enemies ^ over, empty | over)
    if ended:
        yield path


@lru_cache(maxsize=4096)
def _jump(path: tuple[int, ...]) -> Move:
    """The move along a path of jumps; one object for the same path, since it takes long to make."""
    return Move(path)


#: How far the next point is in each direction, always positive, with the points from which a jump or step may go.
_LEAPS_UP: Final = tuple((way.shift, way.leaps_from) for way in DIRECTIONS if way.shift > 0)
_LEAPS_DOWN: Final = tuple((-way.shift, way.leaps_from) for way in DIRECTIONS if way.shift < 0)
_STEPS_UP: Final = tuple((way.shift, way.steps_from) for way in DIRECTIONS if way.shift > 1)
_STEPS_DOWN: Final = tuple((-way.shift, way.steps_from) for way in DIRECTIONS if way.shift < -1)
_RIGHT_FROM, _LEFT_FROM = (way.steps_from for way in DIRECTIONS if abs(way.shift) == 1)
_ROWS: Final = tuple((1 << SIZE) - 1 << row * SIZE for row in range(SIZE))

#: Where a piece went when it was last played.
NEITHER, LEFT, RIGHT = range(3)
_StepTable = tuple[tuple[tuple[int, Move], ...], ...]


def _step_table(player: Player, memory: int) -> _StepTable:
    """The steps of a player's pieces that went somewhere before, by their point: the mask of each target, the move."""
    forwards = 1 if player is WHITE else -1
    table = []
    for point in POINTS:
        steps = []
        for target in NEIGHBOURS[point] if point // SIZE != base_row(player.other) else ():
            up, right = target // SIZE - point // SIZE, target - point
            if up == forwards or (up == 0 and (right, memory) not in ((1, LEFT), (-1, RIGHT))):
                steps.append((1 << target, Move((point, target))))
        table.append(tuple(steps))
    return tuple(table)


#: By the name of the player, since players are slow to hash, then by where a piece went before, then by its point.
_STEPS: Final = {
    player.value: tuple(_step_table(player, memory) for memory in (NEITHER, LEFT, RIGHT)) for player in Player
}

#: White on rows 1 and 2 and on d3, e3, Black on rows 4 and 5 and on a3, b3, White to move.
START: Final = Position.from_rows("wwwww wwwww bb-ww bbbbb bbbbb")
