"""`taflkit script` with taflkit itself runs the reference scripts."""

from __future__ import annotations

from pathlib import Path

import pytest

from taflkit.match import read_script
from tests.cli.running import taflkit
from tests.cli.test_script import passed

PLAY = "{python} -m taflkit play"

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
