"""`Engine`: another program that finds moves, with asyncio, whatever its protocol."""

from __future__ import annotations

import asyncio
import math
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import nullcontext, suppress
from functools import partial
from types import TracebackType
from typing import Any, ClassVar, Final, Self

import attrs

from taflkit.engines.channel import Channel
from taflkit.engines.failures import EngineError, EngineProtocolError, EngineTimeoutError
from taflkit.engines.ucioptions import EngineOption
from taflkit.errors import TaflError
from taflkit.games import AnyKind, Playable, Player
from taflkit.games.history import start_of
from taflkit.search import Cancel, SearchLimit, SearchReport
from taflkit.search.timing import Clocks

Lines = tuple[SearchReport[Any], ...]

#: The reports of an analysis that nobody reads are forgotten beyond so many.
MAX_UNREAD_REPORTS: Final = 1000
#: How long an engine may take to answer what needs no thought, and to end by itself.
DEFAULT_TIMEOUT: Final = 30.0
_QUIT_SECONDS: Final = 2.0
#: After so many seconds an analysis that was left is stopped again.
_STOP_AGAIN_SECONDS: Final = 0.1


@attrs.frozen
class Question:
    """What an engine is asked about a position."""

    limit: SearchLimit | None = None
    """How far it may search; without a limit and clocks, until it is stopped."""
    clocks: Clocks | None = None
    """The clocks of the game."""
    lines: int = 1
    """How many lines are wanted."""
    moves: tuple[Any, ...] | None = None
    """The moves to choose from; all if `None`."""
    ponder: bool = False
    """Whether the engine goes on thinking about the expected reply when it has answered."""
    within: float | None = None
    """After how many seconds an answer is of no use; those of `seconds` and the engine's timeout unless given."""

    @property
    def seconds(self) -> float | None:
        """How long the answer may take, `None` if nothing bounds the time."""
        if self.limit is not None and self.limit.seconds is not None and self.limit.seconds != math.inf:
            return self.limit.seconds
        return None if self.clocks is None else max(self.clocks.first, self.clocks.second)

    def patience(self, timeout: float) -> float | None:
        """How many seconds to wait for the answer, `None` for any number.

        Args:
            timeout: How much longer than `seconds` an answer may take.
        """
        if self.within is not None or self.seconds is None:
            return self.within
        return self.seconds + timeout


@attrs.frozen
class Answer:
    """What an engine answers."""

    move: Any
    """The best move, `None` if it has none or resigns."""
    ponder: Any = None
    """The reply that it expects, if it says so."""
    lines: Lines = ()
    """What it reported last, the best line first."""


