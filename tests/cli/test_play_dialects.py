"""`taflkit play`, `script` and `match` in the languages of Ataxx and Qirkat."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from taflkit import TaflError, load_variant
from taflkit.cli.driver import Driver
from taflkit.games import kind_of
from taflkit.shell import Session, State
from tests.cli.running import Run, taflkit
from tests.cli.talking import Pipe, terminal
from tests.cli.test_script import passed
from tests.conftest import ROOT
from tests.match.folders import Folder
from tests.match.programs import RANDOM
from tests.shell.test_ataxx import START as ATAXX_START
from tests.shell.test_qirkat import START as QIRKAT_START

QUICK = ("--searcher", "random")
STARTS = {"ataxx": ATAXX_START, "qirkat": QIRKAT_START}


def play(*arguments: str | Path, commands: str = "") -> Run:
    """Run `taflkit play` with commands on its standard input."""
    return taflkit("play", *arguments, stdin=commands)


@pytest.mark.parametrize("name", STARTS)
def test_dump_and_quit(name: str) -> None:
    """A board is printed as it must be, and nothing else: no prompt, no greeting."""
    assert play("--variant", name, commands="dump\nquit\ndump\n") == Run(0, f"{STARTS[name]}\n")


def test_the_end_of_input_resigns_without_a_word() -> None:
    """A game in progress is left without an announcement, by `quit` or at the end of the input."""
    run = play("--variant", "ataxx", *QUICK, commands="start\ng1-f2\n")
    assert len(run.lines) == 1
    assert run.lines[0].startswith("Blue moves ")
    assert run == play("--variant", "ataxx", *QUICK, commands="start\ng1-f2\nquit\n")


@pytest.mark.parametrize(
    ("options", "first", "second"),
    [
        ((), "Red is manual", "Blue is automated"),
        (("--auto", "red", "--manual", "BLUE"), "Red is automated", "Blue is manual"),
        (("--auto", "red"), "Red is automated", "Blue is automated"),
        (("--manual", "red", "--manual", "blue"), "Red is manual", "Blue is manual"),
    ],
)
def test_who_plays(options: tuple[str, ...], first: str, second: str) -> None:
    """Players are made automated and manual by their names, and do nothing before `start`."""
    assert play("--variant", "ataxx", *options, *QUICK, commands="status\n").lines[1:3] == [first, second]


def test_players_of_tafl_by_name() -> None:
    """The options with names serve every game, and `--black` and `--white` every game with such players."""
    assert play("--manual", "white", commands="status\n").lines[1:3] == ["Black is manual", "White is manual"]
    lines = play("--variant", "qirkat", "--black", "manual", "--white", "auto", commands="status\n").lines
    assert lines[1:3] == ["White is automated", "Black is manual"]


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (("--auto", "green"), "expected a player, red or blue, not 'green'"),
        (("--black", "auto"), "expected a player, red or blue, not 'black'"),
        (("--auto", "red", "--manual", "Red"), "Red cannot be both automated and manual."),
    ],
)
def test_players_that_are_not_there(options: tuple[str, ...], text: str) -> None:
    """A player that the game does not have is a mistake in the command line."""
    assert text in play("--variant", "ataxx", *options).error


@pytest.mark.parametrize("name", STARTS)
def test_two_automated_players_play_to_the_end(name: str) -> None:
    """When both are automated `start` runs the game to its end, and the same seed gives the same game."""
    players = {"ataxx": ("red", "blue"), "qirkat": ("white", "black")}[name]
    options = ("--variant", name, "--auto", players[0], *QUICK)
    games = [play(*options, commands=f"seed {seed}\nstart\n").lines for seed in (3, 3, 4)]
    assert games[0] == games[1] != games[2]
    *moves, end = games[0]
    assert all(line.split()[1] in ("moves", "passes.") for line in moves)
    assert end in ("Draw.", *(f"{player.capitalize()} wins." for player in players))


def test_errors_go_to_standard_error() -> None:
    """A command in the wrong state is one line on standard error, and the program goes on; strictly, it ends."""
    with Pipe("play", "--variant", "ataxx", "--manual", "blue") as talk:
        talk.send("start", "start", "dump", "quit")
        assert talk.end() == 0
        assert talk.errors() == "Error: start is for the set-up state, and this is the playing state\n"
    assert play("--variant", "ataxx", "--strict", commands="start\nstart\ndump\n").code == 1


def test_save_load_and_log(tmp_path: Path) -> None:
    """A game is saved and loaded from a game of another kind, and the log of a session can be played again."""
    saved, log = tmp_path / "saved", tmp_path / "log"
    commands = f"block c3\nmanual blue\nstart\ng1-f2\nsave {saved}\nvariant tablut\nload {saved}\ndump\n"
    run = play("--variant", "ataxx", "--log", log, commands=commands)
    assert "  - - X - X - -" in run.lines
    assert play(log).lines == run.lines


def test_a_game_at_a_terminal(tmp_path: Path) -> None:
    """The prompt says that a position is being set up, whose turn it is, and that the game is over."""
    with terminal("play", "--variant", "qirkat", *QUICK, "--board", HOME=str(tmp_path)) as screen:
        screen.until("set-up: White>")
        screen.type("set white ----- ----- --w-- bb--- -----\n")
        screen.until("set-up: White>")
        screen.type("start\n")
        screen.until("\nWhite>|^White>")
        screen.type("c3-a5-a3\n")
        screen.until(r"White wins\.\n")
        screen.until("set-up: game over>")
        screen.type("quit\n")
        assert screen.end()[0] == 0


def test_a_script(folder: Folder) -> None:
    """A script of Ataxx waits for automated moves and for the end, and prints boards and the winner."""
    play_ataxx = f"{RANDOM} --variant ataxx"
    lines = ("seed 2", "auto red", "dump", "start", "#*move", "#*move/win+", "clear", "dump", "quit")
    printed = passed(taflkit("script", folder.script("a", play_ataxx, *lines)))
    board = ATAXX_START.splitlines()
    assert [printed[:9], printed[10:]] == [board, board]
    assert printed[9] in ("Red wins.", "Blue wins.", "Draw.")


def test_two_programs_by_scripts(folder: Folder) -> None:
    """Two programs play a whole game of Qirkat, each its own side, and agree who has won."""
    command = f"{RANDOM} --variant qirkat"
    first = folder.script("a-1", command, "manual black", "auto white", "start", "#*move", "#*remote move/win+", "quit")
    second = folder.script("a-2", command, "auto black", "start", "#*remote move/win+", "quit")
    one, other = passed(taflkit("script", first, second))
    assert one == other
    assert one in ("White wins.", "Black wins.")


def test_a_match(tmp_path: Path) -> None:
    """Two programs that play something else at first are told to play Ataxx, and the report names its players."""
    openings = tmp_path / "openings"
    openings.write_text("g1-f2 a1-b2\n")
    run = taflkit("match", RANDOM, RANDOM, "--variant", "ataxx", "--games", "2", "--openings", openings, "--json")
    assert run.code == 0, run.output
    report = json.loads(run.output)
    game, _ = report["games"]
    assert report["variant"] == "ataxx"
    assert (game["red"], game["blue"]) == (1, 2)
    assert game["start"] == "ataxx x5o/7/7/7/7/7/o5x x 0 1"
    assert game["moves"][:2] == ["g1-f2", "a1-b2"]
    assert "lose" not in game["reason"]
    assert ", but" not in game["reason"]


PAGE = (ROOT / "docs" / "command-language.md").read_text("utf-8")


@pytest.mark.parametrize(("name", "player"), [("ataxx", "Red"), ("qirkat", "White")])
def test_the_example_sessions(name: str, player: str, tmp_path: Path) -> None:
    """The sessions that the documentation shows go like that at a terminal, prompts included."""
    example = re.search(rf"```text\n(set-up: {player}>.*?)```", PAGE, re.DOTALL)
    assert example is not None
    shown = ""
    with terminal("play", "--no-board", "--variant", name, HOME=str(tmp_path)) as screen:
        screen.until("or quit.\n")
        for line in example[1].splitlines():
            prompt, sign, command = line.partition(">")
            if sign:
                shown += screen.until(f"{prompt}>")
                screen.type(f"{command}\n")
        status, rest = screen.end()
    assert status == 0
    assert shown + rest == example[1]


def _failing(game: Any, seed: int) -> Any:
    raise TaflError("no idea")


@pytest.mark.parametrize(("name", "state"), [("ataxx", State.PLAYING), ("qirkat", State.SET_UP)])
def test_a_player_that_fails_becomes_manual(name: str, state: State, capsys: pytest.CaptureFixture[str]) -> None:
    """A player that fails is reported and not asked again, though Ataxx accepts no `manual` while it is played."""
    variant = load_variant(name)
    kind = kind_of(variant)
    driver = Driver(Session(kind.start(variant), _failing, frozenset(kind.players)))
    driver.run(["start", "dump"])
    first = kind.players[0]
    out, errors = capsys.readouterr()
    assert errors == f"Error: the automated player failed: no idea; {first} is manual now\n"
    assert out == f"{STARTS[name]}\n"
    assert driver.session.automated == {kind.players[1]}
    assert driver.session.state is state
