"""`taflkit review`: moves judged against the search."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import Any

import pytest

from taflkit import TaflError
from taflkit.records import Evaluation, Judgement, judge_record, parse_record, review_record
from taflkit.records.annotations import MAX_EVALUATION_DEPTH, MAX_MEN, SCALE
from taflkit.search import Score, SearchLimit, SearchReport, Stop
from tests.cli.running import taflkit

GAME = '[Variant "brandubh"]\n\n1. b4-b7 c4-c7xb7 2. a4-a6 {Why?} d4-a4 3. d1-b1 a4-a1 0-1\n'
MISSED_WIN = GAME.replace("a4-a1 0-1", "d3-c3 *")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder with a game."""
    monkeypatch.chdir(tmp_path)
    Path("game.tafl").write_text(GAME)


def test_a_game_is_annotated() -> None:
    """A bad move gets its sign, the better move as a variation, and every move an evaluation; comments are kept."""
    Path("game.tafl").write_text(MISSED_WIN)
    run = taflkit("review", "game.tafl", "--depth", "1", "--output", "reviewed.tafl", "--svg", "game.svg")
    assert any(line.startswith("6. d3-c3: missed forced win by Defenders, a4-a1") for line in run.lines)
    record = parse_record(Path("reviewed.tafl").read_text())
    assert record.moves == parse_record(MISSED_WIN).moves
    assert all(move.evaluation is not None for move in record.line)
    missed = record.line[5]
    assert (missed.signs, len(missed.variations)) == ((4,), 1)
    assert record.line[2].comment.startswith("Why?")
    assert any(move.signs == () for move in record.line)
    assert Path("game.svg").read_text().count("<circle") == sum(bool(move.signs) for move in record.line)


def test_a_missed_win_is_named() -> None:
    """A player who could win at once and does not has missed a forced win."""
    Path("missed.tafl").write_text(MISSED_WIN)
    found = json.loads(taflkit("review", "missed.tafl", "--depth", "1", "--json").output)
    last = found["moves"][5]
    assert (last["move"], last["judgement"], last["best"]) == ("d3-c3", "missed forced win", "a4-a1")
    assert (found["complete"], len(found["values"])) == (True, 7)


@pytest.mark.parametrize(
    ("lost", "judgement"),
    [
        (0.0, Judgement.BEST),
        (0.015, Judgement.BEST),
        (0.03, Judgement.GOOD),
        (0.06, Judgement.INACCURACY),
        (0.11, Judgement.MISTAKE),
        (0.21, Judgement.BLUNDER),
    ],
)
def test_moves_are_judged_by_the_points_that_they_cost(lost: float, judgement: Judgement) -> None:
    """A move after which the mover expects so many points less is judged by that, for either side."""
    record = parse_record('[Variant "brandubh"]\n1. b4-b7 d3-c3 *')
    before = 0.7
    values = [before, 1 - (before - lost), before - lost]
    reports = [_report(record.game(ply), _score_worth(points)) for ply, points in enumerate(values)]
    found = judge_record(record, reports)
    assert found.moves[0].points_lost == pytest.approx(lost, abs=0.003)
    assert found.moves[0].judgement is judgement
    assert found.moves[1].judgement is Judgement.BEST


def _score_worth(points: float) -> Score:
    """The score at which a player expects so many points."""
    return Score(round(-100 * SCALE * math.log(1 / points - 1)))


def _report(game: Any, score: Score) -> SearchReport[Any]:
    """What a search that prefers the first legal move says."""
    best = game.legal_moves[0]
    return SearchReport(best, score, (best,), 1, 1, 0.0, Stop.DEPTH)


def test_judged_moves_say_where_they_were_played_and_what_was_better() -> None:
    """The game before the move, the line that the search expects there, and its answer to the move."""
    record = parse_record('[Variant "brandubh"]\n1. b4-b7 d3-c3 *')
    reports = [_report(record.game(ply), Score(0)) for ply in range(3)]
    first, second = judge_record(record, reports).moves
    assert (first.game, second.game) == (record.game(0), record.game(1))
    assert first.line == (first.best,) == (str(record.game(0).legal_moves[0]),)
    assert first.reply == second.best == str(record.game(1).legal_moves[0])
    assert second.reply == str(record.game(2).legal_moves[0])