class Engine(ABC):
    """A running engine. One question at a time; leaving its `async with` block ends it."""

    protocol: ClassVar[str]
    """The name of the protocol."""
    stops: ClassVar[bool] = False
    """Whether a search can be stopped early."""
    announces_ends: ClassVar[bool] = False
    """Whether it says that a game is over."""

    def __init__(self, channel: Channel, timeout: float = DEFAULT_TIMEOUT) -> None:
        """Speak through a channel; `open` starts a program."""
        self.channel = channel
        self.timeout = timeout
        self._options: dict[str, EngineOption] = {}
        self._asking = asyncio.Lock()
        #: Whether the search that was asked for shall end soon, also if it has not begun yet.
        self._is_stopping = False
        #: Runs out when the engine is given up after `stop`; `None` while nothing is asked.
        self._patience: asyncio.Timeout | None = None

    @classmethod
    async def open(cls, command: str | Sequence[str], timeout: float = DEFAULT_TIMEOUT) -> Self:
        """Start an engine, and wait until it is ready.

        Args:
            command: The command line as one text, or its words.
            timeout: How many seconds it may take for answers that need no thought.

        Raises:
            EngineError: If it cannot be started, or does not speak the protocol.
        """
        channel = await Channel.open(command)
        engine = cls(channel, timeout)
        try:
            await engine._greet()
        except BaseException:
            await channel.close()
            raise
        return engine

    @property
    def name(self) -> str:
        """What it calls itself; its command until it has introduced itself."""
        return self.channel.name

    @property
    def options(self) -> Mapping[str, EngineOption]:
        """The options that it offers, by name."""
        return self._options

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.quit()

    async def configure(self, options: Mapping[str, object]) -> None:
        """Set options.

        Raises:
            EngineError: If it does not have such an option, or a value is not of the type or within the bounds of its
                option; then none is set.
        """
        for name in options:
            raise EngineError(f"{self.name!r} has no option {name!r}: the protocol {self.protocol} has none")

    async def play(
        self,
        game: Playable[Any],
        limit: SearchLimit | None = None,
        *,
        clocks: Clocks | None = None,
        moves: Sequence[Any] | None = None,
        ponder: bool = False,
        within: float | None = None,
    ) -> Answer:
        """The engine's move.

        Args:
            game: A game that is not over.
            limit: How far it may search.
            clocks: The clocks of the game.
            moves: The moves to choose from; all if left out.
            ponder: Whether it goes on thinking afterwards, about the reply that it expects (`Answer.ponder`). If that
                reply is played, the next call with the same limit and options continues the search; anything else that
                it is asked or told ends it.
            within: After how many seconds it is given up; when its time and the timeout are over if left out.

        Raises:
            EngineError: If it fails, its move is not legal, or its protocol has no pondering.
        """
        some = None if moves is None else tuple(moves)
        return await self.ask(game, Question(limit, clocks, 1, some, ponder, within))

    async def begin_game(  # noqa: B027 - most protocols have no word for it
        self,
        game: Playable[Any],
        player: Player,
        *,
        kind: AnyKind | None = None,
        variant: str | None = None,
        seed: int | None = None,
    ) -> None:
        """Let it know before the first question that it will play one side of a game, if the protocol has that.

        Args:
            game: The game.
            player: The side.
            kind: The kind of game; found by the class of the game unless given.
            variant: The name or path by which the engine loads the variant; `None` if it plays it without being told.
            seed: What seeds its choices, if anything.
        """

    async def end_game(self, game: Playable[Any]) -> str:
        """Let it know how a game ended that was begun with `begin_game`; a remark if it does not agree, or nothing.

        Raises:
            EngineError: If it has ended.
        """
        return ""

    async def analyse(
        self, game: Playable[Any], limit: SearchLimit, lines: int = 1, *, moves: Sequence[Any] | None = None
    ) -> Lines:
        """What the engine thinks of a position, the best line first.

        Args:
            game: A game that is not over.
            limit: How far it may search.
            lines: How many lines are wanted.
            moves: The moves to choose from; all if left out.

        Raises:
            EngineError: If it fails.
        """
        question = Question(limit, None, lines, None if moves is None else tuple(moves))
        return (await self.ask(game, question)).lines

    def analysis(
        self,
        game: Playable[Any],
        limit: SearchLimit | None = None,
        lines: int = 1,
        *,
        moves: Sequence[Any] | None = None,
    ) -> Analysis:
        """Analyse while others do something else: `async with engine.analysis(game) as infos: async for info in infos`.

        Args:
            game: A game that is not over.
            limit: How far it may search; without one, until the block is left.
            lines: How many lines are wanted.
            moves: The moves to choose from; all if left out.
        """
        return Analysis(self, game, Question(limit, None, lines, None if moves is None else tuple(moves)))

    async def ask(
        self,
        game: Playable[Any],
        question: Question,
        on_lines: Callable[[Lines], None] | None = None,
        cancel: Cancel | None = None,
    ) -> Answer:
        """Ask a question, and follow the answer.

        Args:
            game: A game that is not over.
            question: What is asked.
            on_lines: Called with the lines, the best first, whenever the engine reports some.
            cancel: Lets another thread stop the search, see `stop`.

        Raises:
            EngineError: If it fails, or its move is not legal.
        """
        if game.outcome is not None:
            raise EngineError(f"there is nothing to ask: the game is over, {game.outcome}")
        loop = asyncio.get_running_loop()
        async with self._asking:
            self._is_stopping = False
            heard = nullcontext() if cancel is None else cancel.heard_by(partial(_call_in, loop, self.stop))
            try:
                async with asyncio.timeout(None) as patience:
                    self._patience = patience
                    with heard:
                        return await self._think(game, question, on_lines or _ignore)
            except TimeoutError:
                if not patience.expired():
                    raise  # It is the caller's, from `on_lines`.
                await self.channel.close()
                raise self._late("stop") from None
            finally:
                self._patience = None

    @abstractmethod
    async def ping(self) -> None:
        """Wait until it has dealt with everything that it was told.

        Raises:
            EngineError: If it does not answer.
        """

    async def quit(self, patience: float | None = None) -> None:
        """Ask it to end; after a moment, end it and every process that it started.

        Args:
            patience: How many seconds it has; two if left out.
        """
        with suppress(EngineError):
            self._say_goodbye()
        await self.channel.close(patience=_QUIT_SECONDS if patience is None else patience)

    def stop(self) -> None:
        """Let the search end soon, also one that has not begun yet; an engine that goes on for `timeout` is ended."""
        if self._is_stopping:
            return
        self._is_stopping = True
        self._stop_search()
        if self._patience is not None:
            self._patience.reschedule(asyncio.get_running_loop().time() + self.timeout)

    def _stop_search(self) -> None:  # noqa: B027 - most protocols have no way to stop a search
        """Tell the engine to end its search, if there is one and the protocol has that."""

    @abstractmethod
    async def _greet(self) -> None:
        """Wait until the engine has introduced itself."""

    @abstractmethod
    async def _think(self, game: Playable[Any], question: Question, on_lines: Callable[[Lines], None]) -> Answer:
        """Ask for a move."""

    @abstractmethod
    def _say_goodbye(self) -> None:
        """Tell the engine to end."""

    def _protocol_error(self, text: str) -> EngineProtocolError:
        return EngineProtocolError(f"{self.name!r} {text}", self.channel.transcript)

    def _late(self, question: str) -> EngineTimeoutError:
        shown = question if len(question) <= 100 else f"{question[:100]}..."
        return EngineTimeoutError(f"{self.name!r} gave no answer to {shown!r} in time", self.channel.transcript)

    def _illegal(self, text: str, error: TaflError) -> EngineProtocolError:
        return self._protocol_error(f"plays {text!r}: {error}")


