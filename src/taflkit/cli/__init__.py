"""The command line: click options in, exit codes out."""

from taflkit.cli.main import main

__all__ = ["main"]