def test_moves_after_the_end_of_the_game_are_not_blamed() -> None:
    """Players may go on after a repetition, as in records that `taflkit replay` accepts."""
    Path("brandubh.txt").write_text("d7-c7 d5-c5 c7-d7 c5-d5 " * 2 + "d7-e7")
    run = taflkit("review", "brandubh.txt", "--depth", "1", "--json")
    last = json.loads(run.output)["moves"][-1]
    assert (last["move"], last["judgement"], last["best"]) == ("d7-e7", "best", None)


def test_turns_that_are_written_as_one_move_are_judged_move_by_move() -> None:
    """A record of a berserk game may leave out where a turn of several captures went."""
    position = "11/11/11/11/11/3A2A4/3D2D4/A10/11/1K9/3D7 attackers"
    record = parse_record(f'[Variant "berserk"]\n[Position "{position}"]\n\n1. a4-g4xd5xg5 d1-d4 *')
    reports = [_report(record.game(1).previous, Score(0)), _report(record.game(1), Score(0))]
    review = judge_record(record, [reports[0], reports[0], reports[1], reports[1]])
    assert [move.text for move in review.moves] == ["a4-d4xd5", "d4-g4xg5", "d1-d4"]
    assert [move.player for move in review.moves] == ["Attackers", "Attackers", "Defenders"]
    assert review.record.moves == ("a4-d4xd5", "d4-g4xg5", "d1-d4")


def test_every_position_in_which_the_game_goes_on_needs_a_report() -> None:
    """Fewer reports judge fewer moves; one that is missing before others is an error."""
    record = parse_record(GAME)
    reports = [_report(record.game(ply), Score(0)) for ply in range(6)]
    whole = judge_record(record, [*reports, None])
    assert (whole.is_complete, len(whole.moves), whole.moves[-1].reply) == (True, 6, "")
    part = judge_record(record, reports[:3])
    assert (part.is_complete, len(part.moves)) == (False, 2)
    with pytest.raises(TaflError, match="no report of the position at ply 1, and the game goes on there"):
        judge_record(record, [reports[0], None, *reports[2:]])


def test_points_are_those_of_a_game() -> None:
    """A forced win is worth a point, a forced loss none, and an even position half a point."""
    points = [Evaluation.of(score, True).points for score in (Score.win(3), Score(0), Score.loss(4))]
    assert points == [1.0, 0.5, 0.0]
    assert Evaluation(SCALE).points == pytest.approx(0.731, abs=0.001)
    assert Evaluation(1).points + Evaluation(-1).points == pytest.approx(1)
    assert Evaluation(-MAX_MEN).points == 0


@pytest.mark.parametrize(
    ("score", "first", "second"),
    [
        (Score(125), "1.25,8", "-1.25,8"),
        (Score(0), "0.00,8", "0.00,8"),
        (Score.win(5), "#3,8", "#-3,8"),
        (Score.win(0), "#1,8", "#-1,8"),
        (Score.loss(4), "#-2,8", "#2,8"),
    ],
)
def test_records_have_evaluations_for_the_first_player(score: Score, first: str, second: str) -> None:
    """In men or in moves to a forced win, whosever score it is; the depth is bounded."""
    assert (str(Evaluation.of(score, True, 8)), str(Evaluation.of(score, False, 8))) == (first, second)
    assert Evaluation.of(score, True, 5000).depth == MAX_EVALUATION_DEPTH


def test_an_interrupted_review_has_what_was_found() -> None:
    """Ctrl-C while a position is searched leaves the judgements of the moves before it."""
    record = parse_record(GAME)

    class Interrupted:
        def search(
            self, game: Any, limit: SearchLimit | None = None, *, lines: int = 1, moves: Any = None, **follow: Any
        ) -> SearchReport[Any]:
            if game.ply == 3:
                raise KeyboardInterrupt
            return _report(game, Score(0))

    found = review_record(record, Interrupted(), SearchLimit(depth=1))
    assert (found.is_complete, len(found.moves), len(found.values)) == (False, 2, 3)
    assert found.record.moves == record.moves


def test_another_engine_judges() -> None:
    """An engine is a searcher like any other, and finds the values that the same search in this process finds."""
    own = json.loads(taflkit("review", "game.tafl", "--depth", "2", "--json").output)
    engine = f"{sys.executable} -m taflkit uci"
    theirs = json.loads(taflkit("review", "game.tafl", "--depth", "2", "--json", "--engine", engine).output)
    assert theirs["values"] == own["values"]
    assert "no searcher" in taflkit("review", "game.tafl", "--searcher", "dance").error


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
