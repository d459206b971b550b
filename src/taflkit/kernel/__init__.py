"""Runners run rules: one in Python, one in the compiled kernel.

`runner_for(rules)` chooses, and the `status` of the runner says why. The extension module `taflkit.kernel._native` is
optional: without it, Python runs all rules.
"""

from taflkit.kernel.runner import LeafCounter, Runner, in_python, runner_for
from taflkit.kernel.state import State
from taflkit.kernel.status import KernelMissingError, KernelStatus, installed

__all__ = [
    "KernelMissingError",
    "KernelStatus",
    "LeafCounter",
    "Runner",
    "State",
    "in_python",
    "installed",
    "runner_for",
]
