"""Engines: who runs some rules, Python or the compiled kernel, and why.

`engine_for(rules)` is the door. The extension module `taflkit.engine._native` need not be there: without it everything
runs in Python.
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
