"""What a person sees: whole sessions at terminals of 80 and 50 columns, with and without colours."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from tests.cli.running import COMMAND
from tests.cli.talking import PATIENCE, environment

ESCAPE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
#: One move from the end: the king on e5 goes to an edge.
NEARLY = "set white 9/9/9/9/4K3B/9/9/9/9"


class Person:
    """Types at a terminal of some width, and reads."""

    def __init__(self, tmp_path: Path, *arguments: str, columns: int = 80, **changes: str) -> None:
        settings = {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "HOME": str(tmp_path), **changes}
        environ = environment(**settings)
        for name in ("NO_COLOR", "COLORTERM", "COLUMNS", "LINES"):
            if name not in changes:
                environ.pop(name, None)
        self.screen: pexpect.spawn[str] = pexpect.spawn(
            COMMAND[0],
            [*COMMAND[1:], *arguments],
            env=environ,
            cwd=str(tmp_path),
            dimensions=(60, columns),
            encoding=changes.get("PYTHONIOENCODING", "utf-8"),
            timeout=PATIENCE,
            echo=False,
        )
        self.raw = ""

    def until(self, pattern: str) -> str:
        """Read until something is shown, and return the text up to it without escape sequences."""
        self.screen.expect(pattern)
        shown = self.screen.before + self.screen.after
        self.raw += shown
        return ESCAPE.sub("", shown).replace("\r\n", "\n")

    def type(self, line: str, then: str = ">") -> str:
        """Type a line, and read until the next prompt."""
        self.screen.sendline(line)
        return self.until(then)

    def leave(self) -> None:
        """Type `exit`, and see the program end well."""
        self.screen.sendline("exit")
        self.end(0)

    def end(self, status: int) -> None:
        """See the program end by itself, with a status."""
        self.screen.expect(pexpect.EOF)
        self.raw += self.screen.before
        self.screen.wait()  # The terminal is closed a moment before the program has ended; `close` would hang up on it.
        self.screen.close()
        assert self.screen.exitstatus == status
        assert "Traceback" not in self.raw


@pytest.mark.parametrize(("columns", "colour"), [(80, True), (50, False)], ids=["80 in colour", "50 without"])
def test_a_whole_short_game(tmp_path: Path, columns: int, colour: bool) -> None:
    """Greeting, moves as people write them, a level, history, save, the end with its reason, and a new game."""
    changes = {} if colour else {"NO_COLOR": "1"}
    person = Person(tmp_path, "play", "--level", "2", "--white", "manual", columns=columns, **changes)
    lines = person.until("Black>").splitlines()
    assert " ".join(lines).startswith("Tablut, 9 by 9. You play both sides. Type a move such as a4-1, help for the")
    assert " 5  ●  ●  ○  ○  ♔  ○  ○  ●  ●" in lines
    assert "● attacker   ○ defender   ♔ king   + throne" in lines
    assert " 2 [●] ·  ·  · [·] ·  ·  ·  ·\n" in person.type("e2 a2", "White>")
    assert "last move e7-a7\n" in person.type("e7a7", "Black>")
    assert person.type("history").strip().splitlines()[0] == "1.  e2-a e7-a"
    assert "level 7 for White\n" in person.type("level white 7")
    assert "saved 2 moves to 'game.txt'\n" in person.type("save game.txt")
    assert (tmp_path / "game.txt").exists()
    assert "saved 2 moves to 'game.tafl'\n" in person.type("save game.tafl")
    assert "Black to move\n" in person.type("undo", "Black>")
    assert "last move e7-a7\n" in person.type("redo", "Black>")
    assert "i  h  g  f  e  d  c  b  a\n" in person.type("flip")
    person.type("flip")
    person.type(NEARLY, "White>")
    ended = person.type("e5 a5", "game over>")
    assert "* White wins.\n" in ended
    assert "the game is over: White won, the king escaped\n" in ended
    assert "the game is over" in person.type("hint", "game over>")
    assert "loaded 'game.txt': 2 moves\n" in person.type("load game.txt", "Black>")
    resigned = person.type("resign", "game over>")
    assert "* White wins.\n" in resigned
    assert "Black resigned\n" in resigned
    person.leave()
    # Boards and answers fit; what is typed is echoed by the terminal.
    printed = ESCAPE.sub("", person.raw).replace("\r\n", "\n").splitlines()
    assert max(len(line) for line in printed if ">" not in line) <= columns
    assert (re.search(r"\x1b\[[\d;]*3\dm", person.raw) is not None) is colour
    assert ("\x1b" in person.raw) is colour
    _see_review(tmp_path, columns, changes)


def _see_review(tmp_path: Path, columns: int, changes: dict[str, str]) -> None:
    """Review the game that was saved: a picture of the evaluation, then who judged which move how."""
    person = Person(tmp_path, "review", "game.tafl", "--depth", "2", columns=columns, **changes)
    person.until("White: ")
    person.end(0)
    # Without what the progress bar has drawn, each time over itself.
    lines = [line.rpartition("\r")[2] for line in ESCAPE.sub("", person.raw).replace("\r\n", "\n").splitlines()]
    assert max(map(len, lines)) <= columns
    assert "───" in lines
    assert [line.partition(":")[0] for line in lines if line.endswith(" 1")] == ["Black", "White"]


@pytest.mark.parametrize("columns", [80, 50])
def test_long_answers_are_wrapped_with_a_hanging_indent(tmp_path: Path, columns: int) -> None:
    """No line is wider than the terminal, and what goes on is set in."""
    person = Person(tmp_path, "play", "--no-board", columns=columns, TERM="dumb")
    person.until("Black>")
    for command in ("help", "rules", "variants"):
        lines = person.type(command, "Black>").splitlines()[:-1]
        assert max(map(len, lines)) <= columns
        assert any(line.startswith("  ") for line in lines)
        assert not any(line.endswith(" ") for line in lines)
    person.leave()


def test_errors_are_wrapped_at_words(tmp_path: Path) -> None:
    """A long error goes on below its beginning, set in."""
    person = Person(tmp_path, "play", "--no-board", columns=50, TERM="dumb")
    person.until("Black>")
    shown = person.type("e5 e9", "Black>")
    assert shown.startswith("Error: illegal move e5-e9: the king on e5 is not\n  the attackers' to move\n")
    person.leave()


@pytest.mark.parametrize(
    "changes",
    [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"PYTHONIOENCODING": "latin-1"}, {"PYTHONIOENCODING": "ascii"}],
    ids=" ".join,
)
def test_poor_terminals(tmp_path: Path, changes: dict[str, str]) -> None:
    """Without colours there is no escape sequence at all; without the signs there are letters."""
    person = Person(tmp_path, "play", "--nodes", "2000", columns=80, **changes)
    begun = person.until("Black>")
    letters = "PYTHONIOENCODING" in changes
    assert (" 5 B B W W K W W B B\n" in begun) is letters
    person.type("e2-a", r"\* ")
    person.until("Black>")
    person.type("rules", "Black>")
    person.leave()
    assert "\x1b" not in person.raw


def test_the_status_line_vanishes(tmp_path: Path) -> None:
    """While the automated player thinks a line says so; it is erased, and the move stands where it was."""
    person = Person(tmp_path, "play", "--no-board", "--depth", "40")
    person.until("Black>")
    person.type("e2-a", "White thinks: depth")
    person.screen.sendintr()
    person.until(r"\* [a-i][1-9]-")
    assert "\x1b[2K" in person.raw
    person.until("Black>")
    person.leave()


@pytest.mark.parametrize("name", ["ataxx", "qirkat", "alea-evangelii-murray"])
def test_other_games_fit_on_a_narrow_terminal(tmp_path: Path, name: str) -> None:
    """Boards of other kinds, and the largest board, are no wider than fifty columns."""
    person = Person(tmp_path, "play", name, columns=50, NO_COLOR="1")
    lines = person.until(">").splitlines()
    assert max(map(len, lines)) <= 50
    person.leave()


@pytest.mark.parametrize("command", [["play"], ["variants"], ["show", "tablut"]], ids=" ".join)
def test_pipes_need_no_library_for_terminals(command: list[str], tmp_path: Path) -> None:
    """Where the output is no terminal, rich is not imported."""
    code = (
        f"import sys\nsys.argv = ['taflkit', *{command!r}]\nfrom taflkit.cli import main\n"
        "try:\n    main()\nfinally:\n    print('rich' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input="dump\n", capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert done.stdout.splitlines()[-1] == "False"


def test_an_analysis_ends_with_what_was_found(tmp_path: Path) -> None:
    """Ctrl-C prints the best move so far, and the status says that the search was interrupted."""
    person = Person(tmp_path, "analyze", "tablut", "--depth", "90")
    person.until("depth 2,")
    person.screen.sendintr()
    person.until("best [a-i][1-9]-.*it was cancelled")
    person.end(130)


@pytest.mark.parametrize(
    ("columns", "changes"), [(80, {}), (50, {}), (80, {"TERM": "dumb"}), (50, {"PYTHONIOENCODING": "latin-1"})], ids=str
)
def test_a_review_ends_with_what_was_found(tmp_path: Path, columns: int, changes: dict[str, str]) -> None:
    """Ctrl-C while a position is searched for ever reports the moves before it, and what is missing."""
    (tmp_path / "game.tafl").write_text('[Variant "brandubh"]\n1. b4-b7 c4-c7xb7 2. a4-a6 d4-a4 *\n')
    person = Person(tmp_path, "review", "game.tafl", "--depth", "90", columns=columns, **changes)
    person.until(r"\d%")  # The bar is there, so the search has begun.
    person.screen.sendintr()
    person.until(r"interrupted: \d of 4\s+moves were reviewed|Aborted!")
    person.end(130)


def test_counting_games_ends_with_those_counted(tmp_path: Path) -> None:
    """Ctrl-C prints the moves of the games that were read until then."""
    game = '{"variant": "brandubh", "moves": "b4-b7 c4-c7xb7 a4-a6 d4-a4", "winner": "White"}'
    (tmp_path / "games.jsonl").write_text(f"{game}\n" * 60_000)
    person = Person(tmp_path, "explore", "games.jsonl")
    person.until(r"[1-9]\d?%")
    person.screen.sendintr()
    person.until("interrupted: not all games were counted")
    person.end(130)


def test_a_match_ends_with_the_games_played(tmp_path: Path) -> None:
    """Ctrl-C prints the standing after the pairs that were finished."""
    person = Person(tmp_path, "match", "random", "random", "--games", "100000", "--variant", "brandubh")
    person.until("game 4: ")
    person.screen.sendintr()
    person.until("Elo difference")
    person.end(130)
