"""The moves of Ataxx as values, and their two notations: `g1-f2` of the command language, `f2` of the protocol UAI."""

from __future__ import annotations

import enum
from typing import Final

import attrs

from taflkit.errors import NotationError, TaflError
from taflkit.games.ataxx.board import NAMES, NEAR_MASKS, SQUARES, distance

PASS_TEXT: Final = "-"
UAI_PASS_TEXT: Final = "0000"


class MoveKind(enum.Enum):
    """What a move does."""

    EXTEND = "extend"
    """Lays down a new piece next to one of the mover's."""
    JUMP = "jump"
    """Moves a piece to a square that is not next to it."""
    PASS = "pass"
    """Does nothing, because there is nothing else to do."""


@attrs.frozen(eq=False, repr=False)
class Move:
    """A move: an extend has a target, a jump an origin and a target, a pass neither.

    An extend may say from which neighbour it is written. That makes no difference to the game, so extends to the same
    square are equal, whatever they are written from.
    """

    target: int | None = None
    """The square that is filled, `None` for a pass."""
    origin: int | None = None
    """The square that a jump leaves, or that an extend is written from if that is known."""
    kind: MoveKind = attrs.field(init=False)
    """What the move does."""
    filled_mask: int = attrs.field(init=False)
    """The square that is filled, as a mask: empty for a pass."""
    left_mask: int = attrs.field(init=False)
    """The square that becomes empty, as a mask: empty unless the move is a jump."""
    near_mask: int = attrs.field(init=False)
    """The squares next to the one that is filled, where enemies change sides."""
    _code: int = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        target, origin = self.target, self.origin
        if not (target is None or target in SQUARES) or not (origin is None or origin in SQUARES):
            raise TaflError(f"squares are numbers from 0 to {SQUARES[-1]}, not {origin} and {target}")
        if target is None:
            if origin is not None:
                raise TaflError("a pass has no origin")
            kind, filled, left, near, code = MoveKind.PASS, 0, 0, 0, -1
        else:
            filled, left, code = 1 << target, 0, target
            near = NEAR_MASKS[filled]
            steps = 1 if origin is None else distance(origin, target)
            if steps == 1:
                kind = MoveKind.EXTEND
            elif steps == 2 and origin is not None:
                kind, left, code = MoveKind.JUMP, 1 << origin, (origin + 1) * len(SQUARES) + target
            else:
                raise TaflError(f"{NAMES.name(origin or 0)}-{NAMES.name(target)} is neither an extend nor a jump")
        object.__setattr__(self, "kind", kind)
        object.__setattr__(self, "filled_mask", filled)
        object.__setattr__(self, "left_mask", left)
        object.__setattr__(self, "near_mask", near)
        object.__setattr__(self, "_code", code)

    @property
    def uai(self) -> str:
        """The move as programs of the protocol UAI write it: `f2`, `g1g3`, `0000`."""
        if self.target is None:
            return UAI_PASS_TEXT
        origin = NAMES.name(self.origin) if self.origin is not None and self.kind is MoveKind.JUMP else ""
        return origin + NAMES.name(self.target)

    def __str__(self) -> str:
        """Print as in the command language, `g1-f2` or `-`; an extend from nowhere in particular as `f2`."""
        if self.target is None:
            return PASS_TEXT
        if self.origin is None:
            return NAMES.name(self.target)
        return NAMES.path_name((self.origin, self.target))

    def __repr__(self) -> str:
        """Print the text and what it is."""
        return f"<Move {self}, {self.kind.value}>"

    def __eq__(self, other: object) -> bool:
        """Same squares, except that it does not matter from where an extend is written."""
        if not isinstance(other, Move):
            return NotImplemented
        return self._code == other._code

    def __lt__(self, other: Move) -> bool:
        """Order: the pass, extends by target, jumps by origin and target."""
        return self._code < other._code

    def __hash__(self) -> int:
        """Agree with equality."""
        return self._code


PASS: Final = Move()

#: Every extend and every jump, by the bits of origin and target; positions hand out these.
EXTENDS: Final = {
    1 << origin: {1 << target: Move(target, origin) for target in SQUARES if distance(origin, target) == 1}
    for origin in SQUARES
}
JUMPS: Final = {
    1 << origin: {1 << target: Move(target, origin) for target in SQUARES if distance(origin, target) == 2}
    for origin in SQUARES
}


def read_squares(text: str) -> tuple[int, ...]:
    """The squares that the text of a move names, in either notation: none for a pass, the last one is the target.

    Raises:
        NotationError: The text is not a move in either notation.
    """
    if text in (PASS_TEXT, UAI_PASS_TEXT):
        return ()
    if len(text) == 4 and text[2] != "-":
        return NAMES.read(text), NAMES.read(text, 2)
    squares = NAMES.read_path(text)
    if len(squares) > 2:
        raise NotationError(text, 6, "the end of the move")
    return squares


def parse_move(text: str) -> Move:
    """The move that a text means, in either notation: `g1-f2`, `-`, `f2`, `g1g3`, `0000`.

    White space around it is ignored, and so is letter case; an extend may also be written as `g1f2`. Whether the move
    is legal depends on the game, see `AtaxxGame.play`.

    Raises:
        NotationError: The text is not a move, or its squares are neither an extend nor a jump apart.
    """
    text = text.strip()
    squares = read_squares(text)
    if len(squares) == 2 and not 1 <= distance(*squares) <= 2:
        raise NotationError(text, len(text) - 1, "another square, at most two columns and two rows away")
    return Move(*reversed(squares))
