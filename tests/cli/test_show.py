"""`taflkit show`."""

from __future__ import annotations

import os
import pty
import subprocess
from pathlib import Path

import pytest

from taflkit import render, start
from tests.cli.running import COMMAND, process, taflkit
from tests.cli.talking import environment
from tests.render.reading import read
from tests.variant.files import SMALL, write


def test_the_start_position_is_drawn() -> None:
    """`show VARIANT` draws the board, says whose turn it is and how many moves there are."""
    assert taflkit("show", "brandubh").lines == [
        " 7 . . . A . . .",
        " 6 . . . A . . .",
        " 5 . . . D . . .",
        " 4 A A D K D A A",
        " 3 . . . D . . .",
        " 2 . . . A . . .",
        " 1 . . . A . . .",
        "   a b c d e f g",
        "attackers to move",
        "40 legal moves",
    ]


def test_the_last_move_is_told_with_what_it_captured() -> None:
    """`--moves` shows where they lead."""
    run = taflkit("show", "tablut", "--moves", "i6-g d5-7 i4-g")
    assert run.lines[-2] == "last move i4-g4xg5"
    assert run.lines[5] == " 4 B . . . W . B . ."


def test_a_finished_game_tells_its_outcome() -> None:
    """Where the game is over there is no side to move and no move."""
    run = taflkit("show", "brandubh", "--position", "7/7/7/K5A/7/7/7 defenders", "--moves", "a4-7")
    assert run.lines[-2:] == ["the defenders win: the king escaped", "last move a4-a7"]


def test_a_position_is_drawn_with_or_without_its_variant() -> None:
    """`--position` takes the line that taflkit prints, or the part after the variant's name."""
    rows = "7/7/7/K5A/7/7/7 defenders"
    assert taflkit("show", "brandubh", "--position", rows) == taflkit(
        "show", "brandubh", "--position", f"brandubh {rows}"
    )
    assert taflkit("show", "tablut", "--position", f"brandubh {rows}").error.endswith(
        "expected the variant tablut at column 1"
    )


def test_a_file_is_shown(tmp_path: Path) -> None:
    """A variant may be given by its file."""
    assert taflkit("show", write(tmp_path, SMALL)).lines[-1].endswith(" legal moves")


def test_the_board_is_seen_from_either_side() -> None:
    """`--flip` has a1 at the top right, in text and in pictures."""
    lines = taflkit("show", "brandubh", "--flip").lines
    assert (lines[0], lines[7]) == (" 1 . . . A . . .", "   g f e d c b a")
    assert read(taflkit("show", "brandubh", "--flip", "--svg", "-").output).labels[0] == "g"


def test_signs_and_colours_are_drawn_where_they_are_asked_for() -> None:
    """`--unicode` and `--color always` work where there is no terminal too; the last move is then marked."""
    signs = taflkit("show", "tablut", "--moves", "i6-g", "--unicode", "--highlight", "a5,b5").lines
    assert signs[3] == " 6  ●  ·  ·  ·  ○  · [●] · [·]"
    assert signs[4].startswith(" 5 (●)(●) ○  ○  ♔")
    _, coloured, _ = process("show", "tablut", "--color", "always", NO_COLOR="1")
    assert b"\x1b[" in coloured


def _on_a_terminal(*arguments: str, **changes: str) -> str:
    """What a command prints on a terminal."""
    ours, its = pty.openpty()
    kept = {key: value for key, value in environment().items() if key not in ("NO_COLOR", "TERM")}
    with subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=its,
        env={**kept, "TERM": "xterm", "PYTHONIOENCODING": "utf-8", **changes},
    ):
        os.close(its)
        printed = b""
        try:
            while some := os.read(ours, 65536):
                printed += some
        except OSError:  # Linux says so when nobody is left at the other end.
            pass
        finally:
            os.close(ours)
    return printed.decode().replace("\r\n", "\n")


def test_a_terminal_is_shown_signs_and_colours() -> None:
    """On a terminal the board is drawn in signs, with colours unless the user wants none."""
    coloured = _on_a_terminal("show", "brandubh")
    assert "\x1b[" in coloured
    assert "♔" in coloured
    plain = taflkit("show", "brandubh", "--unicode").output
    assert _on_a_terminal("show", "brandubh", NO_COLOR="1") == plain
    assert _on_a_terminal("show", "brandubh", TERM="dumb") == plain
    assert "\x1b[" in _on_a_terminal("show", "brandubh", NO_COLOR="")
    assert _on_a_terminal("show", "brandubh", "--color", "never", "--ascii") == taflkit("show", "brandubh").output


def test_a_terminal_without_the_signs_is_shown_letters() -> None:
    """Where the encoding has no discs the board is drawn in letters, and asking for signs is an error."""
    printed = _on_a_terminal("show", "brandubh", PYTHONIOENCODING="ascii", NO_COLOR="1")
    assert printed == taflkit("show", "brandubh").output
    status, _, error = process("show", "brandubh", "--unicode", PYTHONIOENCODING="ascii")
    assert (status, error.splitlines()[-1]) == (2, b"Error: standard output cannot show the symbols of --unicode.")


