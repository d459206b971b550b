"""Variants: the file's schema, strict loading, inheritance, and the catalogue with its search path."""

from taflkit.variant.variant import Example, Variant, Weights

__all__ = ["Example", "Variant", "Weights"]
