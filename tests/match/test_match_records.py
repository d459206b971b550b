"""The games of a match as records, and going on with a match that was interrupted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from taflkit import TaflError, load_variant, start
from taflkit.match import (
    Fault,
    GameLimits,
    Match,
    PairResult,
    Reliability,
    TimeControl,
    generate_openings,
    read_openings,
    read_results,
    record_file,
    record_of,
)
from taflkit.records import Result, read_games
from taflkit.search import SearchLimit
from tests.cli.running import taflkit
from tests.match.programs import fake

OPENINGS = generate_openings(load_variant("brandubh"), 3, limit=SearchLimit(nodes=20))
MATCH: Match[Any] = Match(("alphabeta:depth=2", "alphabeta:depth=1"), OPENINGS)


def facts(results: list[PairResult[Any]]) -> list[tuple[object, ...]]:
    """What records keep of games."""
    return [
        (game.number, game.first, game.winner, game.reason, game.fault, game.game, [t.depth for t in game.thoughts])
        for result in results
        for game in result.games
    ]


@pytest.fixture(scope="module")
def results() -> list[PairResult[Any]]:
    """The pairs of a match."""
    return list(MATCH.play(3))


def test_records_keep_what_is_known(results: list[PairResult[Any]], tmp_path: Path) -> None:
    """Records have the players, the evaluation, the depth and the time of each move, and are read back."""
    file = tmp_path / "games.tafl"
    with record_file(file, MATCH) as recorder:
        for result in results:
            recorder.add(result)
    again = read_results(file, MATCH)
    assert facts(again) == facts(results)
    for before, after in zip(results, again, strict=True):
        for played, read in zip(before.games, after.games, strict=True):
            for thought, kept in zip(played.thoughts, read.thoughts, strict=True):
                assert kept.seconds == pytest.approx(thought.seconds, abs=0.001)
                assert thought.score is not None
                assert kept.score is not None
                assert kept.score.is_exact == thought.score.is_exact
                assert thought.score.is_exact or kept.score == thought.score
    (first, *_) = read_games(file.read_text("utf-8"))
    assert (first.tag("Attackers"), first.tag("Defenders")) == ("alphabeta:depth=2", "alphabeta:depth=1")
    assert first.tag("Round") == "1.1"
    assert first.line[-1].evaluation is not None


@pytest.mark.parametrize("share", [0.0, 0.2, 0.5, 0.9, 0.999])
def test_a_match_goes_on_where_it_was_cut_off(results: list[PairResult[Any]], tmp_path: Path, share: float) -> None:
    """Whatever part of the file was written, the match ends with the same games, each of them once in the file."""
    file = tmp_path / "games.tafl"
    with record_file(file, MATCH) as recorder:
        for result in results:
            recorder.add(result)
    whole = file.read_bytes()
    file.write_bytes(whole[: round(share * len(whole))])
    done = read_results(file, MATCH)
    assert len(done) < 3
    with record_file(file, MATCH, done) as recorder:
        everything = []
        for result in MATCH.play(3, done=done):
            recorder.add(result)
            everything.append(result)
    assert facts(everything) == facts(results)
    assert facts(read_results(file, MATCH)) == facts(results)
    assert file.read_bytes().count(b"[Round ") == 6


def test_games_that_end_early_are_recorded(tmp_path: Path) -> None:
    """A crash, an adjudication and a loss on time have their result, though the board does not say it."""
    crashes = fake("auto attackers:@exit 3", "auto defenders:@exit 3")
    match: Match[Any] = Match((crashes, "random"), start("brandubh"), limits=GameLimits(6, clock=TimeControl(20)))
    (result,) = match.play(1)
    first, second = (record_of(game, match) for game in result.games)
    assert (first.result, second.result) == (Result.SECOND, Result.FIRST)
    file = tmp_path / "games.tafl"
    with record_file(file, match) as recorder:
        recorder.add(result)
    (again,) = read_results(file, match)
    assert facts([again]) == facts([result])
    assert Reliability.of(again.games, 0).faults == {Fault.CRASH: 2}


@pytest.mark.parametrize("content", ["notes of mine\n", '[Variant "brandubh"]\n\n1. b4-b7 *\n', "[", "\xff" * 20])
def test_other_files_are_left_alone(content: str, tmp_path: Path) -> None:
    """A file that does not record this match is refused, and keeps its content."""
    file = tmp_path / "mine"
    file.write_text(content, "utf-8")
    with pytest.raises(TaflError, match=r"mine:1: "):
        read_results(file, MATCH)
    assert taflkit("match", "random", "random", "--records", file).code == 2
    assert taflkit("match", "random", "random", "--records", file, "--resume").code == 2
    assert file.read_text("utf-8") == content
    with pytest.raises(TaflError, match="cannot read"):
        read_results(tmp_path, MATCH)
    with pytest.raises(TaflError, match="cannot write"), record_file(tmp_path / "no" / "file", MATCH):
        pass


def test_records_are_openings(results: list[PairResult[Any]], tmp_path: Path) -> None:
    """The first moves of recorded games are openings, each once."""
    file = tmp_path / "games.tafl"
    with record_file(file, MATCH) as recorder:
        for result in results:
            recorder.add(result)
    assert read_openings(file, load_variant("brandubh"), 4) == OPENINGS
    with pytest.raises(TaflError, match=r"games\.tafl:1: this is a game of brandubh, not of tablut"):
        read_openings(file, load_variant("tablut"), 4)


def test_the_command_writes_records_and_resumes(tmp_path: Path) -> None:
    """With --resume no game is played twice."""
    file = tmp_path / "games.tafl"
    options = ("match", "random", "level:1", "--variant", "brandubh", "--records", file)
    assert taflkit(*options, "--games", "2").code == 0
    before = file.read_bytes()
    run = taflkit(*options, "--games", "4", "--resume")
    assert [line.split(":")[0] for line in run.lines[:4]] == ["game 1", "game 2", "game 3", "game 4"]
    assert file.read_bytes().startswith(before)
    assert file.read_bytes().count(b"[Round ") == 4
    assert "--resume needs the file" in taflkit("match", "random", "random", "--resume").error
