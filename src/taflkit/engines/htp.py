"""HTP, the text protocol of hnefatafl programs, made after that of Go programs: its text, `HtpEngine`, `HtpServer`."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Sequence
from typing import Any, Final

from taflkit import __version__
from taflkit.board import Move, Side
from taflkit.engines.engine import Answer, Engine, Lines, Question, past_of, refuse_restrictions
from taflkit.engines.failures import EngineError
from taflkit.errors import TaflError, nearest
from taflkit.game import Game
from taflkit.games import Playable
from taflkit.search import AlphaBeta, Searcher, SearchLimit
from taflkit.search.timing import allot
from taflkit.shell import plain
from taflkit.shell.boards import board
from taflkit.variant import Variant

ROLES: Final = {Side.ATTACKERS: "attacker", Side.DEFENDERS: "defender"}
"""The sides as the protocol calls them."""
_SIDES: Final = {
    "attacker": Side.ATTACKERS,
    "attackers": Side.ATTACKERS,
    "black": Side.ATTACKERS,
    "defender": Side.DEFENDERS,
    "defenders": Side.DEFENDERS,
    "white": Side.DEFENDERS,
}
#: Times are at most so long, a year in seconds.
_MAX_SECONDS: Final = 31_536_000
_MAX_ERROR: Final = 300
_Answer = Callable[["HtpServer", Sequence[str]], str]


def parse_role(word: str) -> Side:
    """The side that a word means.

    Raises:
        TaflError: It means none.
    """
    try:
        return _SIDES[word.lower()]
    except KeyError:
        raise TaflError(f"a role is attacker or defender, not {word!r}") from None


def format_htp_move(move: Move, side: Side) -> str:
    """A move: `play attacker a4 b4`."""
    return f"play {ROLES[side]} {move.origin} {move.target}"


def parse_htp_move(game: Game, words: Sequence[str]) -> Move | None:
    """The legal move of words such as `play attacker a4 b4`; `play` and the role may be missing. `None` resigns.

    Raises:
        TaflError: The words are no move, or one that is not legal.
    """
    rest = [word for word in words if word]
    if rest[:1] == ["play"]:
        rest = rest[1:]
    if rest and rest[0].lower() in _SIDES:
        if parse_role(rest[0]) is not game.to_move:
            raise TaflError(f"it is the {ROLES[game.to_move]}'s turn")
        rest = rest[1:]
    if rest[:1] == ["resigns"]:
        return None
    if len(rest) != 2:
        raise TaflError("a move is play ROLE FROM TO, such as play attacker a4 b4")
    return game.parse_move(f"{rest[0]}-{rest[1]}".lower())


def status_of(game: Game) -> str:
    """How a game stands: `ongoing`, `draw`, `attacker_wins` or `defender_wins`."""
    if game.outcome is None:
        return "ongoing"
    return "draw" if game.outcome.winner is None else f"{ROLES[game.outcome.winner]}_wins"


class HtpEngine(Engine):
    """An engine that speaks HTP: `= …` and `? …`. It plays the only variant that it knows, from its start."""

    protocol = "htp"

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        """Speak through a channel; `open` starts a program."""
        super().__init__(*arguments, **keywords)
        #: The moves that the engine knows of, `None` before the first game.
        self._known: list[Move] | None = None
        #: How many answers are still to come: those of questions that were given up come first.
        self._owed = 0

    async def _greet(self) -> None:
        self.channel.name = await self._command("name") or self.name

    async def _command(self, command: str, seconds: float | None = None) -> str:
        """The answer to a command.

        Args:
            command: The command.
            seconds: How long it may take: the timeout of the engine if left out, for ever if infinite.

        Raises:
            EngineError: The engine refuses it.
        """
        self.channel.send(command)
        self._owed += 1
        line = ""
        try:
            async with asyncio.timeout(None if seconds == math.inf else seconds or self.timeout):
                while self._owed:
                    line = await self.channel.receive()
                    # Everything else is chatter, or an empty line after an answer.
                    self._owed -= line.startswith(("=", "?"))
        except TimeoutError:
            self._known = None
            raise self._late(command) from None
        text = line[1:].strip()
        if line.startswith("?"):
            self._known = None
            raise EngineError(f"{self.name!r} refuses {command!r}: {text}", self.channel.transcript)
        return text

    async def ping(self) -> None:
        """Ask for the name again."""
        await self._command("name")

    def _say_goodbye(self) -> None:
        self.channel.send("quit")

    async def _think(self, game: Playable[Any], question: Question, on_lines: Callable[[Lines], None]) -> Answer:
        refuse_restrictions(self, question)
        if not isinstance(game, Game):
            raise EngineError(f"{self.name!r} speaks {self.protocol}, which has no other game than tafl")
        await self._set_up(game)
        seconds = question.seconds
        if seconds is not None:
            await self._command(f"time_settings fischer {max(1, round(seconds * 1000))} 0")
        known, self._known = self._known, None  # Unknown until the answer is there.
        command = f"generate_move {ROLES[game.to_move]}"
        # Without a limit in time, the engine decides how long it thinks.
        patience = question.patience(self.timeout)
        text = await self._command(command, math.inf if patience is None else patience)
        try:
            move = parse_htp_move(game, (text or await self.channel.receive()).split())
        except TaflError as error:
            raise self._illegal(text, error) from error
        if move is None:
            return Answer(None)
        self._known = [*(known or ()), move]
        return Answer(move)

    async def _set_up(self, game: Game) -> None:
        start, moves = past_of(game)
        if start.key != Game(game.variant).key:
            raise EngineError(f"{self.name!r} speaks {self.protocol}, which cannot set up a position")
        known = self._known
        if known is None or list(moves[: len(known)]) != known:
            await self._command("reset_board")
            size = game.variant.board.grid.width
            try:
                await self._command(f"board_size {size}")
            except EngineError as error:
                if size != 11:  # Engines that do not know the command play on eleven by eleven.
                    raise EngineError(f"{self.name!r} does not play on {size} by {size}", error.transcript) from None
            known = self._known = []
        at = Game(game.variant)
        for number, move in enumerate(moves):
            if number >= len(known):
                await self._command(format_htp_move(move, at.to_move))
                known.append(move)
            at = at.play(move)


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
