"""`taflkit match`: series of games, who won them, and how sure that is."""

from __future__ import annotations

import json
import os
import select
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import taflkit
from tests.cli.talking import PATIENCE, Pipe
from tests.match.programs import OPEN, RANDOM, SEARCH, fake


def match(*arguments: str | Path) -> dict[str, Any]:
    """Play a match and read its report."""
    run = taflkit("match", *arguments, "--json")
    assert run.code == 0, run.output
    report: dict[str, Any] = json.loads(run.output)
    return report


@pytest.fixture
def openings(tmp_path: Path) -> Path:
    """A file with an opening in which whoever is white wins at once, if it looks."""
    file = tmp_path / "openings.txt"
    file.write_text(f"# white wins\n{OPEN}\n")
    return file


def test_both_play_both_sides(openings: Path) -> None:
    """Each opening is played twice, with sides changed."""
    report = match(SEARCH, SEARCH, "--games", "2", "--openings", openings)
    first, second = report["games"]
    assert (first["attackers"], first["defenders"], first["winner"]) == (1, 2, 2)
    assert (second["attackers"], second["defenders"], second["winner"]) == (2, 1, 1)
    assert first["reason"] == second["reason"] == "the king escaped"
    assert first["start"] == f"tablut {OPEN}"
    assert [len(game["moves"]) for game in report["games"]] == [1, 1]
    assert [entrant["won"] for entrant in report["entrants"]] == [1, 1]
    assert report["entrants"][0]["sides"] == {
        "attackers": {"won": 0, "drawn": 0, "lost": 1, "points": 0},
        "defenders": {"won": 1, "drawn": 0, "lost": 0, "points": 1},
    }
    elo = report["entrants"][0]["elo"]
    assert elo["difference"] == 0
    assert elo["low"] == pytest.approx(-elo["high"])


def test_the_table(openings: Path) -> None:
    """Each game has its line, and a table says what each program won, on either side, and what that means."""
    run = taflkit("match", SEARCH, SEARCH, "--games", "2", "--openings", openings)
    assert run.code == 0
    width = len(SEARCH) + 2
    assert run.lines[:15] == [
        "game 1: black 1, white 2: 2 wins after 1 move, the king escaped",
        "game 2: black 2, white 1: 1 wins after 1 move, the king escaped",
        "",
        f"{'':{width}}  games  won  drawn  lost  points",
        f"1 {SEARCH}      2    1      0     1     1.0",
        f"{'  as black':{width}}      1    0      0     1     0.0",
        f"{'  as white':{width}}      1    1      0     0     1.0",
        f"2 {SEARCH}      2    1      0     1     1.0",
        f"{'  as black':{width}}      1    0      0     1     0.0",
        f"{'  as white':{width}}      1    1      0     0     1.0",
        f"{'all black':{width}}      2    0      0     2     0.0",
        f"{'all white':{width}}      2    2      0     0     2.0",
        "",
        "Pairs with 0, ½, 1, 1½, 2 points of 1: 0, 0, 1, 0, 0",
        run.lines[14],
    ]
    assert run.lines[14].startswith("Elo difference of 1 to 2: +0, 95 % between -")
    assert run.lines[15] == "Likelihood that 1 is stronger: 50.0 %"
    assert run.lines[16].startswith(f"1 {SEARCH}: ")


def test_searchers_by_name() -> None:
    """Searchers play without a program, from generated openings, until a test is decided."""
    report = match(
        *("alphabeta:depth=1", "random", "--variant", "brandubh", "--generate", "3", "--games", "40"),
        *("--sprt", "0", "300"),
    )
    assert report["sprt"]["verdict"] == "H1"
    assert len(report["games"]) < 40
    assert len({tuple(game["moves"][:4]) for game in report["games"]}) == 3


def test_engines_of_other_protocols() -> None:
    """An engine plays by the protocol that is named before its command, and says what it thinks."""
    report = match(
        *("uci:{python} -m taflkit uci", "random", "--variant", "brandubh", "--nodes", "200", "--plies", "20"),
    )
    assert [game["reason"] for game in report["games"] if "loses" in game["reason"]] == []
    assert report["entrants"][0]["latency"] is not None
    assert report["entrants"][0]["points"] >= 1


def test_a_round_robin() -> None:
    """With three entrants everybody plays everybody, and each has its own line."""
    run = taflkit("match", "random", "level:1", "alphabeta:depth=1", "--variant", "brandubh", "--plies", "10")
    assert run.code == 0
    assert sum(line.startswith("game ") for line in run.lines) == 6
    assert sum(line.startswith("Elo difference of ") for line in run.lines) == 3


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["random"], "a match needs at least two entrants, not 1"),
        (["random", "random", "--games", "3"], "--games is even, not 3"),
        (["random", "random", "--sprt", "5", "0"], "elo0 must be below elo1"),
        (["random", "random", "random", "--sprt", "0", "5"], "--sprt is for two entrants"),
        (["random", "random", "--tc", "soon"], "for example 10+0.1"),
        (["random", "level:99"], "write level:1 to level:10"),
    ],
)
def test_what_makes_no_match(arguments: list[str], error: str) -> None:
    """What makes no match is refused in a sentence that says what is wrong."""
    assert error in taflkit("match", *arguments).error


