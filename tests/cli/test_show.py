"""`taflkit show`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import taflkit
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


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((), "Error: Missing argument 'VARIANT'."),
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
    ],
)
def test_wrong_arguments_are_refused(arguments: tuple[str, ...], expected: str) -> None:
    """What cannot be shown is refused in a sentence, with status 2."""
    assert expected in taflkit("show", *arguments).error
