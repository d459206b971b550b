"""Text and values: positions, records of games, and the formats of other programs.

`Square.parse` and `Move.parse` read squares and moves.
"""

from taflkit.notation.annotations import Evaluation
from taflkit.notation.contestlogs import format_contest_log, parse_contest_log
from taflkit.notation.files import Format, detect_format, parse_game, read_games, replay_game, split_games
from taflkit.notation.game_files import GameFile, GameText, read_game_files, read_record
from taflkit.notation.gametypes import spelled, type_of_file, variants_by_type
from taflkit.notation.jsonlines import format_json_line, parse_json_line, type_of_line
from taflkit.notation.movelists import format_move_list, parse_move_list
from taflkit.notation.opentafl import (
    format_opentafl_game,
    format_opentafl_position,
    format_opentafl_rules,
    parse_opentafl_game,
    parse_opentafl_position,
    parse_opentafl_rules,
)
from taflkit.notation.positions import format_position, format_rows, parse_position, parse_rows
from taflkit.notation.recorded import RecordedMove
from taflkit.notation.records import Record, Result, termination_of
from taflkit.notation.recordtext import format_record, parse_record, parse_records
from taflkit.notation.replay_report import CheckedGame, FileTally, GameProblem, check_files, replay_files
from taflkit.notation.replaying import Disagreement, Problem, Replay, WentOn, replay
from taflkit.notation.source import RecordError
from taflkit.notation.written import WrittenMove, parse_written, with_captures

__all__ = [
    "CheckedGame",
    "Disagreement",
    "Evaluation",
    "FileTally",
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
    "WentOn",
    "WrittenMove",
    "check_files",
    "detect_format",
    "format_contest_log",
    "format_json_line",
    "format_move_list",
    "format_opentafl_game",
    "format_opentafl_position",
    "format_opentafl_rules",
    "format_position",
    "format_record",
    "format_rows",
    "parse_contest_log",
    "parse_game",
    "parse_json_line",
    "parse_move_list",
    "parse_opentafl_game",
    "parse_opentafl_position",
    "parse_opentafl_rules",
    "parse_position",
    "parse_record",
    "parse_records",
    "parse_rows",
    "parse_written",
    "read_game_files",
    "read_games",
    "read_record",
    "replay",
    "replay_files",
    "replay_game",
    "spelled",
    "split_games",
    "termination_of",
    "type_of_file",
    "type_of_line",
    "variants_by_type",
    "with_captures",
]
