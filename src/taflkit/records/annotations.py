"""What records say about a move beside its comment: signs such as `!?`, evaluations and clocks, as the PGN of chess."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from typing import Final

import attrs

from taflkit.errors import TaflError
from taflkit.search import Score

SCALE: Final = 1.2
"""The value, in men, from which 73 of 100 points are scored: `1 / (1 + exp(-value / SCALE))`.

`python -m benchmarks.expectation` fits it to games of a level against itself: of players who see less than the search,
and make mistakes, as people do. 200 games each gave 1.12 ± 0.16 in Tablut, 0.96 ± 0.20 in Brandubh and 2.63 ± 0.68
in Copenhagen."""
GLYPHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
"""The signs after a move, and the numbers that stand for them."""
_GLYPH_BY_NUMBER = {number: glyph for glyph, number in GLYPHS.items()}
MAX_SIGN = 255
"""The largest number of a sign, as in chess."""
MAX_MEN = 100_000.0
"""The largest evaluation, in men."""
MAX_WIN_IN = 100_000
"""The longest forced win, in moves."""
MAX_EVALUATION_DEPTH = 1_000
"""The deepest search of which an evaluation may tell."""
MAX_CLOCK = 999 * 3600.0
"""The longest time on a clock, in seconds."""

_EVALUATION = re.compile(r"\[%eval (?:#(-?[1-9]\d{0,5})|([+-]?\d{1,6}(?:\.\d{1,9})?))(?:,(\d{1,4}))?\]", re.ASCII)
_CLOCK = re.compile(r"\[%clk (\d{1,3}):([0-5]?\d):([0-5]?\d(?:\.\d{1,9})?)\]", re.ASCII)


def check_signs(signs: Iterable[int]) -> tuple[int, ...]:
    """Return the numbers of signs, each once, in order.

    Raises:
        TaflError: A number is none of a sign.
    """
    found = tuple(dict.fromkeys(signs))
    for sign in found:
        if type(sign) is not int or not 0 <= sign <= MAX_SIGN:
            raise TaflError(f"the number of a sign is a whole number from 0 to {MAX_SIGN}, not {sign!r}")
    return found


def format_signs(signs: tuple[int, ...]) -> tuple[str, list[str]]:
    """Return what follows a move at once, such as `!?`, and the other signs as words: `$14`."""
    glyph = _GLYPH_BY_NUMBER.get(signs[0], "") if signs else ""
    return glyph, [f"${sign}" for sign in (signs[1:] if glyph else signs)]


def _men(men: float) -> float:
    found = round(float(men), 2)
    return found or 0.0  # Not -0.0, which is written otherwise.


@attrs.frozen
class Evaluation:
    """How good a position is for the first of the two players, the attackers in tafl."""

    men: float = attrs.field(default=0.0, converter=_men)
    """The advantage in men, to a hundredth; negative if the second player is better. 0 for a forced win."""
    win_in: int | None = None
    """The moves in which the first player wins by force; negative if the second player does."""
    depth: int | None = None
    """How many plies were searched, if that is known."""

    def __attrs_post_init__(self) -> None:
        if not math.isfinite(self.men) or abs(self.men) > MAX_MEN:
            raise TaflError(f"an evaluation is at most {MAX_MEN:,.0f} men, not {self.men}")
        if self.win_in is not None and (self.men or not 1 <= abs(self.win_in) <= MAX_WIN_IN):
            raise TaflError(f"a forced win takes from 1 to {MAX_WIN_IN:,} moves, and has no value in men")
        if self.depth is not None and not 0 <= self.depth <= MAX_EVALUATION_DEPTH:
            raise TaflError(f"a depth is from 0 to {MAX_EVALUATION_DEPTH:,} plies, not {self.depth}")

    def __str__(self) -> str:
        """Print as records write it: `0.35`, `-1.20`, `#3` or `#-3`; a depth follows a comma."""
        said = f"{self.men:.2f}" if self.win_in is None else f"#{self.win_in}"
        return said if self.depth is None else f"{said},{self.depth}"

    @classmethod
    def of(cls, score: Score, is_first: bool, depth: int | None = None) -> Evaluation:
        """Return a score as records write it: for the first player.

        Args:
            score: The score.
            is_first: Whether it is the score of the first player, and not of the second.
            depth: How many plies were searched, if that is known.
        """
        ours = score if is_first else -score
        depth = None if depth is None else min(depth, MAX_EVALUATION_DEPTH)
        for plies, sign in ((ours.win_in, 1), (ours.loss_in, -1)):
            if plies is not None:
                return cls(win_in=sign * max(1, (plies + 1) // 2), depth=depth)
        return cls(ours.value / 100, depth=depth)

    @property
    def points(self) -> float:
        """How many points the first player can expect: 1 for a forced win, 0.5 in an even position, 0 for a loss."""
        if self.win_in is not None:
            return 1.0 if self.win_in > 0 else 0.0
        # The same as in the description of `SCALE`, but any value can be computed.
        return (1 + math.tanh(self.men / (2 * SCALE))) / 2


def check_clock(seconds: float | None) -> float | None:
    """Return a time in seconds, to a thousandth.

    Raises:
        TaflError: It is no time that a clock shows.
    """
    if seconds is None:
        return None
    if not 0 <= seconds <= MAX_CLOCK:
        raise TaflError(f"a clock shows from 0 to {MAX_CLOCK:,.0f} seconds, not {seconds}")
    return round(float(seconds), 3)


def format_clock(seconds: float) -> str:
    """Write a time as records do: `0:01:23`, or `0:01:23.5`."""
    milliseconds = round(seconds * 1000)
    minutes, rest = divmod(milliseconds, 60_000)
    whole, part = divmod(rest, 1000)
    fraction = f".{part:03}".rstrip("0") if part else ""
    return f"{minutes // 60}:{minutes % 60:02}:{whole:02}{fraction}"


def _evaluation(match: re.Match[str]) -> Evaluation:
    win_in, men, depth = match.groups()
    return Evaluation(
        float(men or 0), int(win_in) if win_in else None, None if depth is None else min(int(depth), 1000)
    )


def take_commands(
    comment: str, evaluation: Evaluation | None, clock: float | None
) -> tuple[str, Evaluation | None, float | None]:
    """Take the evaluation and the clock out of a comment, unless they are known already.

    Removing one may leave another behind, so this goes on until nothing is found.
    """
    while True:
        found = None
        if evaluation is None and (found := _EVALUATION.search(comment)):
            evaluation = _evaluation(found)
        elif clock is None and (found := _CLOCK.search(comment)):
            hours, minutes, seconds = found.groups()
            clock = check_clock(int(hours) * 3600 + int(minutes) * 60 + float(seconds))
        if found is None:
            return comment, evaluation, clock
        before, after = comment[: found.start()].rstrip(" \t"), comment[found.end() :].lstrip(" \t")
        comment = f"{before} {after}".strip()


def with_commands(comment: str, evaluation: Evaluation | None, clock: float | None) -> str:
    """Return a comment as it is written, with the evaluation and the clock in front."""
    parts = [f"[%eval {evaluation}]"] if evaluation is not None else []
    parts += [f"[%clk {format_clock(clock)}]"] if clock is not None else []
    return " ".join([*parts, *([comment] if comment else [])])
