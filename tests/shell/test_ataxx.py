"""The command language of Ataxx: exact transcripts, and what is refused in which state."""

from __future__ import annotations

from typing import Any

import pytest

from taflkit import TaflError, load_variant
from taflkit.games import kind_of
from taflkit.games.ataxx import AtaxxGame, Move
from taflkit.shell import Leave, Session, State, dialect_named, parse_command
from tests.shell.machine_staged import every_seventh
from tests.shell.sessions import obey, said

START = """\
===
  r - - - - - b
  - - - - - - -
  - - - - - - -
  - - - - - - -
  - - - - - - -
  - - - - - - -
  b - - - - - r
==="""
#: Red is to move and cannot; Blue can, in the top rows.
STUCK = "------- ------- ------- ------- bbbbbbb bbbbbbb rrrrrrr"
#: Whoever is to move fills the last square: Red then has 25 pieces and Blue 24, or the other way round.
LAST_SQUARE = "-rrrrrr bbbbbbb rrrrrrr bbbbbbb rrrrrrr bbbbbbb rrrrbbb"


def first_text(game: Any, seed: int) -> Any:
    """The move whose text is first in the alphabet."""
    return min(game.legal_moves, key=str)


def session(player: Any = first_text) -> Session[AtaxxGame, Move]:
    """A session of Ataxx as it begins."""
    variant = load_variant("ataxx")
    return Session(kind_of(variant).start(variant), player)


def transcript(*lines: str, of: Session[AtaxxGame, Move] | None = None) -> list[str]:
    """What is printed after some commands."""
    return said(obey(of or session(), *lines)[1])


def error(of: Session[AtaxxGame, Move], line: str) -> str:
    """The error that a line causes, on one line."""
    with pytest.raises(TaflError) as raised:
        obey(of, line)
    (text,) = str(raised.value).splitlines()
    return text


def test_a_session_begins_in_the_set_up_state() -> None:
    """At first a position is set up, with Red manual and Blue automated."""
    begun = session()
    assert begun.state is State.SET_UP
    assert [str(player) for player in begun.automated] == ["Blue"]
    assert transcript("dump") == START.splitlines()


def test_set_up_moves_are_made_for_both_and_nobody_answers() -> None:
    """In the set-up state Red and Blue are moved in turn by hand, and automated players do nothing."""
    assert (
        transcript("g1-f2", "a1-b2", "dump")
        == """\
===
  r - - - - - b
  - - - - - - -
  - - - - - - -
  - - - - - - -
  - - - - - - -
  - b - - - r -
  b - - - - - r
===""".splitlines()
    )


def test_start_goes_on_from_there() -> None:
    """After `start` the automated player answers, with its name and a full stop."""
    assert transcript("g1-f2", "start") == ["Blue moves a1-a2."]
    assert transcript("start", "g1-f2", "dump")[0] == "Blue moves a1-a2."


def test_a_piece_turns_its_neighbours() -> None:
    """A piece that is laid down takes over the enemies beside it."""
    moves = ("g1-e3", "a1-c3", "e3-d3", "dump")
    assert transcript(*moves)[5] == "  - - r r r - -"


def test_a_player_without_a_move_passes() -> None:
    """An automated player passes in words, a manual one with a hyphen; nobody else may pass."""
    assert transcript("auto red", "manual blue", f"set red {STUCK}", "start") == ["Red passes."]
    stuck, replies = obey(session(), "manual blue", f"set red {STUCK}", "start", "-")
    assert replies == []
    assert str(stuck.game.to_move) == "Blue"
    assert error(stuck, "-") == "illegal move -: there is a move, and only a player without one passes"
    assert error(session(), "-") == "illegal move -: there is a move, and only a player without one passes"


@pytest.mark.parametrize(
    ("rows", "player", "move", "line"),
    [
        (LAST_SQUARE, "red", "b7-a7", "Red wins."),
        (LAST_SQUARE, "blue", "a6-a7", "Blue wins."),
        ("-rrrrrr Xbbbbbb rrrrrrr bbbbbbb rrrrrrr bbbbbbb rrrrrbb", "blue", "b6-a7", "Draw."),
    ],
)
def test_the_end_is_announced(rows: str, player: str, move: str, line: str) -> None:
    """Most pieces win, and equal numbers are a draw; after that the session is in the finished state."""
    ended, replies = obey(session(), "manual blue", f"set {player} {rows}", "start", move)
    assert said(replies) == [line]
    assert ended.state is State.FINISHED


def test_a_game_that_is_decided_when_it_is_started() -> None:
    """Moves in the set-up state announce no end; `start` does, and the session is finished."""
    decided, replies = obey(session(), "manual blue", f"set red {LAST_SQUARE}", "b7-a7")
    assert replies == []
    assert decided.state is State.SET_UP
    ended, replies = obey(decided, "start")
    assert said(replies) == ["Red wins."]
    assert ended.state is State.FINISHED


