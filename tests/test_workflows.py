"""The workflows on GitHub. They cannot run here: what is checked is that they are well formed and pinned."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
#: An action at a commit, and the version that the commit is, for those who update it.
PINNED = re.compile(r"[\w.-]+/[\w.-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")


def read(path: Path) -> dict[str, Any]:
    """A workflow as data."""
    found = yaml.safe_load(path.read_text("utf-8"))
    assert isinstance(found, dict)
    return found


def steps(workflow: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every step of every job."""
    for job in workflow["jobs"].values():
        yield from job["steps"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
class TestEveryWorkflow:
    """What holds of each workflow."""

    def test_every_step_does_one_thing(self, path: Path) -> None:
        """A step uses an action or runs a command."""
        found = list(steps(read(path)))
        assert found
        assert all(("uses" in step) != ("run" in step) for step in found)

    def test_every_action_is_pinned_by_its_hash(self, path: Path) -> None:
        """An action is named by a commit, which nobody can move, with its version beside it."""
        used = re.findall(r"uses: *(.+)", path.read_text("utf-8"))
        assert len(used) == sum("uses" in step for step in steps(read(path)))
        assert [action for action in used if not PINNED.fullmatch(action)] == []

    def test_nothing_is_permitted_that_is_not_needed(self, path: Path) -> None:
        """A workflow may only read, and its jobs have an end; a job that needs more asks for it by itself."""
        workflow = read(path)
        assert workflow["permissions"] == {"contents": "read"}
        assert all("timeout-minutes" in job for job in workflow["jobs"].values())


def test_the_same_action_has_the_same_version_everywhere() -> None:
    """No workflow lags behind another."""
    used = {action for path in WORKFLOWS for action in re.findall(r"uses: *(.+)", path.read_text("utf-8"))}
    assert len(used) == len({action.partition("@")[0] for action in used})


def test_every_python_that_taflkit_supports_is_tested() -> None:
    """The tests run on three systems with each Python of the classifiers, and with the free-threaded one."""
    matrix = read(ROOT / ".github" / "workflows" / "test.yml")["jobs"]["tests"]["strategy"]["matrix"]
    versions = [
        found[1]
        for classifier in PYPROJECT["project"]["classifiers"]
        if (found := re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", classifier))
    ]
    assert versions[0] == PYPROJECT["project"]["requires-python"].removeprefix(">=")
    assert matrix["python"] == [*versions, f"{versions[-1]}t"]
    assert {system.partition("-")[0] for system in matrix["system"]} == {"ubuntu", "macos", "windows"}
