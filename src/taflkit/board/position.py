"""Positions: which pieces stand where on a board, and whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import attrs

from taflkit.board.grid import Grid
from taflkit.board.pieces import ATTACKER, DEFENDER, KING, Piece, Side
from taflkit.board.regions import Geometry
from taflkit.board.squares import LETTERS, Square, SquareSet, bits_of, union
from taflkit.board.symmetry import Symmetry
from taflkit.errors import GeometryError, NotationError, PositionError, wrong_type
from taflkit.pictures import picture_rows

EMPTY = "."
"""How pictures draw an empty square."""
MAX_POSITION = 1000
"""The characters of a position on a line: more than the largest board and a name need."""
# Python hashes an int as its remainder by 2**61 - 1, so bit 61 counts as bit 0. The remainder by another prime of that
# size keeps positions on large boards apart.
_PRIME = 1889558770516438451


@attrs.frozen(cache_hash=True)
class Board:
    """A geometry and the kinds of piece that play on it.

    Raises:
        PositionError: A letter or a kind of piece occurs twice, or a letter is not one from a to z.
    """

    geometry: Geometry
    """The grid and its regions."""
    pieces: tuple[Piece, ...] = (ATTACKER, DEFENDER, KING)
    """The kinds of piece, in the order of `Position.kind_masks`."""
    king_indices: tuple[int, ...] = attrs.field(init=False, eq=False, repr=False)
    """Which of `pieces` are kings."""

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.geometry, Geometry):
            raise wrong_type("a Geometry, such as Geometry.build(9, 9)", self.geometry)
        for piece in self.pieces:
            if not isinstance(piece, Piece):
                raise wrong_type("a Piece", piece)
        kings = tuple(index for index, piece in enumerate(self.pieces) if piece.is_king)
        object.__setattr__(self, "king_indices", kings)
        letters = [piece.letter for piece in self.pieces]
        for letter in letters:
            if len(letter) != 1 or not letter.isascii() or not letter.isalpha():
                raise PositionError(f"a piece is drawn as one letter from a to z, not {letter!r}")
        if len(set(letters)) != len(letters):
            raise PositionError(f"two kinds of piece are drawn with the same letter: {' '.join(sorted(letters))}")
        if len({(piece.side, piece.kind) for piece in self.pieces}) != len(self.pieces):
            raise PositionError("two pieces of one side have the same kind")

    @property
    def grid(self) -> Grid:
        """The squares of the board."""
        return self.geometry.grid

    @property
    def names(self) -> tuple[str, ...]:
        """Every name by which rules may refer to these pieces."""
        return tuple(dict.fromkeys(name for piece in self.pieces for name in sorted(piece.names)))

    def piece(self, letter: str) -> Piece:
        """Return the kind of piece that a letter stands for.

        Raises:
            PositionError: No piece has that letter.
        """
        for piece in self.pieces:
            if piece.letter == letter:
                return piece
        known = ", ".join(f"{piece.letter} ({piece})" for piece in self.pieces)
        raise PositionError(f"no piece is drawn as {letter!r}; there are {known}, and {EMPTY} for an empty square")

    def position(self, pieces: Mapping[Square | str, Piece], to_move: Side) -> Position:
        """Return the position with these pieces on these squares.

        Args:
            pieces: The piece on each square, which is a `Square` or a text: `{"e5": KING}`.
            to_move: The side to move.

        Raises:
            NotationError: A text is not a square.
            GeometryError: A square is not on the board.
            PositionError: A piece does not play on this board.
        """
        if not isinstance(pieces, Mapping):
            raise wrong_type("a mapping from squares to pieces (parse reads a picture)", pieces)
        sets = [0] * len(self.pieces)
        for square, piece in pieces.items():
            if not isinstance(piece, Piece):
                raise wrong_type(f"the Piece on {square}", piece)
            if piece not in self.pieces:
                raise PositionError(f"no {piece} plays on this board; there are {', '.join(map(str, self.pieces))}")
            sets[self.pieces.index(piece)] |= self.grid.mask([square])
        return Position(self, tuple(sets), to_move)

    def parse(self, picture: str, to_move: Side) -> Position:
        """Read a drawn position: a line for each row from the top, a letter for each piece, `.` for empty.

        Spaces do not matter, so a picture may be indented and spread out.

        Raises:
            PositionError: The picture does not fit the board, or has a letter that no piece has.
        """
        rows = picture_rows(picture)
        if len(rows) != self.grid.height:
            raise PositionError(f"the picture has {len(rows)} rows, the board has {self.grid.height}")
        for row, line in zip(range(self.grid.height, 0, -1), rows, strict=True):
            if len(line) != self.grid.width:
                raise PositionError(
                    f"row {row} of the picture has {len(line)} squares, the board is {self.grid.width} wide"
                )
        return self.read_letters("".join(reversed(rows)), to_move)

    def read_letters(self, letters: str, to_move: Side) -> Position:
        """Return the position with a letter, or `.`, for each square from a1 along the rows.

        Raises:
            PositionError: No piece has that letter.
        """
        own = [piece.letter for piece in self.pieces]
        for letter in letters.translate(str.maketrans("", "", EMPTY + "".join(own))):
            self.piece(letter)  # raises
        # Binary digits, the highest square first.
        digits = letters[::-1]
        masks = [int(digits.translate(_one_for(letter)), 2) if letter in letters else 0 for letter in own]
        return Position(self, tuple(masks), to_move)


class _OneFor(dict[int, str]):
    """A table for `str.translate` that makes one character 1, and all others 0."""

    def __missing__(self, character: int) -> str:
        return "0"


@cache
def _one_for(letter: str) -> _OneFor:
    return _OneFor({ord(letter): "1"})


@attrs.frozen(eq=False, repr=False)
class Position:
    """Where the pieces stand and whose turn it is; equal when a player would call it the same position.

    `board.parse` and `board.position` build positions.

    Raises:
        PositionError: Two pieces stand on one square, or one stands off the board.
    """

    board: Board
    """The board with its kinds of piece."""
    kind_masks: tuple[int, ...]
    """The squares of each kind of piece, in the order of `board.pieces`."""
    to_move: Side
    """The side to move."""
    going_on_mask: int = 0
    """The square of the piece that must continue its turn, or 0."""
    attacking_mask: int = attrs.field(init=False)
    """The squares of all pieces of the attackers."""
    defending_mask: int = attrs.field(init=False)
    """The squares of all pieces of the defenders, kings included."""
    kings_mask: int = attrs.field(init=False)
    """The squares of the kings."""

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.board, Board):
            raise wrong_type("a Board, such as variant.board", self.board)
        if not isinstance(self.to_move, Side):
            raise wrong_type("the side to move as a Side, such as Side.ATTACKERS", self.to_move)
        if len(self.kind_masks) != len(self.board.pieces):
            raise PositionError(
                f"{len(self.board.pieces)} kinds of piece need as many masks, not {len(self.kind_masks)}"
            )
        sides = {Side.ATTACKERS: 0, Side.DEFENDERS: 0}
        occupied = 0
        for piece, mask in zip(self.board.pieces, self.kind_masks, strict=True):
            if mask & occupied:
                square = next(iter(SquareSet(self.board.grid, mask & occupied)))
                raise PositionError(f"two pieces stand on {square}")
            if mask & ~self.board.grid.everywhere_mask:
                raise PositionError(f"a piece ({piece}) stands off the board")
            occupied |= mask
            sides[piece.side] |= mask
        object.__setattr__(self, "attacking_mask", sides[Side.ATTACKERS])
        object.__setattr__(self, "defending_mask", sides[Side.DEFENDERS])
        object.__setattr__(self, "kings_mask", union(self.kind_masks[index] for index in self.board.king_indices))
        if self.going_on_mask and (self.going_on_mask.bit_count() != 1 or not self.going_on_mask & sides[self.to_move]):
            raise PositionError("the piece that continues its turn must be a piece of the side to move")

    def __eq__(self, other: object) -> bool:
        """Same pieces on the same squares of the same board, same side to move."""
        if self is other:
            return True
        if not isinstance(other, Position):
            return NotImplemented
        return (
            self.kind_masks == other.kind_masks
            and self.to_move is other.to_move
            and self.going_on_mask == other.going_on_mask
            and self.board == other.board
        )

    def __hash__(self) -> int:
        """Hash what is compared, without the board: positions in one set are nearly always of one board."""
        sides = (self.attacking_mask % _PRIME, self.defending_mask % _PRIME, self.kings_mask % _PRIME)
        return hash((self.kind_masks, sides, self.to_move is Side.ATTACKERS, self.going_on_mask))

    @property
    def attackers(self) -> SquareSet:
        """The squares of the attackers' pieces."""
        return self.squares("attackers")

    @property
    def defenders(self) -> SquareSet:
        """The squares of the king's men; `squares(Side.DEFENDERS)` are those of the whole side, king included."""
        return self.squares("defenders")

    @property
    def kings(self) -> SquareSet:
        """The squares of the kings; nearly all variants have one."""
        return SquareSet(self.board.grid, self.kings_mask)

    @property
    def occupied(self) -> SquareSet:
        """Every square that has a piece."""
        return SquareSet(self.board.grid, self.occupied_mask)

    @property
    def going_on(self) -> Square | None:
        """The square of the piece that must continue its turn."""
        return next(iter(SquareSet(self.board.grid, self.going_on_mask)), None)

    @property
    def occupied_mask(self) -> int:
        """Every square that has a piece, as a mask."""
        return self.attacking_mask | self.defending_mask

    @property
    def movers_mask(self) -> int:
        """The squares of the pieces that may move: those of the side to move, or the one that continues its turn."""
        return self.going_on_mask or self.side_mask(self.to_move)

    def side_mask(self, side: Side) -> int:
        """Return the squares of a side's pieces, kings included, as a mask."""
        if side is Side.ATTACKERS:
            return self.attacking_mask
        if side is Side.DEFENDERS:
            return self.defending_mask
        raise wrong_type("a Side, such as Side.ATTACKERS", side)

    def pieces_mask(self, *names: str) -> int:
        """Return the squares of the pieces that have one of the names (`king`, `men`, `knight`), as a mask."""
        mask = 0
        for piece, squares in zip(self.board.pieces, self.kind_masks, strict=True):
            if piece.is_one_of(names):
                mask |= squares
        return mask

    def piece_at_mask(self, bit: int) -> Piece | None:
        """Return the kind of piece on the square of a one-bit mask."""
        for piece, squares in zip(self.board.pieces, self.kind_masks, strict=False):
            if squares & bit:
                return piece
        return None

    def __getitem__(self, square: Square | str) -> Piece | None:
        """Return the kind of piece on a square: `position["e5"]`; `None` for an empty square."""
        return self.piece_at_mask(self.board.grid.mask([square]))

    def pieces(self) -> Iterator[tuple[Square, Piece]]:
        """Iterate over the pieces with their squares, from a1 along the rows."""
        for bit in bits_of(self.occupied_mask):
            piece = self.piece_at_mask(bit)
            assert piece is not None
            yield self.board.grid.squares[bit.bit_length() - 1], piece

    def squares(self, *names: str | Side) -> SquareSet:
        """Return the squares of some pieces, given by names (`"king"`, `"men"`, `"defenders"`) or by side.

        Raises:
            PositionError: No piece of the board has such a name.
        """
        mask = 0
        for name in names:
            if isinstance(name, Side):
                mask |= self.side_mask(name)
            elif name not in self.board.names:
                raise PositionError(f"no piece is called {name!r}; there are {', '.join(self.board.names)}")
            else:
                mask |= self.pieces_mask(name)
        return SquareSet(self.board.grid, mask)

    def transformed(self, symmetry: Symmetry) -> Position:
        """Return the image of the position under a symmetry of its grid.

        Raises:
            GeometryError: It is a symmetry of another grid.
        """
        if not isinstance(symmetry, Symmetry):
            raise wrong_type("a symmetry, such as one of geometry.symmetries", symmetry)
        if symmetry.grid is not self.board.grid:
            raise GeometryError(f"{symmetry!r} does not apply to a position on the {self.board.grid} board")
        return attrs.evolve(
            self, kind_masks=tuple(map(symmetry.mask, self.kind_masks)), going_on_mask=symmetry.mask(self.going_on_mask)
        )

    @property
    def picture(self) -> str:
        """The board as drawn in variant files; `board.parse` reads it."""
        grid = self.board.grid
        width, squares = grid.width, len(grid.squares)
        # Formatting a mask in binary digits gives every square a byte of its own, faster than a loop over squares.
        ones = int.from_bytes(b"\1" * squares)
        letters = ones * ord(EMPTY)
        for piece, mask in zip(self.board.pieces, self.kind_masks, strict=True):
            letters += (int.from_bytes(f"{mask:b}".encode()) & ones) * (ord(piece.letter) - ord(EMPTY))
        text = letters.to_bytes(squares, "little").decode()
        return "\n".join([text[first : first + width] for first in range(squares - width, -1, -width)])

    def __str__(self) -> str:
        """Draw the board with its coordinates, and say whose turn it is."""
        grid = self.board.grid
        lines = [
            f"{row:2} {' '.join(letters)}"
            for row, letters in zip(range(grid.height, 0, -1), self.picture.splitlines(), strict=True)
        ]
        lines.append(f"   {' '.join(LETTERS[: grid.width])}")
        goes_on = "".join(f", the piece on {square} goes on" for square in SquareSet(grid, self.going_on_mask))
        lines.append(f"{self.to_move} to move{goes_on}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        """Print on one line."""
        return f"<Position {'/'.join(self.picture.split())} {self.to_move}>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        # Hypothesis and IPython would otherwise print an attrs class field by field.
        printer.text(repr(self))

    def _repr_svg_(self) -> str:
        # Notebooks call this. Nowhere else do positions know that they can be drawn.
        from taflkit.render import notebook_svg

        return notebook_svg(self)


def make_position(
    board: Board,
    kind_masks: tuple[int, ...],
    to_move: Side,
    attacking: int,
    defending: int,
    kings: int,
    going_on: int = 0,
) -> Position:
    """Build a position from masks that are known to agree, without checks; for the rules, which build many."""
    position = object.__new__(Position)
    fill = object.__setattr__.__get__(position)  # As attrs fills in what is frozen.
    fill("board", board)
    fill("kind_masks", kind_masks)
    fill("to_move", to_move)
    fill("going_on_mask", going_on)
    fill("attacking_mask", attacking)
    fill("defending_mask", defending)
    fill("kings_mask", kings)
    return position


def check_length(text: str) -> None:
    """Refuse a text that is too long for a position on a line."""
    if len(text) > MAX_POSITION:
        raise NotationError(text, MAX_POSITION + 1, f"no more than {MAX_POSITION} characters")