@pytest.mark.slow
def test_games_from_the_start_can_be_repeated() -> None:
    """The same seed gives the same games, another seed others, and the seeds of a match differ."""
    games = [
        match(RANDOM, RANDOM, "--games", "4", "--seed", seed, "--plies", "20")["games"] for seed in ("1", "1", "9")
    ]
    assert games[0] == games[1]
    assert games[0] != games[2]
    first, second, third, _ = (game["moves"] for game in games[0])
    assert first == second  # Both programs choose alike, so that a change of sides changes nothing.
    assert first != third


def test_several_games_at_a_time(openings: Path) -> None:
    """Games that are played at the same time are the same games, in the same order."""
    one, several = (
        match("alphabeta:depth=1", SEARCH, "--games", "4", "--openings", openings, "--jobs", jobs)["games"]
        for jobs in ("1", "2")
    )
    assert one == several
    assert [game["number"] for game in one] == [1, 2, 3, 4]


def test_long_games_are_draws() -> None:
    """A game that goes on for too long is a draw."""
    report = match(RANDOM, RANDOM, "--games", "2", "--plies", "4")
    assert report["games"][0]["winner"] is None
    assert report["games"][0]["reason"] == "no end after 4 moves"
    assert report["entrants"][0]["drawn"] == 2


def test_openings_by_moves(tmp_path: Path) -> None:
    """An opening may be a list of moves from the start, and each serves for two games."""
    file = tmp_path / "openings"
    file.write_text("i6-g d5-7 i4-g\n\ne2-a e3-2 a4-b # another\n")
    report = match(fake(), fake(), "--games", "4", "--plies", "3", "--openings", file)
    first, second = ["i6-g6", "d5-d7", "i4-g4"], ["e2-a2", "e3-e2", "a4-b4"]
    assert [game["moves"] for game in report["games"]] == [first, first, second, second]


def test_other_variants() -> None:
    """Programs are told which variant to play."""
    report = match(RANDOM, SEARCH, "--variant", "brandubh", "--games", "2", "--plies", "6")
    assert report["variant"] == "brandubh"
    assert "lose" not in report["games"][0]["reason"]


ALWAYS_WRONG = {
    "an illegal move": (
        "auto black:* e5-9",
        "it plays 'e5-9': illegal move e5-e9: the king on e5 is not",
    ),
    "no move at all": ("auto black:* nonsense", "it plays 'nonsense': cannot read 'nonsense'"),
    "a crash": ("auto black:@error Oh no!;@exit 3", "it ended with status 3 (Oh no!)"),
    "a crash at the start": ("start:@exit 1", "it ended with status 1"),
    "a hang": ("auto black:@hang", "it gave no answer within 1 s"),
    "a false claim": ("auto black:* Black wins.", "it says '* Black wins.' while the game goes on"),
}


@pytest.mark.parametrize(("rule", "reason"), ALWAYS_WRONG.values(), ids=ALWAYS_WRONG)
def test_a_program_that_does_wrong_loses(rule: str, reason: str) -> None:
    """Whoever crashes, hangs or makes an illegal move loses that game, and the reason is said."""
    seconds = "1" if "@hang" in rule else "60"
    report = match(fake(rule, "auto white:@exit 0"), "random", "--games", "2", "--move-time", seconds)
    game = report["games"][0]
    assert game["winner"] == 2
    assert game["reason"].startswith(f"black loses: {reason}")


def test_programs_that_do_not_agree(openings: Path) -> None:
    """A program that does not see the end of a game is remarked on."""
    report = match(
        fake("e5-a:@exit 0", "auto white:@exit 0"), fake("auto white:* e5-a"), "--games", "2", "--openings", openings
    )
    assert report["games"][0]["reason"] == "the king escaped, but black says 'nothing'"


def test_a_program_that_cannot_be_started() -> None:
    """Without a program there is no match."""
    assert "cannot start './nothing'" in taflkit("match", "./nothing", RANDOM).error
    assert "no command" in taflkit("match", "", RANDOM).error


@pytest.mark.parametrize(("jobs", "number"), [("1", signal.SIGINT), ("2", signal.SIGTERM)])
def test_a_match_that_is_stopped_stops_its_programs(tmp_path: Path, jobs: str, number: signal.Signals) -> None:
    """When a match is ended the programs are, and everything that they have started."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    with Pipe("match", fake(f"auto black:@hang-with-child {pipe}"), fake(), "--jobs", jobs, "--games", "2") as talk:
        assert select.select([reader], [], [], PATIENCE)[0]
        talk.process.send_signal(number)
        assert talk.end() != 0
        assert "Traceback" not in talk.errors()
    shown = b""
    while select.select([reader], [], [], PATIENCE)[0] and (more := os.read(reader, 9)):
        shown += more
    os.close(reader)
    assert shown == b"x"
