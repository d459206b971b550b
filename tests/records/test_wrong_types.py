"""An argument of a wrong type is refused where it is handed in, in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import taflkit
from taflkit import load_variant, records, start
from taflkit.board import format_rows, parse_rows

TABLUT = load_variant("tablut")
GAME = start(TABLUT)
RECORD = records.Record.of(GAME)
NUMBER: Any = 5
TEXT: Any = "tablut"


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: taflkit.game_from_text(NUMBER), "expected a position as a text, not int 5"),
        (lambda: taflkit.game_from_text("9/9 attackers", NUMBER), "expected a game or a variant .*, not int 5"),
        (lambda: taflkit.format_position(TEXT), "expected a game of a known kind, not str 'tablut'"),
        (lambda: format_rows(TEXT), "expected a Position, not str 'tablut'"),
        (lambda: format_rows(GAME), "expected a Position, not Game "),  # type: ignore[arg-type]
        (lambda: parse_rows(TEXT, "9", GAME.to_move), "expected a Board, .* not str 'tablut'"),
        (
            lambda: parse_rows(TABLUT.board, NUMBER, GAME.to_move),
            "expected the rows of a position as a text, not",
        ),
        (lambda: records.parse_record(NUMBER), "expected the text of a game, not int 5"),
        (lambda: records.parse_record("*", TEXT), "expected the Variant of a record, not str 'tablut'"),
        (lambda: records.format_record(GAME), "expected a Record .*, not Game "),  # type: ignore[arg-type]
        (lambda: records.format_move_list(TEXT), "expected a Record .*, not str 'tablut'"),
        (lambda: records.parse_move_list(NUMBER, TABLUT), "expected the text of a list of moves, not int 5"),
        (lambda: records.parse_move_list("", TEXT), "expected the Variant of a record, not str 'tablut'"),
        (lambda: records.parse_json_line(NUMBER, TABLUT), "expected the text of a line of JSON, not int 5"),
        (lambda: records.parse_game("", TEXT), "expected a Format, not str 'tablut'"),
        (lambda: records.detect_format(NUMBER), "expected the text of games, not int 5"),
        (lambda: list(records.read_games(NUMBER)), "expected the text of games, not int 5"),
        (lambda: records.replay(GAME), "expected a Record .*, not Game "),  # type: ignore[arg-type]
        (lambda: records.Record(TEXT), "expected the Variant of a record, not str 'tablut'"),
        (lambda: records.Record(GAME), "expected the Variant of a record, not Game "),  # type: ignore[arg-type]
        (lambda: records.Record(TABLUT, (), TABLUT.start), "expected the position of a record on one line, not Pos"),  # type: ignore[arg-type]
        (
            lambda: records.Record(TABLUT, [TEXT]),
            r"expected the moves of a record as RecordedMoves, not tuple \('tablut',\)",
        ),
        (lambda: records.RecordedMove(GAME.legal_moves[0]), "expected the text of a move, .* not Move "),  # type: ignore[arg-type]
        (lambda: records.WrittenMove(TEXT), "expected a Move, .* not str 'tablut'"),
        (lambda: records.Record(TABLUT, result=TEXT), "expected the Result of a record, not str 'tablut'"),
        (lambda: records.RecordedMove("e2-a2", evaluation=TEXT), "expected an Evaluation, not str 'tablut'"),
        (lambda: records.Record.of(TEXT), "expected a Game, not str 'tablut'"),
        (lambda: records.parse_opentafl_game(NUMBER), "expected the text of a game, not int 5"),
        (lambda: records.parse_opentafl_game("", TEXT), "expected the Variant of a game, not str 'tablut'"),
        (lambda: records.parse_opentafl_rules(NUMBER), "expected an OpenTafl rules string, not int 5"),
        (lambda: records.format_opentafl_rules(TEXT), "expected a Variant, .* not str 'tablut'"),
        (lambda: records.format_opentafl_game(TEXT), "expected a Record .*, not str 'tablut'"),
        (lambda: records.format_opentafl_position(TEXT), "expected a Position, not str 'tablut'"),
        (lambda: records.parse_written(TABLUT.board.grid, NUMBER), "expected the text of a move .*, not int 5"),
        (lambda: records.with_captures(TEXT), "expected a Record .*, not str 'tablut'"),
        (lambda: records.format_contest_log(TEXT, "Ann", "Bob"), "expected a Game, .*, not str 'tablut'"),
        (lambda: records.parse_contest_log(NUMBER), "expected the text of a log, not int 5"),
        (lambda: list(records.split_games(NUMBER)), "expected the text of games, not int 5"),
        (lambda: records.spelled(NUMBER), "expected the name of a type of games, not int 5"),
        (lambda: records.type_of_file(TEXT), "expected the Path of a file, not str 'tablut'"),
        (lambda: records.read_record(TEXT), "expected the Path of a file, not str 'tablut'"),
        (lambda: list(records.read_game_files(TEXT)), "expected the Paths of several files, not str 'tablut'"),
        (lambda: list(records.read_game_files([TEXT])), "expected the Path of a file, not str 'tablut'"),
        (
            lambda: records.parse_opentafl_position(NUMBER, TABLUT.board, GAME.to_move),
            "expected a position as a text, not int 5",
        ),
        (
            lambda: records.parse_opentafl_position("/7/", TEXT, GAME.to_move),
            "expected a Board, such as variant.board, not str 'tablut'",
        ),
    ],
)
def test_a_wrong_type_is_refused(call: Callable[[], object], sentence: str) -> None:
    """The error says what is expected and what was handed in."""
    with pytest.raises(TypeError, match=sentence):
        call()