def test_the_25th_jump_in_a_row_ends_the_game() -> None:
    """Both sides jump to and fro; nobody extends, and the pieces are equal."""
    jumps = ["g1-e1", "a1-c1", "e1-g1", "c1-a1"] * 6
    lines = transcript("manual blue", "start", *jumps)
    assert lines == []
    assert transcript("manual blue", "start", *jumps, "g1-e1") == ["Draw."]


def test_blocks_come_with_their_reflections() -> None:
    """A block is set on one, two or four squares."""
    assert (
        transcript("block c3", "block d4", "block d1", "dump")
        == """\
===
  r - - X - - b
  - - - - - - -
  - - X - X - -
  - - - X - - -
  - - X - X - -
  - - - - - - -
  b - - X - - r
===""".splitlines()
    )


@pytest.mark.parametrize(
    ("before", "line", "text"),
    [
        ((), "block a1", "no block on a1: there is a piece on a1"),
        (("manual red",), "block g7", "no block on g7: there is a piece on g7"),
        (("g1-f2",), "block c3", "no block can be set once a piece has been played"),
        ((), "block h1", "cannot read 'h1': expected a column from a to g at column 1"),
        ((), "block c33", "cannot read 'c33': expected nothing more at column 3"),
        ((), "block", "write it as: block CR"),
        ((), "block c3 c4", "write it as: block CR"),
    ],
)
def test_wrong_blocks(before: tuple[str, ...], line: str, text: str) -> None:
    """A block on a piece, on a corner, after a move or nowhere is one error, and changes nothing."""
    set_up, _ = obey(session(), *before)
    assert error(set_up, line) == text
    assert transcript("dump", of=set_up) == transcript(*before, "dump")


def test_blocks_may_be_set_again_after_clear() -> None:
    """`clear` removes pieces played and blocks, makes Red manual and Blue automated, and leads back to set-up."""
    cleared, replies = obey(session(), "block c3", "auto red", "manual blue", "g1-f2", "clear")
    assert replies == []
    assert cleared.game == session().game
    assert cleared.automated == session().automated
    assert cleared.state is State.SET_UP
    assert "X" in "".join(transcript("block b2", "dump", of=cleared))
    playing, _ = obey(session(), "start", "clear")
    assert playing.state is State.SET_UP


PLAYING = ("manual blue", "start")
FINISHED = ("manual blue", f"set red {LAST_SQUARE}", "b7-a7", "start")


@pytest.mark.parametrize("line", ["start", "auto red", "manual red", "block c3", "seed 3", f"set red {STUCK}"])
@pytest.mark.parametrize("before", [PLAYING, FINISHED], ids=["playing", "finished"])
def test_commands_of_the_set_up_state(before: tuple[str, ...], line: str) -> None:
    """What is for setting up is an error once the game has been started."""
    started, _ = obey(session(), *before)
    word = line.partition(" ")[0]
    assert error(started, line) == f"{word} is for the set-up state, and this is the {started.state.value} state"


def test_a_move_after_the_end() -> None:
    """In the finished state nothing is played."""
    finished, _ = obey(session(), *FINISHED)
    assert error(finished, "a7-a6") == "a move is for the set-up or playing state, and this is the finished state"


@pytest.mark.parametrize("line", ["clear", "dump", "help", "help block", "board", "status", "undo", "save x", "quit"])
@pytest.mark.parametrize("before", [(), ("g1-f2",), (*PLAYING, "g1-f2"), FINISHED])
def test_commands_of_every_state(before: tuple[str, ...], line: str) -> None:
    """What is allowed always is obeyed in every state."""
    if not before and line == "undo":
        return
    obey(obey(session(), *before)[0], line)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("g1-g1", "illegal move g1-g1: a piece goes to another square, at most two columns and two rows away"),
        ("g1-d1", "illegal move g1-d1: a piece goes to another square, at most two columns and two rows away"),
        ("a1-a2", "illegal move a1-a2: there is no piece of Red on a1"),
        ("c3-c4", "illegal move c3-c4: there is no piece of Red on c3"),
        ("g1-h1", "cannot read 'g1-h1': expected a column from a to g at column 4"),
        ("g1-", "cannot read 'g1-': expected a column from a to g at column 4"),
        ("f2", "unknown command 'f2'; try help"),
        ("new", "unknown command 'new'; try help"),
        ("limit 3", "unknown command 'limit'; try help"),
        ("auto green", "expected a player, red or blue, not 'green'"),
        ("set red rrr", "the board has 49 squares, but 3 were given"),
        ("clear now", "write it as: clear"),
    ],
)
def test_errors_are_one_line(line: str, text: str) -> None:
    """What cannot be obeyed is refused in a sentence, and changes nothing."""
    begun = session()
    assert error(begun, line) == text
    assert begun == session()


