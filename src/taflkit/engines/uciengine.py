"""`UciEngine`: an engine that speaks UCI, or UAI."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final, TypeVar

import attrs

from taflkit.engines.engine import Answer, Engine, Lines, Question, past_of
from taflkit.engines.failures import EngineError, EngineTerminatedError, EngineTimeoutError
from taflkit.engines.ucioptions import parse_option
from taflkit.engines.ucitext import (
    format_fen,
    format_go,
    format_uci_move,
    has_first_clock,
    is_no_move,
    parse_info,
    parse_uci_move,
)
from taflkit.errors import TaflError, nearest
from taflkit.games import Playable, kind_of
from taflkit.search import SearchReport

_T = TypeVar("_T")

#: An engine offers no more options than this.
_MAX_OPTIONS: Final = 1000
_VARIANT, _LINES = "UCI_Variant", "MultiPV"


class UciEngine(Engine):
    """An engine that speaks UCI. Options may come after `uciok`, and chatter anywhere."""

    protocol = "uci"
    stops = True
    #: The command that begins the conversation, and how its answer ends.
    _hello: ClassVar[tuple[str, str]] = ("uci", "uciok")

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        """Speak through a channel; `open` starts a program."""
        super().__init__(*arguments, **keywords)
        self._set: dict[str, str] = {}
        self._start: object = None
        #: The search whose best move has not come yet; what was asked before may have been given up.
        self._search: _Search | None = None
        #: The questions that wait for one word each, `uciok` or `readyok`, the oldest first.
        self._waiting: deque[tuple[str, asyncio.Future[None]]] = deque()
        #: Why no more answers can come.
        self._failure: Exception | None = None
        self._reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        """Give every line of the engine to who waits for it, until the engine ends."""
        try:
            while True:
                self._hear((await self.channel.receive()).split())
        except Exception as error:  # noqa: BLE001 - a task has no caller: whatever failed, those who wait are told
            self._failure = error
        except asyncio.CancelledError:
            self._failure = EngineTerminatedError(f"{self.name!r} has been closed", self.channel.transcript)
            raise
        finally:
            for _, answer in self._waiting:
                _fail(answer, self._failure)
            if self._search is not None:
                self._search.fail(self._failure)

    def _hear(self, words: Sequence[str]) -> None:
        search = self._search
        match words[:2]:
            case ["id", "name"]:
                self.channel.name = " ".join(words[2:])[:200] or self.name
            case ["option", *_]:
                option = parse_option(words[1:])
                if option is not None and (option.name in self._options or len(self._options) < _MAX_OPTIONS):
                    self._options[option.name] = option
            case ["info", *_] if search is not None:
                search.hear(words[1:])
            case ["bestmove", *_] if search is not None:
                self._search = None
                search.end(words[1:])
            case [word, *_] if self._waiting and self._waiting[0][0] == word:
                answer = self._waiting.popleft()[1]
                if not answer.done():
                    answer.set_result(None)

    async def _answered(self, question: str, word: str) -> None:
        """Ask a question that is answered by one word."""
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((word, answer))
        self.channel.send(question)
        await self._in_time(answer, question, self.timeout)

    async def _in_time(self, answer: asyncio.Future[_T], question: str, seconds: float | None) -> _T:
        """What an answer brings.

        Raises:
            EngineError: If it does not come in time, or the engine ends.
        """
        if self._failure is not None:
            raise self._failure
        try:
            async with asyncio.timeout(seconds):
                # Shielded: an answer that nobody waits for any more is still due.
                return await asyncio.shield(answer)
        except TimeoutError:
            raise self._late(question) from None

    async def _greet(self) -> None:
        await self._answered(*self._hello)
        await self.ping()

    async def ping(self) -> None:
        """Wait for `readyok`."""
        await self._answered("isready", "readyok")

    async def quit(self, patience: float | None = None) -> None:
        """Ask it to end; after a moment, end it and every process that it started."""
        try:
            await super().quit(patience)
        finally:
            self._reader.cancel()

    async def configure(self, options: Mapping[str, object]) -> None:
        """Set options by `setoption`. A search in the background ends first."""
        by_name = {name.lower(): option for name, option in self._options.items()}
        values: dict[str, str] = {}
        for name, value in options.items():
            option = by_name.get(name.lower())
            if option is None:
                raise EngineError(
                    f"{self.name!r} has no option {name!r}; {nearest(name, by_name, listed=self._options)}"
                )
            values[option.name] = option.format(value)
        async with self._asking:
            await self._end_search()
            for name, text in values.items():
                self._configure(name, text)
        await self.ping()

    def _configure(self, name: str, value: str) -> None:
        if self._options[name].type == "button":
            self.channel.send(f"setoption name {name}")
        elif self._set.get(name, self._options[name].default) != value:
            self._set[name] = value
            self.channel.send(f"setoption name {name} value {value}")

    def _stop_search(self) -> None:
        if self._search is not None:
            self.channel.send("stop")

    def _say_goodbye(self) -> None:
        self._stop_search()
        self.channel.send("quit")

    async def _end_search(self) -> None:
        """End a search that was given up, or that the engine does while its opponent thinks."""
        if (search := self._search) is not None:
            self.channel.send("stop")
            try:
                await self._in_time(search.ended, "stop", self.timeout)
            except EngineTimeoutError:
                await self.channel.close()
                raise

    async def _think(self, game: Playable[Any], question: Question, on_lines: Callable[[Lines], None]) -> Answer:
        began = time.monotonic()
        search = self._search
        if search is not None and search.expects(game, question):
            command = "ponderhit"
            search.expected_move_played(on_lines)
            self.channel.send(command)
        else:
            await self._end_search()
            await self._set_up(game, question)
            command = format_go(game, question)
            self._search = search = _Search(game, question, on_lines)
            self.channel.send(command)
        if self._is_stopping:
            self._stop_search()
        try:
            best = await self._in_time(search.answer, command, question.patience(self.timeout))
        finally:
            if self._search is search:  # Left early: the next question waits for the best move of this one.
                self.channel.send("stop")
        answer = self._answer(game, best, search.lines)
        if question.ponder and answer.ponder is not None:
            await self._ponder(game, answer, question, time.monotonic() - began)
        return answer

    async def _ponder(self, game: Playable[Any], answer: Answer, question: Question, taken: float) -> None:
        """Let the engine think about the position after the reply that it expects.

        Args:
            game: The game before the engine's move.
            answer: The move and the reply.
            question: What the engine was asked.
            taken: The seconds that it took.
        """
        after = game.play(answer.move)
        expected = after.play(answer.ponder)
        if expected.outcome is not None or after.to_move == game.to_move or expected.to_move != game.to_move:
            return  # The game is over, or a player moves twice.
        clocks = question.clocks
        if clocks is not None:
            clocks = clocks.after_move(taken, first=has_first_clock(game))
        question = attrs.evolve(question, clocks=clocks, moves=None)
        await self._set_up(expected, question)
        self._search = _Search(expected, question, _ignore, is_pondering=True)
        self.channel.send(format_go(expected, question, ponder=True))

    async def _set_up(self, game: Playable[Any], question: Question) -> None:
        kind = kind_of(game)
        variant = kind.variant_of(game)
        knows = variant.name in self._options[_VARIANT].choices if _VARIANT in self._options else False
        if knows:
            self._configure(_VARIANT, variant.name)
        if _LINES in self._options:
            self._configure(_LINES, str(question.lines))
        start, moves = past_of(game)
        if start != self._start:
            self._start = start
            self.channel.send("ucinewgame" if self._hello[0] == "uci" else "uainewgame")
            await self.ping()
        is_usual = knows and start.key == kind.start(variant).key
        text = "position startpos" if is_usual else f"position fen {format_fen(start)}"
        if moves:
            written, at = [], start
            for move in moves:
                written.append(format_uci_move(move, at))
                at = at.play(move)
            text += f" moves {' '.join(written)}"
        self.channel.send(text)

    def _answer(self, game: Playable[Any], words: Sequence[str], lines: Lines) -> Answer:
        text = words[0] if words else ""
        if not text or is_no_move(text, game):
            return Answer(None, None, lines)
        try:
            move = parse_uci_move(game, text)
        except TaflError as error:
            raise self._illegal(text, error) from error
        ponder = None
        if len(words) > 2 and words[1] == "ponder":
            try:
                ponder = parse_uci_move(game.play(move), words[2])
            except TaflError:
                ponder = None  # A guess about the opponent may be wrong.
        return Answer(move, ponder, lines)


class UaiEngine(UciEngine):
    """An Ataxx program, which speaks UAI."""

    protocol = "uai"
    _hello: ClassVar[tuple[str, str]] = ("uai", "uaiok")


def _ignore(_: object) -> None:
    """Nobody follows the search."""


def _fail(answer: asyncio.Future[Any], error: Exception | None) -> None:
    """Let those who wait for an answer know that none comes."""
    if not answer.done():
        answer.set_exception(error or EngineTerminatedError("the engine has ended"))
        answer.exception()  # Nobody may be waiting; asyncio would complain about that.


class _Search:
    """A search of the engine, and what it has reported so far."""

    def __init__(
        self,
        game: Playable[Any],
        question: Question,
        on_lines: Callable[[Lines], None],
        *,
        is_pondering: bool = False,
    ) -> None:
        self._game = game
        self._question = question
        self._on_lines = on_lines
        #: Whether the move that leads to the game has not been played yet.
        self._is_pondering = is_pondering
        self._by_number: dict[int, SearchReport[Any]] = {}
        loop = asyncio.get_running_loop()
        #: The words after `bestmove`, or the error of who follows the search.
        self.answer: asyncio.Future[list[str]] = loop.create_future()
        #: Done when the engine has said `bestmove`; the next question waits for it, whatever became of this one.
        self.ended: asyncio.Future[None] = loop.create_future()

    @property
    def lines(self) -> Lines:
        return tuple(report for _, report in sorted(self._by_number.items()))

    def end(self, words: Sequence[str]) -> None:
        """The engine has said its best move."""
        self.ended.set_result(None)
        if not self.answer.done():
            self.answer.set_result(list(words))

    def fail(self, error: Exception | None) -> None:
        """The engine says nothing any more."""
        _fail(self.ended, error)
        _fail(self.answer, error)

    def expects(self, game: Playable[Any], question: Question) -> bool:
        """Whether it ponders about this question."""
        return (
            self._is_pondering
            and past_of(self._game) == past_of(game)
            and question.moves is None
            and (question.limit, question.lines) == (self._question.limit, self._question.lines)
            and (question.clocks is None) == (self._question.clocks is None)
        )

    def expected_move_played(self, on_lines: Callable[[Lines], None]) -> None:
        self._is_pondering = False
        self._on_lines = on_lines
        if self._by_number:
            on_lines(self.lines)

    def hear(self, words: Sequence[str]) -> None:
        """Read the words of an `info`."""
        info = parse_info(words, self._game)
        if info is None:
            return
        number, report = info
        if 1 <= number <= len(self._game.legal_moves):
            self._by_number[number] = report
            try:
                self._on_lines(self.lines)
            except Exception as error:  # noqa: BLE001 - it belongs to who asked
                _fail(self.answer, error)
