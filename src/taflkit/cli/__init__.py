"""The command line: one module for each command, named like it."""

from taflkit.cli.main import main

__all__ = ["main"]
