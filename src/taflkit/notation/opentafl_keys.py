"""How OpenTafl writes pieces, positions, and rules as keys and values: `dim:7 esc:c start:/3t3/.../`.

Small letters are attackers, capitals defenders. Positions have the row of a1 first; in rules, `starti:` stands before
one that has its top row first. What the values of keys mean for a game is another matter, that of `opentafl_rules`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from taflkit.board import ATTACKER, DEFENDER, KING, Board, Grid, Piece, Position, Side, Square, grid
from taflkit.board.pieces import KING_KIND, MAN_KIND
from taflkit.board.squares import MAX_SIZE, MIN_SIZE
from taflkit.errors import NotationError, PositionError, nearest
from taflkit.notation.positions import LONGEST_POSITION, read_rows, with_numbers

COMMANDER = "commander"
MERCENARY = "mercenary"
GUARD = "guard"
#: OpenTafl's kinds of piece in its order.
OPENTAFL_KINDS = {"t": MAN_KIND, "c": COMMANDER, "n": "knight", "k": KING_KIND, "m": MERCENARY, "g": GUARD}
#: The piece that each of its letters stands for; all but plain men and the king are drawn with these letters too.
OPENTAFL_PIECES: Mapping[str, Piece] = MappingProxyType(
    {letter: Piece(Side.ATTACKERS, kind, letter) for letter, kind in OPENTAFL_KINDS.items()}
    | {letter.upper(): Piece(Side.DEFENDERS, kind, letter.upper()) for letter, kind in OPENTAFL_KINDS.items()}
    | {"t": ATTACKER, "T": DEFENDER, "K": KING}
)
_LETTERS = {piece: letter for letter, piece in OPENTAFL_PIECES.items()}
_TOKEN = re.compile(r"(?P<empty>[1-9]\d?)|.", re.ASCII | re.DOTALL)


def opentafl_letter(piece: Piece) -> str:
    """OpenTafl's letter for a piece."""
    try:
        return _LETTERS[piece]
    except KeyError:
        kinds = ", ".join(OPENTAFL_KINDS.values())
        raise PositionError(f"OpenTafl has no letter for a {piece}; it has {kinds}") from None


def format_opentafl_position(position: Position, *, top_first: bool = False) -> str:
    """Write where the pieces stand, the row of a1 first unless told otherwise; whose turn it is is not written."""
    rows = [
        "".join(opentafl_letter(piece) if (piece := position.piece_at_mask(1 << square)) else "." for square in row)
        for row in position.board.grid.rows_from_top
    ]
    return f"/{'/'.join(map(with_numbers, rows if top_first else rows[::-1]))}/"


def parse_opentafl_position(text: str, board: Board, to_move: Side, *, top_first: bool = False) -> Position:
    """Read where the pieces stand; the slashes at both ends may be left out, as some programs do."""
    pieces = _read_pieces(text, board.grid, text, top_first=top_first)
    for square, piece in pieces.items():
        if piece not in board.pieces:
            letters = ", ".join(_LETTERS[piece] for piece in board.pieces if piece in _LETTERS)
            column = text.find(_LETTERS[piece]) + 1
            raise NotationError(text, column, f"a number or one of {letters} (on {square})")
    return board.position(pieces, to_move)


def _read_pieces(rows: str, board: Grid, text: str, column: int = 1, *, top_first: bool) -> dict[Square | str, Piece]:
    """The pieces of a position on a board; errors speak of the `text` in which it stands at `column`."""
    if len(rows) > LONGEST_POSITION:
        raise NotationError(text, column + LONGEST_POSITION, f"no more than {LONGEST_POSITION} characters")
    if rows.startswith("/"):
        rows, column = rows[1:], column + 1
    return read_rows(rows.removesuffix("/"), board, OPENTAFL_PIECES, _TOKEN, text, column, top_first=top_first)


#: No rules string is longer, with every key, long lists of squares and the largest board.
LONGEST = 20_000
LONGEST_NAME = 100

EVERYONE = "".join(OPENTAFL_PIECES)
ATTACKERS, DEFENDERS = EVERYONE[:6], EVERYONE[6:]

