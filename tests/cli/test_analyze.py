"""`taflkit analyze` and `taflkit solve`."""

from __future__ import annotations

import json
import sys

import pytest

from tests.cli.running import taflkit

#: The king has an open way to the edge.
OPEN = "9/9/9/9/6K2/9/9/1B7/9 defenders"


def test_the_best_move_is_told_with_its_score_and_line() -> None:
    """`analyze` names a move, the score for the side to move, the line, and what it took."""
    run = taflkit("analyze", "tablut", "--position", OPEN, "--depth", "3")
    assert run.code == 0
    assert run.lines[0].startswith("best g5-")
    assert run.lines[0].endswith("score win in 1 for the defenders")
    assert run.lines[1].startswith("line g5-")
    assert run.lines[2].startswith("depth 1, ")


def test_programs_read_an_analysis_as_json() -> None:
    """`--json` prints one object: exact results in plies, other scores as a number."""
    won = json.loads(taflkit("analyze", "tablut", "--position", OPEN, "--depth", "2", "--json").output)
    assert (won["win_in"], won["loss_in"], won["score"]) == (1, None, None)
    assert won["stopped"] == "decided"
    even = json.loads(taflkit("analyze", "brandubh", "--nodes", "300", "--json").output)
    assert isinstance(even["score"], int)
    assert even["best"] == even["line"][0]
    assert even["nodes"] <= 300
    assert even["stopped"] == "nodes"


@pytest.mark.parametrize("searcher", ["random", "montecarlo", "winfinder", "alphabeta", "classic"])
def test_every_searcher_can_be_asked(searcher: str) -> None:
    """`--searcher` picks who analyses."""
    assert taflkit("analyze", "brandubh", "--searcher", searcher, "--nodes", "200", "--depth", "2").code == 0


def test_an_unknown_searcher_is_refused() -> None:
    """The nearest name is suggested."""
    assert "did you mean 'alphabeta'?" in taflkit("analyze", "tablut", "--searcher", "alphabets").error


def test_a_finished_game_cannot_be_analysed() -> None:
    """Where the game is over there is nothing to search."""
    assert "the game is over" in taflkit("analyze", "tablut", "--position", OPEN, "--moves", "g5-9").error


@pytest.mark.parametrize("wrong", [["--depth", "0"], ["--nodes", "-1"], ["--seconds", "0"], ["--depth", "x"]])
def test_limits_must_be_positive_numbers(wrong: list[str]) -> None:
    """A limit that is none is a mistake on the command line."""
    assert taflkit("analyze", "tablut", *wrong).code == 2


def test_a_forced_win_is_solved() -> None:
    """`solve` prints the moves of the win and ends with status 0."""
    run = taflkit("solve", "tablut", "--moves", "a4-3 e4-f b5-3 e5-4 b3-5", "--within", "1")
    assert (run.code, run.output) == (0, "the defenders win in 1: e4-a4\n")


def test_no_forced_win_is_proved() -> None:
    """Where there is none within the moves asked for, that is said, with status 1."""
    run = taflkit("solve", "brandubh", "--within", "2")
    assert (run.code, run.output) == (1, "the attackers have no forced win within 2 moves\n")


def test_what_could_not_be_proved_is_said() -> None:
    """With too few nodes the answer claims no more than is certain."""
    run = taflkit("solve", "brandubh", "--within", "4", "--nodes", "50")
    assert run.code == 1
    assert run.output.startswith("no forced win within 1 move; ")


@pytest.mark.parametrize(("within", "moves"), [("1", "1 move"), ("2", "2 moves")])
def test_one_move_is_a_move(within: str, moves: str) -> None:
    """What is not won within one move is said in the singular."""
    run = taflkit("solve", "brandubh", "--within", within)
    assert (run.code, run.output) == (1, f"the attackers have no forced win within {moves}\n")


@pytest.mark.parametrize(
    ("rows", "kings"),
    [("3A3/7/3D3/7/7/7/3A3", "no kings"), ("3A3/7/3K3/3K3/7/7/3A3", "2 kings")],
)
@pytest.mark.parametrize("command", ["solve", "analyze", "show"])
def test_a_position_has_as_many_kings_as_the_variant(command: str, rows: str, kings: str) -> None:
    """A position without the king, or with two, is refused where the variant has one."""
    run = taflkit(command, "brandubh", "--position", f"{rows} attackers")
    assert (run.code, run.error) == (2, f"Error: the position has {kings}, and Brandubh has 1")


def test_programs_read_a_solution_as_json() -> None:
    """`--json` prints one object."""
    found = json.loads(taflkit("solve", "tablut", "--position", OPEN, "--json").output)
    assert found["win_in"] == 1
    assert len(found["line"]) == 1


def test_several_lines_are_shown() -> None:
    """`--lines` shows the best moves, each with its line, and as JSON in a list."""
    run = taflkit("analyze", "brandubh", "--depth", "2", "--lines", "3")
    assert len([line for line in run.lines if line.startswith("best ")]) == 3
    found = json.loads(taflkit("analyze", "brandubh", "--depth", "2", "--lines", "3", "--json").output)["lines"]
    assert len({line["best"] for line in found}) == 3


def test_several_threads() -> None:
    """`--threads` is for the searcher that uses them, and no more than it can use; others refuse it."""
    assert "best " in taflkit("analyze", "brandubh", "--depth", "3", "--threads", "2").output
    refused = taflkit("analyze", "brandubh", "--searcher", "random", "--threads", "2")
    assert refused.code == 2
    assert "only the searchers alphabeta and classic use several threads" in refused.output
    refused = taflkit("analyze", "brandubh", "--depth", "1", "--threads", "33")
    assert refused.code == 2
    assert "at most 32 threads search together" in refused.output


@pytest.mark.parametrize("who", ["alphabeta:nodes=200", "level:2", f"uci:{sys.executable} -m taflkit uci"])
def test_a_player_says_how_far_it_looks(who: str) -> None:
    """`--searcher` takes the texts of `taflkit match`; without a limit the player takes its usual effort."""
    found = taflkit("analyze", "brandubh", "--searcher", who, "--json", *(["--depth", "1"] if "uci" in who else []))
    assert found.code == 0
    assert json.loads(found.output)["nodes"] <= 300
