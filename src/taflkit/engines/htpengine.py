"""`HtpEngine`: an engine that speaks HTP."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from typing import Any

from taflkit.board import Move
from taflkit.engines.engine import Answer, Engine, Lines, Question, past_of, refuse_restrictions
from taflkit.engines.failures import EngineError
from taflkit.engines.htptext import ROLES, format_htp_move, parse_htp_move
from taflkit.errors import TaflError
from taflkit.game import Game
from taflkit.games import Playable


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
        self.name = await self._command("name") or self.name

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
