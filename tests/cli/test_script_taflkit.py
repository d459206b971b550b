"""`taflkit script` with taflkit itself, and the reference scripts."""

from __future__ import annotations

from pathlib import Path

import pytest

from taflkit.match import read_script
from tests.cli.running import taflkit
from tests.cli.test_play import LEGEND
from tests.cli.test_script import passed
from tests.match.folders import Folder

PLAY = "{python} -m taflkit play"
#: Plays at random, in no time.
QUICK = f"{PLAY} --searcher random"

#: How the reference scripts are run: those without the player need nothing more, the others few positions, and the
#: one that asks for a forced win the player as it is.
REFERENCE = {
    "00-initial": "",
    "00-playSelf": "--nodes 200 --searcher alphabeta",
    "00-simpmoves": "",
    "01-captures": "",
    "01-forceWin-a": "",
    "01-playTwo": "--nodes 200 --searcher alphabeta",
    "01-repeat": "",
    "03-captures": "",
    "05-captures": "",
}
SLOW = ("00-playSelf", "01-playTwo")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name in SLOW else ()) for name in REFERENCE]
)
def test_reference_scripts_pass(reference: Path, name: str) -> None:
    """Every reference script passes, its output as expected."""
    script = reference / "tablut-scripts" / f"{name}-1.in"
    run = taflkit("script", script, "--program", f"{PLAY} --legend {REFERENCE[name]}")
    expected = [read_script(script).expected or ""]
    if script.with_name(f"{name}-2.in").exists():
        expected.append(read_script(script.with_name(f"{name}-2.in")).expected or "")
    assert passed(run) == "".join(expected).strip().splitlines()


def test_every_reference_script_is_run(reference: Path) -> None:
    """There is no script among the references that is not run above."""
    names = {path.stem.removesuffix("-1").removesuffix("-2") for path in (reference / "tablut-scripts").glob("*.in")}
    assert names == REFERENCE.keys()


@pytest.mark.slow
def test_every_reference_script_at_once(reference: Path, tmp_path: Path) -> None:
    """All scripts of a directory are run together, pairs as pairs, also where they are marked the other way."""
    for path in (reference / "tablut-scripts").iterdir():
        (tmp_path / path.name).write_text(path.read_text().replace("#*", "##"))
    options = "--legend --nodes 200 --searcher alphabeta"
    run = taflkit("script", *sorted(tmp_path.glob("*.in")), "--quiet", "--program", f"{PLAY} {options}")
    assert run.code == 0, run.output
    assert run.lines[-1] == f"{len(REFERENCE)} of {len(REFERENCE)} passed"


def test_a_dump(folder: Folder) -> None:
    """The start position is printed as it should be."""
    script = folder.script("a", f"{PLAY} --legend", "dump", "quit", expected=LEGEND)
    assert passed(taflkit("script", script)) == LEGEND.splitlines()


def test_a_forced_win(folder: Folder) -> None:
    """The player as it is wins where it can, within the limit."""
    moves = ("a4-3", "e4-f", "b5-3", "e5-4", "b3-5")
    script = folder.script("a", PLAY, "manual white", "limit 9", *moves, "auto white", "#*move/win+", "quit")
    assert passed(taflkit("script", script)) == ["* White wins."]


def test_a_game_against_itself(folder: Folder) -> None:
    """A program plays a whole game with itself when both players are automated."""
    script = folder.script("a", QUICK, "seed 4", "manual white", "auto black", "auto white", "#*move/win+")
    (win,) = passed(taflkit("script", script))
    assert win in ("* White wins.", "* Black wins.")


def test_two_processes_play_each_other(folder: Folder) -> None:
    """Two programs play a whole game, each its own side, and agree who has won."""
    first = folder.script("a-1", QUICK, "seed 1", "manual white", "auto black", "#*move", "#*remote move/win+", "quit")
    second = folder.script("a-2", QUICK, "seed 2", "auto white", "#*remote move/win+", "quit")
    one, other = passed(taflkit("script", first, second))
    assert one == other
    assert one.endswith("wins.")


def test_other_variants(folder: Folder) -> None:
    """The winner has the name that the variant gives."""
    lines = ("variant brandubh", "manual defenders", "set defenders 7/7/7/K5A/7/7/7", "a4-7", "#*win+")
    assert passed(taflkit("script", folder.script("a", QUICK, *lines))) == ["* Defenders wins."]
