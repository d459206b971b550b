"""Files of games in any format: taflkit's own records, OpenTafl's games, lines of JSON, lists of moves."""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import PurePath

from taflkit.errors import TaflError, check_type
from taflkit.games import GameVariant
from taflkit.records.contestlogs import LOGGED_BY, parse_contest_log
from taflkit.records.movelists import NO_VARIANT, parse_json_line, parse_move_list
from taflkit.records.opentafl import parse_opentafl_game
from taflkit.records.record import Record
from taflkit.records.replaying import Replay, replay
from taflkit.records.source import MAX_TEXT, RecordError, Source
from taflkit.records.text import parse_record, split_records
from taflkit.variant import Variant

MAX_GAMES = 1_000_000
"""The games of one text."""
# Begins a line that is ignored, in formats with one game on each line.
_REMARK = "#"
_REMARKS = re.compile(r"^[ \t]*#[^\n]*", re.MULTILINE)


class Format(enum.Enum):
    """A format of games; the value is its name in reports."""

    RECORD = "record"
    """taflkit's records, and similar files of other programs."""
    OPENTAFL = "opentafl"
    """OpenTafl's game files, one game each."""
    JSON_LINES = "json-lines"
    """A game on each line, as an object of JSON."""
    MOVE_LIST = "move-list"
    """A game on each line, as a list of moves."""
    MOVES = "moves"
    """One game with a move on each line."""
    CONTEST_LOG = "contest-log"
    """The log of a game of the Tablut contest of Bologna."""

    @property
    def names_its_variant(self) -> bool:
        """Whether games in this format name the variant that was played."""
        return self in (Format.RECORD, Format.OPENTAFL, Format.CONTEST_LOG)


SUFFIXES: Mapping[str, Format] = {
    ".tafl": Format.RECORD,
    ".pgn": Format.RECORD,
    ".otg": Format.OPENTAFL,
    ".jsonl": Format.JSON_LINES,
    ".txt": Format.MOVE_LIST,
    ".moves": Format.MOVES,
}
"""The formats by the endings of file names."""


def format_of_file(path: PurePath) -> Format | None:
    """Return the format that the name of a file to be written means, gzip left out; `None` if it means none."""
    return SUFFIXES.get(PurePath(path.name.lower().removesuffix(".gz")).suffix)


_BEGINNINGS = (
    (Format.CONTEST_LOG, re.compile(rf"\s*[^\n]{{0,200}}\b{LOGGED_BY}\b")),
    (Format.JSON_LINES, re.compile(r'\s*\{\s*["}]')),
    (Format.OPENTAFL, re.compile(r"\s*\[[\w-]+:")),
    (Format.RECORD, re.compile(r"\s*(?:[\[{]|\d{1,6}\.)")),
)


def detect_format(text: str) -> Format:
    """Return the format of a text, judged by its beginning."""
    check_type(text, str, "the text of games")
    text = text.removeprefix("\ufeff")
    found = next((kind for kind, begins in _BEGINNINGS if begins.match(text)), None)
    if found is not None:
        return found
    lines = (line.split() for line in text.split("\n") if line.strip() and not line.lstrip().startswith(_REMARK))
    first = list(islice(lines, 2))
    return Format.MOVES if [len(words) for words in first] == [1, 1] else Format.MOVE_LIST


def split_games(text: str, kind: Format | None = None) -> Iterator[tuple[int, str]]:
    """Iterate over the texts of the single games of a text, each with the number of its first line.

    Args:
        text: The games.
        kind: Their format; detected if left out.

    Raises:
        RecordError: The text is too long or has too many games.
    """
    check_type(text, str, "the text of games")
    if len(text) > MAX_TEXT:
        raise RecordError(text[:100], 1, f"no more than {MAX_TEXT} characters")
    kind = kind or detect_format(text)
    if kind in (Format.OPENTAFL, Format.MOVES, Format.CONTEST_LOG):
        yield 1, text
    elif kind is Format.RECORD:
        yield from _bounded(split_records(text))
    else:
        yield from games_of_lines(text.split("\n"))


def games_of_lines(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Iterate over the games of a text that has one on each line, each with the number of its line.

    Raises:
        RecordError: There are too many games.
    """
    numbered = ((number, line.removeprefix("\ufeff").strip()) for number, line in enumerate(lines, 1))
    return _bounded((number, line) for number, line in numbered if line and not line.startswith(_REMARK))


def _bounded(games: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    for count, (line, game) in enumerate(games):
        if count >= MAX_GAMES:
            raise RecordError(game[:100], 1, f"at most {MAX_GAMES} games", line)
        yield line, game


def parse_game(
    text: str, kind: Format, variant: GameVariant | None = None, *, default: GameVariant | None = None
) -> Record:
    """Read the text of a single game.

    Args:
        text: The game.
        kind: Its format.
        variant: The variant to use instead of the one that the game names.
        default: The variant of a game that names none, as lists of moves do not.

    Raises:
        NotationError: The text is not a game in this format.
        TaflError: The text does not say which variant was played.
    """
    check_type(kind, Format, "a Format")
    if kind is Format.RECORD:
        return parse_record(text, variant, default=default)
    if kind is Format.OPENTAFL:
        if not isinstance(variant, Variant | None):
            raise TaflError(f"{variant.name} is no variant of tafl, the only kind of game in OpenTafl's files")
        return parse_opentafl_game(text, variant)
    if kind is Format.CONTEST_LOG:
        return parse_contest_log(text, variant)
    if kind is Format.JSON_LINES:
        return parse_json_line(text, variant, default=default)
    variant = variant or default
    if variant is None:
        raise TaflError(NO_VARIANT)
    return (_parse_moves if kind is Format.MOVES else parse_move_list)(text, variant)


def _parse_moves(text: str, variant: GameVariant) -> Record:
    """Read a game with a move on each line; what is wrong is said with its line."""
    source = Source(_REMARKS.sub(lambda remark: " " * len(remark[0]), text))
    return source.read_at(0, parse_move_list, source.text, variant)


def read_games(
    text: str, variant: GameVariant | None = None, *, default: GameVariant | None = None
) -> Iterator[Record]:
    """Iterate over the games of a text, whose format is detected; see `parse_game`."""
    kind = detect_format(text)
    for _, game in split_games(text, kind):
        yield parse_game(game, kind, variant, default=default)


def replay_game(
    text: str, kind: Format, variants: Sequence[GameVariant] = (), *, default: GameVariant | None = None
) -> Replay:
    """Replay the text of a single game under the first of several variants that it agrees with.

    Args:
        text: The game.
        kind: Its format.
        variants: The variants to try; the one that the game names if there are none.
        default: The variant of a game that names none.

    Returns:
        The replay; if the game agrees with no variant, the one that came furthest.

    Raises:
        TaflError: The text is not a game of any of the variants.
    """
    best: Replay | None = None
    trouble: TaflError | None = None
    for variant in variants or (None,):
        try:
            found = replay(parse_game(text, kind, variant, default=default))
        except TaflError as error:  # The text may be a game on the board of another variant.
            trouble = trouble or error
            continue
        if best is None or _fits(found) > _fits(best):
            best = found
        if best.disagreement is None and not best.ended_early:
            break
    if best is None:
        assert trouble is not None
        try:
            raise trouble
        finally:
            del trouble  # Its traceback refers to this frame: such a cycle would keep the text for a while.
    return best


def _fits(found: Replay) -> tuple[bool, int, int]:
    """Return how well a game fits its variant; greater is better."""
    return found.disagreement is None, found.plies, -len(found.ended_early)
