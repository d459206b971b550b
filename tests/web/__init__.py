"""Tests of the board in the browser."""
