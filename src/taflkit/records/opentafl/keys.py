"""OpenTafl's rules strings, key by key: `dim:7 esc:c start:/3t3/.../`.

`starti:` stands before a position that has its top row first. The module `rules` turns the keys into rules.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from taflkit.board import Grid, Piece, Side, Square, grid
from taflkit.board.squares import MAX_SIZE, MIN_SIZE
from taflkit.errors import NotationError, check_type, nearest
from taflkit.records.opentafl.positions import OPENTAFL_PIECES, read_opentafl_pieces

MAX_RULES = 20_000
"""The characters of a rules string: more than every key, long lists of squares and the largest board need."""
MAX_NAME = 100
"""The characters of a name."""

EVERYONE = "".join(OPENTAFL_PIECES)
ATTACKERS, DEFENDERS = EVERYONE[:6], EVERYONE[6:]

_JUMP = "nrjc"
# Keys with one letter as value: the letters, the first of which is the default, and the one that OpenTafl falls back
# to for any other text.
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
# Older names of values.
_SAME = {("ks", "y"): "s", ("ks", "n"): "w"}
# Keys with squares as value.
REGIONS = ("cor", "cen", "afor", "dfor")
# Keys with letters of pieces as value, and their defaults; h is hostile to, p passable for, s can be stopped on by,
# re can be entered again by.
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
# The keys in the order in which they are written.
KEYS = ("dim", "name", *CHOICES, *REGIONS, "spd", *LISTS, "start", "starti")
DEFAULT = "default"
# How many numbers of `spd` there may be, and the pieces whose limits they are; older files know fewer kinds.
_SPEEDS = {
    1: (EVERYONE,),
    2: (ATTACKERS, DEFENDERS),
    8: ("t", "c", "n", "k", "T", "C", "N", "K"),
    10: ("t", "c", "n", "k", "m", "T", "C", "N", "K", "M"),
    12: tuple(EVERYONE),
}

_ENTRY = re.compile(r"\S+")


def default_region(key: str, board: Grid) -> int:
    """Return the squares of a region that a string does not mention: the corners, the centre, and no forts."""
    last = board.width - 1
    if key == "cor":
        return board.mask(Square(column, row) for row in (0, last) for column in (0, last))
    return board.mask([Square(last // 2, last // 2)]) if key == "cen" else 0


class Keys:
    """A rules string, key by key, with defaults for what it leaves out.

    It is read as its specification says, or as OpenTafl itself reads it.
    """

    def __init__(self, text: str, *, as_read: bool = False) -> None:
        """Read a string.

        Args:
            text: The rules string.
            as_read: Whether to read it as OpenTafl itself does, and not as its specification says.

        Raises:
            NotationError: The text is not a rules string.
        """
        check_type(text, str, "an OpenTafl rules string")
        if len(text) > MAX_RULES:
            raise NotationError(text[:100], 1, f"no more than {MAX_RULES} characters")
        self.as_read = as_read
        self._text = text
        self._values: dict[str, str] = {}
        self._places: dict[str, int] = {}
        self._read_entries()
        self.grid = self._grid()
        self.name = self._values.get("name", "")[:MAX_NAME]
        self.pieces = self._pieces()
        self.choices = {key: self._choice(key) for key in CHOICES}
        # The side that begins.
        self.to_move = Side.ATTACKERS if self.choices["atkf"] == "y" else Side.DEFENDERS
        self.regions = {key: self._region(key) for key in REGIONS}
        self.lists = {key: self._list(key) for key in LISTS}
        # How many squares each piece may move, by its letter; `None` for any number.
        self.speeds = self._speeds()

    def says(self, key: str) -> bool:
        """Whether the string has a key."""
        return key in self._values

    def error(self, key: str, expected: str, column: int = 0) -> NotationError:
        """Return the error that the value of a key is impossible."""
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
        found = read_opentafl_pieces(self._values[key], self.grid, self._text, at, top_first=key == "starti")
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
            # OpenTafl cannot ignore repetition, and confuses winner and loser.
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
        if key.endswith("re"):
            # It looks for `cenre` where it means any of these keys, and then takes what is left out for nobody.
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
