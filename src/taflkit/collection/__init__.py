"""Collections of recorded games: what was played from a position, and statistics of results, lengths and endings."""

from taflkit.collection.exploring import Explorer, MoveTally, SeenGame, Wanted, explore_files, wanted_game
from taflkit.collection.statistics import Statistics

__all__ = ["Explorer", "MoveTally", "SeenGame", "Statistics", "Wanted", "explore_files", "wanted_game"]
