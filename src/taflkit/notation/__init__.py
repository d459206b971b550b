"""Text and values: positions, records of games, and other programs' formats.

Squares and moves read and print themselves, in `board`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from taflkit.notation.positions import format_position, format_rows, parse_position, parse_rows

if TYPE_CHECKING:
    from taflkit.notation.files import (
        Format,
        detect_format,
        parse_game,
        read_games,
        replay_game,
        split_games,
        type_of_file,
        variants_by_type,
    )
    from taflkit.notation.formats import (
        format_json_line,
        format_move_list,
        format_record,
        parse_json_line,
        parse_move_list,
        parse_record,
        parse_records,
    )
    from taflkit.notation.game_files import GameFile, GameText, read_game_files
    from taflkit.notation.opentafl_games import format_opentafl_game, parse_opentafl_game
    from taflkit.notation.opentafl_keys import format_opentafl_position, parse_opentafl_position
    from taflkit.notation.opentafl_rules import parse_opentafl_rules
    from taflkit.notation.opentafl_writing import format_opentafl_rules
    from taflkit.notation.records import Record, RecordedMove, Result, parse_recorded
    from taflkit.notation.replay_report import CheckedGame, GameProblem, check_files
    from taflkit.notation.replaying import Disagreement, Problem, Replay, replay
    from taflkit.notation.source import RecordError

__all__ = [
    "CheckedGame",
    "Disagreement",
    "Format",
    "GameFile",
    "GameProblem",
    "GameText",
    "Problem",
    "Record",
    "RecordError",
    "RecordedMove",
    "Replay",
    "Result",
    "check_files",
    "detect_format",
    "format_json_line",
    "format_move_list",
    "format_opentafl_game",
    "format_opentafl_position",
    "format_opentafl_rules",
    "format_position",
    "format_record",
    "format_rows",
    "parse_game",
    "parse_json_line",
    "parse_move_list",
    "parse_opentafl_game",
    "parse_opentafl_position",
    "parse_opentafl_rules",
    "parse_position",
    "parse_record",
    "parse_recorded",
    "parse_records",
    "parse_rows",
    "read_game_files",
    "read_games",
    "replay",
    "replay_game",
    "split_games",
    "type_of_file",
    "variants_by_type",
]

# Records and other programs' formats are imported when they are first used: the command line starts without them.
_MODULES = {
    "files": (
        "Format",
        "detect_format",
        "parse_game",
        "read_games",
        "replay_game",
        "split_games",
        "type_of_file",
        "variants_by_type",
    ),
    "formats": (
        "format_json_line",
        "format_move_list",
        "format_record",
        "parse_json_line",
        "parse_move_list",
        "parse_record",
        "parse_records",
    ),
    "game_files": ("GameFile", "GameText", "read_game_files"),
    "opentafl_games": ("format_opentafl_game", "parse_opentafl_game"),
    "opentafl_keys": ("format_opentafl_position", "parse_opentafl_position"),
    "opentafl_rules": ("parse_opentafl_rules",),
    "opentafl_writing": ("format_opentafl_rules",),
    "records": ("Record", "RecordedMove", "Result", "parse_recorded"),
    "replay_report": ("CheckedGame", "GameProblem", "check_files"),
    "replaying": ("Disagreement", "Problem", "Replay", "replay"),
    "source": ("RecordError",),
}
_LATER = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'taflkit.notation' has no attribute {name!r}")
    found = getattr(import_module(f"taflkit.notation.{_LATER[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return __all__
