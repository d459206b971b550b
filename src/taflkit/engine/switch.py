"""Whether the compiled kernel is there, and whether it runs some rules.

The environment variable `TAFLKIT_KERNEL` decides: `0` turns the kernel off, with `1` its absence is an error, and if
it is not set the kernel is used where it is installed. It is read once, when the kernel is first asked for.
"""

from __future__ import annotations

import importlib
import os
import weakref
from functools import cache
from typing import TYPE_CHECKING

import attrs

from taflkit.board import Position
from taflkit.engine.constants import differing
from taflkit.engine.lowering import NotLoweredError, lower
from taflkit.engine.states import has_room_for
from taflkit.errors import TaflError
from taflkit.rules import LegalMoves, Rules

if TYPE_CHECKING:
    from taflkit.engine._native import Kernel, Stepper

VARIABLE = "TAFLKIT_KERNEL"
NOT_INSTALLED = "the extension is not installed"
OTHER_VERSION = "the extension was built for another version"


class KernelMissingError(TaflError, ImportError):
    """The compiled kernel is asked for and cannot be loaded."""


@attrs.frozen
class KernelStatus:
    """Whether the compiled kernel is used, and if not, why; true if it is."""

    used: bool
    #: Why it is not used, as a clause of a sentence; empty if it is.
    reason: str = ""

    def __bool__(self) -> bool:
        """Whether it is used."""
        return self.used

    def __str__(self) -> str:
        """Say it: `yes`, or `no, the extension is not installed`."""
        return "yes" if self.used else f"no, {self.reason}"


@attrs.frozen
class _Known:
    """What was found out about some rules."""

    rules: weakref.ref[Rules]
    kernel: Kernel | None
    status: KernelStatus


#: By the identity of the rules, which need not be hashable, and as long as they live.
_known: dict[int, _Known] = {}
_steppers: dict[int, tuple[weakref.ref[Rules], Stepper | None]] = {}


@cache
def installed() -> KernelStatus:
    """Whether the compiled kernel is there and turned on, whatever the rules."""
    wanted = os.environ.get(VARIABLE, "")
    if wanted not in ("", "0", "1"):
        raise TaflError(f"{VARIABLE} is 0 (off), 1 (an error if it is missing) or not set, not {wanted!r}")
    if wanted == "0":
        return KernelStatus(False, f"turned off by {VARIABLE}=0")
    try:
        if differing(importlib.import_module("taflkit.engine._native")):
            raise ImportError(OTHER_VERSION)
    except ImportError as error:
        if wanted == "1":
            raise KernelMissingError(
                f"{VARIABLE} is 1, but the compiled kernel cannot be loaded ({error}); "
                "installing taflkit from its source with a C compiler builds it: pip install ."
            ) from error
        if isinstance(error, ModuleNotFoundError):
            return KernelStatus(False, NOT_INSTALLED)
        unusable = f"the extension cannot be loaded ({error})"
        return KernelStatus(False, OTHER_VERSION if str(error) == OTHER_VERSION else unusable)
    return KernelStatus(True)


def kernel_of(rules: Rules) -> Kernel | None:
    """The compiled kernel for some rules, `None` where they run in Python; `status` says why."""
    return (_known.get(id(rules)) or _find(rules)).kernel


def kernel_for(rules: Rules, position: Position) -> Kernel | None:
    """The compiled kernel for games from a position on, `None` where they run in Python."""
    return kernel_of(rules) if has_room_for(position) else None


def status(rules: Rules) -> KernelStatus:
    """Whether the compiled kernel runs some rules, and if not, why."""
    return (_known.get(id(rules)) or _find(rules)).status


def in_python(rules: Rules) -> Rules:
    """The same rules as another object, which the kernel leaves alone; to compare the two."""
    again = attrs.evolve(rules)
    _remember(again, None, KernelStatus(False, "asked to run in Python"))
    return again


def _find(rules: Rules) -> _Known:
    found = installed()
    kernel = None
    if found:
        from taflkit.engine._native import Kernel

        try:
            kernel = Kernel(lower(rules).record)
        except (NotLoweredError, ValueError) as error:
            found = KernelStatus(False, str(error))
    return _remember(rules, kernel, found)


def _remember(rules: Rules, kernel: Kernel | None, found: KernelStatus) -> _Known:
    key, forget = id(rules), _known.pop
    _known[key] = _Known(weakref.ref(rules, lambda _: forget(key, None)), kernel, found)
    return _known[key]


def stepper_of(rules: Rules, game: type) -> Stepper | None:
    """What plays games of the class `game` step by step in the compiled kernel, `None` where they run in Python."""
    known = _steppers.get(id(rules))
    if known is not None:
        return known[1]
    kernel = kernel_of(rules)
    # A rule that forbids repetition is asked about every move, with the whole past: that stays in Python.
    stepper = None
    if kernel is not None and not rules.repetition.forbids_moves:
        from taflkit.engine._native import Stepper

        stepper = Stepper(kernel, game, LegalMoves, rules.board.grid.move_between)
    key, forget = id(rules), _steppers.pop
    _steppers[key] = (weakref.ref(rules, lambda _: forget(key, None)), stepper)
    return stepper
