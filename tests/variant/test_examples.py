"""The examples of variant files: one that does not hold is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from taflkit import load_variant
from taflkit.games import kind_of
from tests.variant.files import SMALL, small, write


def test_the_first_variants_have_examples() -> None:
    """There are examples to hold."""
    assert len(load_variant("tablut").examples) >= 6
    assert len(load_variant("brandubh").examples) >= 4


def failed_examples(directory: Path, text: str) -> list[str]:
    """What is said of the examples of a file that do not hold."""
    variant = load_variant(write(directory, text))
    return kind_of(variant).failed_examples(variant)


def failure(directory: Path, text: str) -> str:
    """What is said of the one example of a file that does not hold."""
    (found,) = failed_examples(directory, text)
    return found


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("legal = false", "legal = true", "'An attacker may not stop on the throne.' does not hold: illegal move"),
        (
            'move = "a3-c"',
            'move = "a3-b"',
            "examples[1]: 'An attacker may not stop on the throne.' does not hold: a3-b is legal",
        ),
        ('winner = "defenders"', 'winner = "attackers"', "does not hold: the defenders win: the king escaped"),
        ('winner = "defenders"\n', "", "does not hold: the defenders win: the king escaped"),
        ("king-escaped", "no-moves", "does not hold: the defenders win: the king escaped"),
        (
            'winner = "defenders"\nreason = "king-escaped"',
            "over = false",
            "does not hold: the game is over: the defenders win",
        ),
        ('move = "e3-5"', 'move = "e3-4"', "does not hold: the game goes on"),
        ('move = "e3-5"', 'move = "e3-4"\nbefore = ["e3-4"]', "does not hold: illegal move e3-e4"),
        ('move = "e3-5"', 'move = "e3-5"\nbefore = ["a1-2"]', "the moves before cannot be played: illegal move a1-a2"),
        ('move = "e3-5"', 'move = "e3-5"\ncaptures = ["a1"]', "does not hold: the move captures nothing"),
        ('move = "e3-5"', 'move = "e3-5xa1"', "does not hold: illegal move e3-5xa1"),
    ],
)
def test_an_example_that_does_not_hold_is_named(tmp_path: Path, old: str, new: str, expected: str) -> None:
    """What happens instead of what an example says is told with the number and the sentence of the example."""
    found = failure(tmp_path, small(old, new))
    assert expected in found
    assert found.startswith(("examples[1]: ", "examples[2]: "))


def test_a_winner_alone_says_that_the_game_is_over(tmp_path: Path) -> None:
    """An example that names only the winner is checked for the winner."""
    text = small('reason = "king-escaped"\n', "")
    assert failed_examples(tmp_path, text) == []
    assert "the game goes on" in failure(tmp_path, text.replace('move = "e3-5"', 'move = "e3-4"'))


def test_no_move_is_illegal_because_the_game_was_over_before(tmp_path: Path) -> None:
    """An example of an illegal move in a position where the game is over shows nothing, and so fails."""
    text = small("  A . . . K\n  . . . . .\n  . . . . .\n", "  A . . . .\n  . . . . .\n  . . . . K\n")
    assert "the game is over" in failure(tmp_path, text)


TWO_AT_ONCE = '''
[[examples]]
says = "One move can capture two."
position = """
  A D . D A
  . . . . .
  . . A . .
  . . . . .
  . K . . .
"""
move = "c3-5"
captures = ["d5", "b5"]
over = false
'''


def test_captures_are_compared_as_sets(tmp_path: Path) -> None:
    """The captured squares of an example stand in any order, and must be all."""
    assert failed_examples(tmp_path, SMALL + TWO_AT_ONCE) == []
    assert failed_examples(tmp_path, SMALL + TWO_AT_ONCE.replace('"d5"', '"D5"')) == []
    half = TWO_AT_ONCE.replace('"d5", "b5"', '"d5"')
    assert failure(tmp_path, SMALL + half).endswith("does not hold: the move captures b5 d5")
