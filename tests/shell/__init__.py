"""Tests of the command language."""
