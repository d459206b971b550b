"""`EngineEntrant`: an engine or program of any protocol as an entrant of a match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import attrs

from taflkit.engines.channel import command_words
from taflkit.engines.enginesearcher import EngineSearcher, engine_class, open_engine
from taflkit.engines.failures import (
    EngineError,
    EngineProtocolError,
    EngineTerminatedError,
    EngineTimeoutError,
)
from taflkit.engines.play import CommandEngine
from taflkit.engines.ucitext import has_first_clock
from taflkit.errors import IllegalMoveError
from taflkit.games import Player
from taflkit.match.entrants import Answer, EntrantError, Fault, Seat, TimeLeft
from taflkit.search import SearchLimit
from taflkit.search.timing import Clocks

if TYPE_CHECKING:
    from taflkit.match.pairing import Pairing

_T = TypeVar("_T")


def _words(command: str | Sequence[str]) -> tuple[str, ...]:
    return command_words(command)


@attrs.frozen
class EngineEntrant:
    """An engine, or a program that speaks the command language of `taflkit play`.

    Raises:
        TaflError: If there is no such protocol, or the command is a text that cannot be split.
        TypeError: If the command is neither a text nor a sequence of texts.
    """

    command: tuple[str, ...] = attrs.field(converter=_words)
    """The command line, as a text or as its words."""
    protocol: str = "uci"
    """What it speaks, one of `PROTOCOLS`."""
    restart: bool = False
    """Whether the engine is started anew for every game."""
    name: str = attrs.field(kw_only=True)
    """What tables and records call it."""

    @name.default
    def _own_name(self) -> str:
        command = " ".join(self.command)
        return command if self.protocol == CommandEngine.protocol else f"{self.protocol}:{command}"

    def __attrs_post_init__(self) -> None:
        engine_class(self.protocol)

    @property
    def keeps_running(self) -> bool:
        """The engine runs on between games, unless it is started anew for every game."""
        return not self.restart

    def sit(self) -> Seat:
        """Take a seat; the engine is started when a game begins."""
        return EngineSeat(self)


class EngineSeat:
    """An engine at a board."""

    def __init__(self, entrant: EngineEntrant) -> None:
        """Sit down; the engine is started with the first game."""
        self._entrant = entrant
        self._engine: EngineSearcher | None = None
        self._pairing: Pairing[Any] | None = None
        self._player: Player | None = None
        #: Whether nothing speaks against another game.
        self._is_well = True
        #: Whether it is a program that has played another game and not answered in this one: it may be exiting.
        self._is_old = False

    def begin(self, pairing: Pairing[Any], player: Player) -> None:
        """Let the engine know which side of an opening it plays; it is started first if it does not run."""
        if self._engine is not None and self._engine.has_ended:
            self.close()
        self._pairing, self._player = pairing, player
        self._is_old = self._engine is not None and self._engine.announces_ends
        self._set_up()

    def _set_up(self) -> None:
        pairing, player, entrant = self._pairing, self._player, self._entrant
        assert pairing is not None
        assert player is not None
        if self._engine is None:
            self._engine = open_engine(entrant.command, entrant.protocol, timeout=pairing.limits.move_seconds)
        self._engine.begin_game(
            pairing.opening, player, kind=pairing.kind, variant=pairing.variant_name, seed=pairing.seed
        )
        # Who announces the end of a game must have done so before the next.
        self._is_well = not self._engine.announces_ends

    def _ask(self, question: Callable[[EngineSearcher], _T]) -> _T:
        """What the engine answers. A program that exited after its last game is started again."""
        assert self._engine is not None
        try:
            answer = question(self._engine)
        except EngineTerminatedError:
            if not self._is_old:
                raise
            self.close()
            self._set_up()
            answer = question(self._engine)
        self._is_old = False
        return answer

    def move(self, game: Any, left: TimeLeft) -> Answer[Any]:
        """Ask the engine for a move."""
        limit, clocks = self._limit(left), self._clocks(game, left)
        within = left.move_seconds if left.own is None else min(left.move_seconds, left.own)
        try:
            answer = self._ask(lambda engine: engine.play(game, limit, clocks=clocks, within=within))
        except EngineError as error:
            self._is_well = False
            raise EntrantError(self._clause(error), _fault(error)) from None
        if answer.move is None:
            raise EntrantError("it has no move, or resigns", Fault.PROTOCOL)
        if answer.move not in game.legal_moves:
            raise EntrantError(f"{answer.move} is not a legal move", Fault.ILLEGAL)
        if not answer.lines:
            return Answer(answer.move)
        report = answer.lines[0]
        return Answer(answer.move, report.score, report.depth, report.seconds)

    def _clause(self, error: EngineError) -> str:
        """What went wrong, without the name of the engine."""
        text, name = str(error), "" if self._engine is None else f"{self._engine.name!r} "
        return f"it {text.removeprefix(name)}" if name and text.startswith(name) else text

    def _limit(self, left: TimeLeft) -> SearchLimit | None:
        assert self._pairing is not None
        if left.own is not None:
            return None
        search = self._pairing.limits.search
        # An engine that goes on after this has lost, so it may as well know.
        return attrs.evolve(search, seconds=min(left.move_seconds, search.seconds or left.move_seconds))

    def _clocks(self, game: Any, left: TimeLeft) -> Clocks | None:
        assert self._pairing is not None
        clock = self._pairing.limits.clock
        if clock is None or left.own is None or left.opponents is None:
            return None
        own = (left.own, left.opponents)
        first, second = own if has_first_clock(game, self._pairing.kind) else reversed(own)
        return Clocks(first, second, clock.increment, clock.increment)

    def finish(self, game: Any) -> str:
        """A remark if the engine announces another winner than the rules have, or none where it should."""
        try:
            remark = self._ask(lambda engine: engine.end_game(game))
        except EngineError:
            remark = "says 'nothing'"
        self._is_well = not remark
        return remark

    @property
    def is_fit(self) -> bool:
        """Whether the engine can play another game."""
        return self._is_well and not self._entrant.restart

    @property
    def last_words(self) -> str:
        """The last line that the engine printed on standard error."""
        return "" if self._engine is None else "".join(self._engine.stderr_lines[-1:])

    def close(self) -> None:
        """Let the engine exit if its last game ended well, and end it at once otherwise."""
        engine, self._engine = self._engine, None
        if engine is not None:
            engine.close(None if self._is_well else 0.0)


def _fault(error: EngineError) -> Fault:
    if isinstance(error, EngineTimeoutError):
        return Fault.TIME
    if isinstance(error.__cause__, IllegalMoveError):
        return Fault.ILLEGAL
    return Fault.PROTOCOL if isinstance(error, EngineProtocolError) else Fault.CRASH
