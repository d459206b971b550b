"""Levels of play, from a beginner's opponent (1) to the default player (10).

A weaker player searches less deep and fewer positions, proves fewer wins, and now and then trusts its first
impression: it overlooks some moves, misjudges the others by a little, and plays what then looks best. Levels are
bounded by depth and nodes, never by time, so that the same level and seed play the same move on any machine.
"""

from __future__ import annotations

import random
import zlib
from typing import Final

import attrs

from taflkit.games import MoveT, Playable
from taflkit.games.knowledge import Effort
from taflkit.search.accelerator import accelerator_for
from taflkit.search.alphabeta import AlphaBeta
from taflkit.search.knowledge import knowledge_of
from taflkit.search.limits import Clock, SearchLimit, Stop
from taflkit.search.reports import OnReport, SearchReport, report_of
from taflkit.search.scores import WIN
from taflkit.search.searcher import BuiltInSearcher, Searcher
from taflkit.search.validators import whole_number
from taflkit.search.winfirst import WinFirst, default_effort

MAX_LEVEL: Final = 10
"""The level of the default player."""


@attrs.frozen(kw_only=True)
class Strength:
    """What makes a level weaker than the default player."""

    depth: int | None = None
    """How many plies it looks ahead; no limit but the nodes if left out."""

    nodes_share: float = 1.0
    """The part of the default player's nodes that it searches."""

    win_within: int = 0
    """Forced wins within so many moves are looked for first; 0 for none."""

    glances: float = 0.0
    """How often, from 0 to 1, it trusts its first impression instead of searching."""

    glance_depth: int = 1
    """How many plies the first impression looks ahead."""

    overlooks: float = 0.0
    """How much of the moves, from 0 to 1, it does not see at a glance."""

    misjudges: int = 0
    """By how much it misjudges a move at a glance: the standard deviation, in hundredths of a man."""


_STRENGTHS: Final = (
    Strength(depth=1, glances=1.0, overlooks=0.5, misjudges=150),
    Strength(depth=1, glances=1.0, overlooks=0.25, misjudges=50),
    Strength(depth=2, glances=0.65, overlooks=0.2, misjudges=50),
    Strength(depth=2, glances=0.2, overlooks=0.2, misjudges=50),
    Strength(depth=2, glances=0.22, glance_depth=2, overlooks=0.2, misjudges=50),
    Strength(depth=3, glances=0.2, glance_depth=2, overlooks=0.2, misjudges=40),
    Strength(depth=4, nodes_share=0.1, win_within=1, glances=0.12, glance_depth=2, overlooks=0.1, misjudges=40),
    Strength(depth=5, nodes_share=0.1, win_within=2, glances=0.06, glance_depth=2, misjudges=30),
    Strength(depth=6, nodes_share=0.2, win_within=3, glances=0.03, glance_depth=2, misjudges=30),
)


@attrs.frozen
class LevelSearcher(BuiltInSearcher):
    """A player of a level. The limit of a search may only make it weaker."""

    level: int = attrs.field(validator=whole_number(1, MAX_LEVEL))
    """The level, from 1 to `MAX_LEVEL`."""

    seed: int = 0
    """Decides between equally good moves, and when and how it goes wrong."""

    def _search(self, game: Playable[MoveT], clock: Clock, on_report: OnReport[MoveT]) -> SearchReport[MoveT]:
        if self.level == MAX_LEVEL:
            return WinFirst(seed=self.seed)._search(game, clock, on_report)
        strength = _STRENGTHS[self.level - 1]
        chance = random.Random(f"{self.seed} {_fingerprint(game)}")
        if chance.random() < strength.glances:
            return _glance(strength, chance, game, clock, on_report)
        effort = _effort(strength, default_effort(game))
        return WinFirst(effort, strength.depth, chance.getrandbits(32))._search(game, clock, on_report)


def level_searcher(level: int, *, seed: int = 0) -> Searcher:
    """The player of a level, for any kind of game.

    Args:
        level: From 1, for beginners, to `MAX_LEVEL`, the default player.
        seed: Decides between equally good moves, and when and how the player goes wrong.

    Raises:
        TypeError: if the level is not a whole number.
        ValueError: if there is no such level.
    """
    return LevelSearcher(level, seed)


def level_limit(game: Playable[MoveT]) -> SearchLimit:
    """A limit that stops no level of the game early, for `Searcher.search`."""
    effort = default_effort(game)
    return SearchLimit(nodes=effort.nodes + effort.win_nodes)


def _fingerprint(game: Playable[MoveT]) -> int:
    """A number that differs between positions, and is the same in every run."""
    return zlib.crc32(" ".join(map(str, game.legal_moves)).encode())


def _effort(strength: Strength, default: Effort) -> Effort:
    return Effort(
        nodes=max(1, round(default.nodes * strength.nodes_share)),
        win_within=min(strength.win_within, default.win_within),
        win_nodes=max(1, round(default.win_nodes * strength.nodes_share)),
    )


def _glance(
    strength: Strength, chance: random.Random, game: Playable[MoveT], clock: Clock, on_report: OnReport[MoveT]
) -> SearchReport[MoveT]:
    """The move that looks best at a glance."""
    moves = list(game.legal_moves)
    chance.shuffle(moves)
    seen = [move for move in moves if chance.random() >= strength.overlooks] or moves[:1]
    knowledge = knowledge_of(game)
    accelerator = accelerator_for(game, knowledge, 1)
    reply = AlphaBeta(depth=max(1, strength.glance_depth - 1), reductions=False)
    best, best_value, best_look = None, 0, float("-inf")
    for move in seen:
        if clock.stopped is not None and best is not None:
            break
        after = knowledge.follow(game, move)
        clock.count(1)
        if after.outcome is not None:
            value = 0 if after.outcome.winner is None else WIN if after.outcome.winner == game.to_move else -WIN
        else:
            if strength.glance_depth == 1:
                value = knowledge.evaluate(after)
            else:
                found = reply.search_with(accelerator, after, Clock(clock.limit, clock.cancel))
                clock.count(found.nodes)
                value = found.score.value
            value = value if after.to_move == game.to_move else -value
        look = value + chance.gauss(0, strength.misjudges)
        if look > best_look:
            best, best_value, best_look = move, value, look
    line = () if best is None else (best,)
    report = report_of(game, clock, best_value, line, strength.glance_depth, clock.stopped or Stop.DEPTH)
    on_report(report)
    return report
