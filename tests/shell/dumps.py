"""The start position of tablut as `dump` prints it, with and without a legend."""

from __future__ import annotations

START = """\
===
  - - - B B B - - -
  - - - - B - - - -
  - - - - W - - - -
  B - - - W - - - B
  B B W W K W W B B
  B - - - W - - - B
  - - - - W - - - -
  - - - - B - - - -
  - - - B B B - - -
==="""

START_WITH_LEGEND = """\
===
 9 - - - B B B - - -
 8 - - - - B - - - -
 7 - - - - W - - - -
 6 B - - - W - - - B
 5 B B W W K W W B B
 4 B - - - W - - - B
 3 - - - - W - - - -
 2 - - - - B - - - -
 1 - - - B B B - - -
   a b c d e f g h i
==="""
