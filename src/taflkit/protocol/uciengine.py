"""`UciEngine`: an engine that speaks UCI, or UAI."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from taflkit.errors import TaflError
from taflkit.games import Playable, kind_of
from taflkit.protocol.engine import Answer, Engine, EngineOption, Lines, Question, past_of
from taflkit.protocol.failures import EngineError
from taflkit.protocol.ucitext import format_fen, format_uci_move, is_no_move, parse_score, parse_uci_move
from taflkit.search import Score, SearchReport, Stop

#: An engine offers no more options than this.
_MAX_OPTIONS: Final = 1000
_VARIANT, _LINES = "UCI_Variant", "MultiPV"
_OPTION_WORDS: Final = ("name", "type", "default", "min", "max", "var")
_NUMBERS: Final = ("depth", "seldepth", "multipv", "nodes", "time", "nps", "hashfull", "speed")


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
        #: Whether a search was left without its best move.
        self._unanswered = False
        self._thinking = False

    async def _greet(self) -> None:
        hello, end = self._hello
        self.channel.send(hello)
        await self._wait_for(end, hello)
        await self.ping()

    async def _wait_for(self, word: str, question: str) -> list[str]:
        """The words of the first line that begins with a word; options and names on the way are noted."""
        try:
            async with asyncio.timeout(self.timeout):
                while True:
                    words = (await self.channel.receive()).split()
                    if words[:1] == [word]:
                        return words
                    self._hear(words)
        except TimeoutError:
            raise self._late(question) from None

    def _hear(self, words: Sequence[str]) -> None:
        if words[:2] == ["id", "name"]:
            self.name = " ".join(words[2:])[:200] or self.name
        elif words[:2] == ["id", "author"]:
            self.author = " ".join(words[2:])[:200]
        elif words[:1] == ["option"]:
            option = parse_option(words[1:])
            if option is not None and (option.name in self._options or len(self._options) < _MAX_OPTIONS):
                self._options[option.name] = option

    async def ping(self) -> None:
        """Wait for `readyok`."""
        self.channel.send("isready")
        await self._wait_for("readyok", "isready")

    async def configure(self, options: Mapping[str, object]) -> None:
        """Set options by `setoption`."""
        by_name = {name.lower(): name for name in self._options}
        for name, value in options.items():
            known = by_name.get(name.lower())
            if known is None:
                raise EngineError(f"{self.name!r} has no option {name!r}; it has {', '.join(self._options) or 'none'}")
            self._configure(known, str(value).lower() if isinstance(value, bool) else str(value))
        await self.ping()

    def _configure(self, name: str, value: str) -> None:
        if self._set.get(name, self._options[name].default) != value:
            self._set[name] = value
            self.channel.send(f"setoption name {name} value {value}")

    def stop(self) -> None:
        """Send `stop`."""
        if self._thinking:
            self.channel.send("stop")

    def _say_goodbye(self) -> None:
        if self._thinking or self._unanswered:
            self.channel.send("stop")
        self.channel.send("quit")

    async def _think(self, game: Playable[Any], question: Question, on_lines: Callable[[Lines], None]) -> Answer:
        if self._unanswered:
            await self._wait_for("bestmove", "stop")
            self._unanswered = False
        await self._set_up(game, question)
        go = _go(game, question)
        self.channel.send(go)
        self._thinking = True
        seconds = None if question.seconds is None else question.seconds + self.timeout
        found = _Found(game)
        try:
            async with asyncio.timeout(seconds):
                while True:
                    words = (await self.channel.receive()).split()
                    if words[:1] == ["bestmove"]:
                        self._thinking = False
                        return self._answer(game, words[1:], found.lines)
                    if words[:1] == ["info"] and found.hear(words[1:]):
                        on_lines(found.lines)
                    else:
                        self._hear(words)
        except TimeoutError:
            raise self._late(go) from None
        finally:
            if self._thinking:  # Left early: the next question waits for the best move of this one.
                self.channel.send("stop")
                self._thinking, self._unanswered = False, True

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
            raise self._illegal(text, error) from None
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


def _go(game: Playable[Any], question: Question) -> str:
    """The command that asks a question."""
    words = ["go"]
    limit, clocks = question.limit, question.clocks
    if limit is not None:
        if limit.depth is not None:
            words += ["depth", str(limit.depth)]
        if limit.nodes is not None:
            words += ["nodes", str(limit.nodes)]
        if (seconds := question.seconds) is not None and clocks is None:
            words += ["movetime", str(max(1, round(seconds * 1000)))]
    if clocks is not None:
        for name, value in (
            ("wtime", clocks.first),
            ("btime", clocks.second),
            ("winc", clocks.first_increment),
            ("binc", clocks.second_increment),
        ):
            words += [name, str(max(0, round(value * 1000)))]
        if clocks.moves_to_go is not None:
            words += ["movestogo", str(clocks.moves_to_go)]
    if len(words) == 1:
        words.append("infinite")
    if question.moves is not None:
        words += ["searchmoves", *(format_uci_move(move, game) for move in question.moves)]
    return " ".join(words)


class _Found:
    """What an engine has reported so far."""

    def __init__(self, game: Playable[Any]) -> None:
        self._game = game
        self._by_number: dict[int, SearchReport[Any]] = {}

    @property
    def lines(self) -> Lines:
        return tuple(report for _, report in sorted(self._by_number.items()))

    def hear(self, words: Sequence[str]) -> bool:
        """Read the words of an `info`, and return whether they report a line."""
        info = parse_info(words, self._game)
        if info is None:
            return False
        number, report = info
        if not 1 <= number <= len(self._game.legal_moves):
            return False
        self._by_number[number] = report
        return True


def parse_info(words: Sequence[str], game: Playable[Any]) -> tuple[int, SearchReport[Any]] | None:
    """The number of a line and its report, `None` if the words report no line.

    Words that are not known are skipped. A line of play ends before the first move that is not legal.
    """
    numbers: dict[str, int] = {}
    score: Score | None = None
    line: list[Any] = []
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if word == "string":
            break
        if word == "score":
            score = parse_score(words[at], words[at + 1], game.to_move) if len(words) >= at + 2 else None
            at += 2
        elif word == "pv":
            line = _line(words[at:], game)
            break
        elif word in _NUMBERS and at < len(words):
            digits = words[at]
            if digits.isascii() and digits.isdigit():
                numbers[word] = int(digits[:15])
                at += 1
    if not line:
        return None
    report = SearchReport(
        line[0],
        Score(0, game.to_move) if score is None else score,
        tuple(line),
        numbers.get("depth", 0),
        numbers.get("nodes", 0),
        numbers.get("time", 0) / 1000,
        Stop.DEPTH,
        "uci",
        reached=numbers.get("seldepth"),
        table_filled=numbers["hashfull"] / 1000 if "hashfull" in numbers else None,
    )
    return numbers.get("multipv", 1), report


def _line(words: Sequence[str], game: Playable[Any]) -> list[Any]:
    line: list[Any] = []
    for word in words[:_MAX_OPTIONS]:
        try:
            move = parse_uci_move(game, word)
            game = game.play(move)
        except TaflError:
            break
        line.append(move)
    return line


def parse_option(words: Sequence[str]) -> EngineOption | None:
    """Read the words after `option`; `None` if they have no name."""
    found: dict[str, list[list[str]]] = {word: [] for word in _OPTION_WORDS}
    values: list[str] = []
    for word in words:
        # A name may contain any word, so only what may follow it ends it.
        if word in _OPTION_WORDS and not (word == "name" and found["name"]):
            values = []
            found[word].append(values)
        else:
            values.append(word)
    name = " ".join(" ".join(part) for part in found["name"][:1])
    if not name:
        return None

    def text(word: str) -> str:
        return " ".join(found[word][0]) if found[word] else ""

    def number(word: str) -> int | None:
        digits = text(word)
        return int(digits) if digits.removeprefix("-").isdigit() and digits.isascii() and len(digits) < 16 else None

    default = text("default")
    return EngineOption(
        name,
        text("type") or "string",
        "" if default == "<empty>" else default,
        number("min"),
        number("max"),
        tuple(" ".join(part) for part in found["var"]),
    )
