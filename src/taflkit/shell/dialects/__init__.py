"""The dialects of the command language, found by the names that kinds of game give them."""

from taflkit.shell.dialects.ataxx import ATAXX
from taflkit.shell.dialects.general import GENERAL
from taflkit.shell.dialects.qirkat import QIRKAT
from taflkit.shell.dialects.registry import dialect_named, dialect_names
from taflkit.shell.dialects.tafl import TAFL

__all__ = ["ATAXX", "GENERAL", "QIRKAT", "TAFL", "dialect_named", "dialect_names"]
