"""Files of games, whatever their format: taflkit's own records, OpenTafl's games, lines of JSON, lists of moves.

The last two do not say by which rules games were played, but may name a type of game as sites call it.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath

from taflkit.errors import TaflError
from taflkit.notation.formats import parse_json_line, parse_move_list, parse_record, split_records
from taflkit.notation.opentafl_games import parse_opentafl_game
from taflkit.notation.records import Record
from taflkit.notation.replaying import Replay, replay
from taflkit.notation.source import LONGEST, RecordError
from taflkit.variant import Variant
from taflkit.variant.catalogue import titles_and_aliases, variant_files
from taflkit.variant.description import DEFAULT_KIND

#: More games than have ever been recorded.
MOST_GAMES = 1_000_000
#: In files of one game to a line, what is not read.
_REMARK = "#"


class Format(enum.Enum):
    """A format of games; the value is how reports call it."""

    RECORD = "record"
    OPENTAFL = "opentafl"
    JSON_LINES = "json-lines"
    MOVE_LIST = "move-list"

    @property
    def names_its_variant(self) -> bool:
        """Whether games in this format say by which rules they were played."""
        return self in (Format.RECORD, Format.OPENTAFL)


_BEGINNINGS = (
    (Format.JSON_LINES, re.compile(r'\s*\{\s*["}]')),
    (Format.OPENTAFL, re.compile(r"\s*\[[\w-]+:")),
    (Format.RECORD, re.compile(r"\s*(?:[\[{]|\d{1,6}\.)")),
)


def detect_format(text: str) -> Format:
    """The format of a text, by how it begins."""
    text = text.removeprefix("\ufeff")
    return next((kind for kind, begins in _BEGINNINGS if begins.match(text)), Format.MOVE_LIST)


def split_games(text: str, kind: Format | None = None) -> Iterator[tuple[int, str]]:
    """The texts of the single games of a file, each with the number of its first line."""
    if len(text) > LONGEST:
        raise RecordError(text[:100], 1, f"no more than {LONGEST} characters")
    kind = kind or detect_format(text)
    games: Iterator[tuple[int, str]]
    if kind is Format.OPENTAFL:
        games = iter([(1, text)])
    elif kind is Format.RECORD:
        games = split_records(text)
    else:
        lines = enumerate(text.removeprefix("\ufeff").split("\n"), 1)
        games = ((n, line.strip()) for n, line in lines if line.strip() and not line.lstrip().startswith(_REMARK))
    for count, game in enumerate(games):
        if count >= MOST_GAMES:
            raise RecordError(game[1][:100], 1, f"at most {MOST_GAMES} games", game[0])
        yield game


def parse_game(text: str, kind: Format, variant: Variant | None = None) -> Record:
    """Read the text of a single game in a format; a variant that is handed in counts instead of the game's own."""
    if kind is Format.RECORD:
        return parse_record(text, variant)
    if kind is Format.OPENTAFL:
        return parse_opentafl_game(text, variant)
    if variant is None:
        raise TaflError("lists of moves do not say by which rules they were played: name the variant")
    return (parse_json_line if kind is Format.JSON_LINES else parse_move_list)(text, variant)


def read_games(text: str, variant: Variant | None = None) -> Iterator[Record]:
    """Read the games of a text in whatever format it has, one by one."""
    kind = detect_format(text)
    for _, game in split_games(text, kind):
        yield parse_game(game, kind, variant)


def replay_game(text: str, kind: Format, variants: Sequence[Variant] = ()) -> Replay:
    """Replay the text of a single game under the first of several variants that it agrees with.

    If it agrees with none, the replay is the one that came furthest. Without variants the game says which is its own.
    """
    best: Replay | None = None
    trouble: TaflError | None = None
    for variant in variants or (None,):
        try:
            found = replay(parse_game(text, kind, variant))
        except TaflError as error:  # On another board the same text may be a game.
            trouble = trouble or error
            continue
        if best is None or _fits(found) > _fits(best):
            best = found
        if best.disagreement is None and not best.ended_early:
            break
    if best is None:
        assert trouble is not None
        raise trouble
    return best


def _fits(found: Replay) -> tuple[bool, int, int]:
    """How well a game fits its variant, to be compared."""
    return found.disagreement is None, found.plies, -len(found.ended_early)


def spelled(name: str) -> str:
    """The name of a type in the one way in which names are compared: small letters and digits, blanks between."""
    return re.sub(r"[\W_]+", " ", name.lower()).strip()


def type_of_file(path: PurePath) -> str:
    """The type that a file's name speaks of: that of `016-copenhagen-hnefatafl-11x11.jsonl.gz` without the number."""
    return spelled(re.sub(r"\d+[-_ ]+(?=\D)", "", path.name.partition(".")[0], count=1))


def variants_by_type() -> Mapping[str, tuple[str, ...]]:
    """The names of the tafl variants on the search path by the types that they are variants of, as `spelled` has them.

    A type goes by the name, the title or an alias of a variant. Games of one type may begin from several positions:
    an alias that goes on after a comma, `berserk hnefatafl 11x11, knight on f7`, makes a further variant of the type
    that stands before the comma.
    """
    found: list[tuple[str, bool, str]] = []
    for path, titles, aliases in titles_and_aliases(variant_files(DEFAULT_KIND).values()):
        found += [(spelled(text), False, path.stem) for text in (path.stem, *titles)]
        for alias in aliases:
            before, comma, _ = alias.partition(",")
            found.append((spelled(before), bool(comma), path.stem))
    variants: dict[str, dict[str, None]] = {}
    for type_name, _, name in sorted(found, key=lambda each: each[1]):
        variants.setdefault(type_name, {})[name] = None
    return {type_name: tuple(names) for type_name, names in variants.items()}
