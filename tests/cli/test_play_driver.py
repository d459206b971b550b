"""What the driver does when a player fails or Ctrl-C is pressed, and when Ctrl-C is heard."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import nullcontext

import pytest

from taflkit import Game, Move, Side, TaflError, start
from taflkit.cli.driver import Driver
from taflkit.cli.signals import Interrupts
from taflkit.shell import Session
from tests.shell.sessions import quick_player


def _interrupted(game: Game, seed: int) -> Move:
    raise KeyboardInterrupt


def _failing(game: Game, seed: int) -> Move:
    raise TaflError("no idea")


def _cheating(game: Game, seed: int) -> Move:
    return game.variant.board.grid.parse_move("e5-e9")


@pytest.mark.parametrize("player", [_failing, _cheating])
def test_a_player_that_fails_becomes_manual(player: object, capsys: pytest.CaptureFixture[str]) -> None:
    """An automated player without a legal move is reported, and not asked again."""
    driver = Driver(Session(start("tablut"), player, frozenset(Side)))  # type: ignore[arg-type] # it fails
    driver.run(["e2-a", "e3-2"])
    out, errors = capsys.readouterr()
    assert out == ""
    first, second = errors.splitlines()
    assert first.startswith("Error: the automated player failed: ")
    assert first.endswith("; Black is manual now")
    assert second.endswith("; White is manual now")
    assert driver.session.automated == set()
    assert driver.session.game.ply == 2


def test_a_player_that_fails_ends_a_strict_session(capsys: pytest.CaptureFixture[str]) -> None:
    """It is an error like any other."""
    driver = Driver(Session(start("tablut"), _failing, frozenset({Side.DEFENDERS})), strict=True)
    driver.run(["e2-a", "dump"])
    assert driver.status == 1
    assert capsys.readouterr().out == ""


def test_an_interrupted_hint_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    """Ctrl-C during a hint gives it up, and the next command is obeyed."""
    driver = Driver(Session(start("tablut"), _interrupted, frozenset()), hearing=nullcontext)
    driver.run(["hint", "moves b5"])
    out, errors = capsys.readouterr()
    assert errors == "Error: interrupted\n"
    assert out.startswith("b5-1")
    assert driver.session.game == start("tablut")


def test_an_interrupted_player_becomes_manual(capsys: pytest.CaptureFixture[str]) -> None:
    """Ctrl-C while a player thinks leaves the game as it is, and the player manual."""
    driver = Driver(Session(start("tablut"), _interrupted, frozenset(Side)), hearing=nullcontext)
    driver.run(["e2-a"])
    errors = capsys.readouterr().err.splitlines()
    assert errors == [f"Error: interrupted; {name} is manual now" for name in ("Black", "White")]
    assert driver.session.game.ply == 1


def test_where_it_is_not_heard_ctrl_c_ends_everything() -> None:
    """Over a pipe Ctrl-C is for the whole program."""
    driver = Driver(Session(start("tablut"), _interrupted, frozenset()))
    with pytest.raises(KeyboardInterrupt):
        driver.run(["hint"])


def _press() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def test_ctrl_c_waits_until_it_is_heard() -> None:
    """Pressed while something is being done it is heard later, and only once."""
    with Interrupts() as interrupts:
        _press()
        heard = 0
        for _ in range(2):
            try:
                with interrupts.heard():
                    pass
            except KeyboardInterrupt:
                heard += 1
        assert heard == 1
        with pytest.raises(KeyboardInterrupt), interrupts.heard():
            _press()
    with pytest.raises(KeyboardInterrupt):
        _press()


def test_what_is_interrupted_is_not_half_done(capsys: pytest.CaptureFixture[str]) -> None:
    """A move that is made is also printed, though Ctrl-C is pressed at the same moment."""

    def lines() -> Iterator[str]:
        _press()
        yield "moves b5"
        yield "status"

    with Interrupts() as interrupts:
        driver = Driver(Session(start("tablut"), quick_player, frozenset()), hearing=interrupts.heard)
        driver.run(lines())
    out, errors = capsys.readouterr()
    assert errors == "Error: interrupted\n"
    assert out.startswith("variant tablut\n")
