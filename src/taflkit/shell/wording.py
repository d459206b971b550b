"""Names and sentences of the command language, free of the characters that its readers interpret."""

from __future__ import annotations

from taflkit.games import AnyKind, GameVariant, MoveT, Playable, Player, kind_of


def plain(text: str) -> str:
    """The text on one line, with every character that readers of the output interpret replaced by `?`."""
    line = " ".join(text.split()).replace("*", "?").replace(">", "?").replace("===", "???")
    return "".join(letter if letter.isprintable() else "?" for letter in line)


def player_name(game: object, player: Player, kind: AnyKind | None = None) -> str:
    """The name of a player, as the variant gives it.

    Args:
        game: A game of the variant.
        player: The player.
        kind: The kind of the game; found by its class if left out.
    """
    kind = kind or kind_of(game)
    variant = kind.variant_of(game)
    return plain(kind.player_name(variant, player)) or fixed_word(kind, variant, player)


def player_word(variant: GameVariant, player: Player, kind: AnyKind | None = None) -> str:
    """The name of a player as an argument of a command: one word, in lower case.

    Args:
        variant: The variant.
        player: The player.
        kind: The kind of game of the variant; found by its class if left out.
    """
    kind = kind or kind_of(variant)
    name = kind.player_name(variant, player).lower()
    return name if len(name.split()) == 1 else fixed_word(kind, variant, player)


def is_or_are(name: str) -> str:
    """The verb that follows the name of a player: Black is, Attackers are."""
    return "are" if name.lower().endswith("s") else "is"


def fixed_word(kind: AnyKind, variant: GameVariant, player: Player) -> str:
    """The word for a player that every variant of a kind knows."""
    return [word for word, each in kind.player_words(variant).items() if each == player][-1]


def state(game: Playable[MoveT], kind: AnyKind | None = None, resigned: Player | None = None) -> str:
    """Whose turn it is, or who won and why.

    Args:
        game: The game.
        kind: Its kind; found by its class if left out.
        resigned: The player who resigned, if one did.
    """
    kind = kind or kind_of(game)
    if resigned is not None:
        winner, loser = (player_name(game, player, kind) for player in (resigned.other, resigned))
        return f"the game is over: {winner} won, {loser} resigned"
    outcome = game.outcome
    if outcome is None:
        return f"{player_name(game, game.to_move, kind)} to move"
    result = "a draw" if outcome.winner is None else f"{player_name(game, outcome.winner, kind)} won"
    reason = kind.format_reason(game)
    return f"the game is over: {result}, {reason}" if reason else f"the game is over: {result}"
