"""Tests of the searchers."""
