"""Commands that read recorded games: which game of a file, how far into it, from a file or standard input."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from tests.cli.running import taflkit

GAME = """[Variant "brandubh"]
1. b4-b7 c4-c7xb7 2. a4-a6 {Why?} (2. d1-f1 d3-g3) 2... d4-a4
3. d1-b1 {The way is open.} 3... a4-a1 0-1
"""
ATAXX = '[Variant "ataxx"]\n1. a7-b6 a1-b2 *\n'


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A file with one game."""
    file = tmp_path / "game.tafl"
    file.write_text(GAME)
    return file


def test_a_recorded_game_is_shown(game: Path) -> None:
    """The last position is shown unless a ply is given."""
    assert "the defenders win: the king escaped" in taflkit("show", game).lines
    assert taflkit("show", game, "--ply", "2").lines[-3:] == [
        "attackers to move",
        "last move c4-c7xb7",
        "34 legal moves",
    ]
    assert taflkit("show", game, "--ply", "0").output == taflkit("show", "brandubh").output


def test_moves_go_on_from_a_recorded_game(game: Path) -> None:
    """`--moves` are played after the recorded ones."""
    assert "last move a4-a1" in taflkit("show", game, "--ply", "5", "--moves", "a4-a1").lines


def test_standard_input_and_gzip(game: Path, tmp_path: Path) -> None:
    """A hyphen is standard input, and files may be compressed."""
    packed = tmp_path / "game.tafl.gz"
    packed.write_bytes(gzip.compress(GAME.encode()))
    shown = taflkit("show", game).output
    assert taflkit("show", packed).output == shown
    assert taflkit("show", "-", stdin=GAME).output == shown
    assert taflkit("replay", "-", stdin=GAME).lines == ["-: 1 game, 6 plies, it agrees"]


def test_a_position_of_a_recorded_game_is_searched_and_solved(game: Path) -> None:
    """`analyze`, `solve` and `perft` begin where the record is."""
    assert taflkit("analyze", game, "--ply", "5", "--depth", "2").lines[0].startswith("best a4-a1, score win in 1")
    assert taflkit("solve", game, "--ply", "5").lines == ["the defenders win in 1: a4-a1"]
    assert taflkit("perft", game, "2").lines[0].startswith("0 nodes")
    over = taflkit("analyze", game)
    assert ("the game is over" in over.error, "--ply" in over.error) == (True, True)


def test_one_of_several_games(tmp_path: Path) -> None:
    """A file with several games needs a number; games of other kinds are read too."""
    file = tmp_path / "games.tafl"
    file.write_text(GAME + ATAXX)
    assert "has several games: choose one by its number" in taflkit("show", file).error
    assert "last move a1-b2" in taflkit("show", file, "--game", "2").lines
    assert "has no game with the number 3" in taflkit("show", file, "--game", "3").error
    assert taflkit("replay", file).lines == [f"{file}: 2 games, 8 plies, all agree"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["show", "tablut", "--ply", "3"], "go with a file of games, and 'tablut' is none"),
        (["show", "game.tafl", "--ply", "7"], "the record has 6 plies, so none with the number 7"),
        (["show", "game.tafl", "--position", "x"], "--position goes with a variant"),
        (["show", "empty.tafl"], "empty.tafl has no game"),
        (["show", "wrong.tafl"], "wrong.tafl: line 2: cannot read"),
        (["show", "illegal.tafl"], "a4-a1: "),
        (["show", "moves.txt"], "moves.txt: line 1: which variant was played is not known"),
        (["show", "missing.tafl"], "missing.tafl"),
    ],
)
def test_what_cannot_be_read_says_why(
    arguments: list[str], message: str, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each mistake is one clear sentence."""
    monkeypatch.chdir(game.parent)
    Path("empty.tafl").write_text("")
    Path("wrong.tafl").write_text('[Variant "tablut"]\n1. e2-z2 *')
    Path("illegal.tafl").write_text('[Variant "brandubh"]\n1. b4-b7 a4-a1 *')
    Path("moves.txt").write_text("e2-a2 e3-a3\n")
    assert message in taflkit(*arguments).error


def test_a_file_that_exists_wins(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is called like a variant is read as a game."""
    monkeypatch.chdir(game.parent)
    game.rename("tablut")
    assert "last move a4-a1" in taflkit("show", "tablut").lines
