"""`HtpServer`: the engine behind `taflkit htp`. Every command is answered by `= …` or `? …` and an empty line."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final

from taflkit import __version__
from taflkit.board import Side
from taflkit.engines.htptext import ROLES, format_htp_move, parse_htp_move, parse_role, status_of
from taflkit.errors import TaflError, nearest
from taflkit.game import Game
from taflkit.search import AlphaBeta, Searcher, SearchLimit
from taflkit.search.timing import allot
from taflkit.shell import plain
from taflkit.shell.boards import board
from taflkit.variant import Variant

#: Times are at most so long, a year in seconds.
_MAX_SECONDS: Final = 31_536_000
_MAX_ERROR: Final = 300
_Answer = Callable[["HtpServer", Sequence[str]], str]


class HtpServer:
    """Obeys the commands of HTP."""

    def __init__(
        self,
        write: Callable[[str], None],
        variant: Variant,
        searcher: Searcher | None = None,
        limit: SearchLimit | None = None,
    ) -> None:
        """Begin a game.

        Args:
            write: Called with each line of output.
            variant: The variant that is played.
            searcher: Chooses the moves; `AlphaBeta()` if left out.
            limit: How far it may search where there is no clock; two seconds if left out.
        """
        self._write = write
        self._game = Game(variant)
        self._searcher = searcher or AlphaBeta()
        self._limit = limit or SearchLimit(seconds=2)
        #: The seconds that are left to each side and what a move adds; nothing without clocks.
        self._clocks: dict[Side, float] = {}
        self._increment = 0.0
        self._since = time.monotonic()
        self._resigned: Side | None = None

    def obey(self, line: str) -> bool:
        """Obey a line, and return whether to go on: not after `quit`."""
        words = line.partition("#")[0].split()
        number = words.pop(0) if words and words[0].isascii() and words[0].isdigit() and len(words[0]) < 10 else ""
        if not words:
            return True
        command, *rest = words
        if command == "quit":
            self._say("=", number, "")
            return False
        try:
            answer = _COMMANDS.get(command)
            if answer is None:
                raise TaflError(f"unknown command {command!r}; {nearest(command, _COMMANDS)}")
            self._say("=", number, answer(self, rest))
        except (TaflError, MemoryError) as error:
            self._say("?", number, " ".join(plain(str(error) or type(error).__name__).split())[:_MAX_ERROR])
        return True

    def close(self, *, finish: bool = False) -> None:
        """Nothing runs between commands."""

    def _say(self, sign: str, number: str, text: str) -> None:
        for line in f"{sign}{number} {text}".rstrip().splitlines():
            self._write(line)
        self._write("")

    def _going_on(self) -> Game:
        if self._game.outcome is not None or self._resigned is not None:
            raise TaflError("the game is over")
        return self._game

    def _spend_time(self) -> None:
        """Take the time since the last command for the game off the clock of the side to move."""
        now = time.monotonic()
        side = self._game.to_move
        if side in self._clocks:
            self._clocks[side] = max(0.0, self._clocks[side] - (now - self._since)) + self._increment
        self._since = now

    def board_size(self, words: Sequence[str]) -> str:
        """Tell the size of the board; a size that is given must be that one."""
        width, height = self._game.variant.board.grid.width, self._game.variant.board.grid.height
        if words and words != [str(width)]:
            raise TaflError(f"the board of {self._game.variant} is {width} by {height}")
        return "" if words else str(width)

    def final_status(self, _: Sequence[str]) -> str:
        """Tell how the game stands."""
        if self._resigned is not None:
            return f"{ROLES[self._resigned.other]}_wins"
        return status_of(self._game)

    def generate_move(self, words: Sequence[str]) -> str:
        """Choose a move, play it and tell it."""
        game = self._going_on()
        if words and parse_role(words[0]) is not game.to_move:
            raise TaflError(f"it is the {ROLES[game.to_move]}'s turn")
        limit, side = self._limit, game.to_move
        if side in self._clocks:
            limit = SearchLimit(seconds=allot(self._clocks[side], self._increment, overhead=0.05).most)
        best = self._searcher.search(game, limit).best
        if best is None:
            raise TaflError("unable to generate a move")
        self._game = game.play(best)
        self._spend_time()
        return format_htp_move(best, side)

    def known_command(self, words: Sequence[str]) -> str:
        """Tell whether there is a command."""
        if len(words) != 1:
            raise TaflError("known_command needs a command")
        return "true" if words[0] in (*_COMMANDS, "quit") else "false"

    def list_commands(self, _: Sequence[str]) -> str:
        """List the commands."""
        return "\n" + "\n".join(sorted((*_COMMANDS, "quit")))

    def name(self, _: Sequence[str]) -> str:
        """Tell the name."""
        return "taflkit"

    def play(self, words: Sequence[str]) -> str:
        """Play a move, and tell what it captures."""
        game = self._going_on()
        move = parse_htp_move(game, words)
        if move is None:
            self._resigned = game.to_move
            return ""
        after = game.play(move)
        self._spend_time()
        self._game = after
        assert after.last is not None
        return " ".join(str(each.square) for each in after.last.captured)

    def play_from(self, _: Sequence[str]) -> str:
        """List the squares with pieces that can move."""
        return " ".join(dict.fromkeys(str(move.origin) for move in self._going_on().legal_moves))

    def play_to(self, words: Sequence[str]) -> str:
        """List the squares that a piece can go to."""
        if not words:
            raise TaflError("play_to needs a role and a square")
        return " ".join(str(move.target) for move in self._going_on().moves_from(words[-1].lower()))

    def play_undo(self, _: Sequence[str]) -> str:
        """Take the last move back."""
        if self._game.previous is None:
            raise TaflError("there is no move to take back")
        self._game, self._resigned = self._game.previous, None
        return ""

    def protocol_version(self, _: Sequence[str]) -> str:
        """Tell the version of the protocol."""
        return "1-beta"

    def reset_board(self, _: Sequence[str]) -> str:
        """Begin another game."""
        self._game, self._resigned = Game(self._game.variant), None
        self._since = time.monotonic()
        return ""

    def show_board(self, _: Sequence[str]) -> str:
        """Draw the board."""
        return f"\n{board(self._game)}"

    def time_settings(self, words: Sequence[str]) -> str:
        """Set the clocks: `un-timed`, or `fischer MILLISECONDS SECONDS`."""
        if words[:1] == ["un-timed"]:
            self._clocks, self._increment = {}, 0.0
            return ""
        numbers = [word for word in words[1:3] if word.isascii() and word.isdigit() and len(word) < 16]
        if words[:1] != ["fischer"] or len(numbers) != 2:
            raise TaflError("time_settings needs un-timed, or fischer MILLISECONDS ADDED_SECONDS")
        left, self._increment = (min(_MAX_SECONDS, int(number)) for number in (int(numbers[0]) // 1000, numbers[1]))
        self._clocks = dict.fromkeys(Side, max(0.001, left))
        self._since = time.monotonic()
        return ""

    def version(self, _: Sequence[str]) -> str:
        """Tell the version."""
        return __version__


_COMMANDS: Final[dict[str, _Answer]] = {
    answer.__name__: answer
    for answer in (
        HtpServer.board_size,
        HtpServer.final_status,
        HtpServer.generate_move,
        HtpServer.known_command,
        HtpServer.list_commands,
        HtpServer.name,
        HtpServer.play,
        HtpServer.play_from,
        HtpServer.play_to,
        HtpServer.play_undo,
        HtpServer.protocol_version,
        HtpServer.reset_board,
        HtpServer.show_board,
        HtpServer.time_settings,
        HtpServer.version,
    )
}
