"""`taflkit script` with programs that do right and wrong."""

from __future__ import annotations

import os
import select
from pathlib import Path

import pytest

from tests.cli.running import Run, taflkit
from tests.cli.talking import PATIENCE
from tests.match.folders import Folder
from tests.match.programs import fake

BOARD = "===;  - B;  K -;==="
PRINTED = "===\n  - B\n  K -\n===\n"


def failed(run: Run) -> str:
    """What is wrong, for a run that must have failed."""
    assert run.code == 1, run.output
    assert "FAILED" in run.output
    return run.output


def passed(run: Run) -> list[str]:
    """What was printed, for a run that must have passed."""
    assert run.code == 0, run.output
    assert run.lines[-1].startswith(("passed", "1 of 1", "2 of 2", "3 of 3"))
    return [line for line in run.lines if not line.startswith("passed") and not line.endswith(" passed")]


def test_boards_are_printed_and_compared(folder: Folder) -> None:
    """Boards are printed, and agree with what the file beside the script has."""
    script = folder.script("a", fake(f"dump:{BOARD}"), "dump", "quit", expected=PRINTED)
    assert passed(taflkit("script", script)) == PRINTED.splitlines()
    assert passed(taflkit("script", script, "--quiet")) == []


def test_blank_lines_and_space_do_not_matter(folder: Folder) -> None:
    """A file of expected output may have blank lines and space at the ends of lines."""
    script = folder.script("a", fake(f"dump:{BOARD}"), "dump", expected="\n" + PRINTED.replace("\n", "  \r\n") + "\n\n")
    assert passed(taflkit("script", script)) == PRINTED.splitlines()


def test_wrong_boards_are_shown_as_a_difference(folder: Folder) -> None:
    """What differs is shown, line by line, with what should have been there."""
    script = folder.script("a", fake("dump:===;  - B;  K B;==="), "dump", expected=PRINTED)
    output = failed(taflkit("script", script))
    assert "-  K -\n" in output
    assert "+  K B\n" in output


def test_boards_that_are_missing_are_a_difference(folder: Folder) -> None:
    """A program that prints too little fails, and so does one that prints too much."""
    assert "-===" in failed(taflkit("script", folder.script("a", fake(), "dump", expected=PRINTED)))
    assert "+===" in failed(taflkit("script", folder.script("b", fake(f"dump:{BOARD}"), "dump", expected="")))


def test_a_missing_legend_is_named(folder: Folder) -> None:
    """When boards differ in row numbers and column letters alone, the cure is named."""
    script = folder.script("a", fake(f"dump:{BOARD}"), "dump", expected="===\n 2 - B\n 1 K -\n   a b\n===\n")
    assert "--legend" in failed(taflkit("script", script))


def test_prompts_are_dropped(folder: Folder) -> None:
    """Everything on a line up to the last sign of a prompt is ignored."""
    program = fake(
        "start:@prompt Black>", "dump:@prompt a>b>;===;  - B;  K -;@prompt white>;===", "go:@prompt >> ;* a1-2"
    )
    script = folder.script("a", program, "dump", "go", "#*move", expected=PRINTED)
    assert passed(taflkit("script", script)) == PRINTED.splitlines()


def test_other_output_is_ignored(folder: Folder) -> None:
    """What is neither board nor move nor win may be anything."""
    program = fake("go:thinking...;info depth 3;** no move;*a1-2;* a1-2;ready")
    assert passed(taflkit("script", folder.script("a", program, "go", "#*move"))) == []


def test_wins_are_printed_when_asked_for(folder: Folder) -> None:
    """A win is printed where the script says so with a plus, and else awaited only."""
    program = fake("go::* a1-2;* b1-2;* White wins.")
    script = folder.script("a", program, "go", "#*move/win", "new", "go", "#* move/win+", "new", "go", "#*win+", "quit")
    assert passed(taflkit("script", script)) == ["* White wins."] * 2


def test_wins_and_boards_keep_their_order(folder: Folder) -> None:
    """What is printed stands in the order in which the program printed it."""
    program = fake(f"dump::{BOARD}", "go:* Black wins.")
    script = folder.script("a", program, "dump", "go", "#*win+", "dump")
    assert passed(taflkit("script", script)) == [*PRINTED.splitlines(), "* Black wins.", *PRINTED.splitlines()]


def test_draws_are_ends_too(folder: Folder) -> None:
    """A game may end in a draw."""
    assert passed(taflkit("script", folder.script("a", fake("go:* Draw."), "go", "#*win+"))) == ["* Draw."]


