"""Matches from Python: pairings, the games that they decide, and what is refused."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from taflkit import Side, game_from_text, start
from taflkit.engines.play import opening_commands
from taflkit.games import MoveT, Playable, kind_of
from taflkit.match import (
    EngineEntrant,
    Fault,
    GameLimits,
    Match,
    Pairing,
    SearcherEntrant,
    Standing,
    play_pairing,
)
from taflkit.search import AlphaBeta, Cancel, OnReport, Searcher, SearcherError, SearchLimit, SearchReport
from tests.match.programs import OPEN, fake

#: Wins at once as white in the open position, and sees the end as black.
ESCAPES = fake("auto white::* e5-a;* White wins.", "e5-a::* White wins.")
#: A searcher that sees the only good move, too.
FORCED = "alphabeta:depth=1"


def test_a_pairing_is_two_games() -> None:
    """Each program plays each side once, and the first game has the first program as the first player."""
    pairing = Pairing((ESCAPES, ESCAPES), game_from_text(f"tablut {OPEN}"))
    result = play_pairing(pairing)
    first, second = result.games
    assert (first.first, first.winner) == (0, 1)
    assert (second.first, second.winner) == (1, 0)
    assert [str(move) for move in first.game.moves] == ["e5-a5"]
    assert str(second) == "game 2: black 2, white 1: 1 wins after 1 move, the king escaped"
    assert Standing.of(result.games) == Standing(1, 0, 1)
    assert result.points(0) == result.points(1) == 1


def test_a_match_changes_sides_openings_and_seeds() -> None:
    """Two games share an opening and a seed, the next two have the next, and after the last comes the first again."""
    openings = [start("tablut"), start("tablut").play("e2-a")]
    match = Match(("x", "y"), openings, seed=5)
    pairings = [match.pairing(number) for number in range(3)]
    assert [pairing.opening for pairing in pairings] == [*openings, openings[0]]
    assert [pairing.seed for pairing in pairings] == [5, 6, 7]


@pytest.mark.parametrize("threads", [0, 2])
def test_results_come_in_order(threads: int) -> None:
    """The results have the order of the pairings, whether or not they are played at the same time."""
    match = Match((ESCAPES, ESCAPES), game_from_text(f"tablut {OPEN}"), variant_name=None)
    with ThreadPoolExecutor(2) if threads else nullcontext() as executor:
        results = list(match.play(2, executor=executor))
    games = [game for result in results for game in result.games]
    assert [(game.number, game.first, game.winner) for game in games] == [(1, 0, 1), (2, 1, 0), (3, 0, 1), (4, 1, 0)]


def test_programs_run_on_between_games(tmp_path: Path) -> None:
    """A program is started once for all its games, unless it shall be started for each."""
    for restart, starts in ((False, 1), (True, 4)):
        log = tmp_path / f"log-{restart}"
        escapes = EngineEntrant(
            fake(f"start:@append {log}", "auto white::* e5-a;* White wins.", "e5-a::* White wins."), "play", restart
        )
        match = Match((escapes, FORCED), game_from_text(f"tablut {OPEN}"), variant_name=None)
        assert [result.points(0) for result in match.play(2)] == [1, 1]
        assert log.read_text() == "x" * starts


def test_a_program_that_ends_between_games_is_started_again() -> None:
    """A program that exits when a game is over has done nothing wrong."""
    once = fake("auto white:* e5-a;* White wins.;@exit 0", "e5-a:* White wins.;@exit 0")
    match = Match((once, FORCED), game_from_text(f"tablut {OPEN}"), variant_name=None)
    games = [game for result in match.play(2) for game in result.games]
    assert [game.fault for game in games] == [None] * 4
    assert [game.reason for game in games] == ["the king escaped"] * 4


def test_programs_are_told_the_opening() -> None:
    """A program is told variant, position, seed and moves, and then which side it plays; or to begin anew first."""
    opening = start("brandubh").play("b4-b7")
    kind, manual = kind_of(opening), ["manual attackers", "manual defenders"]
    told = opening_commands(kind, opening, Side.DEFENDERS, variant="brandubh", seed=3)
    assert told == [*manual, "variant brandubh", "seed 3", "b4-7", "auto defenders"]
    told = opening_commands(kind, opening, Side.DEFENDERS, again=True)
    assert told == [*manual, "new", "b4-7", "auto defenders"]
    opening = game_from_text(f"tablut {OPEN}")
    assert opening_commands(kind, opening, Side.ATTACKERS, seed=0) == [
        *("manual black", "manual white"),
        "set white --------- --------- --------- --------- ----K---- --------- --------- --------- BBBBBBBBB",
        *("seed 0", "auto black"),
    ]


def test_a_pairing_can_be_sent_to_another_process() -> None:
    """A pairing is a value that survives pickling."""
    pairing = Pairing(("./x -y", "level:3"), start("tablut").play("e2-a"), 3, GameLimits(7, 1.5), "tablut")
    copy = pickle.loads(pickle.dumps(pairing))
    assert copy == pairing
    assert copy.entrants == (EngineEntrant(["./x", "-y"], "play"), SearcherEntrant("level:3"))


def test_other_things_than_pairings_are_refused() -> None:
    """Something else than a pairing is refused in a sentence."""
    with pytest.raises(TypeError, match="expected a Pairing, not 'tablut'"):
        play_pairing("tablut")  # type: ignore[arg-type] # that it is refused is what is tested


GAME = start("tablut")
OVER = game_from_text("tablut 9/9/9/9/9/9/9/9/4K4 attackers")


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("taflkit play", GAME), "expected the entrants of a match"),
        ((("x",), GAME), "a match needs at least two entrants, not 1"),
        ((("x", None), GAME), "a command is a text such as"),
        ((("x", "y"), "tablut"), "an opening is a Game, not 't'"),
        ((("x", "y"), ()), "a match needs an opening"),
        ((("x", "y"), OVER), "the opening is over: the defenders win"),
        ((("x", "y"), [GAME, start("brandubh")]), "games of one variant, not of brandubh, tablut"),
    ],
)
def test_what_makes_no_match_is_refused(arguments: tuple[Any, ...], error: str) -> None:
    """Wrong types and openings that do not fit are refused in a sentence."""
    with pytest.raises((TypeError, ValueError), match=error):
        Match(*arguments)


@pytest.mark.parametrize("limits", [("9",), (0,), (5, "3"), (5, 0), (5, float("nan")), (5, float("inf")), (True,)])
def test_limits_are_positive_numbers(limits: tuple[Any, ...]) -> None:
    """A limit that is no number, not above 0 or not finite is refused."""
    with pytest.raises((TypeError, ValueError)):
        GameLimits(*limits)


class Breaks:
    """A searcher of one's own with a mistake."""

    def search(
        self,
        game: Playable[MoveT],
        limit: SearchLimit | None = None,
        *,
        lines: int = 1,
        moves: Sequence[MoveT] | None = None,
        on_report: OnReport[MoveT] | None = None,
        cancel: Cancel | None = None,
    ) -> SearchReport[MoveT]:
        """Fail."""
        raise LookupError("no such square")


def breaks_at_once(seed: int) -> Searcher:
    """A function from a seed that fails."""
    raise ValueError


def test_a_searcher_that_raises_loses_its_game_and_the_match_goes_on() -> None:
    """It loses as an engine that dies does; the result says what was raised and where."""
    for wrong, said in ((Breaks(), "it raised LookupError: no such square"), (breaks_at_once, "it raised ValueError")):
        results = list(Match([wrong, "random"], start("brandubh"), variant_name=None).play(2))
        games = [game for result in results for game in result.games]
        assert [game.winner for game in games] == [1, 1, 1, 1]
        assert {game.fault for game in games} == {Fault.CRASH}
        assert said in games[0].reason
        assert "(test_matches.py, line " in games[0].reason


def test_a_class_is_no_searcher_of_a_match() -> None:
    """A class given where a searcher or a function of a seed is expected is refused."""
    with pytest.raises(SearcherError, match=r"not the class AlphaBeta; did you mean AlphaBeta\(\)\?"):
        Match([AlphaBeta, "random"], start("brandubh"))
