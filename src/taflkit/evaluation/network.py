"""A learned evaluation: a small network of whole numbers, and the files that hold one.

The inputs are the pieces on their squares: attackers, defending men and kings. The board is folded first, so that the
king stands in one eighth of it; where he is on a line of symmetry, the side with more attackers decides. So positions
that are images of each other are worth the same, as a rule. Each input adds a vector to the hidden layer; the units of
that layer, clipped to a range, are weighed by the outputs, of which there is one for each side to move. The compiled
kernel computes the same numbers.

A file is a line of JSON, which says what the network is for and how it was made, followed by the numbers.
"""

from __future__ import annotations

import json
import struct
import sys
import zlib
from array import array
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from itertools import chain, product
from typing import TYPE_CHECKING, Any

import attrs

from taflkit.board import Grid, Position, Side, indices_of
from taflkit.errors import TaflError

if TYPE_CHECKING:
    from taflkit.evaluation.terms import Evaluator
    from taflkit.rules import Rules

#: Attackers, defending men, kings.
INPUT_ROLES = 3
MAX_HIDDEN = 64
"""The hidden units of a learned evaluation."""
MAX_NETWORK_BIAS = 100_000_000
"""The biases of a learned evaluation are within this of 0."""
MAX_NETWORK_VALUE = 100_000
"""The most that a learned evaluation says of a position, in hundredths of an attacker."""
#: Files are no larger than this.
MAX_NETWORK_BYTES = 1 << 20

_FORMAT = "taflkit-network-2"
_INT16, _INT32 = 2**15 - 1, 2**31 - 1
#: Each unit has a lane of so many bits in the long numbers that Python adds, and is kept positive there.
_LANE_BITS, _POSITIVE = 32, 1 << 30


class NetworkError(TaflError, ValueError):
    """A network, or the file of one, that cannot be used."""


