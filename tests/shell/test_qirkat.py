"""The command language of Qirkat: exact transcripts, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from taflkit import TaflError, load_variant
from taflkit.games import kind_of
from taflkit.games.qirkat import Move, QirkatGame
from taflkit.shell import Leave, Session, State, dialect_named
from tests.shell.sessions import obey, said

START = """\
===
  b b b b b
  b b b b b
  b b - w w
  w w w w w
  w w w w w
==="""
#: White takes the last piece of Black in two jumps, c3-a5-a3 or another way.
TWO_JUMPS = "----- ----- --w-- bb--- -----"


def first_text(game: Any, seed: int) -> Any:
    """The move whose text is first in the alphabet."""
    return min(game.legal_moves, key=str)


def session() -> Session[QirkatGame, Move]:
    """A session of Qirkat as it begins."""
    variant = load_variant("qirkat")
    return Session(kind_of(variant).start(variant), first_text)


def transcript(*lines: str, of: Session[QirkatGame, Move] | None = None) -> list[str]:
    """What is printed after some commands."""
    return said(obey(of or session(), *lines)[1])


def error(of: Session[QirkatGame, Move], line: str) -> str:
    """The error that a line causes, on one line."""
    with pytest.raises(TaflError) as raised:
        obey(of, line)
    (text,) = str(raised.value).splitlines()
    return text


def test_a_session_begins_in_the_set_up_state() -> None:
    """At first a position is set up, with White manual and Black automated."""
    begun = session()
    assert begun.state is State.SET_UP
    assert [str(player) for player in begun.automated] == ["Black"]
    assert transcript("dump") == START.splitlines()


def test_a_game_against_the_automated_player() -> None:
    """Set-up moves are answered by nobody; after `start` the automated player moves, with its name and a full stop."""
    assert transcript("d3-c3") == []
    assert transcript("d3-c3", "start") == ["Black moves b3-d3."]
    assert transcript("start", "d3-c3", "dump")[:1] == ["Black moves b3-d3."]


def test_several_jumps_are_one_move() -> None:
    """A piece that can jump on must, and the whole sequence is printed; the end follows it."""
    lines = ("auto white", "manual black", f"set white {TWO_JUMPS}", "start", "dump")
    assert (
        transcript(*lines)
        == """\
White moves c3-a5-a3.
White wins.
===
  - - - - -
  - - - - -
  w - - - -
  - - - - -
  - - - - -
===""".splitlines()
    )


def test_the_end_leads_back_to_the_set_up_state() -> None:
    """After the end the board stands as it is, and a position can be set up again."""
    ended, replies = obey(session(), f"set white {TWO_JUMPS}", "start", "c3-a5-a3")
    assert said(replies) == ["White wins."]
    assert ended.state is State.SET_UP
    assert transcript("dump", of=ended)[3] == "  w - - - -"
    assert error(ended, "a3-a4") == "the game is over: White won, the opponent has no pieces"
    assert transcript("start", of=ended) == ["White wins."]


def test_a_game_that_is_decided_when_it_is_started() -> None:
    """`start` reports the winner of a game that set-up moves have decided, and stays in the set-up state."""
    decided, replies = obey(session(), f"set white {TWO_JUMPS}", "c3-a5-a3")
    assert replies == []
    reported, replies = obey(decided, "start")
    assert said(replies) == ["White wins."]
    assert reported.state is State.SET_UP


def test_start_has_no_effect_while_playing() -> None:
    """A second `start` is no error, and changes nothing."""
    playing, _ = obey(session(), "start")
    assert playing.state is State.PLAYING
    assert obey(playing, "start") == (playing, [])


@pytest.mark.parametrize("line", ["auto white", "manual black", "clear", f"set black {TWO_JUMPS}"])
def test_commands_that_lead_back_to_the_set_up_state(line: str) -> None:
    """Players are changed and positions set up at any time, and the game then waits for `start`."""
    playing, _ = obey(session(), "manual black", "start", "d3-c3")
    set_up, replies = obey(playing, line)
    assert replies == []
    assert set_up.state is State.SET_UP


def test_clear_begins_again() -> None:
    """`clear` sets up the initial board, White manual and Black automated."""
    cleared, _ = obey(session(), "auto white", "manual black", f"set black {TWO_JUMPS}", "clear")
    assert cleared == session()


def test_seed_is_obeyed_in_every_state() -> None:
    """The seed may be set while a game is played."""
    assert obey(session(), "start", "seed 5")[0].seed == 5


@pytest.mark.parametrize(
    "rows",
    [
        "w---w ----- ----- ----- bb---",
        "w---w---------------bb---",
        "W - - - W ----- ----- ----- BB---",
    ],
)
def test_set_reads_from_row_1(rows: str) -> None:
    """The points are given row by row from row 1, with or without blanks between them."""
    assert (
        transcript(f"set white {rows}", "dump")
        == """\
