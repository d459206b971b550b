"""OpenTafl's rules strings as keys and values: `dim:11 name:Fetlar esc:c start:/3ttttt3/.../`.

What the values mean for a game is another matter, that of `opentafl_rules`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from types import MappingProxyType

import attrs

from taflkit.board import Piece, Side, Square, grid
from taflkit.board.squares import LARGEST, SMALLEST
from taflkit.errors import NotationError
from taflkit.notation.positions import OPENTAFL_PIECES, read_opentafl_pieces

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


@attrs.frozen
class Keys:
    """A rules string, key by key, with defaults for what it leaves out."""

    size: int
    name: str
    pieces: Mapping[Square | str, Piece]
    choices: Mapping[str, str]
    regions: Mapping[str, tuple[Square, ...]]
    lists: Mapping[str, frozenset[str]]
    #: How many squares each piece may move, by its letter; `None` for any number.
    speeds: Mapping[str, int | None]
    #: Whether it was read as OpenTafl reads it.
    as_read: bool = False
    text: str = ""
    places: Mapping[str, int] = attrs.field(factory=dict)

    @property
    def to_move(self) -> Side:
        """The side that begins."""
        return Side.ATTACKERS if self.choices["atkf"] == "y" else Side.DEFENDERS

    def error(self, key: str, expected: str) -> NotationError:
        """The error that a key says something that cannot be."""
        return NotationError(self.text, self.places.get(key, 0) + 1, f"{key}: {expected}")


def default_region(key: str, size: int) -> tuple[Square, ...]:
    """The squares of a region that a string does not speak of: the corners, the centre, and no forts."""
    last = size - 1
    if key == "cor":
        return tuple(Square(column, row) for row in (0, last) for column in (0, last))
    return (Square(last // 2, last // 2),) if key == "cen" else ()


def read_keys(text: str, *, as_read: bool = False) -> Keys:
    """Read a rules string: as its specification says, or as OpenTafl itself reads it."""
    if len(text) > LONGEST:
        raise NotationError(text[:100], 1, f"no more than {LONGEST} characters")
    return _Reader(text, as_read).keys()


class _Reader:
    """Reads one rules string."""

    def __init__(self, text: str, as_read: bool) -> None:
        self._text = text
        self._as_read = as_read
        self._values: dict[str, str] = {}
        self._places: dict[str, int] = {}
        self._read_entries()

    def _error(self, key: str, expected: str, column: int = 0) -> NotationError:
        return NotationError(self._text, self._places.get(key, 0) + column + 1, f"{key}: {expected}")

    def _read_entries(self) -> None:
        for entry in _ENTRY.finditer(self._text):
            key, colon, value = entry[0].partition(":")
            at = entry.start() + 1
            if self._as_read:
                value = value.partition(":")[0]
            elif not colon:
                raise NotationError(self._text, at, "a key, a colon and a value")
            elif key not in KEYS:
                near = difflib.get_close_matches(key, KEYS, 1)
                hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(KEYS)}"
                raise NotationError(self._text, at, f"a key of OpenTafl's rules ({hint})")
            elif key in self._values:
                raise NotationError(self._text, at, f"no second {key}")
            elif "start" in self._values or "starti" in self._values:
                raise NotationError(self._text, at, "the end, after the start position")
            elif not self._values and key != "dim":
                raise NotationError(self._text, at, "dim, the size of the board, first")
            self._values[key] = value
            self._places[key] = entry.start() + len(key) + len(colon)

    def keys(self) -> Keys:
        """Everything that the string says."""
        size = self._size()
        return Keys(
            size=size,
            name=self._values.get("name", "")[:LONGEST_NAME],
            pieces=self._pieces(size),
            choices={key: self._choice(key) for key in CHOICES},
            regions={key: self._region(key, size) for key in REGIONS},
            lists={key: self._list(key) for key in LISTS},
            speeds=self._speeds(),
            as_read=self._as_read,
            text=self._text,
            places=self._places,
        )

    def _size(self) -> int:
        value = self._values.get("dim", "")
        if re.fullmatch(r"\d{1,2}", value, re.ASCII) is None or not SMALLEST <= int(value) <= LARGEST:
            raise self._error("dim", f"the size of the board, from {SMALLEST} to {LARGEST}")
        return int(value)

    def _pieces(self, size: int) -> dict[Square | str, Piece]:
        key = "starti" if "starti" in self._values else "start"
        if key not in self._values:
            raise NotationError(self._text, len(self._text) + 1, "start: and the start position")
        found = read_opentafl_pieces(
            self._values[key],
            grid(size, size),
            self._text,
            self._places[key] + 1,
            top_first=key == "starti",
        )
        kings = [square for square, piece in found.items() if piece.is_king]
        if len(kings) != 1 or found[kings[0]].side is Side.ATTACKERS:
            raise self._error(key, "one king, of the defenders")
        return found

    def _choice(self, key: str) -> str:
        letters, fallback = CHOICES[key]
        value = self._values.get(key, letters[0])
        if value not in letters or len(value) != 1:
            if not self._as_read:
                raise self._error(key, f"one of {', '.join(sorted(letters))}")
            value = fallback
        if self._as_read and key == "tfr":
            # It cannot ignore repetition, and it takes the winner for the loser.
            value = {"i": "d", "w": "l", "l": "w"}.get(value, value)
        return _SAME.get((key, value), value)

    def _region(self, key: str, size: int) -> tuple[Square, ...]:
        value = self._values.get(key, DEFAULT)
        if value == DEFAULT:
            return default_region(key, size)
        board = grid(size, size)
        squares, column = [], 0
        for name in value.split(","):
            if name:
                try:
                    square = Square.parse(name)
                    board.index(square)
                except ValueError:
                    raise self._error(key, f"squares from a1 to {board.squares[-1]}", column) from None
                squares.append(square)
            column += len(name) + 1
        return tuple(dict.fromkeys(squares))

    def _list(self, key: str) -> frozenset[str]:
        value = self._values.get(key, LISTS[key])
        if self._as_read:
            value = self._as_opentafl_reads(key, value)
        for column, letter in enumerate(value):
            if letter not in OPENTAFL_PIECES:
                raise self._error(key, f"letters of pieces ({EVERYONE})", column)
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
            raise self._error("spd", "one number, two (attackers, defenders), or one for each kind of piece")
        column = 0
        speeds: dict[str, int | None] = dict.fromkeys(EVERYONE)
        for number, letters in zip(numbers, _SPEEDS[len(numbers)], strict=True):
            if re.fullmatch(r"-1|[1-9]\d?", number, re.ASCII) is None:
                raise self._error("spd", "a number of squares from 1 to 99, or -1 for any", column)
            column += len(number) + 1
            # Two numbers are read by OpenTafl, and forgotten.
            if number != "-1" and not (self._as_read and len(numbers) == 2):
                speeds |= dict.fromkeys(letters, int(number))
        return speeds
