"""Tests of `taflkit.players`."""
