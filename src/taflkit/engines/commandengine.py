"""`CommandEngine`: a program that speaks the command language of `taflkit play`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from taflkit.engines.engine import Answer, Engine, Lines, Question, past_of, refuse_restrictions
from taflkit.errors import TaflError
from taflkit.games import Playable, kind_of
from taflkit.shell import AnnouncedMove, dialect_named, player_word


class CommandEngine(Engine):
    """A program that speaks the command language. How long it thinks is its own decision."""

    protocol = "play"

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        """Speak through a channel; `open` starts a program."""
        super().__init__(*arguments, **keywords)
        #: The start and the moves of the game that the program plays.
        self._known: tuple[Any, list[Any]] | None = None
        self._variant: object = None
        #: How many moves are still to come: those of questions that were given up come first.
        self._owed = 0

    async def _greet(self) -> None:
        """The program waits for commands without a word."""

    async def ping(self) -> None:
        """The language has no question that is answered in every state."""

    def _say_goodbye(self) -> None:
        self.channel.send("quit")

    async def _think(self, game: Playable[Any], question: Question, on_lines: Callable[[Lines], None]) -> Answer:
        refuse_restrictions(self, question)
        kind = kind_of(game)
        dialect = dialect_named(kind.dialect)
        for line in self._commands(game):
            self.channel.send(line)
        self._known = None
        self._owed += 1
        seconds = question.seconds
        try:
            async with asyncio.timeout(None if seconds is None else seconds + self.timeout):
                while True:
                    # A prompt may stand before what is announced.
                    text = (await self.channel.receive()).rpartition(">")[2]
                    said = dialect.announcements.read(text)
                    if isinstance(said, AnnouncedMove):
                        self._owed -= 1
                        if not self._owed:
                            break
        except TimeoutError:
            raise self._late("the move of an automated player") from None
        try:
            move = kind.parse_move(game, said.move)
        except TaflError as error:
            raise self._illegal(said.move, error) from None
        start, moves = past_of(game)
        self._known = (start, [*moves, move])
        return Answer(move)

    def _commands(self, game: Playable[Any]) -> list[str]:
        """The commands after which it is the program's turn."""
        kind = kind_of(game)
        variant, dialect = kind.variant_of(game), dialect_named(kind.dialect)
        start, moves = past_of(game)
        written = [(dialect.format_move or kind.format_move)(move) for move in moves]
        if self._known is not None:
            before, known = self._known
            if before == start and known == list(moves[: len(known)]) and len(moves) == len(known) + 1:
                return written[-1:]
        words = {player: player_word(variant, player, kind) for player in kind.players}
        manual = [f"manual {word}" for word in words.values()]
        load = [f"variant {variant.name}"]
        begin = [*dialect.start_commands(kind, start, words)]
        auto = f"auto {words[game.to_move]}"
        again = self._variant is not None
        self._variant = variant
        if dialect.has_set_up:
            return [*(["clear"] if again else []), *load, *begin, *manual, auto, *written, "start"]
        return [*manual, *load, *(["new"] if again else []), *begin, *written, auto]
