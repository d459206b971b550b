"""Tests of variant files: loading them, refusing them, finding them."""
