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

# How long an example takes says nothing on a busy machine.
settings.register_profile("taflkit", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("taflkit")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of this suite."""
    parser.addoption("--all", action="store_true", help="run the slow tests as well, and those of every variant")
    parser.addoption(
        "--processor-times",
        metavar="N",
        type=int,
        help="show the N files and tests that take most processor time, and how many unmarked tests take too much",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Measure tests, if asked to."""
    if (shown := config.getoption("processor_times")) is not None:
        config.pluginmanager.register(ProcessorTimes(shown))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out slow tests, unless asked for them."""
    if not config.getoption("all"):
        slow = [item for item in items if item.get_closest_marker("slow")]
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if not item.get_closest_marker("slow")]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, for the tests of one module: as long as Playwright runs, asyncio cannot be used by others."""
    from tests.chromium import chromium

    with chromium() as running:
        yield running
