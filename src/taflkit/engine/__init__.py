"""The compiled kernel: `Rules` lowered to plain tables, and run by C code that answers exactly as they do.

The extension module `taflkit.engine._native` need not be there: without it everything runs in Python.
"""

from taflkit.engine.lowering import Lowered, NotLoweredError, lower
from taflkit.engine.states import MOST_KINGS, OUTCOMES, Line, has_room_for, line_of, position_from, state_of
from taflkit.engine.switch import (
    KernelMissingError,
    KernelStatus,
    in_python,
    installed,
    kernel_for,
    kernel_of,
    status,
    stepper_of,
)

__all__ = [
    "MOST_KINGS",
    "OUTCOMES",
    "KernelMissingError",
    "KernelStatus",
    "Line",
    "Lowered",
    "NotLoweredError",
    "has_room_for",
    "in_python",
    "installed",
    "kernel_for",
    "kernel_of",
    "line_of",
    "lower",
    "position_from",
    "state_of",
    "status",
    "stepper_of",
]
