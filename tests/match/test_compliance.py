"""Whether programs obey their protocols."""

from __future__ import annotations

import pytest

from taflkit import load_variant
from taflkit.match import EngineEntrant, check_compliance, check_program, entrant
from tests.cli.running import taflkit
from tests.match.programs import RANDOM, fake

BRANDUBH = load_variant("brandubh")


def problems(command: str) -> dict[str, str]:
    """What is wrong with a program of the command language, by what should hold."""
    return {check.says: check.problem for check in check_program(EngineEntrant(command, "play"), BRANDUBH)}


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine is no fault of a program."""
    monkeypatch.setattr("taflkit.match.compliance.MOVE_SECONDS", 600.0)
    monkeypatch.setattr("taflkit.match.compliance._LATENCY", 120.0)


@pytest.mark.slow
def test_taflkit_obeys() -> None:
    """A player of taflkit obeys the command language, and the command says so."""
    run = taflkit("match", "--compliance", RANDOM, "--variant", "brandubh")
    assert run.code == 0, run.output
    assert all(line.startswith("right: ") for line in run.lines[:-1])
    assert run.lines[-1] == f"{len(run.lines) - 1} of {len(run.lines) - 1} are right"


def test_searchers_obey() -> None:
    """A searcher has no protocol to break, but plays the games."""
    checks = list(check_compliance(entrant("level:1"), BRANDUBH))
    assert len(checks) == 4
    assert [check.problem for check in checks] == [""] * 4


def test_what_a_program_does_wrong_is_found() -> None:
    """Each fact that does not hold has its problem."""
    found = problems(fake("quit:@exit 2", "end:@exit 1", "nonsense:@exit 3", "a1-a1:* Black wins."))
    assert found == {
        "It exits with status 0 after quit.": "it ended with status 2",
        "It exits with status 0 at the end of its input.": "it ended with status 1",
        "It goes on after lines that are no commands.": "it ended with status 3",
        "It goes on after moves that are illegal.": "it says '* Black wins.' instead of a move",
    }


@pytest.mark.slow
def test_engines_obey() -> None:
    """The engine of taflkit obeys UCI; a program that is no engine does not."""
    checks = list(check_compliance(entrant("uci:{python} -m taflkit uci"), BRANDUBH))
    assert [check for check in checks if check.problem] == []
    run = taflkit("match", "--compliance", f"uci:{fake('uci:@exit 1')}", "--variant", "brandubh")
    assert run.code == 1
    assert run.lines[0] == "wrong: It starts, greets, and ends when it is told to."
