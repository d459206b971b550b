"""What a session refuses, word for word: people read these sentences, and programs wait for some of them."""

from __future__ import annotations

import re
from typing import Any

import pytest

from taflkit import TaflError, start
from taflkit import start as start_any
from taflkit.shell import CommandError, Session, Think, dialect_named, parse_command
from taflkit.shell.parsing import MAX_COMMAND_LENGTH
from tests.shell.sessions import first_move, obey, session_of

#: White has a king that can leave the board at once.
OPEN = "9/9/9/9/4K4/9/9/9/B8"


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        (["undo"], "there is no move to take back"),
        (["redo"], "there is no move to play again"),
        (["level 3"], "this automated player has no levels"),
        (["auto red"], "expected a player, black or white, not 'red'"),
        (["set red 9"], "expected a player, black or white, not 'red'"),
        (["help xyzzy"], "there is no command 'xyzzy'; help lists them"),
        (["seed x"], "expected a whole number of at most 20 digits, not 'x'"),
        (["limit 1.5"], "expected a whole number of at most 20 digits, not '1.5'"),
        (["seed"], "write it as: seed N"),
        (["seed 1 2"], "write it as: seed N"),
        (["undo 2"], "write it as: undo"),
        (["auto"], "write it as: auto C"),
        (["set white"], "write it as: set C ROWS..."),
        (["moves e5 e6"], "write it as: moves [SQUARE]"),
        (["e5-e6 now"], "write it as: MOVE, alone on its line"),
        (["dmp"], "unknown command 'dmp'; did you mean 'dump'?"),
        (["xyzzy"], "unknown command 'xyzzy'; try help"),
        (["x" * 50], f"unknown command '{'x' * 37}...'; try help"),
        (["i6-g", "resign", "d5-7"], "the game is over: Black won, White resigned"),
        ([f"set white {OPEN}", "e5-a", "hint"], "the game is over: White won, the king escaped"),
        ([f"set white {OPEN}", "e5-a", "moves"], "the game is over: White won, the king escaped"),
    ],
)
def test_refusals_are_sentences(lines: list[str], error: str) -> None:
    """Each refusal says what is wrong and, where there is one, the right form."""
    with pytest.raises(TaflError, match=f"^{re.escape(error)}$"):
        obey(session_of(), *lines)


def test_a_command_of_another_game() -> None:
    """A command that a dialect does not have is refused by its word, and so is one that was read in another dialect."""
    with pytest.raises(CommandError, match=r"^there is no command 'block' in this game$"):
        session_of().dialect.call("block", "a1")
    with pytest.raises(CommandError, match=r"^'block' was read in another dialect than tafl$"):
        session_of().step(dialect_named("ataxx").call("block", "a1"))


def test_only_automated_players_think() -> None:
    """Nobody thinks for a person, nor for an automated player whose turn it is not."""
    with pytest.raises(CommandError, match=r"^it is not an automated player's turn$"):
        session_of().step(Think())


def test_a_person_moves_for_no_automated_player() -> None:
    """The refusal names the player."""
    session = Session(start("tablut"), first_move, frozenset(session_of().kind.players))
    command = parse_command("i6-g", session.dialect)
    assert command is not None
    with pytest.raises(CommandError, match=r"^it is the turn of Black, who is automated$"):
        session.step(command)


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        (["g1-f2", "start", "start"], "start is for the set-up state, and this is the playing state"),
        (["start", "clear", "undo"], "there is no move to take back"),
        (["start", "block c3"], "block is for the set-up state, and this is the playing state"),
        (["start", "seed 3"], "seed is for the set-up state, and this is the playing state"),
    ],
)
def test_commands_have_their_state(lines: list[str], error: str) -> None:
    """In Ataxx some commands are for the set-up state only, and the refusal names both states."""
    session: Session[Any, Any] = Session(start_any("ataxx"), lambda game, _seed: game.legal_moves[0], frozenset())
    with pytest.raises(TaflError, match=f"^{re.escape(error)}$"):
        obey(session, *lines)


def test_the_longest_command() -> None:
    """A command of the greatest length is read, one that is longer by a character is not."""
    longest = "load " + "x" * (MAX_COMMAND_LENGTH - 5)
    assert parse_command(longest) is not None
    with pytest.raises(CommandError, match=rf"^a command has at most {MAX_COMMAND_LENGTH} characters, not "):
        parse_command(f"{longest}x")
