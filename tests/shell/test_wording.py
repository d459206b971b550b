"""Names and sentences of the command language."""

from __future__ import annotations

from taflkit import Side, load_variant
from taflkit.shell import player_word
from tests.shell.sessions import field


def test_names_are_one_word() -> None:
    """Players are called in commands by their names, or by their sides where a name has spaces in it."""
    assert player_word(load_variant("tablut"), Side.ATTACKERS) == "black"
    assert player_word(field(attackers="The Reds"), Side.ATTACKERS) == "attackers"
