"""Recorded games in `taflkit play`: saved, loaded, and gone on with."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from taflkit import load_variant, start
from taflkit.records import Record, format_record, parse_record
from tests.cli.running import taflkit

GAME = '[Variant "brandubh"]\n\n1. b4-b7 c4-c7xb7 2. a4-a6 d4-a4 3. d1-b1 a4-a1 0-1\n'


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder with a game."""
    monkeypatch.chdir(tmp_path)
    Path("game.tafl").write_text(GAME)


def _play(*arguments: str, commands: str) -> list[str]:
    return taflkit("play", *arguments, stdin=commands).lines


def test_a_saved_record_is_read_by_every_command() -> None:
    """`save x.tafl` writes a record, which `load`, `play`, `show` and `replay` read."""
    assert _play(commands="manual white\ne2-a2\ne3-b3\nsave x.tafl\n") == []
    assert parse_record(Path("x.tafl").read_text()).moves == ("e2-a2", "e3-b3")
    assert "moves made 2" in _play(commands="manual white\nload x.tafl\nstatus\n")
    assert "moves made 1" in _play("x.tafl", "--ply", "1", "--white", "manual", commands="status\n")
    assert taflkit("replay", "x.tafl").lines == ["x.tafl: 1 game, 2 plies, it agrees"]
    assert "last move e3-b3" in taflkit("show", "x.tafl").lines


def test_another_name_is_a_file_of_commands() -> None:
    """Command scripts stay what they are, and are told apart by their content."""
    _play(commands="manual white\ne2-a2\nsave x.txt\n")
    assert Path("x.txt").read_text().startswith("# taflkit: a saved game")
    Path("commands.tafl").write_text("manual white\ne2-a2\nstatus\n")
    assert "moves made 1" in _play("commands.tafl", commands="")
    assert "moves made 1" in _play(commands="load commands.tafl\n")


def test_a_loaded_record_changes_the_game() -> None:
    """The variant and its dialect are the record's; the end of the game is announced."""
    assert "* Defenders wins." in _play(commands="load game.tafl\nstatus\n")
    Path("q.tafl").write_text('[Variant "qirkat"]\n1. c2-c3 *\n')
    lines = _play(commands="manual white\nload q.tafl\nstatus\n")
    assert "variant qirkat" in lines


def test_who_resigned_is_recorded() -> None:
    """A resignation is in the record, and the game is over when it is loaded."""
    _play(commands="manual white\nresign\nsave x.tafl\n")
    record = parse_record(Path("x.tafl").read_text())
    assert (record.result.value, record.termination) == ("0-1", "resigned")
    assert any("Black resigned" in line for line in _play("x.tafl", commands="status\n"))


def test_standard_input_may_be_a_record() -> None:
    """A hyphen reads commands, or a record, from standard input."""
    assert "moves made 1" in taflkit("play", "-", stdin="manual white\ne2-a2\nstatus\n").lines
    assert taflkit("play", "-", "--white", "manual", stdin='[Variant "tablut"]\n1. e2-a2 *\n').code == 0


def test_a_log_holds_the_loaded_game() -> None:
    """What was loaded from a record is in the log as commands, so that it can be played again."""
    Path("x.tafl").write_text('[Variant "tablut"]\n1. e2-a2 e3-b3 *\n')
    _play("--log", "x.log", "--white", "manual", commands="load x.tafl\n")
    Path("x.tafl").unlink()
    assert "moves made 2" in _play("x.log", commands="") + _play(commands="load x.log\nstatus\n")


def test_rules_that_came_with_a_record_are_saved_with_it() -> None:
    """A game of a variant that nobody else knows is saved as a record, and not as commands."""
    tablut = load_variant("tablut")
    own = attrs.evolve(tablut, name="own-tablut", attackers="Swedes", examples=(), network=None, book=None)
    Path("own.tafl").write_text(format_record(Record.of(start(own))))
    run = taflkit("play", "own.tafl", "--strict", "--manual", "white", stdin="e2-a2\nsave copy.tafl\nsave copy.txt\n")
    assert "the rules of own-tablut came with the game: save it as a record" in run.output
    assert parse_record(Path("copy.tafl").read_text()).variant == own
    assert not Path("copy.txt").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["tablut", "--ply", "3"], "--ply and --game go with a recorded game"),
        (["game.tafl", "--ply", "9"], "the record has 6 plies"),
        (["two.tafl"], "two.tafl has several games"),
        (["wrong.tafl"], "wrong.tafl: line 2: cannot read"),
    ],
)
def test_mistakes_say_what_is_wrong(arguments: list[str], message: str) -> None:
    """One sentence each."""
    Path("two.tafl").write_text(GAME * 2)
    Path("wrong.tafl").write_text('[Variant "tablut"]\ne2-z2 *')
    assert message in taflkit("play", *arguments, stdin="").error


def test_a_wrong_record_changes_nothing() -> None:
    """After a record that cannot be loaded the session goes on as before."""
    Path("wrong.tafl").write_text('[Variant "tablut"]\n1. e2-a2 e2-a3 *')
    lines = _play(commands="manual white\ne2-a2\nload wrong.tafl\nstatus\n")
    assert "moves made 1" in lines
    assert any("illegal move e2-a3" in line for line in lines)
