"""`EngineSearcher`: an engine for code without asyncio. It is a `Searcher`, which everything that searches can use."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Final, Self

import attrs

from taflkit.engines.background import Background
from taflkit.engines.engine import DEFAULT_TIMEOUT, Analysis, Answer, Engine, Lines, Question
from taflkit.engines.failures import EngineError
from taflkit.engines.htp import HtpEngine
from taflkit.engines.play import CommandEngine
from taflkit.engines.uciengine import UaiEngine, UciEngine
from taflkit.engines.ucioptions import EngineOption
from taflkit.errors import TaflError, nearest
from taflkit.games import AnyKind, MoveT, Playable, Player, check_game
from taflkit.search import Cancel, OnReport, Score, SearchLimit, SearchReport, Stop
from taflkit.search.limits import Clock
from taflkit.search.reports import joined
from taflkit.search.searcher import checked_moves
from taflkit.search.timing import Clocks

PROTOCOLS: Final[Mapping[str, type[Engine]]] = {
    engine.protocol: engine for engine in (UciEngine, UaiEngine, HtpEngine, CommandEngine)
}
"""The engines by the names of their protocols."""


def engine_class(protocol: str) -> type[Engine]:
    """The engines that speak a protocol.

    Raises:
        TaflError: There is no protocol of that name.
    """
    try:
        return PROTOCOLS[protocol]
    except KeyError:
        raise TaflError(f"there is no protocol {protocol!r}; {nearest(protocol, PROTOCOLS)}") from None


def open_engine(
    command: str | Sequence[str],
    protocol: str = "uci",
    *,
    options: Mapping[str, object] | None = None,
    timeout: float = DEFAULT_TIMEOUT,
) -> EngineSearcher:
    """Start an engine.

    Args:
        command: The command line as one text, or its words.
        protocol: What it speaks, one of `PROTOCOLS`.
        options: Options to set.
        timeout: How many seconds it may take for answers that need no thought.

    Raises:
        TaflError: There is no protocol of that name.
        EngineError: If it cannot be started, or does not speak the protocol.
    """
    return EngineSearcher(command, engine_class(protocol), options=options or {}, timeout=timeout)


#: How far an engine searches that is given no limit.
_USUAL_LIMIT = SearchLimit(seconds=2.0)


class EngineSearcher:
    """A running engine. Leaving its `with` block ends it and every process that it started."""

    def __init__(
        self,
        command: str | Sequence[str],
        engine: type[Engine] = UciEngine,
        *,
        options: Mapping[str, object] | None = None,
        timeout: float = DEFAULT_TIMEOUT,
    ) -> None:
        """Start an engine; see `open_engine`."""
        self._background = Background()
        self._wait_for = self._background.wait_for
        self._engine = self._background.open(engine.open(command, timeout), lambda opened: opened.quit(0.0))
        try:
            if options:
                self.configure(options)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self, patience: float | None = None) -> None:
        """End the engine and every process that it started. May be repeated.

        Args:
            patience: How many seconds it has to end by itself; two if left out.
        """
        if not self._background.is_closed:
            try:
                self._wait_for(self._engine.quit(patience))
            finally:
                self._background.close()

    @property
    def name(self) -> str:
        """What the engine calls itself."""
        return self._engine.name

    @property
    def options(self) -> Mapping[str, EngineOption]:
        """The options that it offers, by name."""
        return dict(self._engine.options)

    @property
    def transcript(self) -> tuple[str, ...]:
        """The last lines sent (`<`), received (`>`) and received on standard error (`!`)."""
        return self._engine.channel.transcript

    @property
    def stderr_lines(self) -> tuple[str, ...]:
        """The last lines that it printed on standard error."""
        return self._engine.channel.stderr_lines

    @property
    def has_ended(self) -> bool:
        """Whether its process has exited."""
        return self._engine.channel.has_ended

    @property
    def announces_ends(self) -> bool:
        """Whether it says that a game is over."""
        return self._engine.announces_ends

    def begin_game(
        self,
        game: Playable[Any],
        player: Player,
        *,
        kind: AnyKind | None = None,
        variant: str | None = None,
        seed: int | None = None,
    ) -> None:
        """Let the engine know which game it will play; see `Engine.begin_game`."""
        self._wait_for(self._engine.begin_game(game, player, kind=kind, variant=variant, seed=seed))

    def end_game(self, game: Playable[Any]) -> str:
        """Let the engine know how the game ended; see `Engine.end_game`."""
        return self._wait_for(self._engine.end_game(game))

    def configure(self, options: Mapping[str, object]) -> None:
        """Set options.

        Raises:
            EngineError: If the engine does not have such an option, or the option cannot have such a value.
        """
        self._wait_for(self._engine.configure(options))

    def ping(self) -> None:
        """Wait until the engine has dealt with everything that it was told.

        Raises:
            EngineError: If it does not answer.
        """
        self._wait_for(self._engine.ping())

    def play(
        self,
        game: Playable[Any],
        limit: SearchLimit | None = None,
        *,
        clocks: Clocks | None = None,
        moves: Sequence[Any] | None = None,
        ponder: bool = False,
        within: float | None = None,
    ) -> Answer:
        """The engine's move; see `Engine.play`."""
        return self._wait_for(self._engine.play(game, limit, clocks=clocks, moves=moves, ponder=ponder, within=within))

    def analyse(
        self, game: Playable[Any], limit: SearchLimit, lines: int = 1, *, moves: Sequence[Any] | None = None
    ) -> Lines:
        """What the engine thinks of a position; see `Engine.analyse`."""
        return self._wait_for(self._engine.analyse(game, limit, lines, moves=moves))

    def analysis(
        self,
        game: Playable[Any],
        limit: SearchLimit | None = None,
        lines: int = 1,
        *,
        moves: Sequence[Any] | None = None,
    ) -> PlainAnalysis:
        """Analyse while others do something else: `with engine.analysis(game) as infos: for info in infos`.

        See `Engine.analysis`.
        """
        return PlainAnalysis(self._wait_for, self._engine.analysis(game, limit, lines, moves=moves))

    def search(
        self,
        game: Playable[MoveT],
        limit: SearchLimit | None = None,
        *,
        lines: int = 1,
        moves: Sequence[MoveT] | None = None,
        on_report: OnReport[MoveT] | None = None,
        cancel: Cancel | None = None,
    ) -> SearchReport[MoveT]:
        """Look for the best move, for two seconds if there is no limit; see `taflkit.search.Searcher.search`.

        Raises:
            EngineError: If the engine fails, or its move is not legal.
        """
        check_game(game)
        limit = _USUAL_LIMIT if limit is None else limit
        clock = Clock(limit, cancel)
        chosen, lines = checked_moves(game, moves, lines)
        if not chosen:
            return SearchReport(None, Score(0, game.to_move), (), 0, 0, clock.seconds, Stop.DECIDED, self.name)
        every = len(chosen) == len(game.legal_moves)
        question = Question(limit, None, lines, None if every else tuple(chosen))
        follow = None if on_report is None else (lambda found: on_report(joined(found)))
        answer = self._wait_for(self._engine.ask(game, question, follow, cancel))
        if answer.move is None:
            raise EngineError(f"{self.name!r} has no move", self.transcript)
        stopped = Stop.CANCELLED if cancel is not None and cancel.is_set else _reason(limit)
        found = list(answer.lines)
        # The best move counts, even if the last report is about another one.
        first = next((report for report in found if report.best == answer.move), None)
        if first is None:
            score, nodes = (found[0].score, found[0].nodes) if found else (Score(0, game.to_move), 0)
            first = SearchReport(answer.move, score, (answer.move,), 0, nodes, clock.seconds, stopped)
        ordered = [first, *(report for report in found if report.best != answer.move)]
        return joined(
            attrs.evolve(report, stopped=stopped, seconds=report.seconds or clock.seconds, engine=self.name)
            for report in ordered[:lines]
        )


def _reason(limit: SearchLimit) -> Stop:
    """Why a search with a limit ended, which engines do not tell."""
    if limit.depth is not None:
        return Stop.DEPTH
    return Stop.SECONDS if limit.nodes is None else Stop.NODES


class PlainAnalysis:
    """A search that goes on in the background. Leaving its `with` block stops it."""

    def __init__(self, wait_for: Callable[[Coroutine[Any, Any, Any]], Any], analysis: Analysis) -> None:
        """Prepare it; it begins with the `with` block."""
        self._wait_for = wait_for
        self._analysis = analysis

    def __enter__(self) -> Self:
        self._wait_for(self._analysis.__aenter__())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._wait_for(self._analysis.__aexit__(kind, error, trace))

    def answer(self) -> Answer:
        """The answer, when the search has ended.

        Raises:
            EngineError: If the engine failed.
        """
        found: Answer = self._wait_for(self._analysis.answer())
        return found

    def __iter__(self) -> Iterator[Lines]:
        while (lines := self._wait_for(self._analysis.next_lines())) is not None:
            yield lines
