"""Openings: the positions and first moves from which the games of a match begin."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from taflkit.errors import TaflError
from taflkit.files import read_small_file
from taflkit.games import GameVariant, RecordedGame, kind_of
from taflkit.games.starting import game_from_text
from taflkit.records import Format, detect_format, parse_game, split_games
from taflkit.shell import dialect_named

#: How many moves of a recorded game are an opening at most.
MAX_PLIES = 1000
#: The formats whose games are more than a list of moves on a line.
_RECORDS = (Format.RECORD, Format.OPENTAFL, Format.JSON_LINES, Format.CONTEST_LOG)


def parse_opening(text: str, variant: GameVariant) -> RecordedGame[Any]:
    """The game that an opening describes: moves from the start, separated by spaces, or a position on one line.

    Raises:
        TaflError: If it cannot be read, a move is illegal, or the game is over.
    """
    kind = kind_of(variant)
    words = text.split()
    opening: RecordedGame[Any]
    if "/" not in text and words and dialect_named(kind.dialect).move_pattern.fullmatch(words[0]):
        opening = kind.start(variant)
        for word in words:
            opening = opening.play(word)
    else:
        opening = game_from_text(text, variant)
    if opening.outcome is not None:
        raise TaflError(f"the game is over: {opening.outcome}")
    return opening


def read_openings(path: Path, variant: GameVariant, plies: int = MAX_PLIES) -> tuple[RecordedGame[Any], ...]:
    """The openings in a file: one on each line, where `#` begins a comment, or the first moves of recorded games.

    Args:
        path: The file.
        variant: The variant that is played.
        plies: How many moves of a recorded game are played.

    Raises:
        TaflError: If there are none, or one cannot be used; the error names the line.
    """
    text = read_small_file(path, "a file of openings").decode("utf-8", "replace")
    if detect_format(text) in _RECORDS:
        openings = list(_recorded_openings(path, text, variant, plies))
    else:
        openings = list(_written_openings(path, text, variant))
    if not openings:
        raise TaflError(f"{path}: there is no opening in it")
    return tuple(openings)


def _written_openings(path: Path, text: str, variant: GameVariant) -> Iterator[RecordedGame[Any]]:
    for number, line in enumerate(text.splitlines(), 1):
        opening = line.partition("#")[0].strip()
        if opening:
            try:
                yield parse_opening(opening, variant)
            except TaflError as error:
                raise TaflError(f"{path}:{number}: {error}") from None


def _recorded_openings(path: Path, text: str, variant: GameVariant, plies: int) -> Iterator[RecordedGame[Any]]:
    """The first moves of recorded games, the same ones only once; games that are over by then are left out."""
    kind = detect_format(text)
    seen = set()
    for line, game in split_games(text, kind):
        try:
            record = parse_game(game, kind, default=variant)
            if record.variant.name != variant.name:
                raise TaflError(f"this is a game of {record.variant.name}, not of {variant.name}")
            opening: RecordedGame[Any] = record.game(min(plies, len(record.line)))
        except TaflError as error:
            raise TaflError(f"{path}:{line}: {error}") from None
        known = (record.position, record.moves[:plies])
        if opening.outcome is None and known not in seen:
            seen.add(known)
            yield opening
