"""A session that is saved can be brought back."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from taflkit import Side, start
from taflkit.shell import Session
from tests.shell.sessions import TaflSession, obey, quick_player, said, session_of

#: Ways to a game: moves, limits, positions set up by hand, games that are over, automated players, other variants.
WAYS: dict[str, tuple[str, ...]] = {
    "the start": (),
    "some moves": ("e2-a", "e3-2", "a2-3"),
    "a limit": ("limit 7", "e2-a", "e3-2"),
    "a limit that was set late": ("e2-a", "e3-2", "a2-3", "limit 3"),
    "a limit that has ended the game": ("limit 1", "e2-a", "e3-2"),
    "a position set up": ("set white 9/9/4W4/9/4K4/9/9/9/B8", "e7-6", "a1-2"),
    "a position set up that is over": ("set black 9/9/9/9/9/9/9/9/B3K4",),
    "a game that was won": ("set white 9/9/9/9/4K4/9/9/9/B8", "e5-a"),
    "a game that was lost by repetition": ("i6-f", "f5-3", "i4-3", "e5-f", "i3-4", "f5-e"),
    "a move taken back": ("limit 5", "e2-a", "e3-2", "a2-3", "undo"),
    "an automated player": ("seed 42", "auto white", "e2-a", "e1-2"),
    "two automated players": ("seed -3", "auto white", "auto black"),
    "another variant": ("variant brandubh", "d6-c", "c4-5"),
    "another variant, set up": ("variant brandubh", "set defenders 7/7/7/3K3/7/A6/7", "auto defenders"),
}


def _restored(session: TaflSession, into: TaflSession) -> TaflSession:
    return obey(into, *session.script().splitlines())[0]


@pytest.mark.parametrize("lines", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize("automated", [(), (Side.ATTACKERS,), tuple(Side)], ids=["manual", "one", "both"])
def test_what_is_saved_comes_back(lines: tuple[str, ...], automated: tuple[Side, ...]) -> None:
    """The saved commands bring back game, limit, outcome, players and seed, whatever was played before."""
    session, _ = obey(session_of(), *lines)
    again = _restored(session, session_of("brandubh", *automated))
    assert again == session
    assert again.game.outcome == session.game.outcome


@given(st.lists(st.integers(0, 10**6), max_size=30), st.integers(-(10**20) + 1, 10**20 - 1))
def test_any_game_comes_back(choices: list[int], seed: int) -> None:
    """Whatever moves are made, the saved game is the same, and goes on in the same way."""
    game = start("tablut")
    for choice in choices:
        if game.outcome is None:
            game = game.play(game.legal_moves[choice % len(game.legal_moves)])
    session = Session(game, quick_player, frozenset(), seed)
    again = _restored(session, session_of())
    assert again == session
    if game.outcome is None:
        assert obey(again, f"auto {game.to_move}")[1] == obey(session, f"auto {game.to_move}")[1]


def test_a_saved_game_that_is_over_says_so() -> None:
    """When a game that is over is brought back its end is announced once."""
    session, _ = obey(session_of(), "set white 9/9/9/9/4K4/9/9/9/B8", "e5-a")
    assert said(obey(session_of("tablut", *Side), "new")[1])[-1].endswith("wins.")
    assert said(obey(session_of(), *session.script().splitlines())[1]) == ["* White wins."]


def test_the_file_of_a_variant_is_saved_as_it_was_named() -> None:
    """A variant that was named by its file is saved by that, since its name alone would not find it."""
    session = attrs.evolve(session_of(), called="my/own.toml")
    assert "variant my/own.toml" in session.script().splitlines()


def test_saved_games_are_plain_commands() -> None:
    """What is saved can be read by people: one command a line, moves in the long form."""
    session, _ = obey(session_of(), "limit 7", "seed 5", "e2-a", "e3-2", "auto white")
    assert session.script().splitlines() == [
        "manual attackers",
        "manual defenders",
        "variant tablut",
        "seed 5",
        "limit 7",
        "e2-a2",
        "e3-e2",
        "auto defenders",
    ]
