"""`OtepServer`: the engine behind `taflkit otep`, for OpenTafl. It reads the rules of the game from the protocol."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Final

import attrs

from taflkit.board import Move, Side
from taflkit.engines.oteptext import (
    ILLEGAL_MOVE,
    RULES_NOT_SUPPORTED,
    WRONG_SIDE,
    format_turn,
    parse_otep_side,
    parse_turn,
)
from taflkit.errors import IllegalMoveError, TaflError
from taflkit.game import Game
from taflkit.notation import parse_opentafl_position, parse_opentafl_rules
from taflkit.search import AlphaBeta, Cancel, Searcher, SearchLimit, best_lines
from taflkit.search.timing import allot
from taflkit.shell import plain

_MAX_ERROR: Final = 300
_MAX_SECONDS: Final = 31_536_000.0
_MAX_LINES: Final = 100


class OtepServer:
    """Obeys the commands of OTEP. What is wrong is told as `error CODE` where there is one, else as `status`."""

    def __init__(
        self,
        write: Callable[[str], None],
        game: Game,
        searcher: Searcher | None = None,
        limit: SearchLimit | None = None,
    ) -> None:
        """Begin, and say hello.

        Args:
            write: Called with each line of output, from several threads but never by two at a time.
            game: The game until the protocol tells other rules.
            searcher: Chooses the moves; `AlphaBeta()` if left out.
            limit: How far it may search where there is no clock; two seconds if left out.
        """
        self._write = write
        self._writing = threading.Lock()
        self._game = game
        self._searcher = searcher or AlphaBeta()
        self._limit = limit or SearchLimit(seconds=2)
        self._left: dict[Side, float] = {}
        self._cancel = Cancel()
        self._thread: threading.Thread | None = None
        self._say("hello")

    def _say(self, line: str) -> None:
        with self._writing:
            self._write(line)

    def obey(self, line: str) -> bool:
        """Obey a line, and return whether to go on: not after `goodbye`."""
        command, _, text = line.strip().partition(" ")
        if not command:
            return True
        if command == "goodbye":
            return False
        try:
            self._obey(command, text.strip())
        except (TaflError, MemoryError) as error:
            self._complain(error)
        return True

    def close(self, *, finish: bool = False) -> None:
        """End the search, or let it end by itself."""
        if not finish:
            self._cancel()
        self._wait()

    def _wait(self) -> None:
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _complain(self, error: TaflError | MemoryError) -> None:
        text = " ".join(plain(str(error) or type(error).__name__).split())
        self._say(f"status error: {text[:_MAX_ERROR]}")

    def _obey(self, command: str, text: str) -> None:
        if command != "clock":
            self._wait()  # The game must not change under a search.
        match command:
            case "hello" | "start" | "status" | "error" | "simple-moves":
                pass
            case "rules":
                self._rules(text)
            case "position":
                self._position(text)
            case "side":
                parse_otep_side(text)  # The command `play` says it again.
            case "clock":
                self._clock(text.split())
            case "play":
                self._play(text)
            case "opponent-move":
                self._opponent_move(text.split())
            case "analyze":
                self._analyze(text.split())
            case "finish":
                self._left = {}
            case _:
                raise TaflError(f"unknown command {command!r}")

    def _rules(self, text: str) -> None:
        try:
            self._game = Game(parse_opentafl_rules(text, as_opentafl_reads=True))
        except TaflError:
            self._say(f"error {RULES_NOT_SUPPORTED}")
            raise

    def _position(self, text: str) -> None:
        game = self._game
        self._game = Game(game.variant, parse_opentafl_position(text, game.variant.board, game.to_move))

    def _clock(self, words: Sequence[str]) -> None:
        """Note how much time is left; a search that has begun keeps to it."""
        try:
            seconds = [float(word) for word in words[:2]]
        except ValueError:
            seconds = []
        if len(seconds) != 2 or not all(-1 <= each < float("inf") for each in seconds):
            raise TaflError("clock needs the seconds of the attackers and of the defenders")
        self._left = {
            side: min(_MAX_SECONDS, left)
            for side, left in zip((Side.ATTACKERS, Side.DEFENDERS), seconds, strict=True)
            if left >= 0
        }
        if self._thread is not None and self._thread.is_alive() and (left := self._left.get(self._game.to_move)):
            self._cancel.after(allot(left, overhead=0.05).most)

    def _play(self, text: str) -> None:
        side = parse_otep_side(text) if text else self._game.to_move
        if self._game.previous is None and side is not self._game.to_move:
            # A position does not say whose turn it is.
            self._game = Game(self._game.variant, attrs.evolve(self._game.position, to_move=side))
        if self._game.outcome is not None or side is not self._game.to_move:
            self._say(f"error {WRONG_SIDE}")
            raise TaflError("the game is over" if self._game.outcome else f"it is the turn of the {self._game.to_move}")
        self._cancel = Cancel()
        self._thread = threading.Thread(target=self._think, args=(self._game, self._cancel), daemon=True)
        self._thread.start()

    def _think(self, game: Game, cancel: Cancel) -> None:
        """Find the moves of a turn, in a thread of its own."""
        side, turn = game.to_move, list[Move]()
        try:
            limit = self._limit
            if side in self._left:
                limit = SearchLimit(seconds=allot(self._left[side], overhead=0.05).most)
            while game.outcome is None and game.to_move is side:
                best = self._searcher.search(game, limit, cancel=cancel).best
                if best is None:
                    break
                turn.append(best)
                game = game.play(best)
        except (TaflError, MemoryError) as error:
            self._complain(error)
        cancel()  # Ends a timer that is still running.
        if turn:
            self._game = game
            self._say(f"move {format_turn(turn)}")

    def _opponent_move(self, words: Sequence[str]) -> None:
        if not words:
            raise TaflError("opponent-move needs a move")
        game = self._game
        try:
            for move in parse_turn(game, words[0]):
                game = game.play(move)
        except IllegalMoveError:
            self._say(f"error {ILLEGAL_MOVE}")
            raise
        if len(words) > 1:
            position = parse_opentafl_position(words[1], game.variant.board, game.to_move)
            if position.picture != game.position.picture:
                self._game = Game(game.variant, position)
                raise TaflError("by these rules the move leads to another position; the one that was sent counts")
        self._game = game

    def _analyze(self, words: Sequence[str]) -> None:
        number, seconds, *_ = [*words, "", ""]
        if not (number.isascii() and number.isdigit() and len(number) < 4 and int(number)):
            raise TaflError("analyze needs a number of moves and seconds")
        limit = self._limit
        if seconds.isascii() and seconds.isdigit() and len(seconds) < 9 and int(seconds):
            limit = SearchLimit(seconds=min(_MAX_SECONDS, int(seconds)))
        lines = best_lines(self._game, limit, min(_MAX_LINES, int(number)), searcher=self._searcher)
        found = "".join(f" {format_turn(line.line)} {line.score.value}" for line in lines)
        self._say(f"analysis {len(lines)}{found}")
