"""Players: searchers whose usual effort is known, made from a level, a name or the command line of an engine."""

from taflkit.players.making import PlayerText, parse_player, player

__all__ = ["PlayerText", "parse_player", "player"]
