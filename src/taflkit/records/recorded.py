"""The moves of records, of any kind of game: a text with signs, a comment, an evaluation, a clock and variations."""

from __future__ import annotations

import re
from collections.abc import Iterable

import attrs

from taflkit.errors import NotationError, check_type
from taflkit.records.annotations import Evaluation, check_clock, check_signs, take_commands
from taflkit.records.source import lines_alike

MAX_MOVE = 200
"""The characters of a move; the longest of any board is shorter."""
WORD = re.compile(r"[^\s(){}\[\];$!?]+")
"""What a move looks like in a record, whatever the game."""


def clean_comment(comment: str) -> str:
    """Return a comment as records keep it, without blanks around."""
    return lines_alike(comment).strip()


def _without_empty(variations: Iterable[Iterable[RecordedMove]]) -> tuple[tuple[RecordedMove, ...], ...]:
    return tuple(variation for variation in map(tuple, variations) if variation)


@attrs.frozen
class RecordedMove:
    """A move of a record, as it was written down, with all that is said about it.

    The kind of game reads the text: `GameKind.spell_move` checks its form, and replaying the record checks the move.
    """

    text: str
    """The move: `d8-d6xc5xc6` in tafl, with its captures."""
    comment: str = attrs.field(default="", converter=clean_comment)
    """What the record says about the move. An evaluation and a clock in it become attributes of their own."""
    variations: tuple[tuple[RecordedMove, ...], ...] = attrs.field(default=(), converter=_without_empty)
    """Lines that might have been played instead, each from this move on."""
    signs: tuple[int, ...] = attrs.field(default=(), converter=check_signs)
    """The numbers of signs: 1 for `!`, 2 for `?`, 3 for `!!`, 4 for `??`, 5 for `!?`, 6 for `?!`, others as `$14`."""
    evaluation: Evaluation | None = None
    """How good the position after the move is."""
    clock: float | None = attrs.field(default=None, converter=check_clock)
    """The seconds left on the mover's clock after the move."""

    def __attrs_post_init__(self) -> None:
        check_type(self.text, str, "the text of a move, such as str(game.last)")
        check_type(self.evaluation, Evaluation | None, "an Evaluation")
        if len(self.text) > MAX_MOVE or WORD.fullmatch(self.text) is None:
            raise NotationError(self.text[:MAX_MOVE], 1, f"a move of one word, at most {MAX_MOVE} characters long")
        if "[%" in self.comment:
            comment, evaluation, clock = take_commands(self.comment, self.evaluation, self.clock)
            object.__setattr__(self, "comment", comment)
            object.__setattr__(self, "evaluation", evaluation)
            object.__setattr__(self, "clock", clock)

    def __str__(self) -> str:
        """Print the move alone."""
        return self.text