===
  b b - - -
  - - - - -
  - - - - -
  - - - - -
  w - - - w
===""".splitlines()
    )


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("set white w---w ----- ----- ----- bb--", "expected 25 points, not 24,"),
        ("set white w---w ----- ----- ----- bb----", "expected no more than 25 points"),
        ("set white w---w ----- --x-- ----- bb---", "expected w, b or -"),
        ("set red w---w ----- ----- ----- bb---", "expected a player, white or black, not 'red'"),
        ("set white", "write it as: set C SPEC"),
        ("c3-c4", "illegal move c3-c4: there is no piece of White on c3"),
        ("c2-c1", "illegal move c2-c1: there is a piece on c1"),
        ("c2-", "cannot read 'c2-': expected a column from a to e"),
        ("-", "unknown command '-'; try help"),
        ("block c3", "unknown command 'block'"),
        ("limit 3", "unknown command 'limit'"),
    ],
)
def test_errors_are_one_line(line: str, text: str) -> None:
    """What cannot be obeyed is refused in a sentence, and changes nothing."""
    playing, _ = obey(session(), "start")
    assert text in error(playing, line)
    assert transcript("dump", of=playing) == START.splitlines()
    assert playing.state is State.PLAYING


def test_a_jump_that_stops_too_early() -> None:
    """A piece that can jump on must."""
    set_up, _ = obey(session(), f"set white {TWO_JUMPS}")
    assert error(set_up, "c3-a5") == "illegal move c3-a5: the piece can jump on from a5, and must"
    assert error(set_up, "c3-d3") == "illegal move c3-d3: White can jump, and must"


def test_sideways_moves_are_remembered_by_piece() -> None:
    """The two examples of the rules: one piece is free to go back, because it arrived by a jump, the other is not."""
    free, _ = obey(session(), "d3-c3", "b3-d3", "e3-c3", "d4-e3")
    assert obey(free, "c3-d3")[1] == []
    bound, _ = obey(session(), "d2-c3", "b4-d2", "e1-c3", "d4-d2-b4", "c2-d2", "c4-d4")
    assert "the piece came from there when it was last played" in error(bound, "d2-c2")


def test_the_extra_commands() -> None:
    """Moves can be listed, hinted at and taken back; the board and the state can be looked at."""
    assert transcript("moves") == ["b2-c3 c2-c3 d2-c3 d3-c3"]
    assert transcript("moves d2") == ["d2-c3"]
    assert transcript("hint") == ["hint: b2-c3"]
    assert transcript("d3-c3", "b3-d3", "undo", "dump") == START.splitlines()
    assert transcript("d3-c3", "board")[-2:] == ["last move d3-c3", "Black to move"]
    assert transcript("status") == [
        *("variant qirkat", "White is manual", "Black is automated", "seed 0", "moves made 0", "set-up state"),
        "White to move",
    ]


def test_a_saved_game_is_plain_commands() -> None:
    """A position that was set up is saved as it was, and `start` comes last if the game is being played."""
    saved, _ = obey(session(), "manual black", f"set white {TWO_JUMPS}", "start")
    assert saved.script().splitlines() == [
        *("variant qirkat", f"set white {TWO_JUMPS}", "seed 0", "manual white", "manual black", "start"),
    ]
    moved, _ = obey(session(), "d3-c3", "b3-d3")
    assert moved.script().splitlines() == [
        *("variant qirkat", "seed 0", "manual white", "auto black", "d3-c3", "b3-d3"),
    ]


def test_quit_prints_nothing() -> None:
    """The session ends without a word."""
    assert obey(session(), "start", "quit")[1] == [Leave()]


def test_help_lists_the_commands_of_the_dialect() -> None:
    """Help has a line for each command, and explains each of them and moves."""
    dialect = dialect_named("qirkat")
    assert [line.split()[0] for line in transcript("help")] == ["a", *dialect.by_word]
    for word in (*dialect.by_word, "move"):
        assert transcript(f"help {word}")[0].lower().startswith(word)
    assert transcript("help set")[0].startswith("set C SPEC: Set up a position")


def test_who_resigns_goes_back_to_the_set_up_state() -> None:
    """The other player wins, and the position may be changed."""
    after, replies = obey(session(), "manual black", "start", "resign")
    assert said(replies) == ["Black wins."]
    assert after.state is State.SET_UP
    assert after.game.ply == 0
    assert error(after, "resign") == "resign is for the playing state, and this is the set-up state"