@attrs.frozen
class Network:
    """A learned evaluation of the positions of one board.

    Raises:
        NetworkError: The numbers do not fit together, or are out of range.
    """

    width: int
    """The width of the board."""
    height: int
    """The height of the board."""
    clip: int
    """The activation of a hidden unit is from 0 to this."""
    divisor: int
    """The output is divided by this, towards 0, to have hundredths of an attacker."""
    bias: tuple[int, ...]
    """The bias of each hidden unit."""
    output: tuple[tuple[int, ...], tuple[int, ...]]
    """The weights of the hidden units, with the attackers and with the defenders to move."""
    output_bias: tuple[int, int]
    """The bias of each output."""
    inputs: bytes = attrs.field(repr=False)
    """The vectors that are added to the hidden layer: 16-bit numbers, low byte first, by role, square (after the board
    is folded) and unit."""
    provenance: tuple[tuple[str, str], ...] = ()
    """How it was made: what it learned from, the commands, and the match that accepted it."""
    digest: str = ""
    """The `digest` of the variant from whose games it learned; empty if that is not known."""

    def __attrs_post_init__(self) -> None:
        hidden, squares = len(self.bias), self.width * self.height
        if not 1 <= squares <= 19 * 19:
            raise NetworkError(f"a network is for boards up to 19 by 19, not for {self.width} by {self.height}")
        if not 8 <= hidden <= MAX_HIDDEN or hidden % 8:
            raise NetworkError(f"a network has 8, 16, 24 … {MAX_HIDDEN} hidden units, not {hidden}")
        if any(len(weights) != hidden for weights in self.output):
            raise NetworkError("the outputs of a network have a weight for each hidden unit")
        if len(self.inputs) != 2 * INPUT_ROLES * squares * hidden:
            raise NetworkError(f"a network of this size has {2 * INPUT_ROLES * squares * hidden} bytes of inputs")
        if not 1 <= self.clip <= _INT16 or not 1 <= self.divisor <= _INT32:
            raise NetworkError("the clip or the divisor of a network is out of range")
        for bound, numbers in (
            (_INT16, chain(*self.output, self.input_numbers())),
            (MAX_NETWORK_BIAS, chain(self.bias, self.output_bias)),
        ):
            if any(abs(number) > bound for number in numbers):
                raise NetworkError(f"a number of the network is more than {bound}")
        if any(most > _INT16 for most in self._largest_sums()):
            raise NetworkError("the vectors of the network are so large that a hidden unit could leave 16 bits")
        for weights, bias in zip(self.output, self.output_bias, strict=True):
            most = abs(bias) + self.clip * sum(map(abs, weights))
            if most > _INT32 or most // self.divisor > MAX_NETWORK_VALUE:
                raise NetworkError("the values of the network are so large that they could pass for forced results")

    def _largest_sums(self) -> list[int]:
        """How far from 0 each hidden unit can be: a square adds one vector at most."""
        hidden, role = len(self.bias), len(self.bias) * self.width * self.height
        sizes = list(map(abs, self.input_numbers()))
        largest = list(map(max, *(sizes[first : first + role] for first in range(0, INPUT_ROLES * role, role))))
        return [abs(bias) + sum(largest[unit::hidden]) for unit, bias in enumerate(self.bias)]

    def fits(self, grid: Grid) -> bool:
        """Whether it is for boards of this size."""
        return (grid.width, grid.height) == (self.width, self.height)

    def check(self, grid: Grid) -> None:
        """Refuse a board of another size.

        Raises:
            NetworkError: The network is for other boards.
        """
        if not self.fits(grid):
            sizes = f"{self.width} by {self.height} squares, not {grid.width} by {grid.height}"
            raise NetworkError(f"the network is for boards of {sizes}")

    def input_numbers(self) -> array[int]:
        """The numbers of `inputs`."""
        numbers = array("h", self.inputs)
        if sys.byteorder == "big":
            numbers.byteswap()
        return numbers

    def words(self) -> array[int]:
        """The network as the kernel reads it."""
        head = (len(self.bias), self.clip, self.divisor, *self.bias, *chain(*self.output), *self.output_bias)
        return array("i", [*head, *self.input_numbers()])

    def to_bytes(self) -> bytes:
        """The file that holds the network."""
        hidden = len(self.bias)
        numbers = struct.pack(f"<{hidden}i{2 * hidden}h2i", *self.bias, *chain(*self.output), *self.output_bias)
        payload = numbers + self.inputs
        head = {
            "format": _FORMAT,
            "width": self.width,
            "height": self.height,
            "hidden": hidden,
            "clip": self.clip,
            "divisor": self.divisor,
            "checksum": zlib.crc32(payload),
            **({"digest": self.digest} if self.digest else {}),
            "provenance": dict(self.provenance),
        }
        return json.dumps(head).encode("ascii") + b"\n" + payload

    @classmethod
    def from_bytes(cls, data: bytes) -> Network:
        """Read the file of a network.

        Raises:
            NetworkError: It is not the file of a network, or it is damaged.
        """
        if len(data) > MAX_NETWORK_BYTES:
            raise NetworkError(f"the file of a network has at most {MAX_NETWORK_BYTES} bytes")
        line, found, payload = data.partition(b"\n")
        try:
            head = json.loads(line) if found else None
        except (ValueError, RecursionError):
            head = None
        if not isinstance(head, dict) or head.get("format") != _FORMAT:
            raise NetworkError(f"this is not the file of a network: it does not begin with the format {_FORMAT!r}")
        width, height, hidden, clip, divisor, checksum = _whole_numbers(
            head, "width", "height", "hidden", "clip", "divisor", "checksum"
        )
        if checksum != zlib.crc32(payload):
            raise NetworkError("the file of the network is damaged: its checksum is wrong")
        if not 8 <= hidden <= MAX_HIDDEN or len(payload) < 8 * hidden + 8:
            raise NetworkError("the file of the network is damaged: it is too short, or its size is impossible")
        numbers = struct.unpack_from(f"<{hidden}i{2 * hidden}h2i", payload)
        bias, output, output_bias = numbers[:hidden], numbers[hidden : 3 * hidden], numbers[3 * hidden :]
        return cls(
            width,
            height,
            clip,
            divisor,
            bias,
            (output[:hidden], output[hidden:]),
            (output_bias[0], output_bias[1]),
            payload[8 * hidden + 8 :],
            _provenance(head),
            _digest(head),
        )


def _whole_numbers(head: Mapping[str, Any], *names: str) -> tuple[int, ...]:
    for name in names:
        if type(head.get(name)) is not int:
            raise NetworkError(f"the file of the network is damaged: {name} must be a whole number")
    return tuple(head[name] for name in names)


