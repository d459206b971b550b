"""`ContestPlayer`: a searcher that plays a game of the contest."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from taflkit.board import Position, Side
from taflkit.engines.bologna.messages import (
    BLACK_PORT,
    LENGTH,
    WHITE_PORT,
    ContestError,
    body_length,
    colour,
    contest_variant,
    decode,
    encode,
    format_contest_move,
    parse_state,
)
from taflkit.game import Game
from taflkit.search import Searcher, SearchLimit

#: A referee that refuses a move shows the same state again; after so many times there is no use in going on.
_MAX_REFUSALS: Final = 10


def search_seconds(timeout: float) -> float:
    """How long to search where a move may take so many seconds: sending it, and a slow machine, take some too."""
    return max(timeout * 0.5, timeout * 0.95 - 1.0)


class ContestPlayer:
    """Plays one game against whoever the referee has found."""

    def __init__(self, side: Side, searcher: Searcher, limit: SearchLimit, name: str = "taflkit") -> None:
        """Create a player.

        Args:
            side: The defenders are White, the attackers Black.
            searcher: Chooses the moves.
            limit: How far it may search; `search_seconds` tells for how long.
            name: What the player is called: letters and digits.
        """
        self.side = side
        self._searcher = searcher
        self._limit = limit
        self._name = name
        self._game = Game(contest_variant())

    def play(
        self,
        host: str = "127.0.0.1",
        port: int | None = None,
        *,
        patience: float | None = None,
        on_state: Callable[[Game], None] | None = None,
    ) -> str:
        """Connect to the referee and play.

        Args:
            host: Where the referee is.
            port: The port; the contest's own if left out.
            patience: How many seconds to wait for a message of the referee; for ever if left out.
            on_state: Called with the game whenever the referee shows a state.

        Returns:
            How it ended: `WHITEWIN`, `BLACKWIN` or `DRAW`.

        Raises:
            ContestError: The referee cannot be reached, hangs up, or sends something else than states.
        """
        where = port or (WHITE_PORT if self.side is Side.DEFENDERS else BLACK_PORT)
        try:
            with socket.create_connection((host, where), timeout=patience) as connection:
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                connection.sendall(encode(self._name))
                return self._talk(connection, on_state or (lambda game: None))
        except TimeoutError:
            raise ContestError(f"the referee at {host}, port {where}, was silent for {patience:g} s") from None
        except (OSError, OverflowError) as error:
            why = getattr(error, "strerror", None) or error
            raise ContestError(f"cannot talk to the referee at {host}, port {where}: {why}") from None

    def _talk(self, connection: socket.socket, on_state: Callable[[Game], None]) -> str:
        refusals, asked = 0, None
        while True:
            position, turn = parse_state(_receive(connection), self._game.variant)
            self._game = _after(self._game, position)
            on_state(self._game)
            if turn not in ("WHITE", "BLACK"):
                return turn
            if turn != colour(self.side):
                continue
            if asked == position:
                refusals += 1
                if refusals >= _MAX_REFUSALS:
                    raise ContestError("the referee refuses our moves: it seems to play by other rules")
            asked = position
            best = self._searcher.search(self._game, self._limit).best
            if best is None:
                raise ContestError("it is our turn, but by our rules there is no move")
            connection.sendall(encode(format_contest_move(best, self.side)))


def _after(game: Game, position: Position) -> Game:
    """The game at a position: after one more move if one leads there, so that it knows its past."""
    if game.position == position:
        return game
    for move in game.legal_moves:
        after = game.play(move)
        # A finished game has nobody to move; the pieces count.
        if after.position.picture == position.picture and (after.outcome is not None or after.position == position):
            return after
    return Game(game.variant, position)


def _receive(connection: socket.socket) -> Any:
    """The value of the next message.

    Raises:
        ContestError: The referee has hung up, or sent no message.
        OSError: The connection is broken.
    """
    return decode(_read(connection, body_length(_read(connection, LENGTH))))


def _read(connection: socket.socket, length: int) -> bytes:
    data = bytearray()
    while len(data) < length:
        piece = b""
        with suppress(ConnectionError):  # A peer that leaves without reading everything resets the connection.
            piece = connection.recv(length - len(data))
        if not piece:
            raise ContestError("the referee hung up before the game was over")
        data += piece
    return bytes(data)