def test_every_other_line_is_sent(folder: Folder) -> None:
    """Commands, comments and blank lines go to the program, instructions do not."""
    script = folder.script("a", fake("go:* a1-2"), "# comment", "", "go", "#*move")
    output = taflkit("script", script, "--verbose").output
    assert [line[2:] for line in output.splitlines() if line.startswith("< ")] == ["# comment", "", "go"]
    assert "> * a1-2\n" in output


@pytest.mark.parametrize("line", ["#*move", "#*win", "#*move/win+"])
def test_a_program_that_hangs(folder: Folder, line: str) -> None:
    """A program that gives no answer in time fails, whatever it is that is awaited."""
    script = folder.script("a", fake("go:@hang"), "#*time 0.5 5", "go", line)
    assert "a.in:4: it gave no answer within 0.5 s" in failed(taflkit("script", script))


@pytest.mark.slow
def test_a_program_that_hangs_is_ended(folder: Folder) -> None:
    """A program that hangs is ended with everything that it has started."""
    pipe = folder.path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    script = folder.script("a", fake(f"go:@hang-with-child {pipe}"), "#*time 5 9", "go", "#*win")
    assert "a.in:4: it gave no answer within 5 s" in failed(taflkit("script", script))
    shown = b""
    while select.select([reader], [], [], PATIENCE)[0] and (more := os.read(reader, 9)):
        shown += more
    os.close(reader)
    assert shown == b"x"


def test_a_program_that_does_not_leave_is_ended(folder: Folder) -> None:
    """A program that goes on after the end of the script fails."""
    script = folder.script("a", fake("quit:@hang"), "#*time 0.5 5", "quit")
    assert "a.in: at the end it gave no answer within 0.5 s" in failed(taflkit("script", script))


def test_a_program_that_does_not_stop_talking_is_ended(folder: Folder) -> None:
    """Endless output is no answer, and takes no more memory than a little."""
    script = folder.script("a", fake("go:@flood"), "#*time 0.5 5", "go", "#*move")
    assert "no answer within 0.5 s" in failed(taflkit("script", script))


def test_a_slow_move(folder: Folder) -> None:
    """A move that takes longer than a move may is too late."""
    script = folder.script("a", fake("go:@slow 5;* a1-2"), "#*time 0.5 60", "go", "#*move")
    assert "no answer within 0.5 s" in failed(taflkit("script", script))


def test_a_slow_side(folder: Folder) -> None:
    """Moves that are in time one by one may be too slow together, for each side."""
    slow = fake("go::@slow 0.3;* a1-2;@slow 0.3;* b1-2")
    lines = ("go", "#*move", "#*move")
    script = folder.script("a", slow, "#*time 30 0.5", *lines, *lines)
    assert "one side took more than 0.5 s" in failed(taflkit("script", script))
    quick = fake("go::* a1-2;* b1-2")
    script = folder.script("b", quick, "#*time 30 60", *lines, "new", *lines)
    assert passed(taflkit("script", script)) == []


def test_times_from_the_command_line(folder: Folder) -> None:
    """Times that are given by options hold whatever the script says."""
    script = folder.script("a", fake("go:@hang"), "#*time 100 100", "go", "#*move")
    assert "within 0.2 s" in failed(taflkit("script", script, "--move-time", "0.2"))
    assert "more than 0.3 s" in failed(taflkit("script", script, "--game-time", "0.3"))


def test_a_program_that_crashes(folder: Folder) -> None:
    """A program that ends while something is awaited fails, with its status and its last words."""
    script = folder.script("a", fake("go:@error It hurts.;@exit 3"), "go", "#*move")
    output = failed(taflkit("script", script))
    assert "a.in:3: the program ended with status 3" in output
    assert "on standard error: It hurts." in output
    script = folder.script("b", fake("go:@kill"), "go", "#*win+")
    assert "the program was killed by SIGKILL" in failed(taflkit("script", script))


def test_a_program_that_ends_badly(folder: Folder) -> None:
    """An exit status that is not 0 fails, though everything else was right."""
    script = folder.script("a", fake(f"dump:{BOARD}", "quit:@exit 1"), "dump", "quit", expected=PRINTED)
    assert "a.in: at the end the program ended with status 1" in failed(taflkit("script", script))
    script = folder.script("b", fake("end:@exit 2"), "dump")
    assert "ended with status 2" in failed(taflkit("script", script))


