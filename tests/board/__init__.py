"""Tests of the board, which knows no rules."""