class Analysis:
    """A search that goes on in the background. Leaving its `async with` block stops it."""

    def __init__(self, engine: Engine, game: Playable[Any], question: Question) -> None:
        """Prepare it; it begins with the `async with` block."""
        self._engine = engine
        self._game = game
        self._question = question
        self._found: asyncio.Queue[Lines | None] = asyncio.Queue(MAX_UNREAD_REPORTS)
        self._task: asyncio.Task[Answer] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._run())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._task is not None
        if not self._engine.stops:
            self._task.cancel()
        while not self._task.done():
            # More than once: an engine that has not been asked yet has nothing to stop.
            self.stop()
            await asyncio.wait({self._task}, timeout=_STOP_AGAIN_SECONDS)
        with suppress(asyncio.CancelledError):
            if kind is None:
                await self._task
            else:
                with suppress(EngineError):
                    await self._task

    async def _run(self) -> Answer:
        try:
            return await self._engine.ask(self._game, self._question, self._put)
        finally:
            self._put(None)

    def _put(self, lines: Lines | None) -> None:
        if self._found.full():
            self._found.get_nowait()
        self._found.put_nowait(lines)

    def stop(self) -> None:
        """Let the search end soon."""
        if self._task is not None and not self._task.done():
            self._engine.stop()

    async def answer(self) -> Answer:
        """The answer, when the search has ended.

        Raises:
            EngineError: If the engine failed.
        """
        assert self._task is not None, "an analysis begins with its `async with` block"
        return await self._task

    async def next_lines(self) -> Lines | None:
        """The lines of the next report, the best first; `None` when the search has ended."""
        lines = await self._found.get()
        if lines is None:
            self._put(None)  # So that the next call finds the end too.
        return lines

    async def __aiter__(self) -> AsyncIterator[Lines]:
        while (lines := await self.next_lines()) is not None:
            yield lines


def refuse_restrictions(engine: Engine, question: Question) -> None:
    """Refuse what a protocol without several lines, restricted moves and pondering cannot ask.

    Raises:
        EngineError: The question asks for that.
    """
    if question.moves is not None:
        raise EngineError(f"the protocol {engine.protocol} cannot restrict the choice of moves")
    if question.lines > 1:
        raise EngineError(f"the protocol {engine.protocol} tells one move, not {question.lines} lines")
    if question.ponder:
        raise EngineError(f"the protocol {engine.protocol} has no pondering")


def past_of(game: Playable[Any]) -> tuple[Playable[Any], Sequence[Any]]:
    """The start of a game and the moves made since; of a game that does not know its past, itself and no moves."""
    recorded: Any = game
    if not hasattr(game, "previous"):
        return game, ()
    return start_of(recorded), recorded.moves


def _call_in(loop: asyncio.AbstractEventLoop, function: Callable[[], None]) -> None:
    """Call a function in the thread of a loop, unless that has ended."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(function)


def _ignore(_: object) -> None:
    """Nobody follows the search."""
