"""`taflkit play` at a terminal: prompt, editing, history, completion, the board, Ctrl-C and Ctrl-D."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from taflkit.cli.terminal import MAX_HISTORY_LINES, completions, prompt
from tests.cli.running import COMMAND
from tests.cli.talking import PATIENCE, environment, terminal
from tests.cli.test_play import QUICK
from tests.shell.sessions import field, obey, session_of


def test_a_game_at_a_terminal(tmp_path: Path) -> None:
    """The prompt says whose turn it is, automated moves stand on lines of their own, and Ctrl-D leaves."""
    with terminal("play", *QUICK, HOME=str(tmp_path)) as screen:
        screen.until("Black>")
        screen.type("e2-a\n")
        assert "\n* " in screen.until(r"\* .*\n")
        screen.until("Black>")
        screen.type("manual white\n")
        screen.until("Black>")
        screen.type("set white 9/9/9/9/4K4/9/9/9/B8\n")
        screen.until("White>")
        screen.type("e5-a\n")
        screen.until(r"\n\* White wins\.\n")
        screen.until("game over>")
        screen.type("\x04")
        assert screen.end() == (0, "\n")


def test_prompts_end_as_readers_expect() -> None:
    """A prompt is a name and the sign that ends prompts, and nothing after it."""
    assert prompt(session_of()) == "Black>"
    assert prompt(session_of(field(attackers="Bl>ck *"))) == "Bl?ck ?>"
    assert prompt(obey(session_of(), "set black 9/9/9/9/9/9/9/9/B3K4")[0]) == "game over>"


def test_ctrl_c_abandons_a_line(tmp_path: Path) -> None:
    """What has been typed is forgotten, and there is a new prompt."""
    with terminal("play", HOME=str(tmp_path)) as screen:
        screen.until("Black>")
        screen.type("e2-a")
        screen.until("e2-a")
        screen.type("\x03")
        screen.until("Black>", nudge="\x03")
        screen.type("status\n")
        screen.until("moves made 0\n")
        screen.until("Black>")
        screen.type("quit\n")
        assert screen.end()[0] == 0


def test_ctrl_c_plays_the_best_move_so_far(tmp_path: Path) -> None:
    """A player that thinks too long is hurried; Ctrl-C once more, before anything is typed, makes it manual."""
    with terminal("play", "--depth", "40", HOME=str(tmp_path)) as screen:
        screen.until("Black>")
        screen.type("e2-a\n")
        screen.until("White to move\n")  # Now it thinks, or is about to.
        screen.type("\x03")
        screen.until(r"\* .*\n")
        screen.until("Black>")
        screen.type("\x03")
        screen.until("White is manual now\n", nudge="\x03")
        screen.until("Black>")
        screen.type("status\n")
        screen.until("White is manual\n")
        screen.until("moves made 2\n")
        screen.until("Black>")
        screen.type("quit\n")
        assert screen.end()[0] == 0


def test_a_second_ctrl_c_makes_a_player_manual_that_thinks(tmp_path: Path) -> None:
    """Where two automated players play on, the first Ctrl-C hurries one, and the second stops them."""
    with terminal("play", "--black", "auto", "--depth", "40", HOME=str(tmp_path)) as screen:
        screen.until("Black to move\n")
        screen.type("\x03")
        screen.until("White to move\n")
        screen.type("\x03")
        screen.until("Error: interrupted; White is manual now\n")
        screen.until("White>")
        screen.type("quit\n")
        assert screen.end()[0] == 0


def test_ctrl_c_abandons_files(tmp_path: Path) -> None:
    """What is being loaded is not gone on with after Ctrl-C has stopped a command, or a player for good."""
    inner, outer = tmp_path / "inner", tmp_path / "outer"
    inner.write_text("manual white\nmoves b5\ne2-a\nauto black\nauto white\nstatus\n")
    outer.write_text(f"load {inner}\nstatus\n")
    with terminal("play", "--depth", "40", HOME=str(tmp_path)) as screen:
        screen.until("Black>")
        screen.type(f"load {outer}\n")
        screen.until("b5-1")
        screen.type("\x03")
        assert "moves made" not in screen.until("Error: interrupted.*\n", nudge="\x03")
        assert "moves made" not in screen.until("(Black|White)>")
        screen.type("quit\n")
        assert screen.end()[0] == 0


def test_ctrl_c_while_a_file_gives_nothing(tmp_path: Path) -> None:
    """Loading from a pipe to which nobody writes can be given up."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with terminal("play", HOME=str(tmp_path)) as screen:
        screen.until("Black>")
        screen.type(f"load {pipe}\n")
        writer = os.open(pipe, os.O_WRONLY)  # It waits until somebody reads.
        screen.type("\x03")
        screen.until("Error: interrupted\n", nudge="\x03")
        os.close(writer)
        screen.until("Black>")
        screen.type("quit\n")
        assert screen.end()[0] == 0


def test_the_board_is_drawn_with_the_last_move(tmp_path: Path) -> None:
    """With --board there is a picture at the start and after every move, the last move marked."""
    with terminal("play", "--board", "--white", "manual", HOME=str(tmp_path), LC_ALL="C.UTF-8") as screen:
        assert " 5  ●  ●  ○  ○  ♔  ○  ○  ●  ●\n" in screen.until("Black>")
        screen.type("e2-a\n")
        assert " 2 [●] ·  ·  · [·] ·  ·  ·  ·\n" in screen.until("White>")
        screen.type("undo\n")
        assert "[" not in screen.until("Black>")
        screen.type("status\n")
        assert "●" not in screen.until("Black>")
        screen.type("quit\n")
        assert screen.end()[0] == 0


