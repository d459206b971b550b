"""Variants: finding, reading and converting their files, and what a variant is."""

from taflkit.variant.schema import Weights
from taflkit.variant.variant import Example, Variant

__all__ = ["Example", "Variant", "Weights"]
