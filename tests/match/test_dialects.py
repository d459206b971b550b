"""Matches and scripts of programs that speak the languages of other games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest

from taflkit import TaflError, load_variant, start
from taflkit.engines.play import opening_commands
from taflkit.games import find_kind, kind_of
from taflkit.games.ataxx import AtaxxGame
from taflkit.match import (
    GameLimits,
    Match,
    Moved,
    Pairing,
    Program,
    Won,
    parse_opening,
    play_pairing,
    read_script,
    run_scripts,
)
from tests.games.nim_kind import HEAP, NIM
from tests.match.folders import Folder
from tests.match.programs import RANDOM, fake

SECONDS = 60.0
ATAXX, QIRKAT = load_variant("ataxx"), load_variant("qirkat")


def test_sentences_are_events() -> None:
    """Moves, passes, wins and draws of a program that announces them in sentences are events."""
    said = "go:thinking;Red>Red moves g1-f2.;Blue passes.;White moves c3-a5-a3.;Red wins.;Draw.;Red is clever."
    with Program(fake(said)) as program:
        program.send("go")
        for event in (Moved("g1-f2"), Moved("-"), Moved("c3-a5-a3"), Won("Red wins."), Won("Draw.")):
            assert program.next_event(SECONDS) == event


def test_a_program_keeps_its_language() -> None:
    """After a line with a star a sentence is other output, until the program is told to play another variant."""
    with Program(fake("go:Red moves first.;* a1-2;Red wins.;* b1-2", "variant x:Red wins.")) as program:
        program.send("go")
        assert [program.next_event(SECONDS) for _ in range(2)] == [Moved("a1-2"), Moved("b1-2")]
        program.send("variant x")
        assert program.next_event(SECONDS) == Won("Red wins.")


@pytest.mark.parametrize(
    ("opening", "first", "second"),
    [
        (
            parse_opening("g1-f2 a1-b2", ATAXX),
            ["variant ataxx", "seed 3", "auto red", "manual blue", "g1-f2", "a1-b2", "start"],
            "auto blue",
        ),
        (
            AtaxxGame().with_block("c3"),
            ["variant ataxx", "block c3", "seed 3", "auto red", "manual blue", "start"],
            "auto blue",
        ),
        (
            parse_opening("white w---w ----- ----- ----- bb---", QIRKAT),
            [
                *("variant qirkat", "set white w---w ----- ----- ----- bb---", "seed 3"),
                *("auto white", "manual black", "start"),
            ],
            "auto black",
        ),
    ],
    ids=["moves", "blocks", "position"],
)
def test_programs_are_told_the_opening(opening: Any, first: list[str], second: str) -> None:
    """A program is told variant, position, seed and moves, which side it plays, and to start; or to clear first."""
    kind = kind_of(opening)
    red, blue = kind.players
    name = kind.variant_of(opening).name
    assert opening_commands(kind, opening, red, variant=name, seed=3) == first
    again = opening_commands(kind, opening, blue, variant=name, again=True)
    assert again[0] == "clear"
    assert second in again


@pytest.mark.parametrize("name", ["ataxx", "qirkat"])
def test_a_match_of_another_game(name: str) -> None:
    """Two programs play a game of another kind to its end, and agree with the referee."""
    match: Match[Any] = Match((RANDOM, RANDOM), start(name), seed=1)
    (result,) = match.play(1)
    for game in result.games:
        assert game.game.outcome is not None
        assert ", but" not in game.reason
    names = {"ataxx": "red 1, blue 2", "qirkat": "white 1, black 2"}
    assert str(result.games[0]).startswith(f"game 1: {names[name]}: ")


def test_a_wrong_move_loses() -> None:
    """A program that jumps too far loses, and the reason names the player."""
    pairing = Pairing((fake("start:Red moves g1-d1."), "random"), AtaxxGame())
    result, _ = play_pairing(attrs.evolve(pairing, limits=GameLimits(move_seconds=120))).games
    assert result.winner == 1
    assert result.reason.startswith("red loses: it plays 'g1-d1': illegal move g1-d1: ")


def test_a_script_of_another_game(folder: Folder) -> None:
    """A script waits for moves in sentences, and prints the end as the program does."""
    program = fake("start:Red moves g1-f2.;Blue passes.;Red wins.", "dump:===;  r -;===")
    script = read_script(folder.script("a", program, "clear", "start", "#*move", "#*move/win+", "dump"))
    report = run_scripts([script])
    assert report.problems == ()
    assert report.printed == ("Red wins.", "===\n  r -\n===")


@pytest.mark.parametrize("text", ["g1-f2 a1-a9", "x5o/7 x 0 1", "x6/7/7/7/7/7/7 x 0 1", "nonsense"])
def test_broken_openings(text: str) -> None:
    """An opening that cannot be read, or that is over, is refused."""
    with pytest.raises(TaflError):
        parse_opening(text, ATAXX)


def test_openings_that_cannot_be_told() -> None:
    """An opening that begins with something that no command sets up is refused, and says what."""
    late = parse_opening("x5o/7/7/7/7/7/o5x x 9 1", ATAXX)
    with pytest.raises(ValueError, match="cannot set up the start of the opening, x5o/7/7/7/7/7/o5x x 9 1"):
        Match(("x", "y"), late)


def test_nim_is_played_by_programs() -> None:
    """A kind of game that is handed in is played in the general dialect."""
    assert find_kind(NIM.start(HEAP)) is None
    command = f"{{python}} {Path(__file__).with_name('nim_program.py')}"
    match = Match((command, command), NIM.start(HEAP), variant_name=None, kind=NIM)
    (result,) = match.play(1)
    first, second = result.games
    # Whoever begins with seven matches wins.
    assert (first.winner, second.winner) == (0, 1)
    assert str(first) == f"game 1: first 1, second 2: 1 wins after {first.game.ply} moves"
