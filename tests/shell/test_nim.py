"""A game that is not tafl goes through the shell in the general dialect."""

from __future__ import annotations

from typing import Any

import pytest

from taflkit import TaflError
from taflkit.cli.driver import Driver
from taflkit.cli.terminal import completions, prompt
from taflkit.search import Automaton
from taflkit.shell import Session, WriteFile
from tests.games.nim_kind import HEAP, NIM, NimGame
from tests.search.nim import Who
from tests.shell.sessions import obey, said


def session(*automated: Who) -> Session[NimGame, int]:
    """A session of nim."""
    return Session(NIM.start(HEAP), Automaton(), frozenset(automated), kind=NIM)


def transcript(*lines: str, of: Session[NimGame, int] | None = None) -> list[str]:
    """What is printed after some commands."""
    return said(obey(of or session(), *lines)[1])


def test_the_second_player_is_automated_at_first() -> None:
    """A session of any kind begins so."""
    begun: Session[Any, Any] = Session(NIM.start(HEAP), Automaton(), kind=NIM)
    assert begun.automated == {Who.SECOND}


def test_a_game_is_played_and_announced() -> None:
    """Moves are the kind's own, stars mark the automated ones, and the end names the player."""
    assert transcript("3", "1", "3") == ["* First wins."]
    # From seven matches the first player leaves four, and wins.
    assert transcript("auto first", "2") == ["* 3", "* 2", "* First wins."]
    assert transcript("auto first", "auto second")[-1] == "* First wins."


def test_the_board_is_dumped() -> None:
    """The rows are the kind's own."""
    assert transcript("3", "dump") == ["===", "  | | | | - - -", "==="]
    assert transcript("3", "board") == [" 1 | | | | . . .", "   a b c d e f g", "last move 3", "Second to move"]


def test_the_extra_commands() -> None:
    """Moves are listed, hinted at and taken back; the state is shown, positions are set up."""
    assert transcript("moves") == ["1 2 3"]
    assert transcript("hint") == ["hint: 3"]
    assert transcript("3", "1", "undo", "moves") == ["1 2 3"]
    assert transcript("set second ||-----", "moves") == ["1 2"]
    assert transcript("3", "status") == [
        *("variant nim", "First is manual", "Second is manual", "seed 0", "moves made 1", "Second to move"),
    ]
    assert transcript("1", "3", "3", "status")[-1] == "the game is over: First won"
    assert transcript("help")[0] == "a move            Play a move."


def test_a_game_is_saved() -> None:
    """The saved commands have the players and the moves, and the heap if it is not the usual one."""
    saved, replies = obey(session(), "set second |||||--", "2", "save there")
    assert replies == [WriteFile("there", saved.script())]
    assert saved.script().splitlines() == [
        *("manual first", "manual second", "variant nim", "set second |||||--", "seed 0", "2"),
    ]


@pytest.mark.parametrize("line", ["4", "0", "9x", "limit 3", "clear", "auto third", "moves x", "dumb"])
def test_errors_change_nothing(line: str) -> None:
    """What nim does not know is refused."""
    with pytest.raises(TaflError):
        obey(session(), line)


def test_a_driver_runs_it(capsys: pytest.CaptureFixture[str]) -> None:
    """Commands are read, obeyed and answered as in any other game."""
    driver = Driver(session(Who.FIRST))
    driver.run(["dump", "limit", "1", "quit"])
    assert capsys.readouterr().out.splitlines() == ["* 3", "===", "  | | | | - - -", "===", "* 3", "* First wins."]


def test_the_terminal_knows_it() -> None:
    """The prompt names the player, and moves and players are completed."""
    assert prompt(session()) == "First>"
    assert completions(session(), [], "1") == ["1"]
    assert completions(session(), ["auto"], "") == ["first", "second"]
