"""Names and sentences of the command language."""

from __future__ import annotations

import attrs

from taflkit import Side, load_variant, start
from taflkit.rules import TurnLimit
from taflkit.shell import player_word
from taflkit.shell.boards import board, dump
from taflkit.shell.wording import state
from tests.shell.sessions import field


def test_names_are_one_word() -> None:
    """Players are called in commands by their names, or by their sides where a name has spaces in it."""
    assert player_word(load_variant("tablut"), Side.ATTACKERS) == "black"
    assert player_word(field(attackers="The Reds"), Side.ATTACKERS) == "attackers"


def test_how_a_game_stands() -> None:
    """Whose turn it is, who won and why, or that nobody did."""
    game = start("tablut")
    assert state(game) == "Black to move"
    king, drawn = "9/9/9/9/4K4/9/9/9/B8 defenders", load_variant("brandubh")
    assert state(start("tablut", king).play("e5-a5")) == "the game is over: White won, the king escaped"
    rules = attrs.evolve(drawn.rules, limits=(TurnLimit(1),))
    over = start(attrs.evolve(drawn, rules=rules)).play("d1-c1")
    assert state(over) == "the game is over: a draw, the move limit was reached"


def test_a_board_without_a_session() -> None:
    """The kind of game is found by its class; a board that is dumped has no coordinates unless asked for."""
    game = start("brandubh")
    assert dump(game).splitlines()[:2] == ["===", "  - - - A - - -"]
    assert dump(game, legend=True).splitlines()[1] == " 7 - - - A - - -"
    assert board(game).splitlines()[-2:] == ["   a b c d e f g", "Attackers to move"]
    assert board(game.play("d1-c1")).splitlines()[-2:] == ["last move d1-c1", "Defenders to move"]
