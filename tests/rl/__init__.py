"""Tests of the arrays for learning."""
