"""Sessions that go on from a record, and the records that they save."""

from __future__ import annotations

import attrs
import pytest

from taflkit import IllegalMoveError, Side, load_variant, start
from taflkit import start as start_any
from taflkit.records import Record, parse_record
from taflkit.shell import State
from taflkit.shell.records import is_recorded, record_of, save, with_record
from tests.shell.sessions import obey, said, session_of

#: White's king leaves the board at his first move.
OPEN = "9/9/9/9/4K4/9/9/9/B8"


def test_a_session_goes_on_from_a_record() -> None:
    """The moves are replayed; the players, the seed and the legend of the session are kept."""
    record = Record.of(start("brandubh").play("d1-c1").play("d3-c3"))
    before = attrs.evolve(session_of("tablut", Side.DEFENDERS), seed=7, legend=True, flipped=True)
    session, replies = with_record(before, record)
    assert replies == ()
    assert session.game.variant.name == "brandubh"
    assert [str(move) for move in session.game.moves] == ["d1-c1", "d3-c3"]
    assert session.state is State.PLAYING
    assert (session.automated, session.seed, session.legend, session.flipped) == (
        frozenset({Side.DEFENDERS}),
        7,
        True,
        True,
    )


def test_a_record_is_played_and_not_set_up() -> None:
    """A game of a kind that begins in the set-up state goes on in the playing state."""
    record = Record.of(start_any("ataxx").play(start_any("ataxx").legal_moves[0]))
    session, _ = with_record(session_of(), record)
    assert (session.state, session.game.ply) == (State.PLAYING, 1)


def test_a_record_may_be_replayed_in_part() -> None:
    """With a number of plies the session stands there, whoever resigned later."""
    session, _ = obey(session_of(), "i6-g", "d5-7", "resign")
    record = record_of(session)
    for ply in (0, 1):
        part, _ = with_record(session_of(), record, ply)
        assert (part.game.ply, part.resigned, part.state) == (ply, None, State.PLAYING)
    whole, _ = with_record(session_of(), record, 2)
    assert (whole.game.ply, whole.resigned) == (2, Side.ATTACKERS)


def test_a_resignation_comes_back() -> None:
    """The loser of a game that was resigned is who resigned; a game won in another way was not resigned."""
    session, _ = obey(session_of(), "i6-g", "resign")
    again, replies = with_record(session_of(), record_of(session))
    assert (again.resigned, again.state, replies) == (Side.DEFENDERS, State.FINISHED, ())
    won = attrs.evolve(record_of(session), termination="time")
    assert with_record(session_of(), won)[0].resigned is None


def test_the_end_of_a_recorded_game_is_announced() -> None:
    """A game that the board decides ends the session, and nobody has resigned."""
    session, _ = obey(session_of(), f"set white {OPEN}", "e5-a")
    again, replies = with_record(session_of(), record_of(session))
    assert said(replies) == ["* White wins."]
    assert (again.state, again.resigned) == (State.FINISHED, None)


def test_a_record_of_the_same_variant_keeps_its_path() -> None:
    """A variant that was loaded from a file is still called by its path; another one by its name."""
    called = attrs.evolve(session_of(), called="my/tablut.toml")
    assert with_record(called, Record.of(start("tablut")))[0].called == "my/tablut.toml"
    assert with_record(called, Record.of(start("brandubh")))[0].called is None


def test_a_record_that_breaks_the_rules() -> None:
    """An illegal move is refused, and the session is what it was."""
    record = Record(load_variant("tablut"), parse_record('[Variant "tablut"]\n\n1. e5-e9 *').line)
    with pytest.raises(IllegalMoveError, match="e5-e9"):
        with_record(session_of(), record)


@pytest.mark.parametrize("name", ["game.tafl", "GAME.TAFL"])
def test_the_name_of_a_file_decides_what_is_saved(name: str) -> None:
    """A file that ends in `.tafl` is a record, with who resigned; any other has commands."""
    session, _ = obey(session_of(), "i6-g", "resign")
    text = save(session, name).text
    assert is_recorded(text)
    record = parse_record(text)
    assert (record.moves, record.result.value, record.termination) == (("i6-g6",), "1-0", "resigned")
    commands = save(session, "game.txt").text
    assert not is_recorded(commands)
    assert commands.splitlines()[-1] == "resign"


@pytest.mark.parametrize(("text", "recorded"), [("", False), (" \n", False), ("e5-e8", False), ("undo", False)])
def test_commands_are_no_record(text: str, recorded: bool) -> None:
    """Moves alone are commands."""
    assert is_recorded(text) is recorded
