"""What all tests share."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from tests.processor_time import ProcessorTimes

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parents[1]

# A shell has what it starts in the background ignore interrupts, and `nohup` hang-ups: so would every program that the
# tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

#: The marks of what runs only with `--all`.
ADDED = ("slow", "unsampled")

# How long an example takes says nothing on a busy machine.
settings.register_profile("all", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("quick", settings.get_profile("all"), max_examples=50)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of this suite."""
    parser.addoption("--all", action="store_true", help="run slow tests too, all variants, more random examples")
    parser.addoption(
        "--processor-times",
        metavar="N",
        type=int,
        help="show the N files and tests that take most processor time, and how many unmarked tests take too much",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Try fewer examples, unless all are asked for; measure tests, if asked to."""
    settings.load_profile("all" if config.getoption("all") else "quick")
    if (shown := config.getoption("processor_times")) is not None:
        config.pluginmanager.register(ProcessorTimes(shown))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what `--all` adds, unless it is given."""
    if not config.getoption("all"):
        added = [item for item in items if any(mark.name in ADDED for mark in item.iter_markers())]
        config.hook.pytest_deselected(items=added)
        left = set(added)
        items[:] = [item for item in items if item not in left]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, for the tests of one module: as long as Playwright runs, asyncio cannot be used by others."""
    from tests.chromium import chromium

    with chromium() as running:
        yield running
