"""Variants: finding, reading and converting their files, and what a variant is."""

from typing import TYPE_CHECKING

from taflkit import lazy as _lazy

if TYPE_CHECKING:
    from taflkit.variant.schema import Weights
    from taflkit.variant.variant import Example, Variant

__all__ = ["Example", "Variant", "Weights"]

# Imported at first use: finding and listing files needs neither rules nor boards.
_MODULES = {"schema": ("Weights",), "variant": ("Example", "Variant")}

if not TYPE_CHECKING:  # so that type checkers see the imports above, and typing mistakes
    __getattr__ = _lazy.names_of(__name__, _MODULES)


def __dir__() -> list[str]:
    return __all__