def test_an_extend_may_be_written_from_any_neighbour() -> None:
    """Which neighbour an extend is written from makes no difference to the game."""
    one, _ = obey(session(), "a7-b7", "a1-a2", "a7-b6")
    other, _ = obey(session(), "a7-b7", "a1-a2", "b7-b6")
    assert one.game == other.game


def test_the_extra_commands() -> None:
    """Moves can be listed, hinted at and taken back; the board and the state can be looked at."""
    assert transcript("moves a7") == ["a7-a5 a7-a6 a7-b5 a7-b6 a7-b7 a7-c5 a7-c6 a7-c7"]
    assert transcript("moves a1") == ["no moves"]
    assert transcript("hint") == ["hint: a7-a5"]
    assert transcript("g1-f2", "a1-b2", "f2-f3", "undo", "dump") == transcript("g1-f2", "dump")
    assert transcript("g1-f2", "board")[-2:] == ["last move g1-f2", "Blue to move"]
    assert transcript("seed 4", "block c3", "start", "status") == [
        *("variant ataxx", "Red is manual", "Blue is automated", "seed 4", "moves made 0", "playing state"),
        "Red to move",
    ]
    finished, _ = obey(session(), *FINISHED)
    assert transcript("status", of=finished)[-2:] == [
        "finished state",
        "the game is over: Red won, neither side can move",
    ]


def test_undo_leads_out_of_the_finished_state() -> None:
    """The last moves of a game can be taken back, and made again."""
    lines = ("manual blue", f"set red {LAST_SQUARE}", "start", "b7-a7", "undo")
    again, _ = obey(session(), *lines)
    assert again.state is State.PLAYING
    assert transcript("b7-a7", of=again) == ["Red wins."]


def test_quit_prints_nothing() -> None:
    """A game in progress is resigned without a word."""
    playing, _ = obey(session(), "start", "g1-f2")
    assert obey(playing, "quit")[1] == [Leave()]


def test_a_saved_game_is_plain_commands() -> None:
    """Blocks are saved as blocks, and `start` comes last if the game is being played."""
    saved, _ = obey(session(every_seventh), "seed 7", "block c3", "block d1", "manual blue", "start", "g1-f2", "a1-b2")
    assert saved.script().splitlines() == [
        *("variant ataxx", "block d1", "block c3", "seed 7", "manual red", "manual blue", "g1-f2", "a1-b2", "start"),
    ]
    set_up, _ = obey(session(), f"set blue {STUCK}")
    assert set_up.script().splitlines() == [
        *("variant ataxx", f"set blue {STUCK}", "seed 0", "manual red", "auto blue"),
    ]


def test_the_variant_changes_the_language() -> None:
    """`variant` switches between kinds of game: the dialect changes, and the second player stays automated."""
    tafl, _ = obey(session(), "variant tablut")
    assert said(obey(tafl, "e2-a", "e1-2")[1])[0].startswith("* ")
    assert tafl.dialect is dialect_named("tafl")
    back, _ = obey(tafl, "variant ataxx")
    assert back.state is State.SET_UP
    assert transcript("g1-f2", "start", of=back)[0].startswith("Blue moves ")
    first_automated, _ = obey(tafl, "manual white", "auto black", "variant ataxx")
    assert said(obey(first_automated, "start")[1])[0].startswith("Red moves ")


def test_help_lists_the_commands_of_the_dialect() -> None:
    """Help has a line for each command, and explains each of them and moves."""
    dialect = dialect_named("ataxx")
    lines = transcript("help")
    assert [line.partition(" ")[0] for line in lines] == ["a", *dialect.by_word]
    assert {"clear", "start", "block"} <= dialect.by_word.keys()
    for word in (*dialect.by_word, "move"):
        assert transcript(f"help {word}")[0].lower().startswith(word)
    assert transcript("help clear") == [
        "clear: Abandon the game: the initial board, set-up state, red manual and blue automated."
    ]


def test_commands_of_another_dialect_are_refused() -> None:
    """A command that was read in another dialect is an error, not a crash."""
    command = parse_command("limit 3")
    assert command is not None
    with pytest.raises(TaflError, match=r"^'limit' was read in another dialect than ataxx$"):
        session().step(command)


def test_a_block_where_a_piece_begins_is_saved_as_a_position() -> None:
    """No command `block` makes such a position: it is saved with `set`."""
    rows = "X-----b ------- ------- ------- ------- ------- b-----r"
    changed, _ = obey(session(), f"set red {rows}")
    script = changed.script()
    assert "block" not in script
    assert f"set red {rows}" in script
    assert obey(session(), *script.splitlines())[0] == changed


def test_a_block_is_a_new_course() -> None:
    """After it there is nothing to play again."""
    set_up, _ = obey(session(), "manual blue", "g1-f2", "undo", "block c3")
    assert error(set_up, "redo") == "there is no move to play again"
