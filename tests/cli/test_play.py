"""`taflkit play`: options, files of commands, loading, saving and the log."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from taflkit.cli.driver import MAX_LOAD_DEPTH
from taflkit.files import MAX_SMALL_FILE
from taflkit.kernel import installed
from tests.cli.running import Run, taflkit
from tests.shell.dumps import START, START_WITH_LEGEND

DUMP = f"{START}\n"
LEGEND = f"{START_WITH_LEGEND}\n"
#: A player that moves at random needs no time.
QUICK = ("--searcher", "random")


def play(*arguments: str | Path, commands: str = "") -> Run:
    """Run `taflkit play` with commands on its standard input."""
    return taflkit("play", *arguments, stdin=commands)


def test_dump_and_quit() -> None:
    """A board is printed as it must be, and nothing else: no prompt, no greeting."""
    assert play(commands="dump\nquit\n") == Run(0, DUMP)


def test_the_end_of_input_is_quit() -> None:
    """Without `quit` the program ends with its input, and a last line without an end counts."""
    assert play(commands="dump") == Run(0, DUMP)
    assert play(commands="") == Run(0, "")


def test_nothing_after_quit_is_obeyed() -> None:
    """After `quit` nothing is read."""
    assert play(commands="quit\ndump\n") == Run(0, "")


def test_legend() -> None:
    """With a legend the board has row numbers and column letters."""
    assert play("--legend", commands="dump\n") == Run(0, LEGEND)


def test_a_file_of_commands(tmp_path: Path) -> None:
    """Commands can stand in a file; its end is the end of the session, and errors name file and line."""
    file = tmp_path / "commands.txt"
    file.write_text("# a comment\n\nmanual white\ndump\ndance\n")
    run = play(file)
    assert run == Run(0, f"{DUMP}Error: {file}:5: unknown command 'dance'; try help\n")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    """A file that does not exist is a mistake in the command line."""
    assert "does not exist" in play(tmp_path / "nothing").error


def test_errors_are_one_line_and_the_program_goes_on() -> None:
    """After an error the next command is obeyed, and the exit status is 0."""
    run = play(commands="dance\ne5-9\nlimit 0\ndump\n")
    assert run.code == 0
    assert run.output.endswith(DUMP)
    assert [line.partition(":")[0] for line in run.lines[:3]] == ["Error"] * 3


def test_strict_ends_at_the_first_error() -> None:
    """A strict session ends with status 1, and obeys nothing after the error."""
    run = play("--strict", commands="dance\ndump\n")
    assert run == Run(1, "Error: unknown command 'dance'; try help\n")
    assert play("--strict", commands="dump\n") == Run(0, DUMP)


def test_errors_have_no_signs_in_them() -> None:
    """What has a meaning to other programs is replaced in errors, should the streams be mixed."""
    run = play(commands="* a1-2\n===\nprompt>\nload *>===\nvariant *>===\n")
    assert run.code == 0
    assert len(run.lines) == 5
    assert not {"*", ">"} & set(run.output)
    assert "===" not in run.output


@pytest.mark.parametrize(
    ("options", "automated"),
    [
        ((), "Black is manual, White is automated"),
        (("--white", "manual"), "Black is manual, White is manual"),
        (("--black", "manual", "--white", "auto"), "Black is manual, White is automated"),
    ],
)
def test_who_plays(options: tuple[str, ...], automated: str) -> None:
    """The options say who is automated; at first white is."""
    assert ", ".join(play(*options, commands="status\n").lines[1:3]) == automated


def test_an_automated_black_begins() -> None:
    """A player that is automated from the start and has the first move makes it before anything is read."""
    run = play("--black", "auto", "--white", "manual", *QUICK, commands="status\n")
    assert run.lines[0].startswith("* ")
    assert run.lines[-2:] == ["moves made 1", "White to move"]


def test_two_automated_players_play_at_once() -> None:
    """When both are automated a whole game is played before anything is read, and again after `new`."""
    run = play("--black", "auto", *QUICK, commands="new\n")
    assert len([line for line in run.lines if line in ("* White wins.", "* Black wins.")]) == 2
    assert run.lines[-1].endswith("wins.")
    assert all(line.startswith("* ") for line in run.lines)


def test_the_same_seed_gives_the_same_game() -> None:
    """Games with the same seed are the same, and the command and the option mean the same seed."""
    games = [play("--black", "auto", *QUICK, "--seed", seed).output for seed in ("7", "7", "8")]
    assert games[0] == games[1]
    assert games[0] != games[2]
    command = play("--white", "manual", *QUICK, commands="seed 7\nauto black\nauto white\n")
    assert command.output == games[0]


@pytest.fixture
def helpers(monkeypatch: pytest.MonkeyPatch) -> list[threading.Thread]:
    """The threads that help with a search, as they are started."""
    started: list[threading.Thread] = []
    start_thread = threading.Thread.start

    def starting(thread: threading.Thread) -> None:
        if type(thread).__name__ == "Helper":
            started.append(thread)
        start_thread(thread)

    monkeypatch.setattr(threading.Thread, "start", starting)
    return started


@pytest.mark.skipif(not installed(), reason="threads search in the kernel")
@pytest.mark.parametrize("who", [(), ("--level", "10"), ("--searcher", "alphabeta"), ("--searcher", "classic")])
def test_several_threads(helpers: list[threading.Thread], who: tuple[str, ...]) -> None:
    """With `--threads` others help the automated player to find a move; without, nobody does."""
    alone = play("brandubh", *who, "--nodes", "2000", commands="d6-c\n")
    assert len(helpers) == 0
    run = play("brandubh", *who, "--nodes", "2000", "--threads", "3", commands="d6-c\n")
    assert len(helpers) > 0
    assert len(helpers) % 2 == 0
    for each in (alone, run):
        assert each.code == 0
        assert len(each.lines) == 1
        assert each.lines[0].startswith("* ")


def test_a_lower_level_that_is_chosen_in_the_game_uses_one_thread(helpers: list[threading.Thread]) -> None:
    """Levels are as strong on every machine."""
    assert play("brandubh", "--threads", "2", commands="level 5\nd6-c\n").lines[-1].startswith("* ")
    assert helpers == []


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--threads", "0"), "Invalid value for '--threads': 0 is not in the range x>=1."),
        (("--threads", "two"), "Invalid value for '--threads': 'two' is not a valid integer range."),
        (("--threads", "33"), "Invalid value for --threads: at most 32 threads search together"),
        (("--searcher", "alphabeta", "--threads", "33"), "at most 32 threads search together"),
        (("--searcher", "random", "--threads", "2"), "only the searchers alphabeta and classic use several threads"),
        (("--level", "9", "--threads", "2"), "--threads goes with level 10: lower levels are defined by"),
        (("--display", "--threads", "2"), "--threads does not go with --display."),
    ],
)
def test_threads_that_would_not_be_used_are_refused(options: tuple[str, ...], said: str) -> None:
    """A bad number, a player that uses one thread, or the board in the browser."""
    assert said in play(*options).error


@pytest.mark.parametrize("seed", ["x", "9" * 21, "1.5"])
def test_bad_seeds(seed: str) -> None:
    """What the command `seed` would not take, the option does not take either."""
    assert "--seed" in play("--seed", seed).error


def test_an_unknown_searcher() -> None:
    """The name of a searcher that is not there is an error that tells which there are."""
    assert "there is no searcher called 'fritz'" in play("--searcher", "fritz").error


@pytest.mark.parametrize("searcher", ["alphabeta", "classic", "montecarlo", "random", "winfinder"])
def test_every_searcher_plays(searcher: str) -> None:
    """Each searcher can be named and makes a move."""
    run = play("--searcher", searcher, "--nodes", "50", commands="set black 9/9/9/9/4K4/4W4/9/9/B8\na1-2\n")
    assert run.code == 0
    assert run.lines[0].startswith("* e")


def test_depth_bounds_the_search() -> None:
    """A depth alone is enough of a bound."""
    run = play("--searcher", "alphabeta", "--depth", "1", commands="e2-a\n")
    assert run.code == 0
    assert len(run.lines) == 1


def test_other_variants() -> None:
    """Any variant can be played: its letters, its names and its notation are used."""
    run = play("--variant", "brandubh", "--white", "manual", "--legend", commands="d6-c\ndump\nstatus\n")
    assert run.lines[2:4] == [" 6 - - A - - - -", " 5 - - - D - - -"]
    assert run.lines[-1] == "Defenders to move"


def test_the_command_variant() -> None:
    """A variant is changed by its name or by an alias with spaces; one that is not there changes nothing."""
    run = play(commands="variant historical hnefatafl 7x7\nstatus\nvariant nothing\nstatus\n")
    assert [line for line in run.lines if line.startswith("variant")] == ["variant brandubh"] * 2
    assert [line for line in run.lines if line.startswith("Error")] != []


def test_save_and_load(tmp_path: Path) -> None:
    """A game that is saved is there again after it was loaded, players included."""
    file = tmp_path / "my game.txt"
    run = play("--white", "manual", commands=f"e2-a\ne3-2\nauto white\nsave {file}\nnew\nload {file}\nstatus\n")
    assert run.lines[-2:] == ["moves made 2", "Black to move"]
    assert run.lines[-5] == "White is automated"


def test_a_variant_file_is_saved_by_its_path(tmp_path: Path) -> None:
    """A game of a variant that was named by its file is loaded with that file."""
    variant = tmp_path / "mine.toml"
    variant.write_text('name = "mine"\nextends = "tablut"\n')
    game = tmp_path / "game.txt"
    play("--variant", variant, "--white", "manual", commands=f"e2-a\nsave {game}\n")
    assert play(commands=f"load {game}\nstatus\n").lines[0] == "variant mine"
    play(commands=f"manual white\nvariant {variant}\ne2-a\nsave {game}\n")
    assert play(commands=f"load {game}\nstatus\n").lines[0] == "variant mine"


@pytest.mark.parametrize("command", ["load", "save"])
def test_files_that_cannot_be_used(command: str, tmp_path: Path) -> None:
    """A file that cannot be read or written is one error, and nothing changes."""
    run = play(
        commands=f"{command} {tmp_path}\n{command} {tmp_path}/no/where\n{command} {'x' * 3000}\n{command} a\0b\n"
    )
    assert run.code == 0
    assert len(run.lines) == 4
    assert all(line.startswith("Error: cannot ") and len(line) < 400 for line in run.lines)


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    """What is too large to be a file of commands is not read."""
    file = tmp_path / "large"
    file.write_bytes(b"\n" * (MAX_SMALL_FILE + 1))
    assert "too large" in play(commands=f"load {file}\n").output


def test_loaded_lines_replace_the_command(tmp_path: Path) -> None:
    """The lines of a file are obeyed in its place, errors name the file and the line, and `quit` leaves."""
    inner, outer = tmp_path / "inner", tmp_path / "outer"
    inner.write_text("dance\n\nhop\n")
    outer.write_text(f"dump\nload {inner}\nload {tmp_path}/nothing\nquit\n")
    run = play(commands=f"load {outer}\nstatus\n")
    assert run.output.startswith(DUMP)
    errors = run.lines[len(DUMP.splitlines()) :]
    assert errors[0] == f"Error: {inner}:1: unknown command 'dance'; try help"
    assert errors[1] == f"Error: {inner}:3: unknown command 'hop'; try help"
    assert errors[2].startswith(f"Error: {outer}:3: cannot read")
    assert len(errors) == 3


def test_a_file_does_not_load_itself(tmp_path: Path) -> None:
    """Files that load themselves, or one another, are stopped at once."""
    first, second = tmp_path / "first", tmp_path / "second"
    first.write_text(f"load {second}\nload {second}\nstatus\n")
    second.write_text(f"load {first}\nload {second}\n")
    run = play(commands=f"load {first}\n")
    assert len([line for line in run.lines if "would load itself" in line]) == 4
    assert len([line for line in run.lines if line.startswith("variant")]) == 1
    assert "would load itself" in play(first).output


def test_loads_are_bounded(tmp_path: Path) -> None:
    """A chain of files is followed only so deep."""
    for number in range(MAX_LOAD_DEPTH + 2):
        (tmp_path / f"{number}").write_text(f"load {tmp_path}/{number + 1}\n")
    run = play(commands=f"load {tmp_path}/0\n")
    assert run.lines == [
        f"Error: {tmp_path}/{MAX_LOAD_DEPTH - 1}:1: files load files more than {MAX_LOAD_DEPTH} deep",
    ]


def test_strict_holds_in_loaded_files(tmp_path: Path) -> None:
    """An error in a loaded file ends a strict session."""
    file = tmp_path / "file"
    file.write_text("dance\n")
    assert play("--strict", commands=f"load {file}\ndump\n") == Run(
        1, f"Error: {file}:1: unknown command 'dance'; try help\n"
    )


def test_the_log_can_be_played(tmp_path: Path) -> None:
    """What is obeyed is logged with what was answered, so that the log gives the same session again."""
    log, again, moves = tmp_path / "log", tmp_path / "again", tmp_path / "moves"
    moves.write_text("e1-2\n")
    run = play(*QUICK, "--seed", "3", "--log", log, commands=f"e2-a\ndance\nload {moves}\nlimit 9\nstatus\n")
    lines = log.read_text().splitlines()
    assert f"# load {moves}" in lines
    assert "# unknown command 'dance'; try help" in lines
    assert [line for line in lines if not line.startswith("#")] == [
        *("manual attackers", "manual defenders", "variant tablut", "seed 3", "auto defenders"),
        *("e2-a", "e1-2", "limit 9", "status"),
    ]
    replayed = play(log, *QUICK, "--log", again)
    assert replayed.lines == [line for line in run.lines if not line.startswith("Error")]


def test_a_log_that_cannot_be_written(tmp_path: Path) -> None:
    """A log that cannot be written is a mistake in the command line, and so is one over the commands."""
    assert "cannot write the log" in play("--log", tmp_path / "no" / "where").error
    assert "cannot write the log" in play("--log", "/dev/full").error
    file = tmp_path / "commands"
    file.write_text("dump\n")
    assert "would overwrite" in play(file, "--log", file).error
    assert file.read_text() == "dump\n"


def test_a_board_is_drawn_on_terminals_only() -> None:
    """Where nobody watches, `--board` draws nothing."""
    assert play("--board", commands="manual white\ne2-a\n") == Run(0, "")
