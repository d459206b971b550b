"""Engines run rules: one in Python, one in the compiled kernel.

`engine_for(rules)` chooses, and the `status` of the engine says why. The extension module `taflkit.engine._native` is
optional: without it, Python runs all rules.
"""

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