def test_what_was_printed_before_a_failure_is_compared(folder: Folder) -> None:
    """A failure shows no difference where all was right so far, and shows one where it was not."""
    program = fake("dump:===;  - B;  K -;===", "go:@exit 1")
    script = folder.script("a", program, "dump", "go", "#*win", expected=PRINTED * 2)
    assert "+++" not in failed(taflkit("script", script))
    script = folder.script("b", program, "dump", "go", "#*win", expected=PRINTED.replace("K", "W"))
    assert "+  K -" in failed(taflkit("script", script))


def test_an_end_before_a_move(folder: Folder) -> None:
    """When a move is awaited and the game ends, that is known at once."""
    script = folder.script("a", fake("go:* White wins."), "go", "#*move")
    assert "the game ended before a move: * White wins." in failed(taflkit("script", script))


def test_an_end_that_nobody_asked_for(folder: Folder) -> None:
    """A win of an earlier game does not stand in the way of a move, and can still be asked for."""
    script = folder.script("a", fake("lose:* Black wins.", "go:* a1-2"), "lose", "new", "go", "#*move", "#*win+")
    assert passed(taflkit("script", script)) == ["* Black wins."]


def test_a_program_that_cannot_be_started(folder: Folder) -> None:
    """A program that is not there fails."""
    script = folder.script("a", "./no-such-program", "dump")
    assert "cannot start './no-such-program': No such file or directory" in failed(taflkit("script", script))
    script = folder.script("b", "'", "dump")
    assert "cannot read the command" in failed(taflkit("script", script))


def test_a_script_that_names_no_program(folder: Folder) -> None:
    """Without a command in the script there must be one in the command line."""
    script = folder.path / "a.in"
    script.write_text("dump\n#*time 3 4\n")
    assert "names no program" in failed(taflkit("script", script))
    assert passed(taflkit("script", script, "--program", fake(f"dump:{BOARD}"))) == PRINTED.splitlines()


def test_another_program(folder: Folder) -> None:
    """A program given by an option takes the place of the script's own."""
    script = folder.script("a", "java -ea tablut.Main", "dump", expected=PRINTED)
    assert passed(taflkit("script", script, "--program", fake(f"dump:{BOARD}"))) == PRINTED.splitlines()
    assert "once or twice" in taflkit("script", script, *["--program", "x"] * 3).error


def test_here_is_the_directory_of_the_script(folder: Folder) -> None:
    """A script can name a program that stands beside it, in a directory with a space in its name."""
    place = folder.path / "some where"
    place.mkdir()
    (place / "program.py").write_text("print('* White wins.')")
    script = Folder(place).script("a", "{python} {here}/program.py", "#*win+")
    assert passed(taflkit("script", script)) == ["* White wins."]


def test_several_scripts_have_a_summary(folder: Folder) -> None:
    """Several scripts are run one after the other, and counted."""
    good = [folder.script(name, fake(), "quit") for name in ("a", "b")]
    assert taflkit("script", *good).lines[-1] == "2 of 2 passed"
    bad = folder.script("c", fake("quit:@exit 1"), "quit")
    run = taflkit("script", bad, *good)
    assert run.code == 1
    assert run.lines[-1] == "2 of 3 passed"


def test_files_that_are_not_there(folder: Folder) -> None:
    """A script that does not exist is a mistake in the command line."""
    assert "does not exist" in taflkit("script", folder.path / "nothing.in").error


