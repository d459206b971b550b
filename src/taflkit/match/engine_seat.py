"""`EngineEntrant`: an engine of any protocol as an entrant of a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import attrs

from taflkit.engines.channel import command_words
from taflkit.engines.enginesearcher import PROTOCOLS, EngineSearcher, engine_class, open_engine
from taflkit.engines.failures import EngineError, EngineProtocolError, EngineTimeoutError
from taflkit.engines.ucitext import has_first_clock
from taflkit.games import Player
from taflkit.match.entrants import Answer, EntrantError, Fault, Seat, TimeLeft, parse_searcher
from taflkit.match.program_seat import ProgramEntrant
from taflkit.search import SearchLimit
from taflkit.search.timing import Clocks

if TYPE_CHECKING:
    from taflkit.match.entrants import Entrant
    from taflkit.match.pairing import Pairing


def parse_entrant(text: str, *, restart: bool = False) -> Entrant:
    """Read an entrant of a match.

    Args:
        text: A searcher of taflkit such as `level:3`; a protocol, a colon and a command line, such as
            `uci:./my-engine`; or the command line of a program that speaks the command language.
        restart: Whether a program is started anew for every game.

    Raises:
        TaflError: If it cannot be read.
    """
    protocol, colon, command = text.partition(":")
    if colon and protocol in PROTOCOLS:
        return EngineEntrant(command, protocol, restart, name=text)
    return parse_searcher(text) or ProgramEntrant(text, restart, name=text)


def _words(command: str | Sequence[str]) -> tuple[str, ...]:
    return command_words(command)


@attrs.frozen
class EngineEntrant:
    """An engine.

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
        return f"{self.protocol}:{' '.join(self.command)}"

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
        self._failed = False

    def begin(self, pairing: Pairing[Any], player: Player) -> None:
        """Start the engine if it does not run; every question has the whole game."""
        self._pairing = pairing
        if self._engine is None:
            timeout = pairing.limits.move_seconds
            self._engine = open_engine(self._entrant.command, self._entrant.protocol, timeout=timeout)

    def move(self, game: Any, left: TimeLeft) -> Answer[Any]:
        """Ask the engine for a move."""
        assert self._engine is not None
        try:
            answer = self._engine.play(game, self._limit(left), clocks=self._clocks(game, left))
        except EngineError as error:
            self._failed = True
            raise EntrantError(str(error), _fault(error)) from None
        if answer.move is None:
            raise EntrantError("it has no move, or resigns", Fault.PROTOCOL)
        if answer.move not in game.legal_moves:
            raise EntrantError(f"{answer.move} is not a legal move", Fault.ILLEGAL)
        if not answer.lines:
            return Answer(answer.move)
        report = answer.lines[0]
        return Answer(answer.move, report.score, report.depth, report.seconds)

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
        first, second = own if has_first_clock(game) else reversed(own)
        return Clocks(first, second, clock.increment, clock.increment)

    def finish(self, game: Any) -> str:
        """Engines do not announce winners."""
        return ""

    @property
    def is_fit(self) -> bool:
        """Whether the engine can play another game."""
        return not self._failed and not self._entrant.restart

    @property
    def last_words(self) -> str:
        """The last line that the engine printed on standard error."""
        return "" if self._engine is None else "".join(self._engine.stderr_lines[-1:])

    def close(self) -> None:
        """End the engine."""
        engine, self._engine = self._engine, None
        if engine is not None:
            engine.close()


def _fault(error: EngineError) -> Fault:
    if isinstance(error, EngineTimeoutError):
        return Fault.TIME
    return Fault.PROTOCOL if isinstance(error, EngineProtocolError) else Fault.CRASH
