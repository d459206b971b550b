"""Who can play in a match: searchers by name, objects, and programs."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from taflkit import Side, TaflError, start
from taflkit.match import (
    Adjudication,
    EngineEntrant,
    Fault,
    GameLimits,
    Match,
    Pairing,
    Reliability,
    SearcherEntrant,
    TimeControl,
    entrant,
    play_pairing,
    read_openings,
    read_script,
)
from taflkit.search import AlphaBeta, Random, SearchLimit
from tests.match.programs import fake

BRANDUBH = start("brandubh")
FAKE_UCI = Path(__file__).parents[1] / "engines" / "fake_uci.py"


def test_texts_are_searchers_or_programs() -> None:
    """A text that begins with the name of a searcher is that searcher, any other is a command line."""
    assert entrant("alphabeta") == SearcherEntrant("alphabeta")
    assert entrant("alphabeta:nodes=9,depth=2") == SearcherEntrant("alphabeta", SearchLimit(nodes=9, depth=2))
    assert entrant("level:3").name == "level:3"
    assert entrant("montecarlo:seconds=0.5").name == "montecarlo:seconds=0.5"
    assert entrant("uci:./x -y") == EngineEntrant(["./x", "-y"])
    assert entrant("./alphabeta") == EngineEntrant(["./alphabeta"], "play")
    assert entrant(["alphabeta"]) == EngineEntrant(["alphabeta"], "play")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("alphabeta:node=3", "did you mean 'nodes'"),
        ("alphabeta:nodes=many", "'many' is not a number"),
        ("alphabeta:nodes=0", "nodes must be a whole number of at least 1"),
        ("alphabeta:", "expected depth=NUMBER or nodes=NUMBER or seconds=NUMBER"),
        ("level:11", "write level:1 to level:10"),
        ("level:", "write level:1 to level:10"),
        ("level", "write level:1 to level:10"),
    ],
)
def test_what_is_no_searcher_is_refused(text: str, error: str) -> None:
    """An unknown limit or level is refused, with what would be right."""
    with pytest.raises(TaflError, match=error):
        entrant(text)


@pytest.mark.parametrize("read", [read_openings, read_script])
def test_a_number_is_nothing_to_read(read: Callable[..., object]) -> None:
    """What reads texts and files refuses anything else in a sentence."""
    with pytest.raises(TypeError, match=r"^expected the Path of a file, not int 5$"):
        read(*[5] * (2 if read is read_openings else 1))


def test_objects_play() -> None:
    """A searcher, and a function from a seed to a searcher, are entrants; each is called by its name."""
    match = Match((AlphaBeta(depth=1), lambda seed: Random(seed=seed)), BRANDUBH)
    (result,) = match.play(1)
    assert result.points(0) == 2
    assert match.entrants[0].name == "AlphaBeta"


def test_a_searcher_reports_what_it_thinks() -> None:
    """The thoughts of a game have scores and depths, one for each move after the opening."""
    opening = BRANDUBH.play("b4-b7")
    game, _ = play_pairing(Pairing(("alphabeta:depth=2", "alphabeta:depth=1"), opening)).games
    assert len(game.thoughts) == game.game.ply - 1
    deepest = {player: max(t.depth or 0 for p, t in game.thought_by_player if p is player) for player in Side}
    assert deepest == {Side.ATTACKERS: 2, Side.DEFENDERS: 1}
    its = Reliability.of([game], 0)
    assert 0 < its.moves < len(game.thoughts)
    assert its.mean_seconds <= its.max_seconds
    assert its.latency is not None
    assert its.faults == {}


@pytest.mark.parametrize(
    ("rule", "fault"),
    [
        ("auto attackers:* d4-c4", Fault.ILLEGAL),
        ("auto attackers:* what?", Fault.PROTOCOL),
        ("auto attackers:* Black wins.", Fault.PROTOCOL),
        ("auto attackers:@exit 3", Fault.CRASH),
        ("start:@hang", Fault.TIME),
    ],
)
def test_faults_are_counted(rule: str, fault: Fault) -> None:
    """What a program does wrong is told apart, and counted against it."""
    limits = GameLimits(1, move_seconds=0.5 if fault is Fault.TIME else 60.0)
    program = fake(rule, "auto defenders:@exit 0")
    game, _ = play_pairing(Pairing((program, "random"), BRANDUBH, limits=limits, variant_name="brandubh")).games
    assert (game.winner, game.fault) == (1, fault)
    assert Reliability.of([game], 0).faults == {fault: 1}
    assert Reliability.of([game], 1).faults == {}


def test_an_engine_that_crashes_in_a_later_game_is_not_forgiven() -> None:
    """Only a program of the command language may exit when a game is over."""
    engine = shlex.join([sys.executable, str(FAKE_UCI), "once", "d1d4"])
    match = Match((f"uci:{engine}", "random"), start("copenhagen"), limits=GameLimits(1))
    games = [game for result in match.play(2) for game in result.games]
    assert [game.fault for game in games] == [None, None, Fault.CRASH, None]
    assert games[2].reason == "attackers loses: it ended with status 3 (out of luck)"


def test_clocks() -> None:
    """Searchers share out the time of a clock; who uses more than there is loses."""
    clock = TimeControl.parse("600+0.01")
    assert str(clock) == "600+0.01"
    pairing = Pairing(("alphabeta:nodes=500", "alphabeta:nodes=500"), BRANDUBH, limits=GameLimits(20, clock=clock))
    assert all(game.fault is None for game in play_pairing(pairing).games)
    slow = Pairing((fake(), "random"), BRANDUBH, limits=GameLimits(clock=TimeControl(0.2)))
    assert play_pairing(slow).games[0].fault is Fault.TIME
    for text in ("", "x", "0", "-1", "1+", "nan", "1e9"):
        with pytest.raises(TaflError, match=r"for example 10\+0\.1"):
            TimeControl.parse(text)


def test_adjudication() -> None:
    """A position that occurs often enough is a draw, and a game on whose score both agree is won."""
    (repeated,) = Match(
        ("random", "random"), BRANDUBH, limits=GameLimits(adjudication=Adjudication(repetition=2))
    ).play(1)
    assert any("the position occurred 2 times" in game.reason and game.winner is None for game in repeated.games)
    limits = GameLimits(adjudication=Adjudication(score=1, plies=2))
    (decided,) = Match(("alphabeta:depth=2", "alphabeta:depth=2"), BRANDUBH, limits=limits).play(1)
    assert all("both agree on a score of +0.01 or more" in game.reason for game in decided.games)
    assert all(game.winner is not None and game.game.outcome is None for game in decided.games)


def test_round_robin_and_gauntlet() -> None:
    """Everybody plays everybody in each opening, or the first plays all others."""
    three, openings = ("random", "random", "random"), [BRANDUBH, BRANDUBH.play("b4-b7")]
    everybody, first = Match(three, openings, seed=4), Match(three, openings, seed=4, gauntlet=True)
    assert everybody.encounters == ((0, 1), (0, 2), (1, 2))
    assert first.encounters == ((0, 1), (0, 2))
    assert [(p.indices, p.seed, p.opening.ply) for p in map(first.pairing, range(4))] == [
        *(((0, 1), 4, 0), ((0, 2), 4, 0), ((0, 1), 5, 1), ((0, 2), 5, 1)),
    ]
    assert [result.entrants for result in everybody.play(3)] == [(0, 1), (0, 2), (1, 2)]
