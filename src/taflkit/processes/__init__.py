"""Processes that end when they should: whatever is started ends with who started it."""

from taflkit.processes.guarded import Guard
from taflkit.processes.parents import end_with_parent

__all__ = ["Guard", "end_with_parent"]
