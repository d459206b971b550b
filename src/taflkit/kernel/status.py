"""Whether the compiled kernel can be used in this process, whatever the rules.

The environment variable `TAFLKIT_KERNEL` decides: `0` turns the kernel off, `1` makes it an error if the kernel is
missing; if it is not set, the kernel is used where it is installed. It is read once, when the kernel is first needed.
"""

from __future__ import annotations

import importlib
import os
import warnings
from functools import cache

import attrs

from taflkit.errors import TaflError

VARIABLE = "TAFLKIT_KERNEL"
NOT_INSTALLED = "the extension is not installed"
OTHER_VERSION = "the extension was built for another version"


class KernelMissingError(TaflError, ImportError):
    """`TAFLKIT_KERNEL=1` requires the compiled kernel, and it cannot be loaded or refuses rules that it should run."""


@attrs.frozen
class KernelStatus:
    """Whether the compiled kernel is used, and if not, why. A status is true if the kernel is used."""

    used: bool
    """Whether the kernel is used."""
    reason: str = ""
    """Why it is not used, as a clause of a sentence; empty if it is."""

    def __bool__(self) -> bool:
        """Whether the kernel is used."""
        return self.used

    def __str__(self) -> str:
        """Print `yes`, or `no, the extension is not installed`."""
        return "yes" if self.used else f"no, {self.reason}"


def refused(error: ValueError) -> KernelStatus:
    """Return the status of rules that were lowered, but which the kernel refuses: one of the two has a bug.

    The rules still run in Python, with a warning.

    Raises:
        KernelMissingError: `TAFLKIT_KERNEL` is 1.
    """
    trouble = f"the kernel refuses rules that it should run ({error}), which is a bug of taflkit"
    if os.environ.get(VARIABLE) == "1":
        raise KernelMissingError(f"{VARIABLE} is 1, but {trouble}") from error
    warnings.warn(f"{trouble}; they run in Python", RuntimeWarning, stacklevel=2)
    return KernelStatus(False, trouble)


@cache
def installed() -> KernelStatus:
    """Return whether the compiled kernel is installed and turned on, whatever the rules.

    Raises:
        KernelMissingError: `TAFLKIT_KERNEL` is 1, and the kernel cannot be loaded.
        TaflError: `TAFLKIT_KERNEL` is neither 0 nor 1.
    """
    wanted = os.environ.get(VARIABLE, "")
    if wanted not in ("", "0", "1"):
        raise TaflError(f"{VARIABLE} is 0 (off), 1 (an error if it is missing) or not set, not {wanted!r}")
    if wanted == "0":
        return KernelStatus(False, f"turned off by {VARIABLE}=0")
    from taflkit.kernel.constants import differing  # It needs modules that Python alone does not.

    try:
        if differing(importlib.import_module("taflkit.kernel._native")):
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
