"""`taflkit review`: moves judged against the search."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from taflkit.notation import parse_record
from tests.cli.running import taflkit

GAME = '[Variant "brandubh"]\n\n1. b4-b7 c4-c7xb7 2. a4-a6 {Why?} d4-a4 3. d1-b1 a4-a1 0-1\n'


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder with a game."""
    monkeypatch.chdir(tmp_path)
    Path("game.tafl").write_text(GAME)


def test_a_game_is_annotated() -> None:
    """A blunder gets its sign, the better move as a variation, and every move an evaluation; comments are kept."""
    run = taflkit("review", "game.tafl", "--depth", "3", "--output", "reviewed.tafl", "--svg", "game.svg")
    assert any(line.startswith("3. a4-a6: blunder by Attackers") for line in run.lines)
    record = parse_record(Path("reviewed.tafl").read_text())
    assert record.moves == parse_record(GAME).moves
    assert all(move.evaluation is not None for move in record.line)
    blunder = record.line[2]
    assert (blunder.signs, len(blunder.variations)) == ((4,), 1)
    assert blunder.comment.startswith("Why?")
    assert record.line[5].signs == ()
    assert Path("game.svg").read_text().count("<circle") == sum(bool(move.signs) for move in record.line)


def test_a_missed_win_is_named() -> None:
    """A player who could win at once and does not has missed a forced win."""
    Path("missed.tafl").write_text(GAME.replace("a4-a1 0-1", "d3-c3 *"))
    found = json.loads(taflkit("review", "missed.tafl", "--depth", "1", "--json").output)
    last = found["moves"][5]
    assert (last["move"], last["judgement"], last["best"]) == ("d3-c3", "missed forced win", "a4-a1")
    assert (found["complete"], len(found["values"])) == (True, 7)


def test_other_kinds_are_reviewed() -> None:
    """A game of Qirkat is judged by the same searcher."""
    text = '[Variant "qirkat"]\n1. c2-c3 *\n'
    found = json.loads(taflkit("review", "-", "--depth", "2", "--json", stdin=text).output)
    assert [move["player"] for move in found["moves"]] == ["White"]


def test_nothing_is_overwritten_and_mistakes_are_said() -> None:
    """A file that holds something stays as it is; a game that breaks the rules is refused."""
    assert "game.tafl exists" in taflkit("review", "game.tafl", "--output", "game.tafl").error
    Path("wrong.tafl").write_text('[Variant "brandubh"]\n1. b4-b7 a4-a1 *')
    assert "illegal move a4-a1" in taflkit("review", "wrong.tafl").error
