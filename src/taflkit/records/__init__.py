"""Games on paper: records in every format, replayed, converted, counted, reviewed and changed."""

from taflkit.records.annotations import Evaluation
from taflkit.records.checking import CheckedGame, FileTally, GameProblem, check_files, replay_files
from taflkit.records.contestlogs import format_contest_log, parse_contest_log
from taflkit.records.exploring import Explorer, MoveTally, SeenGame, Statistics, Wanted, explore_files, wanted_game
from taflkit.records.files import GameFile, GameText, find_game_files, games_in, read_game_files, read_record
from taflkit.records.formats import Format, detect_format, parse_game, read_games, replay_game, split_games
from taflkit.records.gametypes import spelled, type_of_file, variants_by_type
from taflkit.records.movelists import format_json_line, format_move_list, parse_json_line, parse_move_list, type_of_line
from taflkit.records.opentafl import (
    format_opentafl_game,
    format_opentafl_position,
    format_opentafl_rules,
    parse_opentafl_game,
    parse_opentafl_position,
    parse_opentafl_rules,
)
from taflkit.records.record import Record, RecordedMove, Result, termination_of
from taflkit.records.replaying import Disagreement, Problem, Replay, WentOn, replay
from taflkit.records.reviewing import JudgedMove, Judgement, Review, judge_record, review_record
from taflkit.records.source import RecordError
from taflkit.records.tafl import WrittenMove, parse_written, with_captures
from taflkit.records.text import format_record, parse_record, parse_records
from taflkit.records.tree import GameTree, Node

__all__ = [
    "CheckedGame",
    "Disagreement",
    "Evaluation",
    "Explorer",
    "FileTally",
    "Format",
    "GameFile",
    "GameProblem",
    "GameText",
    "GameTree",
    "JudgedMove",
    "Judgement",
    "MoveTally",
    "Node",
    "Problem",
    "Record",
    "RecordError",
    "RecordedMove",
    "Replay",
    "Result",
    "Review",
    "SeenGame",
    "Statistics",
    "Wanted",
    "WentOn",
    "WrittenMove",
    "check_files",
    "detect_format",
    "explore_files",
    "find_game_files",
    "format_contest_log",
    "format_json_line",
    "format_move_list",
    "format_opentafl_game",
    "format_opentafl_position",
    "format_opentafl_rules",
    "format_record",
    "games_in",
    "judge_record",
    "parse_contest_log",
    "parse_game",
    "parse_json_line",
    "parse_move_list",
    "parse_opentafl_game",
    "parse_opentafl_position",
    "parse_opentafl_rules",
    "parse_record",
    "parse_records",
    "parse_written",
    "read_game_files",
    "read_games",
    "read_record",
    "replay",
    "replay_files",
    "replay_game",
    "review_record",
    "spelled",
    "split_games",
    "termination_of",
    "type_of_file",
    "type_of_line",
    "variants_by_type",
    "wanted_game",
    "with_captures",
]
