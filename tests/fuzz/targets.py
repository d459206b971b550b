"""What is fuzzed: for every reader of text, a function that takes bytes.

Each ignores the errors that the reader documents, and raises whatever else comes up. What was read must be the same
after it was written and read again.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType

import attrs

from taflkit import (
    Game,
    IllegalMoveError,
    Move,
    NotationError,
    TaflError,
    Variant,
    VariantError,
    format_position,
    game_from_text,
    load_variant,
    variant_names,
)
from taflkit.board import grid
from taflkit.games import ataxx, kind_of, qirkat
from taflkit.match.openings import parse_opening
from taflkit.match.scripts import read_script
from taflkit.records import (
    Record,
    RecordError,
    detect_format,
    format_json_line,
    format_move_list,
    format_opentafl_game,
    format_opentafl_position,
    format_opentafl_rules,
    format_record,
    parse_json_line,
    parse_move_list,
    parse_opentafl_game,
    parse_opentafl_position,
    parse_opentafl_rules,
    parse_record,
    parse_records,
    parse_written,
    replay_game,
    split_games,
)
from taflkit.shell import Session, parse_command
from taflkit.variant.catalogue import named_variant
from taflkit.variant.variant import explain

#: Errors are shown to people, who do not read more.
MAX_MESSAGE = 8000
COPENHAGEN = load_variant("copenhagen")
BRANDUBH = load_variant("brandubh")
BERSERK = load_variant("berserk")
#: The largest board.
GRID = grid(19, 19)
#: Removed when the process ends.
_FOLDER = tempfile.TemporaryDirectory(prefix="taflkit-fuzz-")
SCRATCH = Path(_FOLDER.name)


class Refused:
    """Ignores documented errors, and sees that they are short enough to be read."""

    def __init__(self, *documented: type[Exception]) -> None:
        """Ignore errors of these types."""
        self._documented = documented

    def __enter__(self) -> None:
        """Begin."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> bool:
        """Ignore a documented error."""
        if not isinstance(error, self._documented):
            return False
        assert len(str(error)) <= MAX_MESSAGE
        return True


def read_moves(text: str) -> None:
    """Moves, as players and as records write them."""
    with Refused(NotationError):
        move = Move.parse(text, GRID)
        assert Move.parse(str(move), GRID) is move
        assert Move.parse(move.short, GRID) is move
    with Refused(NotationError):
        written = parse_written(GRID, text)
        assert parse_written(GRID, str(written)) == written


def find_names(text: str) -> None:
    """Names of variants in texts from anywhere: paths among them are refused."""
    with Refused(NotationError, VariantError):
        assert named_variant(text, text, 1, Variant).name in variant_names()


def read_positions(text: str) -> None:
    """Positions on a line, with or without the name of the variant, and openings."""
    # Looking for an unknown name takes much longer than reading, and has a target of its own.
    for variant in (None, BERSERK) if text.startswith(BERSERK.name) else (BERSERK,):
        with Refused(NotationError):
            game = game_from_text(text, variant)
            again = game_from_text(format_position(game))
            assert (again.position, again.variant) == (game.position, game.variant)
    with Refused(TaflError):
        parse_opening(text, COPENHAGEN)


def read_records(text: str) -> None:
    """Records, one or more, that name their variant or not."""
    for variant in (None, BRANDUBH) if text.startswith('[Variant "brandubh"]') else (BRANDUBH,):
        with Refused(RecordError):
            for record in parse_records(text, variant):
                assert parse_record(format_record(record)) == record


def read_json_lines(text: str) -> None:
    """Games as lines of JSON."""
    with Refused(NotationError):
        record = parse_json_line(text, COPENHAGEN)
        assert parse_json_line(format_json_line(record), COPENHAGEN) == record


def read_move_lists(text: str) -> None:
    """Lists of moves."""
    with Refused(NotationError):
        record = parse_move_list(text, COPENHAGEN)
        assert parse_move_list(format_move_list(record), COPENHAGEN) == record


def replay_games(text: str) -> None:
    """Files of games whose format is detected, replayed."""
    kind = detect_format(text)
    with Refused(RecordError):
        for _, game in split_games(text, kind):
            with Refused(TaflError):
                replay_game(game, kind, (BERSERK, COPENHAGEN))