_JUMP = "nrjc"
#: Keys with one letter as value: the letters, the first of which is the default, and the one that OpenTafl falls back
#: to for any other text.
CHOICES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "esc": ("ce", "e"),
        "surf": ("yn", "n"),
        "atkf": ("yn", "n"),
        "tfr": ("diwl", "d"),
        "ka": ("yhan", "y"),
        "ks": ("scmwyn", "s"),
        "kj": (_JUMP, "n"),
        "nj": ("cnrj", "n"),
        "cj": ("jnrc", "n"),
        "mj": (_JUMP, "n"),
        "gj": (_JUMP, "n"),
        "sw": ("nws", "n"),
        "swf": ("yn", "n"),
        "efe": ("ny", "n"),
        "linc": ("ny", "n"),
        "ber": ("ncm", "n"),
    }
)
#: Older names of values.
_SAME = {("ks", "y"): "s", ("ks", "n"): "w"}
#: Keys with squares as value.
REGIONS = ("cor", "cen", "afor", "dfor")
#: Keys with letters of pieces as value, and their defaults; h is hostile to, p passable for, s can be stopped on by,
#: re can be entered again by.
LISTS: Mapping[str, str] = MappingProxyType(
    {
        "corh": EVERYONE,
        "cenh": ATTACKERS,
        "cenhe": EVERYONE,
        "aforh": DEFENDERS,
        "dforh": ATTACKERS,
        "corp": "K",
        "cenp": EVERYONE,
        "aforp": EVERYONE,
        "dforp": DEFENDERS,
        "cors": "K",
        "cens": "K",
        "afors": EVERYONE,
        "dfors": DEFENDERS,
        "corre": EVERYONE,
        "cenre": EVERYONE,
        "aforre": EVERYONE,
        "dforre": EVERYONE,
    }
)
#: The keys in the order in which they are written.
KEYS = ("dim", "name", *CHOICES, *REGIONS, "spd", *LISTS, "start", "starti")
DEFAULT = "default"
#: How many numbers of `spd` there may be, and the pieces whose limits they are; older files know fewer kinds.
_SPEEDS = {
    1: (EVERYONE,),
    2: (ATTACKERS, DEFENDERS),
    8: ("t", "c", "n", "k", "T", "C", "N", "K"),
    10: ("t", "c", "n", "k", "m", "T", "C", "N", "K", "M"),
    12: tuple(EVERYONE),
}

_ENTRY = re.compile(r"\S+")


