"""Random numbers: the same in Python and in the kernel, so that a seed gives the same games with either."""

from __future__ import annotations

_WORD = 2**64 - 1


class Chance:
    """The random numbers of one game: SplitMix64, started from the seed and the number of the game."""

    __slots__ = ("_state",)

    def __init__(self, seed: int, game: int) -> None:
        """Start the sequence of numbers for a game."""
        self._state = _mix(seed ^ _mix(game))

    def below(self, count: int) -> int:
        """Draw a number from 0 to `count - 1`."""
        state = self._state
        self._state = state + 1 & _WORD
        return (_mix(state) >> 32) * count >> 32


def _mix(value: int) -> int:
    value = value + 0x9E3779B97F4A7C15 & _WORD
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    value = (value ^ value >> 27) * 0x94D049BB133111EB & _WORD
    return value ^ value >> 31
