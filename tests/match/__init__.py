"""Tests of matches, programs and test scripts."""