def test_a_picture_is_written(tmp_path: Path) -> None:
    """`--svg FILE` writes what the library draws, and prints nothing."""
    file = tmp_path / "tablut.svg"
    arguments = ("--moves", "i6-g d5-7 i4-g", "--arrows", "e3-a3 e5-6", "--highlight", "a3,a2")
    run = taflkit("show", "tablut", *arguments, "--svg", file, "--theme", "dark", "--size", "300", "--flip")
    assert (run.code, run.output) == (0, "")
    game = start("tablut").play_all(["i6-g", "d5-7", "i4-g"])
    assert file.read_text("utf-8") == render.svg(
        game, arrows=["e3-a3", "e5-e6"], highlights=["a2", "a3"], theme="dark", size=300, flipped=True
    )


def test_a_picture_overwrites_nothing(tmp_path: Path) -> None:
    """A file that holds something stays as it is, unless --force is given; an empty file is overwritten."""
    file = tmp_path / "tablut.svg"
    file.write_text("what was there before", "utf-8")
    run = taflkit("show", "tablut", "--svg", file)
    assert (run.code, run.error) == (2, f"Error: {file} exists; use another name, or --force to overwrite it")
    assert file.read_text("utf-8") == "what was there before"
    assert taflkit("show", "tablut", "--svg", file, "--force").code == 0
    assert file.read_text("utf-8") == render.svg(start("tablut"))
    file.write_text("", "utf-8")
    assert taflkit("show", "tablut", "--svg", file).code == 0
    assert file.read_text("utf-8") == render.svg(start("tablut"))


def test_a_picture_goes_to_standard_output() -> None:
    """`--svg -` prints the picture and nothing else, in UTF-8 wherever it goes."""
    status, printed, _ = process("show", "saami-tablut", "--svg", "-", PYTHONIOENCODING="ascii")
    assert (status, printed.decode("utf-8")) == (0, render.svg(start("saami-tablut")))


@pytest.mark.parametrize("name", ["board.png", "board.PDF"])
def test_a_picture_in_another_format_is_refused(tmp_path: Path, name: str) -> None:
    """`--svg` does not write SVG into a file whose name says that it is something else."""
    run = taflkit("show", "tablut", "--svg", tmp_path / name)
    kind = name[-3:].upper()
    assert (run.code, run.error) == (2, f"Error: --svg writes SVG, not {kind}: name a file such as board.svg.")
    assert not (tmp_path / name).exists()


def test_a_picture_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    """A directory, a file in a directory that there is not, and an impossible name are refused in a sentence."""
    assert "is a directory" in taflkit("show", "tablut", "--svg", tmp_path).error
    nowhere = tmp_path / "nowhere" / "tablut.svg"
    expected = f"Error: cannot write {nowhere}: No such file or directory"
    assert taflkit("show", "tablut", "--svg", nowhere).error == expected
    unnamed = tmp_path / ("x" * 300)
    assert taflkit("show", "tablut", "--svg", unnamed).error == f"Error: cannot write {unnamed}: File name too long"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((), "Error: Missing argument 'VARIANT|FILE'."),
        (("tabult",), "Error: tabult: there is no variant called 'tabult'; did you mean 'tablut'"),
        (("",), "Error: : '' is not the name of a variant"),
        (("nowhere.toml",), "Error: nowhere.toml: cannot be read: No such file or directory"),
        (("tablut", "--moves", "e5-9"), "Error: illegal move e5-e9: the king on e5 is not the attackers' to move"),
        (("tablut", "--moves", "h5-7 e5-9"), "Error: illegal move e5-e9: blocked by e6"),
        (("tablut", "--moves", "castle"), "Error: cannot read 'castle': expected a move such as e5-e8 at column 1"),
        (
            ("tablut", "--position", "9/9 white"),
            "Error: cannot read '9/9 white': expected attackers or defenders at column 5",
        ),
        (("tablut", "--position", "x" * 5000), "expected no more than 1000 characters at column 1001"),
        (("tablut", "--highlight", "k5"), "Error: k5 is not on the 9x9 board, which ends at i9"),
        (("tablut", "--highlight", "e"), "Error: cannot read 'e': expected a square such as e5 at column 1"),
        (("tablut", "--svg", "-", "--arrows", "e5"), "Error: cannot read 'e5': expected a hyphen at column 3"),
        (("tablut", "--svg", "-", "--size", "0"), "Error: Invalid value for '--size': 0 is not in the range"),
        (("tablut", "--svg", "-", "--theme", "pink"), "Error: Invalid value for '--theme': 'pink' is not one of"),
        (("tablut", "--arrows", "e5-e8"), "Error: --arrows is for SVG pictures: name a file with --svg."),
        (("tablut", "--theme", "dark"), "Error: --theme is for SVG pictures: name a file with --svg."),
    ],
)
def test_wrong_arguments_are_refused(arguments: tuple[str, ...], expected: str) -> None:
    """What cannot be shown is refused in a sentence, with status 2."""
    assert expected in taflkit("show", *arguments).error
