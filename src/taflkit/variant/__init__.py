"""Variants: finding, reading and converting their files, and what a variant is."""

from taflkit.variant.examples import Example
from taflkit.variant.schema import Weights
from taflkit.variant.variant import Variant

__all__ = ["Example", "Variant", "Weights"]
