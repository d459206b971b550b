"""Scripts that are run from Python."""

from __future__ import annotations

import pytest

from taflkit.match import group_scripts, read_script, run_scripts
from tests.match.folders import Folder
from tests.match.programs import fake


def test_a_report_has_what_was_printed_and_what_is_wrong(folder: Folder) -> None:
    """A script that passes has no problems; one whose output differs has the difference."""
    good = read_script(folder.script("a", fake("dump:===;K;==="), "dump", expected="===\nK\n===\n"))
    assert run_scripts([good]).printed == ("===\nK\n===",)
    assert run_scripts([good]).problems == ()
    report = run_scripts([good], [fake("dump:===;B;===")])
    assert report.printed == ("===\nB\n===",)
    assert "-K" in report.problems
    assert "+B" in report.problems


def test_two_programs_are_told_apart_in_the_trace(folder: Folder) -> None:
    """If two programs play, the trace has the number of the program before the sign."""
    first = folder.script("g-1", fake("go:* a1-2", "b1-2:* Black wins."), "go", "#*move", "#*remote move/win")
    folder.script("g-2", fake("a1-2:* b1-2;* Black wins."), "#*remote move/win")
    (pair,) = group_scripts([first])
    seen: list[str] = []
    report = run_scripts(pair, trace=lambda sign, line: seen.append(f"{sign} {line}"))
    assert report.problems == ()
    assert {"1 < go", "1 > * a1-2", "2 < a1-2"} <= set(seen)


@pytest.mark.parametrize("said", ["save file", "save", "a1-2 b1-2", "load file", "quit"])
def test_only_moves_are_passed_on(folder: Folder, said: str) -> None:
    """What a program announces as its move, but is none, does not reach the other program."""
    first = folder.script("g-1", fake(f"go:* {said}"), "go", "#*move", "#*remote move/win")
    folder.script("g-2", fake(), "#*remote move/win")
    (pair,) = group_scripts([first])
    seen: list[str] = []
    report = run_scripts(pair, trace=lambda sign, line: seen.append(f"{sign} {line}"))
    assert report.problems == (f"g-2.in:2: the other program announces {said!r}, which is no move",)
    assert not any(line.startswith("2 <") for line in seen)


@pytest.mark.parametrize(
    ("limit", "value", "problem"),
    [
        ("MAX_PRINTED", 3, "more than 3 boards"),
        ("MAX_PRINTED_CHARACTERS", 40, "boards of more than 40 characters"),
    ],
)
def test_boards_are_kept_within_bounds(
    folder: Folder, monkeypatch: pytest.MonkeyPatch, limit: str, value: int, problem: str
) -> None:
    """A program that prints boards without end, or huge ones, is given up before they fill the memory."""
    monkeypatch.setattr(f"taflkit.match.script_runs.{limit}", value)
    boards = ";".join(["===", "K", "==="] * 9)
    report = run_scripts([read_script(folder.script("a", fake(f"dump:{boards};* a1-2"), "dump", "#*move"))])
    assert len(report.printed) <= 4
    assert problem in report.problems[0]


def test_only_one_or_two_scripts_run_together(folder: Folder) -> None:
    """No script, or more than two at once, are refused."""
    script = read_script(folder.script("a", fake(), "quit"))
    for scripts in ([], [script] * 3):
        with pytest.raises(ValueError, match="one script is run, or two together"):
            run_scripts(scripts)
