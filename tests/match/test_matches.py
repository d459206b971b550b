"""Matches from Python: pairings, the games that they decide, and what is refused."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from taflkit import Side, parse_position, start
from taflkit.match import GameLimits, Match, Pairing, ProgramError, Referee, Standing
from taflkit.match.referee import opening_commands
from tests.match.programs import OPEN, fake

#: Wins at once as white in the open position, and sees the end as black.
ESCAPES = fake("auto white:* e5-a;* White wins.", "e5-a:* White wins.")


def test_a_pairing_is_two_games() -> None:
    """Each program plays each side once, and the first game has the first program as the first player."""
    pairing = Pairing((ESCAPES, ESCAPES), parse_position(f"tablut {OPEN}"))
    first, second = Referee().play_both(pairing)
    assert (first.first, first.winner) == (0, 1)
    assert (second.first, second.winner) == (1, 0)
    assert [str(move) for move in first.game.moves] == ["e5-a5"]
    assert str(second) == "game 2: black 2, white 1: 1 wins after 1 move, the king escaped"
    assert Standing.of([first, second]) == Standing(1, 0, 1)


def test_a_match_changes_sides_openings_and_seeds() -> None:
    """Two games share an opening and a seed, the next two have the next, and after the last comes the first again."""
    openings = [start("tablut"), start("tablut").play("e2-a")]
    match = Match(("x", "y"), openings, seed=5)
    pairings = [match.pairing(number) for number in range(3)]
    assert [pairing.opening for pairing in pairings] == [*openings, openings[0]]
    assert [pairing.seed for pairing in pairings] == [5, 6, 7]


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_order(jobs: int) -> None:
    """The results have the order of the games, whether or not games are played at the same time."""
    match = Match((ESCAPES, ESCAPES), parse_position(f"tablut {OPEN}"), variant_name=None)
    results = list(match.play(3, jobs))
    assert [(result.number, result.first, result.winner) for result in results] == [(1, 0, 1), (2, 1, 0), (3, 0, 1)]


def test_programs_are_told_the_opening() -> None:
    """A program is told variant, seed, position and moves, and then which side it plays."""
    opening = start("brandubh").play("b4-b7")
    pairing = Match(("x", "y"), opening, seed=3).pairing(0)
    assert opening_commands(pairing, Side.DEFENDERS) == [
        *("manual attackers", "manual defenders", "variant brandubh", "seed 3", "b4-7", "auto defenders"),
    ]
    pairing = Pairing(("x", "y"), parse_position(f"tablut {OPEN}"))
    assert opening_commands(pairing, Side.ATTACKERS) == [
        *("manual black", "manual white", "seed 0"),
        "set white --------- --------- --------- --------- ----K---- --------- --------- --------- BBBBBBBBB",
        "auto black",
    ]


def test_a_pairing_can_be_sent_to_another_process() -> None:
    """A pairing is a value that survives pickling."""
    pairing = Pairing(("x -y", ["z"]), start("tablut").play("e2-a"), 3, GameLimits(7, 1.5), "tablut")
    copy = pickle.loads(pickle.dumps(pairing))
    assert copy == pairing
    assert copy.commands == (("x", "-y"), ("z",))


def test_a_referee_that_was_stopped_begins_no_game() -> None:
    """After `stop` no game is begun."""
    referee = Referee()
    referee.stop()
    with pytest.raises(ProgramError, match="the match was stopped"):
        referee.play(Pairing((fake(), fake()), start("tablut")), 0)


def test_a_referee_refuses_wrong_types() -> None:
    """Something else than a pairing, and a program that is neither 0 nor 1, are refused in a sentence."""
    with pytest.raises(TypeError, match="a referee needs a Pairing, not 'tablut'"):
        Referee().play("tablut", 0)  # type: ignore[arg-type] # that it is refused is what is tested
    with pytest.raises(TypeError, match="first is 0 or 1"):
        Referee().play(Pairing(("x", "y"), start("tablut")), 2)


GAME = start("tablut")
OVER = parse_position("tablut 9/9/9/9/9/9/9/9/4K4 attackers")


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("taflkit play", GAME), "two commands are needed, not 'taflkit play'"),
        ((("x",), GAME), "two commands are needed"),
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
