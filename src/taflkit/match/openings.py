"""Openings: the positions and first moves from which the games of a match begin."""

from __future__ import annotations

from pathlib import Path

from taflkit.errors import TaflError
from taflkit.files import read_small_file
from taflkit.game import Game
from taflkit.notation import parse_position
from taflkit.variant import Variant


def parse_opening(text: str, variant: Variant) -> Game:
    """The game that an opening describes: moves from the start, separated by spaces, or a position on one line.

    Raises:
        TaflError: If it cannot be read, a move is illegal, or the game is over.
    """
    opening = parse_position(text, variant) if "/" in text else Game(variant, variant.start).play_all(text.split())
    if opening.outcome is not None:
        raise TaflError(f"the game is over: {opening.outcome}")
    return opening


def read_openings(path: Path, variant: Variant) -> tuple[Game, ...]:
    """The openings in a file, one on each line; `#` begins a comment.

    Raises:
        TaflError: If there are none, or one cannot be used; the error names the line.
    """
    openings = []
    text = read_small_file(path, "a file of openings").decode("utf-8", "replace")
    for number, line in enumerate(text.splitlines(), 1):
        opening = line.partition("#")[0].strip()
        if not opening:
            continue
        try:
            openings.append(parse_opening(opening, variant))
        except TaflError as error:
            raise TaflError(f"{path}:{number}: {error}") from None
    if not openings:
        raise TaflError(f"{path}: there is no opening in it")
    return tuple(openings)
