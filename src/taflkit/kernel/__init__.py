"""Runners run rules: one in Python, one in the compiled kernel.

`runner_for(rules)` chooses, and the `status` of the runner says why. The extension module `taflkit.kernel._native` is
optional: without it, Python runs all rules.
"""

from typing import TYPE_CHECKING

from taflkit import lazy as _lazy

if TYPE_CHECKING:
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

# Imported at first use: the bounds of `limits` and the status of the kernel need neither rules nor boards.
_MODULES = {
    "runner": ("Runner", "LeafCounter", "runner_for", "in_python"),
    "state": ("State",),
    "status": ("KernelMissingError", "KernelStatus", "installed"),
}

if not TYPE_CHECKING:  # so that type checkers see the imports above, and typing mistakes
    __getattr__ = _lazy.names_of(__name__, _MODULES, submodules=("encoding", "limits", "python_runner", *_MODULES))


def __dir__() -> list[str]:
    return __all__