def read_opentafl_rules(text: str) -> None:
    """OpenTafl's rules strings."""
    for as_read in (False, True):
        with Refused(NotationError):
            variant = parse_opentafl_rules(text, as_opentafl_reads=as_read)
            assert explain(variant)
            with Refused(VariantError):
                written = format_opentafl_rules(variant)
                assert parse_opentafl_rules(written).rules == variant.rules


def _squares(record: Record) -> list[Move]:
    """The moves, whatever they say about captures."""
    return [parse_written(GRID, text).move for text in record.moves]


def read_opentafl_games(text: str) -> None:
    """OpenTafl's game files and positions."""
    with Refused(RecordError):
        record = parse_opentafl_game(text)
        with Refused(VariantError, NotationError, IllegalMoveError):
            written = format_opentafl_game(record)
            assert _squares(parse_opentafl_game(written)) == _squares(record)
    with Refused(NotationError):
        position = parse_opentafl_position(text, COPENHAGEN.board, COPENHAGEN.start.to_move)
        written = format_opentafl_position(position)
        assert parse_opentafl_position(written, COPENHAGEN.board, position.to_move) == position


def obey_commands(text: str) -> None:
    """Lines of the command language, obeyed by a session that writes and reads no files."""
    session = Session(Game(COPENHAGEN, COPENHAGEN.start), lambda game, seed: game.legal_moves[seed % 7])
    for line in text.splitlines():
        with Refused(TaflError):
            command = parse_command(line)
            if command is not None:
                session, _ = session.step(command)


def read_ataxx(text: str) -> None:
    """FENs and moves of Ataxx."""
    with Refused(NotationError):
        fen = ataxx.parse_fen(text)
        assert ataxx.parse_fen(str(fen)) == fen
    with Refused(NotationError):
        move = ataxx.parse_move(text)
        assert ataxx.parse_move(str(move)) == ataxx.parse_move(move.uai) == move


def read_qirkat(text: str) -> None:
    """Rows and moves of Qirkat."""
    for player in qirkat.Player:
        with Refused(NotationError):
            position = qirkat.Position.from_rows(text, player)
            assert qirkat.Position.from_picture(position.picture, player) == position
    with Refused(NotationError):
        move = qirkat.parse_move(text)
        assert qirkat.parse_move(str(move)) == move


def load_variants(data: bytes) -> None:
    """Variant files."""
    path = SCRATCH / "fuzzed.toml"
    path.write_bytes(data)
    with Refused(VariantError):
        variant = load_variant(path)
        assert variant.name == path.stem
        sentences = [*explain(variant), *kind_of(variant).failed_examples(variant)]
        assert all(isinstance(sentence, str) for sentence in sentences)


def read_scripts(data: bytes) -> None:
    """Scripts for programs."""
    path = SCRATCH / "fuzzed-1.in"
    path.write_bytes(data)
    with Refused(TaflError):
        script = read_script(path)
        lines = [number for number, _ in script.steps]
        assert lines == sorted(set(lines))


@attrs.frozen
class Target:
    """A reader of text."""

    read: Callable[[bytes], None]
    """Reads, and raises what is not documented."""
    max_length: int = 400
    """How many bytes are tried: more than the longest token, so that mutations are found soon."""


def _of_text(read: Callable[[str], None]) -> Callable[[bytes], None]:
    # Lone surrogates stand for bytes that are no UTF-8, as in file names and some files.
    return lambda data: read(data.decode("utf-8", "surrogateescape"))


TARGETS = MappingProxyType(
    {
        "moves": Target(_of_text(read_moves), 40),
        "names": Target(_of_text(find_names), 40),
        "positions": Target(_of_text(read_positions), 200),
        "records": Target(_of_text(read_records)),
        "json-lines": Target(_of_text(read_json_lines)),
        "move-lists": Target(_of_text(read_move_lists)),
        "games": Target(_of_text(replay_games)),
        "opentafl-rules": Target(_of_text(read_opentafl_rules)),
        "opentafl-games": Target(_of_text(read_opentafl_games), 1000),
        "commands": Target(_of_text(obey_commands)),
        "ataxx": Target(_of_text(read_ataxx), 100),
        "qirkat": Target(_of_text(read_qirkat), 100),
        "variants": Target(load_variants, 3000),
        "scripts": Target(read_scripts),
    }
)
