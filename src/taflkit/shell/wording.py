"""Names and sentences of the command language, free of the characters that its readers interpret."""

from __future__ import annotations

from taflkit.board import Side
from taflkit.game import Game
from taflkit.variant import Variant


def plain(text: str) -> str:
    """The text on one line, with every character that readers of the output interpret replaced by `?`."""
    line = " ".join(text.split()).replace("*", "?").replace(">", "?").replace("===", "???")
    return "".join(letter if letter.isprintable() else "?" for letter in line)


def player_name(game: Game, side: Side) -> str:
    """The name of a player, as the variant gives it."""
    return plain(game.variant.side_name(side)) or side.value


def player_word(variant: Variant, side: Side) -> str:
    """The name of a player as an argument of a command: one word, in lower case."""
    name = variant.side_name(side).lower()
    return name if len(name.split()) == 1 else side.value


def state(game: Game) -> str:
    """Whose turn it is, or who won and why."""
    outcome = game.outcome
    if outcome is None:
        return f"{player_name(game, game.to_move)} to move"
    result = "a draw" if outcome.winner is None else f"{player_name(game, outcome.winner)} won"
    return f"the game is over: {result}, {outcome.reason.value}"
