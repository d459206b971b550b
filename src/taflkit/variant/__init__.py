"""Variants: the file's schema, strict loading, inheritance, and the catalogue with its search path."""

from taflkit.variant.schema import Weights
from taflkit.variant.variant import Example, Variant

__all__ = ["Example", "Variant", "Weights"]