def _provenance(head: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    said = head.get("provenance", {})
    if not isinstance(said, dict) or not all(isinstance(value, str) for value in said.values()):
        raise NetworkError("the file of the network is damaged: the provenance must be texts by name")
    return tuple(said.items())


def _digest(head: Mapping[str, Any]) -> str:
    digest = head.get("digest", "")
    if not isinstance(digest, str):
        raise NetworkError("the file of the network is damaged: the digest must be a text")
    return digest


@attrs.frozen
class Learned:
    """What a network has learned about positions."""

    network: Network
    """The network."""

    def evaluator(self, rules: Rules, start: Position) -> Evaluator:
        """Add what changed since the position before to the hidden layer.

        The hidden layer is one long number with a lane for each unit, so that Python adds all units at once.
        """
        network = self.network
        network.check(rules.board.grid)
        hidden, squares = len(network.bias), network.width * network.height
        numbers = network.input_numbers()
        vectors = [
            [_in_lanes(numbers[(role * squares + square) * hidden :][:hidden]) for square in range(squares)]
            for role in range(INPUT_ROLES)
        ]
        fold_of = _folds(network.width, network.height)
        folded = {
            fold: [[lanes[place] for place in fold] for lanes in vectors]
            for fold in {_fold(network.width, network.height, *turned) for turned in product((False, True), repeat=3)}
        }
        positive = _in_lanes([_POSITIVE] * hidden)
        decode = struct.Struct(f"<{hidden}I").unpack
        size, top, clip, divisor = 4 * hidden, _POSITIVE + network.clip, network.clip, network.divisor
        outputs = {Side.ATTACKERS: network.output[0], Side.DEFENDERS: network.output[1]}
        biases = {Side.ATTACKERS: network.output_bias[0], Side.DEFENDERS: network.output_bias[1]}
        # Replaced as a whole, so that threads may share it.
        empty = (0, 0, 0, _in_lanes(network.bias) + positive)
        before = (folded[fold_of(0, 0)], *empty)

        def value(position: Position) -> int:
            nonlocal before
            seen, attacking, men, king, layer = before
            now_attacking, now_king = position.attacking_mask, position.kings_mask
            now_men = position.defending_mask & ~now_king
            now_seen = folded[fold_of(now_king & -now_king, now_attacking)]
            if now_seen is not seen:
                attacking, men, king, layer = empty
            for added, removed, vector in (
                (now_attacking & ~attacking, attacking & ~now_attacking, now_seen[0]),
                (now_men & ~men, men & ~now_men, now_seen[1]),
                (now_king & ~king, king & ~now_king, now_seen[2]),
            ):
                for square in indices_of(added):
                    layer += vector[square]
                for square in indices_of(removed):
                    layer -= vector[square]
            before = (now_seen, now_attacking, now_men, now_king, layer)
            total = biases[position.to_move]
            for unit, weight in zip(decode(layer.to_bytes(size, "little")), outputs[position.to_move], strict=True):
                if unit > _POSITIVE:
                    total += (unit - _POSITIVE if unit < top else clip) * weight
            return total // divisor if total >= 0 else -(-total // divisor)

        return value


def fold_for(width: int, height: int, king: int) -> tuple[int, ...]:
    """Where each square of a board comes to, by number, when it is folded for a king on a square.

    Rows and columns are reversed so that he is in the lower left quarter; those of a square board are exchanged so that
    he is no further right than up.
    """
    return _folds(width, height)(1 << king, 0)


def _fold(width: int, height: int, rows: bool, columns: bool, diagonal: bool) -> tuple[int, ...]:
    """Where each square comes to when rows and columns are reversed and then exchanged."""
    places = []
    for square in range(width * height):
        row, column = divmod(square, width)
        row, column = height - 1 - row if rows else row, width - 1 - column if columns else column
        places.append(column * width + row if diagonal and width == height else row * width + column)
    return tuple(places)


@cache
def _folds(width: int, height: int) -> Callable[[int, int], tuple[int, ...]]:
    """The function from the king and the attackers, as masks, to the fold of a board."""
    row_masks = [((1 << width) - 1) << (width * row) for row in range(height)]
    column_masks = [sum(1 << (width * row + column) for row in range(height)) for column in range(width)]
    folds = {turned: _fold(width, height, *turned) for turned in product((False, True), repeat=3)}

    def lean(masks: list[int], attackers: int) -> int:
        """How far the attackers are from the middle line, on which side."""
        return sum((attackers & mask).bit_count() * (2 * n - len(masks) + 1) for n, mask in enumerate(masks))

    @lru_cache(maxsize=1 << 12)
    def fold_of(king: int, attackers: int) -> tuple[int, ...]:
        row, column = divmod(king.bit_length() - 1, width) if king else (0, 0)
        row, column = 2 * row - height + 1, 2 * column - width + 1
        even = width == height and abs(row) == abs(column)
        up = right = 0
        if not row or not column or even:
            up, right = lean(row_masks, attackers), lean(column_masks, attackers)
        rows, columns = (row or up) > 0, (column or right) > 0
        up, right = -up if rows else up, -right if columns else right
        diagonal = right > up if even else abs(column) < abs(row)
        return folds[rows, columns, diagonal]

    return fold_of


def _in_lanes(numbers: array[int] | tuple[int, ...] | list[int]) -> int:
    """The numbers side by side in one, so that adding such numbers adds each of them."""
    return sum(number << (_LANE_BITS * unit) for unit, number in enumerate(numbers))
