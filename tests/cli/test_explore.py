"""`taflkit explore`: what was played from a position, and statistics."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.running import taflkit

GAMES = """{"id": "a", "variant": "brandubh", "moves": "d1-c1 d3-e3 resigned", "winner": "Black"}
{"id": "b", "variant": "brandubh", "moves": "d1-e1 d3-c3 resigned", "winner": "White"}
{"id": "c", "variant": "brandubh", "moves": "d1-c1 d3-c3 d2-c2 timeout", "winner": "White"}
{"id": "d", "variant": "brandubh", "moves": "b4-b7 c4-c7xb7 a4-a6 d4-a4 d1-b1 a4-a1", "winner": "White"}
{"id": "e", "variant": "brandubh", "moves": "d1-c1 nonsense", "winner": "White"}
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder with a few games."""
    monkeypatch.chdir(tmp_path)
    Path("games.jsonl").write_text(GAMES)


def _moves(*arguments: str) -> dict[str, dict[str, object]]:
    found = json.loads(taflkit("explore", "games.jsonl", "--json", *arguments).output)
    return {move["move"]: move for move in found["variants"]["brandubh"]["moves"]}


def test_moves_from_the_start() -> None:
    """Each move is counted with the results of its games."""
    found = _moves()
    assert {move: facts["games"] for move, facts in found.items()} == {"d1-c1": 2, "b4-b7": 1, "d1-e1": 1}
    assert found["d1-c1"]["results"] == {"0-1": 1, "1-0": 1}
    assert taflkit("explore", "games.jsonl").lines[0] == "brandubh: 4 games, 4 went on from the position"


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["--moves", "d1-z9"], "z9"),
        (["--moves", "d1-d3"], "illegal move d1-d3"),
        (["--position", "nonsense"], "nonsense"),
    ],
)
def test_a_position_that_does_not_exist_is_an_error(arguments: list[str], error: str) -> None:
    """A mistake in a move or a position is told, not counted as a position that nobody reached."""
    assert error in taflkit("explore", "games.jsonl", *arguments).error


def test_files_without_games_are_named() -> None:
    """A file in which there is nothing is told, as is one of which nothing can be read."""
    Path("empty.tafl").write_text("")
    assert taflkit("explore", "empty.tafl").error == "Error: there is no game in empty.tafl"
    Path("odd.jsonl").write_text('{"moves": "nonsense", "variant": "brandubh"}\n')
    assert "none of the 1 games can be read" in taflkit("explore", "odd.jsonl").error


def test_a_position_that_nobody_reached_is_none() -> None:
    """Legal moves that were not played lead to a position with no moves."""
    assert taflkit("explore", "games.jsonl", "--moves", "d2-c2").lines[0].endswith("0 went on from the position")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_prints_what_was_counted(jobs: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The games until then are reported, the last line says so, and the status is that of an interruption."""
    Path("many.jsonl").write_text(GAMES * 400)

    @contextmanager
    def interrupted(length: int) -> Iterator[Callable[[int], None]]:
        yield lambda done: signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("taflkit.cli.explore.progress", interrupted)
    run = taflkit("explore", "many.jsonl", "--stats", "--jobs", jobs)
    assert run.code == 130
    assert run.lines[-1] == "interrupted: not all games were counted"
    assert 0 < int(run.lines[0].split()[1].replace(",", "")) < 1600


def test_symmetric_positions_are_merged() -> None:
    """A mirrored move from a symmetric position is the same move."""
    assert sorted(facts["games"] for facts in _moves("--symmetric").values()) == [1, 3]  # type: ignore[type-var]
    assert {move: facts["games"] for move, facts in _moves("--symmetric", "--moves", "d1-c1").items()} == {
        "d3-c3": 1,
        "d3-e3": 2,
    }


def test_a_later_position() -> None:
    """The position after some moves is looked for, however the games came to it."""
    assert set(_moves("--moves", "d1-c1")) == {"d3-e3", "d3-c3"}


def test_statistics() -> None:
    """Results, lengths and endings are counted; a game that cannot be read is left out."""
    found = json.loads(taflkit("explore", "games.jsonl", "--stats", "--json").output)
    brandubh = found["variants"]["brandubh"]
    assert found["unreadable"] == 1
    assert brandubh["results"] == {"0-1": 3, "1-0": 1}
    assert brandubh["lengths"] == {"2": 2, "3": 1, "6": 1}
    assert brandubh["endings"] == {"resigned": 2, "timeout": 1, "king-escaped": 1}
    assert (brandubh["median"], brandubh["mean"]) == (2, 3.25)
    lines = taflkit("explore", "games.jsonl", "--stats", "--svg", "lengths.svg").lines
    assert lines[0] == "brandubh: 4 games"
    assert Path("lengths.svg").read_text().startswith("<svg ")


def test_other_kinds_and_standard_input() -> None:
    """Games of other kinds are counted too, from a pipe as well."""
    text = '[Variant "ataxx"]\n1. a7-b6 a1-b2 *\n'
    assert taflkit("explore", "-", stdin=text).lines[0] == "ataxx: 1 games, 1 went on from the position"
    assert "the symmetries of ataxx are not known" in taflkit("explore", "-", "--symmetric", stdin=text).error


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["games.jsonl", "--svg", "x.svg"], "it goes with --stats"),
        (["games.jsonl", "--stats", "--moves", "d1-c1"], "it takes no position"),
        (["list.txt"], "the variant is not known"),
        (["missing.tafl"], "missing.tafl"),
    ],
)
def test_mistakes_say_what_is_wrong(arguments: list[str], message: str) -> None:
    """One sentence each."""
    Path("list.txt").write_text("d1-c1 d3-e3\n")
    assert message in taflkit("explore", *arguments).error
