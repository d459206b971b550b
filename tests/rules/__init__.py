"""Tests of the rules: what is true on small drawn boards."""