def test_the_board_without_unicode(tmp_path: Path) -> None:
    """A terminal that cannot show the signs gets letters."""
    with terminal("play", "--board", HOME=str(tmp_path), PYTHONIOENCODING="ascii") as screen:
        assert " 5 B B W W K W W B B\n" in screen.until("Black>")
        screen.type("quit\n")
        assert screen.end()[0] == 0


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    """Keys that make no text are an error like any other."""
    with terminal("play", HOME=str(tmp_path)) as screen:
        screen.until("Black>")
        screen.type(b"\xff\xfe\n")
        screen.until("Error: unknown command .*\n")
        screen.until("Black>")
        screen.type("quit\n")
        assert screen.end()[0] == 0


def test_strict_at_a_terminal(tmp_path: Path) -> None:
    """The first error ends a strict session here, too."""
    with terminal("play", "--strict", HOME=str(tmp_path)) as screen:
        screen.until("Black>")
        screen.type("dance\n")
        assert screen.end()[0] == 1


def test_output_that_is_no_terminal_gets_no_prompt(tmp_path: Path) -> None:
    """Where the output goes elsewhere, nothing is printed beyond what other programs expect."""
    out = tmp_path / "out"
    master, slave = pty.openpty()
    with out.open("wb") as file:
        process = subprocess.Popen([*COMMAND, "play", "--board"], stdin=slave, stdout=file, env=environment())
    os.close(slave)
    os.write(master, b"status\nquit\n")
    assert process.wait(PATIENCE) == 0
    os.close(master)
    assert out.read_text().startswith("variant tablut\nBlack is manual\n")


@pytest.mark.skipif(sys.platform != "linux", reason="the directory is elsewhere")
def test_history_is_kept(tmp_path: Path) -> None:
    """Lines are there in the next session, and the file of them stays small."""
    pytest.importorskip("readline")
    file = tmp_path / ".local" / "state" / "taflkit" / "history"
    with terminal("play", HOME=str(tmp_path)) as screen:
        screen.until("Black>")
        screen.type("moves b5\n")
        screen.until("Black>")
        screen.type("quit\n")
        assert screen.end()[0] == 0
    assert "moves b5\n" in file.read_text()
    file.write_text(file.read_text() + "status\n" * 3 * MAX_HISTORY_LINES)
    with terminal("play", HOME=str(tmp_path), TERM="xterm") as screen:
        screen.until("Black>")
        screen.type("\x1b[A\n")
        screen.until("variant tablut\n")
        screen.until("Black>")
        screen.type("quit\n")
        assert screen.end()[0] == 0
    assert len(file.read_text().splitlines()) <= MAX_HISTORY_LINES + 1


def test_history_that_cannot_be_kept_is_no_error(tmp_path: Path) -> None:
    """Where there is no place for a history, one plays without."""
    (tmp_path / ".local").write_text("not a directory")
    with terminal("play", HOME=str(tmp_path)) as screen:
        screen.until("Black>")
        screen.type("quit\n")
        status, shown = screen.end()
    assert status == 0
    assert "Error" not in shown
    assert "Traceback" not in shown


def test_the_tabulator_completes(tmp_path: Path) -> None:
    """The tabulator key completes a command."""
    pytest.importorskip("readline")
    with terminal("play", HOME=str(tmp_path), TERM="xterm") as screen:
        screen.until("Black>")
        screen.type("stat\t\n")
        screen.until("variant tablut\n")
        screen.until("Black>")
        screen.type("quit\n")
        assert screen.end()[0] == 0


def test_completions(tmp_path: Path) -> None:
    """What may come next is offered: commands and moves, players, squares, variants and files."""
    session = session_of()
    assert completions(session, [], "d")[:5] == ["dump", "d1-a", "d1-b", "d1-c", "d1-2"]
    assert completions(session, [], "b5-") == [f"b5-{row}" for row in (1, 2, 3, 4, 6, 7, 8, 9)]
    assert completions(session, ["Auto"], "") == ["black", "white", "attackers", "defenders"]
    assert completions(session, ["set"], "W") == ["white"]
    assert completions(session, ["help"], "se") == ["seed", "set"]
    assert completions(session, ["moves"], "b") == ["b5"]
    assert "tablut" in completions(session, ["variant"], "")
    (tmp_path / "saved").write_text("")
    (tmp_path / "some").mkdir()
    (tmp_path / ".hidden").mkdir()
    assert completions(session, ["load"], f"{tmp_path}/s") == [f"{tmp_path}/saved", f"{tmp_path}/some/"]
    assert completions(session, ["load"], f"{tmp_path}/") == [f"{tmp_path}/saved", f"{tmp_path}/some/"]
    assert completions(session, ["load"], f"{tmp_path}/none/") == []
    assert completions(session, ["dump"], "") == []
    over, _ = obey(session, "set black 9/9/9/9/9/9/9/9/B3K4")
    assert completions(over, [], "e1-") == []
