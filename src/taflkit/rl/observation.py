"""Observations: a game as planes of numbers, and its legal moves as a mask over the actions.

The planes, each of the height and width of the board, row 0 being the bottom row:

| planes | what they hold |
|---|---|
| one for each kind of piece | 1 where such a piece stands |
| the same for each of `history` earlier positions | the newest first; empty before the start |
| `defenders to move` | 1 everywhere if it is the defenders' turn |
| `continuing` | 1 where the piece stands that must continue its turn |
| one for each region of the board | 1 on its squares |
| `repetitions` | how often the position has occurred before |
| `captureless`, `turns` | the progress towards the limits of the variant, from 0 to 255 |

All numbers are whole numbers from 0 to 255; as `float32`, each plane is multiplied by its `scale`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import attrs
import numpy as np
from numpy.typing import NDArray

from taflkit.board import Board, Piece, Side
from taflkit.errors import TaflError, wrong_type
from taflkit.game import Game
from taflkit.kernel.limits import MAX_HISTORY
from taflkit.rl.actions import ActionTable, action_table
from taflkit.rules import CapturelessLimit, RepetitionEnds, RepetitionIgnored, TurnLimit
from taflkit.variant import Variant

Planes: TypeAlias = NDArray[Any]
"""An array of observation planes."""

FULL = 255
"""The largest number in an observation: a limit that is reached."""

COUNTS = ("repetitions", "captureless", "turns")
"""The planes that hold a number, the same on every square; they are the last."""


def _variants(given: object) -> tuple[Variant, ...]:
    variants = (given,) if isinstance(given, Variant) else given
    if isinstance(variants, str) or not isinstance(variants, Sequence):
        raise wrong_type("a Variant or several, such as taflkit.load_variant('tablut')", given)
    for variant in variants:
        if not isinstance(variant, Variant):
            raise wrong_type("a Variant, such as taflkit.load_variant('tablut')", variant)
    if not variants:
        raise TaflError("an encoder needs at least one variant")
    return tuple(variants)


@attrs.frozen(eq=False)
class Encoder:
    """Turns games of some variants into arrays. The variants have boards of one size.

    Args:
        variants: A variant, or several whose games share the same planes.
        history: How many earlier positions an observation holds.
        mover_first: Whether the planes of the side to move come before those of its opponent, instead of the
            attackers' before the defenders'. The plane `defenders to move` says who that is in either case: the sides
            have different pieces and different aims.

    Raises:
        TypeError: An argument is of the wrong type.
        TaflError: The variants have boards of different sizes, or the history is too long.
    """

    variants: tuple[Variant, ...] = attrs.field(converter=_variants)
    """The variants whose games are encoded."""
    history: int = attrs.field(default=0, kw_only=True)
    """How many earlier positions an observation holds."""
    mover_first: bool = attrs.field(default=False, kw_only=True)
    """Whether the planes of the side to move come first."""
    pieces: tuple[Piece, ...] = attrs.field(init=False)
    """The kinds of piece of all variants, the attackers' first."""
    regions: tuple[str, ...] = attrs.field(init=False)
    """The regions of all variants."""
    _layouts: dict[Board, _Layout] = attrs.field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        if type(self.history) is not int:
            raise wrong_type("how many earlier positions an observation holds", self.history)
        if not 0 <= self.history <= MAX_HISTORY:
            raise TaflError(f"an observation holds from 0 to {MAX_HISTORY} earlier positions, not {self.history}")
        grid = self.variants[0].board.grid
        for variant in self.variants:
            if variant.board.grid is not grid:
                raise TaflError(
                    f"the boards of one batch have the same size: {self.variants[0].name} is played on {grid}, "
                    f"{variant.name} on {variant.board.grid}"
                )
        boards = [variant.board for variant in self.variants]
        pieces = tuple(dict.fromkeys(piece for side in Side for board in boards for piece in _of_side(board, side)))
        regions = tuple(dict.fromkeys(name for board in boards for name, _ in board.geometry.regions))
        object.__setattr__(self, "pieces", pieces)
        object.__setattr__(self, "regions", regions)
        object.__setattr__(self, "_layouts", {board: self._layout(board) for board in boards})

    @property
    def actions(self) -> ActionTable:
        """The numbering of the moves."""
        return action_table(self.variants[0].board.grid)

    @property
    def names(self) -> tuple[str, ...]:
        """What the planes hold, in their order; with `mover_first`, in the order of the attackers' turns."""
        pieces = [str(piece) for piece in self.pieces]
        past = [f"{name}, {back} back" for back in range(1, self.history + 1) for name in pieces]
        return (*pieces, *past, "defenders to move", "continuing", *self.regions, *COUNTS)

    @property
    def shape(self) -> tuple[int, int, int]:
        """The number of planes, the height and the width."""
        grid = self.variants[0].board.grid
        planes = len(self.pieces) * (1 + self.history) + 2 + len(self.regions) + len(COUNTS)
        return planes, grid.height, grid.width

    @property
    def scale(self) -> NDArray[np.float32]:
        """What each plane is multiplied by in observations of the type `float32`."""
        scale = np.ones(self.shape[0], dtype=np.float32)
        scale[-2:] = np.float32(1) / np.float32(FULL)
        return scale

    @property
    def region_planes(self) -> slice:
        """Where the planes of the regions are."""
        last = self.shape[0] - len(COUNTS)
        return slice(last - len(self.regions), last)

    def regions_of(self, variant: Variant) -> NDArray[np.uint8]:
        """Return the planes of the regions, which are the same in every position of a variant."""
        return self._observe(Game(variant))[self.region_planes]

    def planes_by_side(self, variant: Variant) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the plane of each kind of piece of a variant: while the attackers are to move, and the defenders."""
        planes = self._layouts[variant.board].planes
        return planes[Side.ATTACKERS], planes[Side.DEFENDERS]

    def observe(self, game: Game, dtype: type[np.uint8 | np.float32] = np.uint8) -> Planes:
        """Return a game as planes.

        Args:
            game: A game of one of the variants.
            dtype: `numpy.uint8`, or `numpy.float32` for planes multiplied by their scale.

        Raises:
            TypeError: It is not a `Game`.
            TaflError: It is a game on a board of another variant.
        """
        planes = self._observe(game)
        if dtype is np.uint8:
            return planes
        return planes * self.scale[:, None, None]

    def observe_all(self, games: Sequence[Game]) -> NDArray[np.float32]:
        """Return several games as one array of the type `float32`, as networks take it."""
        found = np.empty((len(games), *self.shape), dtype=np.uint8)
        for number, game in enumerate(games):
            found[number] = self._observe(game)
        return found * self.scale[:, None, None]

    def _observe(self, game: Game) -> NDArray[np.uint8]:
        if not isinstance(game, Game):
            raise wrong_type("a Game, such as taflkit.start('tablut')", game)
        position = game.position
        layout = self._layouts.get(position.board)
        if layout is None:
            raise TaflError(f"the encoder knows the boards of {self._said()}, and not that of {game.variant.name}")
        kinds = len(self.pieces)
        order = layout.planes[position.to_move]
        masks = [0] * (kinds * (1 + self.history))
        there: Game | None = game
        for back in range(0, len(masks), kinds):
            if there is None:
                break
            for plane, mask in zip(order, there.position.kind_masks, strict=True):
                masks[back + plane] = mask
            there = there.previous
        masks.append(layout.everywhere if position.to_move is Side.DEFENDERS else 0)
        masks.append(position.going_on_mask)
        masks += layout.regions
        packed = b"".join([mask.to_bytes(layout.bytes, "little") for mask in masks])
        planes, height, width = self.shape
        bits = np.frombuffer(packed, dtype=np.uint8).reshape(len(masks), layout.bytes)
        found = np.empty((planes, height * width), dtype=np.uint8)
        found[: len(masks)] = np.unpackbits(bits, axis=1, count=height * width, bitorder="little")
        for plane, number in enumerate(counts(game), len(masks)):
            found[plane] = number
        return found.reshape(self.shape)

    def mask(self, game: Game) -> NDArray[np.bool_]:
        """Return which actions are legal moves of a game; none if it is over.

        Raises:
            TaflError: A move goes along no row or column, as under a rule of your own.
        """
        mask = np.zeros(self.actions.size, dtype=np.bool_)
        mask[self.legal_actions(game)] = True
        return mask

    def legal_actions(self, game: Game) -> list[int]:
        """Return the numbers of the legal moves of a game, sorted."""
        by_move = self.actions.by_move
        found = sorted([by_move[move.number] for move in game.legal_moves])
        if found and found[0] < 0:
            move = next(move for move in game.legal_moves if by_move[move.number] < 0)
            raise TaflError(f"{move} goes along no row or column, so that it has no action number")
        return found

    def _said(self) -> str:
        return ", ".join(variant.name for variant in self.variants)

    def _layout(self, board: Board) -> _Layout:
        areas = dict(board.geometry.regions)
        numbers: dict[Side, tuple[int, ...]] = {}
        for side in Side:
            order = self.pieces
            if self.mover_first and side is Side.DEFENDERS:
                order = tuple(sorted(self.pieces, key=lambda piece: piece.side is not side))
            numbers[side] = tuple(order.index(piece) for piece in board.pieces)
        everywhere = board.grid.everywhere_mask
        return _Layout(
            numbers, [areas.get(name, 0) for name in self.regions], everywhere, everywhere.bit_length() // 8 + 1
        )


@attrs.frozen
class _Layout:
    """Where the pieces and regions of one board are among the planes."""

    planes: dict[Side, tuple[int, ...]]
    regions: list[int]
    everywhere: int
    bytes: int


def counts(game: Game) -> tuple[int, int, int]:
    """Return the numbers of the planes `repetitions`, `captureless` and `turns`."""
    rules = game.variant.rules
    plays = [limit.plays for limit in rules.limits if type(limit) is CapturelessLimit]
    turns = [limit.turns for limit in rules.limits if type(limit) is TurnLimit]
    if game.move_limit is not None:
        turns.append(2 * game.move_limit)
    captureless = game.captureless if plays else 0  # Python counts it by looking back.
    return min(_repetitions(game), FULL), _progress(captureless, plays), _progress(game.turns, turns)


def _progress(count: int, limits: list[int]) -> int:
    return min(FULL * count // min(limits), FULL) if limits else 0


def _repetitions(game: Game) -> int:
    """How often the position has occurred before, as the rule on repetition compares positions."""
    rule, position = game.variant.rules.repetition, game.position
    if position.going_on_mask or type(rule) is RepetitionIgnored:
        return 0
    if type(rule) is RepetitionEnds and rule.symmetric:
        images = {position.transformed(symmetry) for symmetry in position.board.geometry.symmetries}
        return sum(there in images for there in game.repeatable()) - 1
    return sum(there == position for there in game.repeatable()) - 1 if game.may_be_repeated else 0


def _of_side(board: Board, side: Side) -> list[Piece]:
    return [piece for piece in board.pieces if piece.side is side]
