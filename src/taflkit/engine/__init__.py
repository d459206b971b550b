"""Engines run rules: one in Python, one in the compiled kernel.

`engine_for(rules)` chooses, and the `status` of the engine says why. The extension module `taflkit.engine._native` is
optional: without it, Python runs all rules.
"""

from typing import TYPE_CHECKING

from taflkit import lazy as _lazy

if TYPE_CHECKING:
    from taflkit.engine.engine import Engine, LeafCounter, engine_for, in_python
    from taflkit.engine.state import State
    from taflkit.engine.status import KernelMissingError, KernelStatus, installed

__all__ = [
    "Engine",
    "KernelMissingError",
    "KernelStatus",
    "LeafCounter",
    "State",
    "engine_for",
    "in_python",
    "installed",
]

# Imported at first use: the bounds of `limits` and the status of the kernel need neither rules nor boards.
_MODULES = {
    "engine": ("Engine", "LeafCounter", "engine_for", "in_python"),
    "state": ("State",),
    "status": ("KernelMissingError", "KernelStatus", "installed"),
}

if not TYPE_CHECKING:  # so that type checkers see the imports above, and typing mistakes
    __getattr__ = _lazy.names_of(__name__, _MODULES, submodules=("encoding", "limits", "python_engine", *_MODULES))


def __dir__() -> list[str]:
    return __all__
