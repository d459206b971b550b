"""Text and values: position strings. Squares and moves read and print themselves, in `board`."""

from taflkit.notation.positions import format_position, format_rows, parse_position, parse_rows

__all__ = ["format_position", "format_rows", "parse_position", "parse_rows"]
