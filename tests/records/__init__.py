"""Tests of notation: text to values and back."""
