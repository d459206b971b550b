"""Openings: the positions and first moves from which the games of a match begin."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from taflkit.errors import TaflError
from taflkit.files import read_small_file
from taflkit.games import GameVariant, RecordedGame, kind_of, parse_position
from taflkit.shell import dialect_named


def parse_opening(text: str, variant: GameVariant) -> RecordedGame[Any]:
    """The game that an opening describes: moves from the start, separated by spaces, or a position on one line.

    Raises:
        TaflError: If it cannot be read, a move is illegal, or the game is over.
    """
    kind = kind_of(variant)
    words = text.split()
    opening: Any
    if "/" not in text and words and dialect_named(kind.dialect).move.fullmatch(words[0]):
        opening = kind.start(variant)
        for word in words:
            opening = opening.play(kind.parse_move(opening, word))
    else:
        opening = parse_position(text, variant)
    if opening.outcome is not None:
        raise TaflError(f"the game is over: {opening.outcome}")
    begun: RecordedGame[Any] = opening
    return begun


def read_openings(path: Path, variant: GameVariant) -> tuple[RecordedGame[Any], ...]:
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
