"""`taflkit play` and the files that it writes: it overwrites nothing that is not its own, unless it is told to."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import taflkit
from tests.cli.talking import terminal
from tests.cli.test_play import play
from tests.test_files import full_disk

FOREIGN = "my shopping list\n"


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    """A file that taflkit did not write."""
    file = tmp_path / "list"
    file.write_text(FOREIGN)
    return file


def test_a_new_file_is_saved_silently(tmp_path: Path) -> None:
    """Saving to a new file prints nothing, and so does saving the same file again in the same session."""
    file = tmp_path / "game"
    run = play("--white", "manual", commands=f"save {file}\ne2-a\nsave {file}\n")
    assert (run.code, run.output) == (0, "")
    assert "e2-a2" in file.read_text().splitlines()


@pytest.mark.parametrize("ours", [False, True], ids=["foreign", "ours"])
def test_a_pipe_overwrites_nothing(tmp_path: Path, foreign: Path, ours: bool) -> None:
    """Commands that come through a pipe overwrite no file that was there before, whoever wrote it."""
    if ours:
        foreign.unlink()
        play(commands=f"save {foreign}\n")
    before = foreign.read_bytes()
    run = play("--white", "manual", commands=f"e2-a\nsave {foreign}\nstatus\n")
    error, *answers = run.lines
    assert error == (
        f"Error: {str(foreign)!r} exists, and commands from a file or a pipe overwrite nothing; "
        "use another name, or start with --force"
    )
    assert "moves made 1" in answers
    assert foreign.read_bytes() == before
    assert list(tmp_path.iterdir()) == [foreign]


def test_a_file_of_commands_overwrites_nothing(tmp_path: Path, foreign: Path) -> None:
    """Neither the file that is played nor one that it loads overwrites anything, through a link neither."""
    (tmp_path / "link").symlink_to(foreign)
    inner, outer = tmp_path / "inner", tmp_path / "outer"
    inner.write_text(f"save {tmp_path / 'link'}\nsave {outer}\n")
    outer.write_text(f"load {inner}\nsave {inner}\n")
    run = play(outer)
    assert len(run.lines) == 3
    assert all("overwrite nothing" in line for line in run.lines)
    assert foreign.read_text() == FOREIGN


def test_force_overwrites(foreign: Path) -> None:
    """With --force both the command and the log overwrite."""
    assert play("--force", commands=f"save {foreign}\n").output == ""
    assert foreign.read_text().startswith("# taflkit: ")
    foreign.write_text(FOREIGN)
    assert play("--force", "--log", foreign, commands="e2-a\n").code == 0
    assert "e2-a" in foreign.read_text()


def test_an_empty_file_holds_nothing(tmp_path: Path) -> None:
    """A file without content may be overwritten."""
    (tmp_path / "game").touch()
    assert play(commands=f"save {tmp_path / 'game'}\n").output == ""
    assert (tmp_path / "game").stat().st_size > 0


def test_a_log_over_a_foreign_file(foreign: Path) -> None:
    """A log replaces an older log or a saved game, but no other file."""
    assert "was not written by taflkit; use another name, or --force" in play("--log", foreign).error
    assert foreign.read_text() == FOREIGN
    foreign.unlink()
    play(commands=f"save {foreign}\n")
    for move in ("e2-a", "e2-b"):
        assert play("--white", "manual", "--log", foreign, commands=f"{move}\n").code == 0
    assert [line for line in foreign.read_text().splitlines() if line.startswith("e2-")] == ["e2-b"]


def test_a_saved_game_in_a_log_is_not_saved_again(tmp_path: Path) -> None:
    """A log of a session in which a game was saved can be played again without an error."""
    log = tmp_path / "log"
    play("--white", "manual", "--log", log, commands=f"e2-a\nsave {tmp_path / 'game'}\n")
    assert play(log, "--strict").code == 0


def test_a_full_disk_leaves_old_files(tmp_path: Path) -> None:
    """A saved game, a log and a picture that do not fit on the disk leave the old files as they were."""
    old = "# taflkit: an older file\n"
    files = [tmp_path / name for name in ("game", "log", "picture")]
    for file in files:
        file.write_text(old)
    game, log, picture = files
    with full_disk(10):
        assert "cannot write" in play("--force", commands=f"save {game}\n").output
        assert "File too large" in play("--log", log).error
        assert "File too large" in taflkit("show", "tablut", "--svg", picture, "--force").error
    assert [file.read_text() for file in files] == [old] * 3
    assert sorted(tmp_path.iterdir()) == files


def test_at_a_terminal_one_is_asked(tmp_path: Path, foreign: Path) -> None:
    """Who types `save` is asked about a file that taflkit did not write, and not about one that it wrote."""
    loading = tmp_path / "commands"
    loading.write_text(f"save {foreign}\n")
    with terminal("play", "--white", "manual", HOME=str(tmp_path)) as screen:
        screen.until("Black>")
        screen.type(f"load {loading}\n")
        screen.until("overwrite nothing")
        screen.until("Black>")
        for answer in ("", "no", "\x04"):
            screen.type(f"save {foreign}\n")
            screen.until(r"was not written by taflkit\. Overwrite it\? \[y/N\] ")
            screen.type(answer if answer == "\x04" else f"{answer}\n")
            screen.until(r"is\s+left\s+as\s+it\s+was\n")  # Where the line is wrapped depends on the path.
            screen.until("Black>")
        screen.type(f"save {foreign}\n")
        screen.until(r"\[y/N\] ")
        assert foreign.read_text() == FOREIGN
        screen.type("y\n")
        screen.until("Black>")
        screen.type("e2-a\n")
        screen.until("White>")
        screen.type(f"save {foreign}\n")
        assert "[y/N]" not in screen.until("White>")
        screen.type("quit\n")
        assert screen.end()[0] == 0
    assert "e2-a2" in foreign.read_text().splitlines()


def test_a_log_at_a_terminal(tmp_path: Path, foreign: Path) -> None:
    """Before the game begins one is asked about a log over a foreign file; Ctrl-C leaves."""
    with terminal("play", "--log", foreign, HOME=str(tmp_path)) as screen:
        screen.until(r"\[y/N\] ")
        screen.type("n\n")
        status, shown = screen.end()
    assert status == 2
    assert "is left as it was" in shown
    with terminal("play", "--log", foreign, HOME=str(tmp_path)) as screen:
        screen.until(r"\[y/N\] ")
        screen.type("\x03")
        assert screen.end(nudge="\x03")[0] == 130
    assert foreign.read_text() == FOREIGN
    with terminal("play", "--log", foreign, HOME=str(tmp_path)) as screen:
        screen.until(r"\[y/N\] ")
        screen.type("y\n")
        screen.until("Black>")
        screen.type("quit\n")
        assert screen.end()[0] == 0
    assert foreign.read_text().startswith("# taflkit: ")