def default_region(key: str, board: Grid) -> int:
    """The squares of a region that a string does not speak of: the corners, the centre, and no forts."""
    last = board.width - 1
    if key == "cor":
        return board.mask(Square(column, row) for row in (0, last) for column in (0, last))
    return board.mask([Square(last // 2, last // 2)]) if key == "cen" else 0


class Keys:
    """A rules string, key by key, with defaults for what it leaves out.

    It is read as its specification says, or as OpenTafl itself reads it.
    """

    def __init__(self, text: str, *, as_read: bool = False) -> None:
        """Read everything that the string says."""
        if len(text) > LONGEST:
            raise NotationError(text[:100], 1, f"no more than {LONGEST} characters")
        self.as_read = as_read
        self._text = text
        self._values: dict[str, str] = {}
        self._places: dict[str, int] = {}
        self._read_entries()
        self.grid = self._grid()
        self.name = self._values.get("name", "")[:LONGEST_NAME]
        self.pieces = self._pieces()
        self.choices = {key: self._choice(key) for key in CHOICES}
        #: The side that begins.
        self.to_move = Side.ATTACKERS if self.choices["atkf"] == "y" else Side.DEFENDERS
        self.regions = {key: self._region(key) for key in REGIONS}
        self.lists = {key: self._list(key) for key in LISTS}
        #: How many squares each piece may move, by its letter; `None` for any number.
        self.speeds = self._speeds()

    def says(self, key: str) -> bool:
        """Whether the string speaks of a key."""
        return key in self._values

    def error(self, key: str, expected: str, column: int = 0) -> NotationError:
        """The error that a key says something that cannot be."""
        return NotationError(self._text, self._places.get(key, 0) + column + 1, f"{key}: {expected}")

    def _read_entries(self) -> None:
        for entry in _ENTRY.finditer(self._text):
            key, colon, value = entry[0].partition(":")
            at = entry.start() + 1
            if self.as_read:
                value = value.partition(":")[0]
            elif not colon:
                raise NotationError(self._text, at, "a key, a colon and a value")
            elif key not in KEYS:
                raise NotationError(self._text, at, f"a key of OpenTafl's rules ({nearest(key, KEYS)})")
            elif key in self._values:
                raise NotationError(self._text, at, f"no second {key}")
            elif "start" in self._values or "starti" in self._values:
                raise NotationError(self._text, at, "the end, after the start position")
            elif not self._values and key != "dim":
                raise NotationError(self._text, at, "dim, the size of the board, first")
            self._values[key] = value
            self._places[key] = entry.start() + len(key) + len(colon)

    def _grid(self) -> Grid:
        value = self._values.get("dim", "")
        if re.fullmatch(r"\d{1,2}", value, re.ASCII) is None or not MIN_SIZE <= int(value) <= MAX_SIZE:
            raise self.error("dim", f"the size of the board, from {MIN_SIZE} to {MAX_SIZE}")
        return grid(int(value), int(value))

    def _pieces(self) -> dict[Square | str, Piece]:
        key = "starti" if "starti" in self._values else "start"
        if key not in self._values:
            raise NotationError(self._text, len(self._text) + 1, "start: and the start position")
        at = self._places[key] + 1
        found = _read_pieces(self._values[key], self.grid, self._text, at, top_first=key == "starti")
        kings = [square for square, piece in found.items() if piece.is_king]
        if len(kings) != 1 or found[kings[0]].side is Side.ATTACKERS:
            raise self.error(key, "one king, of the defenders")
        return found

    def _choice(self, key: str) -> str:
        letters, fallback = CHOICES[key]
        value = self._values.get(key, letters[0])
        if value not in letters or len(value) != 1:
            if not self.as_read:
                raise self.error(key, f"one of {', '.join(sorted(letters))}")
            value = fallback
        if self.as_read and key == "tfr":
            # It cannot ignore repetition, and it takes the winner for the loser.
            value = {"i": "d", "w": "l", "l": "w"}.get(value, value)
        return _SAME.get((key, value), value)

    def _region(self, key: str) -> int:
        value = self._values.get(key, DEFAULT)
        if value == DEFAULT:
            return default_region(key, self.grid)
        squares = 0
        for name in re.finditer("[^,]+", value):
            try:
                squares |= self.grid.mask([name[0]])
            except ValueError:
                raise self.error(key, f"squares from a1 to {self.grid.squares[-1]}", name.start()) from None
        return squares

    def _list(self, key: str) -> frozenset[str]:
        value = self._values.get(key, LISTS[key])
        if self.as_read:
            value = self._as_opentafl_reads(key, value)
        for column, letter in enumerate(value):
            if letter not in OPENTAFL_PIECES:
                raise self.error(key, f"letters of pieces ({EVERYONE})", column)
        return frozenset(value)

    def _as_opentafl_reads(self, key: str, value: str) -> str:
        if key.endswith("re") and key != "cenre":
            # It looks for `cenre` where it means these keys, and then takes what is left out for nobody.
            return self._values.get(key, "") if "cenre" in self._values else LISTS[key]
        if key.endswith(("h", "he")):
            # It looks whether the plain men of a side are listed, and means all of that side.
            return "".join(side for man, side in (("t", ATTACKERS), ("T", DEFENDERS)) if man in value)
        return EVERYONE if key == "dforp" and key not in self._values else value

    def _speeds(self) -> dict[str, int | None]:
        numbers = self._values.get("spd", "-1").rstrip(",").split(",")
        if len(numbers) not in _SPEEDS:
            raise self.error("spd", "one number, two (attackers, defenders), or one for each kind of piece")
        column = 0
        speeds: dict[str, int | None] = dict.fromkeys(EVERYONE)
        for number, letters in zip(numbers, _SPEEDS[len(numbers)], strict=True):
            if re.fullmatch(r"-1|[1-9]\d?", number, re.ASCII) is None:
                raise self.error("spd", "a number of squares from 1 to 99, or -1 for any", column)
            column += len(number) + 1
            # Two numbers are read by OpenTafl, and forgotten.
            if number != "-1" and not (self.as_read and len(numbers) == 2):
                speeds |= dict.fromkeys(letters, int(number))
        return speeds
