"""The referee: plays the games of a pairing, checks every move, and decides who won."""

from __future__ import annotations

import time
from contextlib import ExitStack
from typing import Any

import attrs

from taflkit.games import Player
from taflkit.match.entrants import EntrantError, Fault, Seat, TimeLeft
from taflkit.match.pairing import GameT, Pairing
from taflkit.match.results import GameResult, PairResult, Thought
from taflkit.match.seats import POOL
from taflkit.shell import player_word


def play_pairing(pairing: Pairing[GameT]) -> PairResult[GameT]:
    """Play both games of a pairing, the first with the first entrant as the first player.

    An entrant that crashes, takes too long or makes an illegal move loses that game. Programs are kept running for the
    next pairing; after a time without games they are ended.

    Raises:
        TaflError: If a program cannot be started.
        SearcherError: If a searcher does not do what searchers do.
        TypeError: If this is no pairing.
    """
    games = (play_game(pairing), play_game(pairing, changed=True))
    return PairResult(pairing.number, pairing.indices, games)


def play_game(pairing: Pairing[GameT], *, changed: bool = False) -> GameResult[GameT]:
    """Play one game of a pairing; see `play_pairing`.

    Args:
        pairing: The pairing.
        changed: Whether the second entrant plays the first player.

    Raises:
        TaflError: If a program cannot be started.
        SearcherError: If a searcher does not do what searchers do.
        TypeError: If this is no pairing.
    """
    if not isinstance(pairing, Pairing):
        raise TypeError(f"expected a Pairing, not {pairing!r}")
    with ExitStack() as stack:
        seats = [stack.enter_context(POOL.seat(entrant)) for entrant in pairing.entrants]
        return _play_game(pairing, seats, changed)


@attrs.frozen
class _End:
    """How a game ended."""

    winner: Player | None
    reason: str
    fault: Fault | None = None
    disagreeing: Player | None = None


def _play_game(pairing: Pairing[GameT], seats: list[Seat], changed: bool) -> GameResult[GameT]:
    """Play one game; with sides changed, the second entrant plays the first player."""
    kind = pairing.kind
    first, second = reversed(pairing.indices) if changed else pairing.indices
    at_board = dict(zip(kind.players, reversed(seats) if changed else seats, strict=True))
    table = _Table(pairing, at_board)
    end = table.play()
    numbers: dict[Player | None, int | None] = {kind.players[0]: first, kind.players[1]: second, None: None}
    return GameResult(
        2 * pairing.number + 1 + changed,
        first,
        second,
        numbers[end.winner],
        end.reason,
        table.game,
        kind,
        tuple(table.thoughts),
        end.fault,
        numbers[end.disagreeing],
    )


class _Table:
    """A game being played."""

    def __init__(self, pairing: Pairing[Any], seats: dict[Player, Seat]) -> None:
        self.game = pairing.opening
        self.thoughts: list[Thought] = []
        self._pairing = pairing
        self._seats = seats
        self._kind = pairing.kind
        self._limits = pairing.limits
        clock = pairing.limits.clock
        self._left = None if clock is None else dict.fromkeys(seats, clock.seconds)
        self._seen: dict[str, int] = {}

    def play(self) -> _End:
        """Play the game to its end."""
        for player, seat in self._seats.items():
            try:
                seat.begin(self._pairing, player)
            except EntrantError as error:
                return self._lost(player, error)
        while self.game.outcome is None:
            end = self._adjudicated()
            if end is not None:
                return end
            player = self.game.to_move
            try:
                self._move(player)
            except EntrantError as error:
                return self._lost(player, error)
        return self._agreed_end()

    def _move(self, player: Player) -> None:
        began = time.monotonic()
        answer = self._seats[player].move(self.game, self._time_left(player))
        seconds = time.monotonic() - began
        if self._left is not None:
            assert self._limits.clock is not None
            self._left[player] -= seconds
            if self._left[player] < 0:
                raise EntrantError(f"its time of {self._limits.clock} s is over", Fault.TIME)
            self._left[player] += self._limits.clock.increment
        elif seconds > self._limits.move_seconds:
            raise EntrantError(f"it took {seconds:.3g} s for a move", Fault.TIME)
        self.thoughts.append(Thought(seconds, answer.score, answer.depth, answer.said_seconds))
        self.game = self.game.play(answer.move)

    def _time_left(self, player: Player) -> TimeLeft:
        if self._left is None:
            return TimeLeft(self._limits.move_seconds)
        return TimeLeft(self._limits.move_seconds, self._left[player], self._left[player.other])

    def _word(self, player: Player) -> str:
        return player_word(self._kind.variant_of(self.game), player, self._kind)

    def _lost(self, player: Player, error: EntrantError) -> _End:
        said = self._seats[player].last_words
        reason = f"{self._word(player)} loses: {error}"
        return _End(player.other, f"{reason} ({said})" if said else reason, error.fault)

    def _agreed_end(self) -> _End:
        """The end by the rules, with a remark on an entrant that announces another winner, or none."""
        assert self.game.outcome is not None
        winner, reason = self.game.outcome.winner, self._kind.format_reason(self.game)
        for player, seat in self._seats.items():
            remark = seat.finish(self.game)
            if remark:
                return _End(winner, f"{reason}, but {self._word(player)} {remark}", disagreeing=player)
        return _End(winner, reason)

    def _adjudicated(self) -> _End | None:
        """The end of a game that the rules have not ended."""
        rules = self._limits.adjudication
        if self.game.ply >= self._limits.max_plies:
            return _End(None, f"no end after {self._limits.max_plies} moves")
        if rules.repetition is not None:
            position = self._kind.format_position(self.game)
            self._seen[position] = self._seen.get(position, 0) + 1
            if self._seen[position] >= rules.repetition:
                return _End(None, f"adjudicated: the position occurred {rules.repetition} times")
        if rules.score is not None and len(self.thoughts) >= rules.plies:
            for player in self._kind.players:
                if all(_favours(player, thought, rules.score) for thought in self.thoughts[-rules.plies :]):
                    return _End(player, f"adjudicated: both agree on a score of {rules.score / 100:+.2f} or more")
        return None


def _favours(player: Player, thought: Thought, score: int) -> bool:
    found = thought.score
    return found is not None and found.side is not None and found.for_side(player).value >= score
