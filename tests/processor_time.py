"""The option `--processor-times`: what tests cost in processor time, which a busy machine hardly changes."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Generator

import pytest

MAX_SECONDS = 2.0
"""What a test may take that is not marked as slow."""

_PROPERTY = "processor time"


class ProcessorTimes:
    """Measures every test with its fixtures and the programs that it has waited for, and reports the longest ones."""

    def __init__(self, shown: int) -> None:
        self.shown = shown
        self.before = 0.0
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.slow: set[str] = set()

    def pytest_runtest_logstart(self) -> None:
        """Start measuring."""
        self.before = _processor_time()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Add the time of a phase to its report, which is what reaches the main process of pytest-xdist."""
        report = yield
        now = _processor_time()
        report.user_properties.append((_PROPERTY, now - self.before))
        self.before = now
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add the time of a phase to that of its test."""
        self.seconds[report.nodeid] += sum(
            float(str(value)) for name, value in report.user_properties if name == _PROPERTY
        )
        if {"slow", "unsampled"} & report.keywords.keys():
            self.slow.add(report.nodeid)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Report."""
        unmarked = {name: seconds for name, seconds in self.seconds.items() if name not in self.slow}
        slow = {name: seconds for name, seconds in self.seconds.items() if name in self.slow}
        files: defaultdict[str, float] = defaultdict(float)
        for name, seconds in self.seconds.items():
            files[name.partition("::")[0]] += seconds
        for heading, found in (("files", files), ("slow tests", slow), ("other tests", unmarked)):
            terminalreporter.section(f"processor time: {heading}, {sum(found.values()):.1f} s in all")
            for name in sorted(found, key=found.__getitem__, reverse=True)[: self.shown]:
                terminalreporter.line(f"{found[name]:7.2f} s  {name}")
        over = sum(seconds > MAX_SECONDS for seconds in unmarked.values())
        terminalreporter.line(f"{over} unmarked tests took longer than {MAX_SECONDS:g} s.")


def _processor_time() -> float:
    return sum(os.times()[:4])
