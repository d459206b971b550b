"""`OtepEngine`: an engine for OpenTafl, which is told the rules of the game."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from taflkit.board import Move
from taflkit.engines.engine import Answer, Engine, Lines, Question, past_of, refuse_restrictions
from taflkit.engines.failures import EngineError
from taflkit.engines.oteptext import format_turn, parse_turn
from taflkit.errors import TaflError
from taflkit.game import Game
from taflkit.games import Playable
from taflkit.notation import format_opentafl_position, format_opentafl_rules


class OtepEngine(Engine):
    """An engine that speaks OTEP. It is told the rules, or the nearest to them that OpenTafl has."""

    protocol = "otep"

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        """Speak through a channel; `open` starts a program."""
        super().__init__(*arguments, **keywords)
        #: The game that the engine knows, `None` before the first.
        self._known: Game | None = None
        #: The other steps of a turn that the engine has told already.
        self._told: list[Move] = []
        #: How many moves are still to come: those of questions that were given up come first.
        self._owed = 0

    async def _greet(self) -> None:
        await self._wait_for("hello", self.timeout)
        self.channel.send("hello")

    async def _wait_for(self, command: str, seconds: float | None) -> str:
        """The text after a command of the engine.

        Raises:
            EngineError: It reports an error, or is too late.
        """
        try:
            async with asyncio.timeout(seconds):
                while True:
                    word, _, text = (await self.channel.receive()).strip().partition(" ")
                    if word == "move" or (word == "error" and self._owed):
                        self._owed -= 1
                        if self._owed > 0:
                            continue
                    if word == command:
                        return text.strip()
                    if word == "error":
                        self._known = None
                        raise self._protocol_error(f"reports error {text.strip()[:100]}")
        except TimeoutError:
            self._known = None
            raise self._late(command) from None

    async def ping(self) -> None:
        """The protocol has no question that is always answered."""

    def _say_goodbye(self) -> None:
        self.channel.send("goodbye")

    async def _think(self, game: Playable[Any], question: Question, on_lines: Callable[[Lines], None]) -> Answer:
        refuse_restrictions(self, question)
        if not isinstance(game, Game):
            raise EngineError(f"{self.name!r} speaks {self.protocol}, which has no other game than tafl")
        if self._told and self._known is not None and past_of(game)[1] == past_of(self._known)[1]:
            move = self._told.pop(0)
            self._known = game.play(move)
            return Answer(move)
        self._told = []
        self._set_up(game)
        seconds = question.seconds
        if seconds is not None:
            both = f"{max(1, round(seconds))} {max(1, round(seconds))}"
            self.channel.send(f"clock {both} 0 0 0")
        self.channel.send(f"play {game.to_move}")
        self._known, self._owed = None, self._owed + 1
        text = await self._wait_for("move", None if seconds is None else seconds + self.timeout)
        try:
            first, *self._told = parse_turn(game, text.split()[0] if text else "")
        except TaflError as error:
            self._known = None
            raise self._illegal(text, error) from None
        self._known = game.play(first)
        return Answer(first)

    def _set_up(self, game: Game) -> None:
        """Tell the engine the position: by the opponent's turn if that is all that is new."""
        known, moves = self._known, list(game.moves)
        if known is not None and known.variant is game.variant and past_of(known)[0] == past_of(game)[0]:
            count = len(known.moves)
            if list(known.moves) == moves[:count] and known.to_move is not game.to_move:
                position = format_opentafl_position(game.position)
                self.channel.send(f"opponent-move {format_turn(moves[count:])} {position}")
                return
        self._known = None
        self.channel.send(f"rules {format_opentafl_rules(game.variant, nearest=True)}")
        if moves or game.key != Game(game.variant).key:
            self.channel.send(f"position {format_opentafl_position(game.position)}")
        self.channel.send(f"side {game.to_move}")
        self.channel.send("start")