class TestTwoPrograms:
    """Two scripts play two programs against each other."""

    #: The first program moves, the second answers, the first wins.
    FIRST = ("go:* a1-2", "b1-2:* a2-3;* Black wins.")
    SECOND = ("a1-2:* b1-2", "a2-3:* Black wins.")

    def pair(
        self, folder: Folder, first: tuple[str, ...] = FIRST, second: tuple[str, ...] = SECOND, show: str = "+"
    ) -> tuple[Path, Path]:
        """Write both scripts."""
        return (
            folder.script("game-1", fake(*first), "go", "#*move", f"#*remote move/win{show}", "quit"),
            folder.script("game-2", fake(*second), f"#*remote move/win{show}", "quit"),
        )

    def test_they_play_to_the_end(self, folder: Folder) -> None:
        """Moves go from one to the other until both say who has won, and that is printed for each."""
        scripts = self.pair(folder)
        run = taflkit("script", *scripts)
        assert passed(run) == ["* Black wins."] * 2
        assert run.lines[-1].startswith("passed  game-1.in game-2.in")

    def test_wins_are_printed_only_with_a_plus(self, folder: Folder) -> None:
        """Without a plus the win is awaited and not printed."""
        assert passed(taflkit("script", *self.pair(folder, show=""))) == []

    @pytest.mark.parametrize("given", [0, 1])
    def test_the_other_script_is_found(self, folder: Folder, given: int) -> None:
        """One script of a pair is enough: the other stands beside it."""
        assert passed(taflkit("script", self.pair(folder)[given])) == ["* Black wins."] * 2

    def test_they_may_have_any_names(self, folder: Folder) -> None:
        """Two scripts that speak of another program are meant for each other, whatever they are called."""
        first, second = self.pair(folder)
        scripts = [first.rename(folder.path / "x.in"), second.rename(folder.path / "y.in")]
        assert passed(taflkit("script", *scripts)) == ["* Black wins."] * 2

    def test_each_has_its_expected_output(self, folder: Folder) -> None:
        """What each of them prints is compared with its own file."""
        first, second = self.pair(folder)
        first.with_suffix(".std").write_text("* Black wins.\n")
        second.with_suffix(".std").write_text("* White wins.\n")
        output = failed(taflkit("script", first, second))
        assert "--- game-2.std" in output
        assert "--- game-1.std" not in output

    def test_two_programs_from_the_command_line(self, folder: Folder) -> None:
        """The first option is for the first script, the second for the second."""
        first, second = self.pair(folder, ("go:@exit 1",), ("go:@exit 1",))
        programs = ["--program", fake(*self.FIRST), "--program", fake(*self.SECOND)]
        assert passed(taflkit("script", first, second, *programs)) == ["* Black wins."] * 2

    def test_conflicting_winners(self, folder: Folder) -> None:
        """When they do not agree who has won, both fail."""
        scripts = self.pair(folder, second=("a1-2:* b1-2", "a2-3:* White wins."))
        output = failed(taflkit("script", *scripts))
        assert "conflicting winners" in output
        assert "White wins" in output
        assert "Black wins" in output

    @pytest.mark.slow
    def test_one_does_not_see_the_end(self, folder: Folder) -> None:
        """When one says that it is over and the other says nothing, that is a failure."""
        scripts = self.pair(folder, second=("a1-2:* b1-2",))
        assert "game-2.in:2: it gave no answer" in failed(taflkit("script", *scripts, "--move-time", "4"))
        scripts = self.pair(folder, first=("go:* a1-2", "b1-2:* a2-3", "quit:@exit 0"))
        assert "game-1.in:4: it gave no answer" in failed(taflkit("script", *scripts, "--move-time", "4"))

    def test_one_goes_on_after_the_end(self, folder: Folder) -> None:
        """When one goes on with a move after the other has seen the end, that is a failure."""
        scripts = self.pair(folder, second=("a1-2:* b1-2", "a2-3:* b2-3;@exit 0"))
        assert "game-2.in:2: the program ended with status 0" in failed(taflkit("script", *scripts))

    def test_both_wait(self, folder: Folder) -> None:
        """Two scripts that wait for each other are found out."""
        for name in ("game-1", "game-2"):
            folder.script(name, fake(), "#*remote move/win")
        output = failed(taflkit("script", folder.path / "game-1.in"))
        assert "game-1.in and game-2.in: waiting for a move of the other program" in output

    def test_one_has_left(self, folder: Folder) -> None:
        """A script that waits for a program which has left is found out."""
        folder.script("game-1", fake(), "#*remote move/win")
        folder.script("game-2", fake(), "quit")
        assert "game-1.in: waiting for a move" in failed(taflkit("script", folder.path / "game-1.in"))

    def test_there_is_no_other(self, folder: Folder) -> None:
        """A script that speaks of another program needs one."""
        script = folder.script("alone", fake(), "#*remote move/win")
        assert "alone.in:2: there is no other program" in failed(taflkit("script", script))

    def test_single_exchanges(self, folder: Folder) -> None:
        """One move can be taken and answered at a time."""
        first = folder.script("game-1", fake("go:* a1-2", "b1-2:* a2-3"), "go", "#*move", "#*remote move")
        second = folder.script("game-2", fake("a1-2:* b1-2"), "#*remote move")
        assert passed(taflkit("script", first, second)) == []

    def test_what_each_of_them_says_is_shown(self, folder: Folder) -> None:
        """In the traffic of two programs every line names its program."""
        output = taflkit("script", *self.pair(folder), "--verbose").output
        assert "1 > * a1-2\n" in output
        assert "2 < a1-2\n" in output
