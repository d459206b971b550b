"""Players with a given evaluation that think for a fixed number of nodes, as self-play and matches use them."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from taflkit import Game, Move, Variant
from taflkit.evaluation.network import Learned, Network
from taflkit.search import AlphaBeta, Evaluation, SearchLimit, SearchReport
from taflkit.search.limits import Clock
from taflkit.search.tafl import TaflKnowledge, default_terms
from taflkit.search.tafl.knowledge import TaflRunner

if TYPE_CHECKING:
    from taflkit.kernel.searches import KernelSearch

#: The transposition table, which is as large as a few thousand nodes need.
MEGABYTES, NODES_OF_A_MEGABYTE = 1, 16_384


@attrs.frozen(eq=False)
class Player:
    """Searches with one evaluation; what it knows of the variant is prepared once."""

    variant: Variant
    network: Network | None
    _knowledge: TaflKnowledge = attrs.field(init=False)

    @_knowledge.default
    def _prepared(self) -> TaflKnowledge:
        learned = () if self.network is None else (Learned(self.network),)
        return TaflKnowledge(self.variant, Evaluation((*default_terms(self.variant.weights), *learned)))

    @classmethod
    def named(cls, variant: Variant, name: str) -> Player:
        """The player with the network of a file, without a network (`classic`), or as the variant has it (`own`)."""
        if name == "classic":
            return cls(variant, None)
        return cls(variant, variant.network if name == "own" else Network.from_bytes(Path(name).read_bytes()))

    def memory(self, game: Game, nodes: int) -> KernelSearch:
        """A search with a fresh table of positions, which those of a whole game share."""
        return self._runner(game).begin(game, MEGABYTES + nodes // NODES_OF_A_MEGABYTE)

    def search(self, game: Game, memory: KernelSearch, nodes: int, seed: int) -> SearchReport[Move]:
        """Think about a move."""
        searcher = AlphaBeta(seed=seed, knowledge=self._knowledge)
        compiled = self._runner(game).searches.begin(game.state, memory.table)
        return searcher.search_with(compiled, game, Clock(SearchLimit(nodes=nodes)))

    def _runner(self, game: Game) -> TaflRunner:
        found = self._knowledge.search_runner(game)
        if isinstance(found, str):
            raise SystemExit(f"games are played with the compiled kernel: {found}")
        return found


def random_opening(start: Game, plies: int, chance: random.Random) -> Game:
    """A game some random moves old; it may have ended."""
    game = start
    for _ in range(plies):
        if game.outcome is not None:
            break
        game = game.play(chance.choice(game.legal_moves))
    return game
