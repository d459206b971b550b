"""Lines become commands, or errors that say in one line what is wrong."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from taflkit.shell import Call, CommandError, dialect_named, parse_command, typed_move
from taflkit.shell.parsing import MAX_COMMAND_LENGTH

TAFL = dialect_named("tafl")


@pytest.mark.parametrize("line", ["e5-8", "e5-h5", "k11-a", "E5-H"])
def test_a_move_is_read(line: str) -> None:
    """What begins like a move is a call of the command that has no word."""
    assert parse_command(line) == Call(TAFL.move, (line,))


@pytest.mark.parametrize("line", ["", "   ", "\t\r\n", "# dump", "   # new", "#", "#*move"])
def test_nothing_is_no_command(line: str) -> None:
    """Blank lines and comments are read as nothing."""
    assert parse_command(line) is None


@pytest.mark.parametrize("line", ["dump", "  dump", "dump\r\n", "\tDuMp \t", "dump# x", "DUMP  # dump dump"])
def test_space_case_and_comments_do_not_matter(line: str) -> None:
    """White space around a command, letter case, and what follows a `#` change nothing."""
    assert parse_command(line) == TAFL.call("dump")


@pytest.mark.parametrize(
    "number",
    [
        "",
        "x",
        "1.5",
        "1e3",
        "1_000",
        "0x10",
        "--1",
        "+",
        "1 2",
        "\u0661\u0662",
        "\uff11",
        "\u00b2",
        "9" * 21,
        "9" * 1000,
    ],
)
@pytest.mark.parametrize("word", ["seed", "limit"])
def test_bad_numbers_are_errors(word: str, number: str) -> None:
    """Only plain digits with a sign are a number, and no more than twenty of them."""
    with pytest.raises(CommandError) as error:
        parse_command(f"{word} {number}")
    assert len(str(error.value)) < 150


@pytest.mark.parametrize(
    ("line", "hint"),
    [("dumb", "'dump'"), ("quite", "'quit'"), ("Un do", "'undo'"), ("xyzzy", "try help"), ("e5", "try")],
)
def test_unknown_commands_name_the_nearest(line: str, hint: str) -> None:
    """A word that is no command is told the nearest one, or where to find them."""
    with pytest.raises(CommandError, match=hint):
        parse_command(line)


def test_a_long_line_is_an_error() -> None:
    """A command that is longer than any can be is refused, whatever it begins with."""
    with pytest.raises(CommandError, match=f"at most {MAX_COMMAND_LENGTH} characters"):
        parse_command("load " + "x" * MAX_COMMAND_LENGTH)


def test_a_long_comment_is_none() -> None:
    """Space and comments do not count for the length of a command."""
    assert parse_command(
        " " * MAX_COMMAND_LENGTH + "dump" + " " * MAX_COMMAND_LENGTH + "#" + "x" * MAX_COMMAND_LENGTH
    ) == TAFL.call("dump")


def _outcome(line: str) -> Call | str | None:
    """What a line is read as: a command, nothing, or the text of an error."""
    try:
        return parse_command(line)
    except CommandError as error:
        return str(error)


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("d7 c7", "d7-c7"),
        ("d7c7", "d7-c7"),
        (" D7  C7 ", "D7-C7"),
        ("d7 c", "d7-c"),
        ("d7 11", "d7-11"),
        ("c3 a5 a3", "c3-a5-a3"),
        ("c3a5a3", "c3-a5-a3"),
        ("k11k1", "k11-k1"),
        ("d7-c7", "d7-c7"),
    ],
)
def test_moves_that_people_type(line: str, move: str) -> None:
    """Blanks or nothing may stand for the hyphens of a move where people type; elsewhere this is an error."""
    assert typed_move(line) == move
    if "-" not in line:
        with pytest.raises(CommandError):
            parse_command(line)


@pytest.mark.parametrize(
    "line", ["", "dump", "seed 7", "set white 9/9", "moves e5 ", "d7 c7 # why", "d7xc7", "7 c", "-"]
)
def test_other_lines_are_left_as_they_are(line: str) -> None:
    """What is not squares alone is no move, and is not changed."""
    assert typed_move(line) == line


@given(st.text())
def test_any_text_is_a_command_or_an_error(line: str) -> None:
    """Whatever is typed is read as a command, as nothing, or refused with one plain line."""
    match _outcome(line):
        case str(error):
            assert error.isascii()
            assert error.isprintable()
        case call:
            assert call is None or call.command in (TAFL.move, *TAFL.commands)


@given(st.sampled_from(sorted(TAFL.by_word)), st.text())
def test_any_arguments_are_taken_or_refused(word: str, arguments: str) -> None:
    """A word with whatever after it is that very command, or an error."""
    match _outcome(f"{word} {arguments}"):
        case str(error):
            assert error.isprintable()
        case call:
            assert call is not None
            assert call.command is TAFL.by_word[word]


def test_commands_are_values() -> None:
    """What is read is frozen, and compares by what it says."""
    call = TAFL.call("seed", 3)
    assert call == parse_command("seed 3") != parse_command("seed 4")
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        call.arguments = (4,)  # type: ignore[misc] # that it cannot be set is what is tested
