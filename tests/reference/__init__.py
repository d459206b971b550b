"""Tests against facts that stand beside a checkout, and that a clone does not have."""
