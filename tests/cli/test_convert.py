"""`taflkit convert`: games from one format to another, and what is refused because it would be lost."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from tests.cli.running import taflkit

GAME = """[Variant "brandubh"]
[Result "0-1"]

1. b4-b7 c4-c7xb7 2. a4-a6 {Why?} (2. d1-f1 d3-g3) 2... d4-a4 3. d1-b1
{The way is open.} 3... a4-a1 0-1
"""
PLAIN = '{"id": "a", "variant": "brandubh", "moves": "b4-b7 c4-c7xb7 resigned", "winner": "Black"}\n'


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with a few games."""
    monkeypatch.chdir(tmp_path)
    Path("game.tafl").write_text(GAME)
    Path("plain.jsonl").write_text(PLAIN)
    return tmp_path


def test_there_and_back() -> None:
    """What a format can hold is the same after it was converted twice."""
    assert taflkit("convert", "plain.jsonl", "plain.tafl").lines == ["1 game written to plain.tafl"]
    assert taflkit("convert", "plain.tafl", "back.jsonl").code == 0
    assert Path("back.jsonl").read_text() == PLAIN
    assert taflkit("convert", "game.tafl", "copy.pgn").code == 0
    assert Path("copy.pgn").read_text() == GAME


@pytest.mark.parametrize(
    ("source", "target", "lost"),
    [
        ("game.tafl", "game.jsonl", "the format json-lines would lose comments and variations"),
        ("game.tafl", "game.txt", "would lose the name of the variant, comments and variations"),
        ("plain.jsonl", "brandubh.txt", "would lose the tags Id and the result"),
        ("game.tafl", "game.otg", "OpenTafl's rules cannot express RepetitionEnds"),
    ],
)
def test_what_would_be_lost_is_refused(source: str, target: str, lost: str) -> None:
    """Nothing is written unless the loss is accepted."""
    run = taflkit("convert", source, target)
    assert lost in run.error
    assert "--lossy" in run.error
    assert not Path(target).exists()
    assert taflkit("convert", source, target, "--lossy").code == 0
    assert Path(target).stat().st_size > 20


def test_what_the_board_says_is_not_lost() -> None:
    """The result of a game that was played to its end follows from its moves, and the file's name tells the variant."""
    Path("end.tafl").write_text(
        '[Variant "brandubh"]\n[Termination "king-escaped"]\n7-7 0-1'.replace(
            "7-7", "b4-b7 c4-c7xb7 a4-a6 d4-a4 d1-b1 a4-a1"
        )
    )
    assert taflkit("convert", "end.tafl", "017-brandubh.txt").code == 0
    assert Path("017-brandubh.txt").read_text() == "b4-b7 c4-c7xb7 a4-a6 d4-a4 d1-b1 a4-a1\n"
    assert taflkit("convert", "end.tafl", "brandubh.moves").code == 0
    assert taflkit("replay", "brandubh.moves").lines[0] == "brandubh.moves: 1 game, 6 plies, it agrees"


def test_other_kinds_of_game() -> None:
    """The winner of a line of JSON is called as the kind of game calls the player."""
    Path("q.tafl").write_text('[Variant "qirkat"]\n[Termination "resigned"]\n1. c2-c3 1-0\n')
    assert taflkit("convert", "q.tafl", "q.jsonl").code == 0
    assert json.loads(Path("q.jsonl").read_text())["winner"] == "White"
    assert taflkit("convert", "q.jsonl", "-").output.endswith("1. c2-c3 1-0\n")
    assert "a variant of tafl" in taflkit("convert", "q.tafl", "q.otg").error


def test_streams_and_compression() -> None:
    """A hyphen is standard input or output, and .gz compresses."""
    assert taflkit("convert", "-", "-", stdin=GAME).output == GAME
    assert taflkit("convert", "game.tafl", "game.tafl.gz").code == 0
    assert gzip.decompress(Path("game.tafl.gz").read_bytes()).decode() == GAME
    assert taflkit("convert", "game.tafl.gz", "-").output == GAME


def test_nothing_is_overwritten() -> None:
    """A file that holds something stays as it is, unless --force is given."""
    Path("old.tafl").write_text("precious")
    assert "old.tafl exists" in taflkit("convert", "game.tafl", "old.tafl").error
    assert Path("old.tafl").read_text() == "precious"
    assert taflkit("convert", "game.tafl", "old.tafl", "--force").code == 0
    assert Path("old.tafl").read_text() == GAME


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["game.tafl", "game.xyz"], "the name of game.xyz says no format: choose one with --to"),
        (["missing.tafl", "x.tafl"], "missing.tafl"),
        (["empty.tafl", "x.tafl"], "empty.tafl has no game"),
        (["game.tafl", "x.tafl", "--game", "2"], "game.tafl has no game with the number 2"),
        (["two.tafl", "x.moves", "--lossy"], "two.tafl has several games, and a file in the format moves has one"),
        (["wrong.tafl", "x.tafl"], "wrong.tafl: line 8: cannot read 'b9-b7 *'"),
        (["list.txt", "x.tafl"], "list.txt: line 1: which variant was played is not known: none is called"),
    ],
)
def test_mistakes_say_what_is_wrong(arguments: list[str], message: str) -> None:
    """One sentence each, and no file."""
    Path("empty.tafl").write_text("\n")
    Path("two.tafl").write_text(GAME * 2)
    Path("wrong.tafl").write_text(GAME + '[Variant "brandubh"]\n\nb9-b7 *')
    Path("list.txt").write_text("b4-b7 c4-c7xb7\n")
    assert message in taflkit("convert", *arguments).error
    assert not Path("x.tafl").exists()
