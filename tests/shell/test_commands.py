"""Lines become commands, or errors that say in one line what is wrong."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from taflkit.shell import COMMANDS, CommandError, parse_command
from taflkit.shell.commands import (
    MAX_COMMAND_LENGTH,
    Auto,
    ChangeVariant,
    Command,
    Dump,
    Flip,
    Help,
    Hint,
    History,
    ListMoves,
    Load,
    Manual,
    New,
    PlayMove,
    Quit,
    Redo,
    Resign,
    Save,
    Seed,
    SetLevel,
    SetLimit,
    SetUp,
    ShowBoard,
    ShowRules,
    ShowVariants,
    Status,
    Undo,
    syntax,
)

READ = {
    "new": New(),
    "seed 17": Seed(17),
    "seed -4": Seed(-4),
    "seed +4": Seed(4),
    "seed 99999999999999999999": Seed(10**20 - 1),
    "auto black": Auto("black"),
    "manual white": Manual("white"),
    "limit 12": SetLimit(12),
    "dump": Dump(),
    "undo": Undo(),
    "quit": Quit(),
    "help": Help(),
    "help seed": Help("seed"),
    "load a file": Load("a file"),
    "save Game.txt": Save("Game.txt"),
    "set white 9/9 K": SetUp("white", ("9/9", "K")),
    "redo": Redo(),
    "resign": Resign(),
    "level": SetLevel(),
    "level 4": SetLevel("", 4),
    "level Swedes 4": SetLevel("Swedes", 4),
    "history": History(),
    "flip": Flip(),
    "rules": ShowRules(),
    "variants": ShowVariants(),
    "hint": Hint(),
    "moves": ListMoves(),
    "moves e5": ListMoves("e5"),
    "board": ShowBoard(),
    "variant swedes and muscovites": ChangeVariant("swedes and muscovites"),
    "status": Status(),
    "e5-8": PlayMove("e5-8"),
    "e5-h5": PlayMove("e5-h5"),
    "k11-a": PlayMove("k11-a"),
}


@pytest.mark.parametrize(("line", "command"), READ.items(), ids=READ)
def test_each_command_is_read(line: str, command: Command) -> None:
    """A line of each form is the command of that form with its arguments."""
    assert parse_command(line) == command


def test_every_word_is_tried() -> None:
    """The lines above have every command of the table among them."""
    assert {type(command) for command in READ.values()} == {*COMMANDS.values(), PlayMove}


@pytest.mark.parametrize("line", ["", "   ", "\t\r\n", "# dump", "   # new", "#", "#*move"])
def test_nothing_is_no_command(line: str) -> None:
    """Blank lines and comments are read as nothing."""
    assert parse_command(line) is None


@pytest.mark.parametrize("line", ["dump", "  dump", "dump\r\n", "\tDuMp \t", "dump# x", "DUMP  # dump dump"])
def test_space_case_and_comments_do_not_matter(line: str) -> None:
    """White space around a command, letter case, and what follows a `#` change nothing."""
    assert parse_command(line) == Dump()


def test_the_case_of_files_is_kept() -> None:
    """The names of files are taken as they are written, spaces inside them included."""
    assert parse_command("LOAD My  Game.TXT ") == Load("My  Game.TXT")


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
    "line",
    [
        *("new game", "dump all", "undo 2", "quit now", "board x", "status x", "hint e5"),
        *("auto", "manual", "load", "save", "set", "set white", "variant", "seed", "limit"),
        *("moves e5 e6", "help me now", "seed 1 2", "e5-8 e5-9"),
    ],
)
def test_arguments_that_do_not_fit_are_errors(line: str) -> None:
    """A command with too few or too many arguments says how it is written."""
    with pytest.raises(CommandError, match=r"^write it as: "):
        parse_command(line)


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
    assert (
        parse_command(" " * MAX_COMMAND_LENGTH + "dump" + " " * MAX_COMMAND_LENGTH + "#" + "x" * MAX_COMMAND_LENGTH)
        == Dump()
    )


def _outcome(line: str) -> Command | str | None:
    """What a line is read as: a command, nothing, or the text of an error."""
    try:
        return parse_command(line)
    except CommandError as error:
        return str(error)


@given(st.text())
def test_any_text_is_a_command_or_an_error(line: str) -> None:
    """Whatever is typed is read as a command, as nothing, or refused with one plain line."""
    match _outcome(line):
        case str(error):
            assert error.isascii()
            assert error.isprintable()
        case command:
            assert command is None or type(command) in (*COMMANDS.values(), PlayMove)


@given(st.sampled_from(sorted(COMMANDS)), st.text())
def test_any_arguments_are_taken_or_refused(word: str, arguments: str) -> None:
    """A word with whatever after it is that very command, or an error."""
    match _outcome(f"{word} {arguments}"):
        case str(error):
            assert error.isprintable()
        case command:
            assert isinstance(command, COMMANDS[word])


def test_every_command_has_help() -> None:
    """Each command has a word, a form and a sentence that explains it."""
    for word, command in COMMANDS.items():
        assert syntax(command).startswith(word)
        assert (command.__doc__ or "").endswith(".")


def test_commands_are_values() -> None:
    """Commands are frozen and compare by what they say."""
    command = Seed(3)
    assert command == parse_command("seed 3")
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        command.number = 4  # type: ignore[misc] # that it cannot be set is what is tested
