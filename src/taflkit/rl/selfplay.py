"""Self-play: many games at once, whose positions are evaluated together."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from taflkit.board import Move, Side
from taflkit.game import Game
from taflkit.kernel.encoding import OUTCOMES
from taflkit.rl.observation import Encoder
from taflkit.rl.samples import Sample
from taflkit.search.puct import Evaluator, Tree, evaluate


@attrs.frozen(kw_only=True)
class SelfPlay:
    """How games are played against oneself."""

    visits: int = 64
    """How many positions are visited for each move."""
    parallel: int = 64
    """How many games are played at once; their positions are evaluated together."""
    exploration: float = 1.5
    """As for `taflkit.search.PUCT`."""
    noise: float = 0.25
    """The share of Dirichlet noise in the probabilities of each move."""
    noise_shape: float = 0.5
    """The parameter of the Dirichlet distribution."""
    random_plies: int = 0
    """Before each game, up to so many random plies are played: the more, the more varied the positions."""
    drawn_plies: int = 12
    """So many moves are drawn by their visits; later ones are the most visited."""
    max_plies: int = 200
    """A longer game is broken off, and counts as drawn."""


@attrs.frozen(eq=False)
class PlayedGame:
    """A game of self-play."""

    number: int
    """Its number, which with the seed decides it, as far as the evaluator answers alike."""
    game: Game
    """The game, finished or broken off."""
    positions: Sequence[Sample]
    """Its positions."""

    @property
    def reward(self) -> tuple[float, float]:
        """What came of it for the attackers and the defenders."""
        return rewards(self.game)

    @property
    def outcome(self) -> int:
        """How it ended, as a number of `OUTCOMES`."""
        return OUTCOMES.index(self.game.outcome)


def rewards(game: Game) -> tuple[float, float]:
    """Return what came of a game for the attackers and the defenders: 1 won, -1 lost, 0 drawn or not over."""
    winner = game.outcome.winner if game.outcome is not None else None
    if winner is None:
        return 0.0, 0.0
    return (1.0, -1.0) if winner is Side.ATTACKERS else (-1.0, 1.0)


def self_play(
    start: Game,
    evaluator: Evaluator,
    encoder: Encoder,
    games: range,
    *,
    seed: int = 0,
    settings: SelfPlay | None = None,
) -> Iterator[PlayedGame]:
    """Play games against oneself with `PUCT`, many at a time.

    Args:
        start: Where the games begin.
        evaluator: Gives the probabilities of moves and the values of games, such as a `NetworkEvaluator`.
        encoder: Turns positions into planes.
        games: The numbers of the games.
        seed: Decides, with the number of a game, what is random in it.
        settings: How games are played.

    Yields:
        The games in the order in which they end.
    """
    settings = settings or SelfPlay()
    waiting = iter(games)
    running: list[_Running] = []
    while True:
        while len(running) < settings.parallel:
            number = next(waiting, None)
            if number is None:
                break
            running.append(_Running(start, number, seed, settings))
        if not running:
            return
        leaves = [leaf for each in running for leaf in each.select()]
        if leaves:
            evaluate(leaves, evaluator)
        still = []
        for each in running:
            each.move_on(encoder)
            if each.is_over:
                yield PlayedGame(each.number, each.game, each.positions)
            else:
                still.append(each)
        running = still


def _opened(start: Game, most: int, chance: random.Random) -> Game:
    """Play up to so many random plies; those that would end the game are not played."""
    game = start
    for _ in range(chance.randint(0, most)):
        after = game.play(chance.choice(game.legal_moves))
        if after.outcome is not None:
            break
        game = after
    return game


class _Running:
    """A game that is being played."""

    def __init__(self, start: Game, number: int, seed: int, settings: SelfPlay) -> None:
        self.number = number
        self.positions: list[Sample] = []
        self._settings = settings
        self._chance = random.Random(f"{seed} {number}")
        self._tree: Tree[Move] = Tree(_opened(start, settings.random_plies, self._chance), settings.exploration)
        self._is_noisy = False

    @property
    def game(self) -> Game:
        game = self._tree.game
        assert isinstance(game, Game)
        return game

    @property
    def is_over(self) -> bool:
        return self.game.outcome is not None or len(self.positions) >= self._settings.max_plies

    def select(self) -> list[tuple[Tree[Move], Any]]:
        """Return the position to evaluate next, if there is one."""
        tree, settings = self._tree, self._settings
        if tree.is_expanded and not self._is_noisy:
            self._is_noisy = True
            if settings.noise:
                tree.add_noise(settings.noise, settings.noise_shape, self._chance)
        leaf = tree.select()
        return [] if leaf is None else [(tree, leaf)]

    def move_on(self, encoder: Encoder) -> None:
        """Play a move if there were visits enough."""
        tree, settings = self._tree, self._settings
        if tree.visits < settings.visits:
            return
        early = len(self.positions) < settings.drawn_plies
        move = tree.draw(1.0 if early else 0.0, self._chance)
        game, policy, actions = self.game, tree.policy(), encoder.actions
        self.positions.append(
            Sample(
                encoder.observe(game),
                int(game.to_move is Side.DEFENDERS),
                game.ply,
                actions.encode(move),
                tree.value(),
                [actions.encode(each) for each, _ in policy],
                [share for _, share in policy],
            )
        )
        self._tree = tree.advance(move)
        self._is_noisy = False
