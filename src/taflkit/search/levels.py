"""Levels of play, from a beginner's opponent (1) to the default player (10).

A weaker player searches fewer positions, proves fewer wins, and now and then trusts its first impression: it overlooks
some moves, misjudges the others by a little, and plays what then looks best. Levels are bounded by nodes, never by
time, so that the same level and seed play the same move on any machine. The nodes of a level depend on those of the
default player, so that levels suit every kind of game, with the compiled kernel and without.
"""

from __future__ import annotations

import math
import random
import zlib
from typing import Final

import attrs

from taflkit.games import MoveT, Playable
from taflkit.games.knowledge import Effort
from taflkit.search.knowledge import knowledge_of
from taflkit.search.limits import Clock, SearchLimit, Stop
from taflkit.search.reports import OnReport, SearchReport, report_of
from taflkit.search.scores import WIN
from taflkit.search.searcher import BuiltInSearcher, Searcher
from taflkit.search.validators import whole_number
from taflkit.search.winfirst import FEW_NODES, WinFirst, default_effort, effort_now

MAX_LEVEL: Final = 10
"""The level of the default player."""


@attrs.frozen(kw_only=True)
class Strength:
    """What makes a level weaker than the default player."""

    reach: float = 1.0
    """How many nodes it searches, on a logarithmic scale from `FEW_NODES` (0) to those of the default player (1)."""

    win_within: int = 0
    """Forced wins within so many moves are looked for first; 0 for none."""

    glances: float = 0.0
    """How often, from 0 to 1, it trusts its first impression instead of searching."""

    overlooks: float = 0.0
    """How much of the moves, from 0 to 1, it does not see at a glance."""

    misjudges: int = 0
    """By how much it misjudges a move at a glance: the standard deviation, in hundredths of a man."""


STRENGTHS: Final = (
    Strength(glances=1.0, overlooks=0.35, misjudges=150),
    Strength(glances=1.0, overlooks=0.25, misjudges=50),
    Strength(reach=0.0, glances=0.45, overlooks=0.2, misjudges=50),
    Strength(reach=0.0, glances=0.15, overlooks=0.2, misjudges=50),
    Strength(reach=0.17, glances=0.07, overlooks=0.2, misjudges=50),
    Strength(reach=0.33, glances=0.04, overlooks=0.2, misjudges=50),
    Strength(reach=0.5, win_within=1, glances=0.025, overlooks=0.2, misjudges=50),
    Strength(reach=0.63, win_within=3, glances=0.008, overlooks=0.2, misjudges=50),
    Strength(reach=0.81, win_within=4, glances=0.004, overlooks=0.2, misjudges=50),
)
"""The levels below the default player, the weakest first."""


@attrs.frozen
class LevelSearcher(BuiltInSearcher):
    """A player of a level. The limit of a search may only make it weaker."""

    level: int = attrs.field(validator=whole_number(1, MAX_LEVEL))
    """The level, from 1 to `MAX_LEVEL`."""

    seed: int = 0
    """Decides between equally good moves, and when and how it goes wrong."""

    def _search(self, game: Playable[MoveT], clock: Clock, on_report: OnReport[MoveT]) -> SearchReport[MoveT]:
        if self.level == MAX_LEVEL:
            return WinFirst(effort_now(game), seed=self.seed)._search(game, clock, on_report)
        strength = STRENGTHS[self.level - 1]
        chance = random.Random(f"{self.seed} {_fingerprint(game)}")
        if chance.random() < strength.glances:
            return _glance(strength, chance, game, clock, on_report)
        effort = effort_of(strength, default_effort(game))
        return WinFirst(effort, seed=chance.getrandbits(32))._search(game, clock, on_report)

    def _usual_limit(self, game: Playable[MoveT]) -> SearchLimit:
        """What stops no level early."""
        return WinFirst()._usual_limit(game)


def level_searcher(level: int, *, seed: int = 0) -> Searcher:
    """The player of a level, for any kind of game; searched without a limit, it plays as well as the level says.

    Args:
        level: From 1, for beginners, to `MAX_LEVEL`, the default player.
        seed: Decides between equally good moves, and when and how the player goes wrong.

    Raises:
        TypeError: if the level is not a whole number.
        ValueError: if there is no such level.
    """
    return LevelSearcher(level, seed)


def _fingerprint(game: Playable[MoveT]) -> int:
    """A number that differs between positions, and is the same in every run."""
    return zlib.crc32(" ".join(map(str, game.legal_moves)).encode())


def effort_of(strength: Strength, default: Effort) -> Effort:
    """How much a player of some strength looks at, where the default player looks at so much."""
    return Effort(
        nodes=_nodes(default.nodes, strength.reach),
        win_within=min(strength.win_within, default.win_within),
        win_nodes=_nodes(default.win_nodes, strength.reach),
    )


def _nodes(default: int, reach: float) -> int:
    few = min(FEW_NODES, default)
    return round(few * math.pow(default / few, reach))


def _glance(
    strength: Strength, chance: random.Random, game: Playable[MoveT], clock: Clock, on_report: OnReport[MoveT]
) -> SearchReport[MoveT]:
    """The move that looks best at a glance."""
    moves = list(game.legal_moves)
    chance.shuffle(moves)
    seen = [move for move in moves if chance.random() >= strength.overlooks] or moves[:1]
    knowledge = knowledge_of(game)
    best, best_value, best_look = None, 0, float("-inf")
    for move in seen:
        if clock.stopped is not None and best is not None:
            break
        after = knowledge.follow(game, move)
        clock.count(1)
        if after.outcome is not None:
            value = 0 if after.outcome.winner is None else WIN if after.outcome.winner == game.to_move else -WIN
        else:
            value = knowledge.evaluate(after)
            value = value if after.to_move == game.to_move else -value
        look = value + chance.gauss(0, strength.misjudges)
        if look > best_look:
            best, best_value, best_look = move, value, look
    line = () if best is None else (best,)
    report = report_of(game, clock, best_value, line, 1, clock.stopped or Stop.DEPTH)
    on_report(report)
    return report
