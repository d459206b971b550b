"""`Thinker`: an automated player at a terminal, whom Ctrl-C hurries."""

from __future__ import annotations

from typing import Any

import attrs

from taflkit.cli.screen import Screen
from taflkit.cli.signals import Interrupts
from taflkit.games import Player
from taflkit.search import Automaton, SearchLimit, SearchReport

#: Enough for some move if Ctrl-C comes before the first depth is searched.
_AT_ONCE = SearchLimit(depth=1, nodes=1000)


@attrs.define
class Stopped:
    """Whom Ctrl-C has stopped since the last command was typed."""

    player: Player | None = None


@attrs.frozen
class Thinker:
    """Shows what the automated player thinks. Ctrl-C plays the best move found so far; a second one is passed on."""

    automaton: Automaton
    screen: Screen
    interrupts: Interrupts
    stopped: Stopped = attrs.field(factory=Stopped)
    """Remembers a first Ctrl-C."""

    def at_level(self, level: int) -> Thinker:
        """The same player at a level."""
        return attrs.evolve(self, automaton=self.automaton.at_level(level))

    def __call__(self, game: Any, seed: int) -> Any:
        """The move to play.

        Raises:
            KeyboardInterrupt: Ctrl-C for the second time.
        """
        found: list[SearchReport[Any]] = []
        # Ctrl-C is heard by the search alone, so that the line on the screen always vanishes.
        with self.screen.thinking(game) as show:

            def on_report(report: SearchReport[Any]) -> None:
                found.append(report)
                show(report)

            try:
                with self.interrupts.heard():
                    return self.automaton(game, seed, on_report)
            except KeyboardInterrupt:
                if self.stopped.player is not None:
                    raise
                self.stopped.player = game.to_move
                if found and found[-1].best is not None:
                    return found[-1].best
                return attrs.evolve(self.automaton, limit=_AT_ONCE)(game, seed)
