"""`CommandEngine`: a program that speaks the command language of `taflkit play`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

from taflkit.engines.engine import Answer, Engine, Lines, Question, past_of, refuse_restrictions
from taflkit.engines.failures import EngineTimeoutError
from taflkit.errors import TaflError
from taflkit.games import AnyKind, Playable, Player, kind_of
from taflkit.shell import AnnouncedEnd, AnnouncedMove, dialect_named, player_name, player_word

#: How long a program may take to announce the winner when a game is over.
_ANNOUNCING_SECONDS: Final = 10.0


def opening_commands(
    kind: AnyKind,
    game: Playable[Any],
    player: Player,
    *,
    variant: str | None = None,
    seed: int | None = None,
    again: bool = False,
) -> list[str]:
    """The commands that set up a game, and let a program play one side of it.

    Args:
        kind: The kind of game.
        game: The game, which may have begun.
        player: The side that the program plays.
        variant: The name or path by which it loads the variant; `None` if it plays it without being told.
        seed: What seeds its choices, if anything.
        again: Whether it has played another game before.
    """
    dialect, of = dialect_named(kind.dialect), kind.variant_of(game)
    start, moves = past_of(game)
    return dialect.set_up(
        kind,
        start,
        (player,),
        {each: player_word(of, each, kind) for each in kind.players},
        variant=variant,
        settings=[] if seed is None else [f"seed {seed}"],
        moves=[dialect.write_move(kind, move) for move in moves],
        again=again,
    )


class CommandEngine(Engine):
    """A program that speaks the command language. How long it thinks is its own decision."""

    protocol = "play"
    announces_ends = True

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        """Speak through a channel; `open` starts a program."""
        super().__init__(*arguments, **keywords)
        #: The game that was set up last, if any: its kind, and the side that the program plays.
        self._kind: AnyKind | None = None
        self._player: Player | None = None
        #: The start and the moves that the program knows; `None` if a game must be set up anew.
        self._known: tuple[Playable[Any], Sequence[Any]] | None = None
        #: How many moves are still to come: those of questions that were given up come first.
        self._owed = 0
        #: How many games have ended by its own moves, and may still be announced to be over.
        self._over = 0

    async def _greet(self) -> None:
        """The program waits for commands without a word."""

    async def ping(self) -> None:
        """The language has no question that is answered in every state."""

    def _say_goodbye(self) -> None:
        self.channel.send("quit")

    async def begin_game(
        self,
        game: Playable[Any],
        player: Player,
        *,
        kind: AnyKind | None = None,
        variant: str | None = None,
        seed: int | None = None,
    ) -> None:
        """Set up a game, and let the program play one side."""
        self._set_up(kind or kind_of(game), game, player, variant, seed)

    def _set_up(
        self, kind: AnyKind, game: Playable[Any], player: Player, variant: str | None, seed: int | None = None
    ) -> None:
        again = self._kind is not None
        for line in opening_commands(kind, game, player, variant=variant, seed=seed, again=again):
            self.channel.send(line)
        self._kind, self._player, self._known = kind, player, past_of(game)

    def _goes_on(self, game: Playable[Any]) -> bool:
        """Whether the program waits for the last moves of its opponent in a game, or for nothing."""
        if self._known is None or self._player != game.to_move:
            return False
        start, moves = past_of(game)
        before, known = self._known
        if before != start or list(known) != list(moves[: len(known)]):
            return False
        at: Any = game
        for _ in moves[len(known) :]:
            at = at.previous
            if at.to_move == self._player:
                return False
        return True

    def _tell(self, kind: AnyKind, game: Playable[Any]) -> None:
        """Send the moves of a game that goes on."""
        assert self._known is not None
        start, moves = past_of(game)
        for move in moves[len(self._known[1]) :]:
            self.channel.send(dialect_named(kind.dialect).write_move(kind, move))
        self._known = start, moves

    async def _announced(self, kind: AnyKind) -> AnnouncedMove | AnnouncedEnd:
        announcements = dialect_named(kind.dialect).announcements
        while True:
            # A prompt may stand before what is announced.
            said = announcements.read((await self.channel.receive()).rpartition(">")[2])
            if said is not None:
                return said

    async def _think(self, game: Playable[Any], question: Question, on_lines: Callable[[Lines], None]) -> Answer:
        refuse_restrictions(self, question)
        if not self._goes_on(game):
            kind = kind_of(game)
            self._set_up(kind, game, game.to_move, kind.variant_of(game).name)
        assert self._kind is not None
        kind = self._kind
        self._tell(kind, game)
        self._known = None  # Unknown until the answer is there.
        self._owed += 1
        seconds = question.patience(self.timeout)
        try:
            async with asyncio.timeout(seconds):
                while self._owed:
                    match await self._announced(kind):
                        case AnnouncedMove(text):
                            self._owed -= 1
                        case AnnouncedEnd() if self._over:
                            self._over -= 1
                        case AnnouncedEnd(line) if self._owed == 1:
                            raise self._protocol_error(f"says {line!r} while the game goes on")
        except TimeoutError:
            text = f"{self.name!r} gave no answer within {seconds:g} s"
            raise EngineTimeoutError(text, self.channel.transcript) from None
        try:
            move = kind.parse_move(game, text)
        except TaflError as error:
            raise self._illegal(text, error) from error
        start, moves = past_of(game)
        self._known = start, [*moves, move]
        self._over += game.play(move).outcome is not None
        return Answer(move)

    async def end_game(self, game: Playable[Any]) -> str:
        """A remark if the program announces another winner than the rules have, or none."""
        kind = self._kind
        assert kind is not None
        assert game.outcome is not None
        winner = game.outcome.winner
        right = dialect_named(kind.dialect).announcements.end(
            None if winner is None else player_name(game, winner, kind)
        )
        self._tell(kind, game)
        said = "nothing"
        with suppress(TimeoutError):
            async with asyncio.timeout(_ANNOUNCING_SECONDS):
                while not isinstance(end := await self._announced(kind), AnnouncedEnd):
                    pass
                said = end.line
        self._over = 0
        return "" if said == right else f"says {said!r}"
