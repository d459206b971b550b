"""Opening books: good moves of positions near the start of a variant, and the files that hold them.

A file is JSON: the format, a checksum, how the book was made, and the positions, each with its moves. A position is
written as its rows from the top and the side to move, and a move is followed by what it is worth for that side, in
hundredths of an attacker.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Mapping
from typing import Any, Final

import attrs

from taflkit.board import Board, Move, Position, Side
from taflkit.errors import TaflError
from taflkit.variant.problems import said

_FORMAT: Final = "taflkit-book-1"
#: A book is small: some hundred positions.
MAX_POSITIONS: Final = 10_000
#: A move that is worth more is a forced win, for which no book is needed.
MAX_WORTH: Final = 10_000

Moves = tuple[tuple[str, int], ...]
"""The moves of a position, each with its worth for the side to move."""


class BookError(TaflError, ValueError):
    """An opening book, or the file of one, that cannot be used."""


@attrs.frozen
class Book:
    """Good moves of positions near the start of a variant."""

    openings: tuple[tuple[str, Moves], ...] = attrs.field(repr=False)
    """The positions and their moves, as the file has them."""
    provenance: tuple[tuple[str, str], ...] = ()
    """How it was made."""
    digest: str = ""
    """The `digest` of the variant for which it was made; empty if that is not known."""

    def check(self, board: Board) -> None:
        """Refuse a book of another board. Whether moves are legal is seen when they are asked for.

        Raises:
            BookError: A position or a move cannot be one of the board.
        """
        letters, grid = re.escape("".join(piece.letter for piece in board.pieces)), board.grid
        row = f"[.{letters}]{{{grid.width}}}"
        rows = re.compile(f"{row}(/{row}){{{grid.height - 1}}} (attackers|defenders)")
        squares = {str(square) for square in grid.squares}
        for text, moves in self.openings:
            if rows.fullmatch(text) is None:
                raise BookError(f"the book has {said(text)}, which is no position of this board and its pieces")
            for move, _ in moves:
                if not squares.issuperset(move.split("-", 1)) or "-" not in move:
                    raise BookError(f"the book has {said(move)}, which is no move such as 'e5-e8' of this board")

    def fits(self, board: Board) -> bool:
        """Whether it is a book of this board."""
        try:
            self.check(board)
        except BookError:
            return False
        return True

    def on(self, board: Board) -> list[tuple[Position, list[tuple[Move, int]]]]:
        """The positions and their moves on a board for which the book was checked."""
        found = []
        for text, moves in self.openings:
            rows, _, side = text.partition(" ")
            position = board.parse(rows.replace("/", "\n"), Side(side))
            found.append((position, [(board.grid.parse_move(move), worth) for move, worth in moves]))
        return found

    def to_bytes(self) -> bytes:
        """The file that holds the book, with a line for each position."""
        lines = [f"{json.dumps(text)}: {json.dumps(dict(moves))}" for text, moves in self.openings]
        head: dict[str, object] = {"format": _FORMAT, "checksum": _checksum(self.openings)}
        head |= {"digest": self.digest} if self.digest else {}
        head["provenance"] = dict(self.provenance)
        positions = ",\n".join(lines)
        return f'{json.dumps(head)[:-1]}, "positions": {{\n{positions}\n}}}}\n'.encode("ascii")

    @classmethod
    def from_bytes(cls, data: bytes) -> Book:
        """Read the file of a book.

        Raises:
            BookError: It is not the file of a book, or it is damaged.
        """
        try:
            table = json.loads(data)
        except (ValueError, RecursionError):
            table = None
        if not isinstance(table, dict) or table.get("format") != _FORMAT:
            raise BookError(f"this is not the file of a book: it is no JSON of the format {_FORMAT!r}")
        provenance, positions = table.get("provenance"), table.get("positions")
        if not isinstance(provenance, dict) or not all(isinstance(text, str) for text in provenance.values()):
            raise BookError("the file of the book is damaged: the provenance must be texts by name")
        if not isinstance(positions, dict) or not 1 <= len(positions) <= MAX_POSITIONS:
            raise BookError(f"the file of the book is damaged: it must have 1 to {MAX_POSITIONS} positions")
        openings = tuple((text, _read_moves(moves)) for text, moves in positions.items())
        if table.get("checksum") != _checksum(openings):
            raise BookError("the file of the book is damaged: its checksum is wrong")
        digest = table.get("digest", "")
        if not isinstance(digest, str):
            raise BookError("the file of the book is damaged: the digest must be a text")
        return cls(openings, tuple(provenance.items()), digest)


def position_text(position: Position) -> str:
    """A position as books have it."""
    rows = "/".join("".join(line.split()) for line in position.picture.splitlines())
    return f"{rows} {position.to_move}"


def _checksum(openings: tuple[tuple[str, Moves], ...]) -> int:
    return zlib.crc32(json.dumps(openings).encode("ascii"))


def _read_moves(moves: Any) -> Moves:
    if not isinstance(moves, Mapping) or not moves:
        raise BookError("the file of the book is damaged: a position must have moves with what they are worth")
    for worth in moves.values():
        if type(worth) is not int or abs(worth) > MAX_WORTH:
            raise BookError(f"the file of the book is damaged: a move is worth a whole number up to {MAX_WORTH}")
    return tuple(moves.items())
