"""`ContestReferee`: waits for players, lets them play, and decides. One asyncio task for each game."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any, Final, Self

from taflkit.board import Side
from taflkit.engines.bologna.contest import ContestResult, ContestRules
from taflkit.engines.bologna.messages import (
    BLACK_PORT,
    LENGTH,
    MAX_MESSAGE,
    WHITE_PORT,
    ContestError,
    body_length,
    clean_name,
    colour,
    contest_variant,
    decode,
    encode,
    format_state,
    parse_contest_move,
)
from taflkit.errors import TaflError
from taflkit.game import Game
from taflkit.games import kind_of

#: So many players of a side may wait for an opponent; others are sent away.
_MAX_WAITING: Final = 256


class _Peer:
    """A player at the other end of a socket."""

    def __init__(self, name: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.name = name
        self.errors = 0
        self._reader = reader
        self._writer = writer

    @property
    def has_left(self) -> bool:
        """Whether it has hung up."""
        return self._reader.at_eof() or self._writer.is_closing()

    async def send(self, message: bytes, seconds: float) -> None:
        """Send a message, unless it has hung up or does not read; its next move will show that."""
        with suppress(OSError, TimeoutError):
            self._writer.write(message)
            async with asyncio.timeout(seconds):
                await self._writer.drain()

    async def receive(self) -> bytes:
        return await _receive(self._reader)

    async def close(self) -> None:
        self._writer.close()
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(1):
                await self._writer.wait_closed()


class _Loss(Exception):  # noqa: N818 - it is no error
    """The player to move loses."""

    def __init__(self, reason: str, *, timeout: bool = False) -> None:
        super().__init__(reason)
        self.timeout = timeout


class ContestReferee:
    """A referee without a window. White and Black connect in any order and number, and are paired as they come."""

    def __init__(self, rules: ContestRules | None = None) -> None:
        """Create a referee.

        Args:
            rules: What it allows.
        """
        self.rules = rules or ContestRules()
        self._variant = contest_variant()
        self._waiting: dict[Side, asyncio.Queue[_Peer]] = {side: asyncio.Queue(_MAX_WAITING) for side in Side}
        self._servers: list[asyncio.Server] = []
        self._results: asyncio.Queue[ContestResult] = asyncio.Queue()
        self._tasks: set[asyncio.Task[Any]] = set()

    async def open(
        self, host: str = "127.0.0.1", white_port: int = WHITE_PORT, black_port: int = BLACK_PORT
    ) -> tuple[int, int]:
        """Wait for players.

        Args:
            host: The address to wait at; `0.0.0.0` for players of other machines.
            white_port: The port for White; 0 for any that is free.
            black_port: The port for Black.

        Returns:
            The ports.

        Raises:
            ContestError: A port cannot be used.
        """
        ports = []
        for side, port in ((Side.DEFENDERS, white_port), (Side.ATTACKERS, black_port)):
            try:
                server = await asyncio.start_server(self._greeter(side), host, port, limit=2 * MAX_MESSAGE)
            except (OSError, OverflowError) as error:
                await self.close()
                why = getattr(error, "strerror", None) or error
                raise ContestError(f"cannot wait for {colour(side)} at {host}, port {port}: {why}") from None
            self._servers.append(server)
            ports.append(server.sockets[0].getsockname()[1])
        self._start(self._pair())
        return ports[0], ports[1]

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """End all games and hang up."""
        for server in self._servers:
            server.close()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for waiting in self._waiting.values():
            while not waiting.empty():
                await waiting.get_nowait().close()

    def _start(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _greeter(self, side: Side) -> Any:
        """What is done with a player of a side who connects."""

        async def greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            peer = _Peer("unnamed", reader, writer)
            try:
                async with asyncio.timeout(self.rules.name_timeout):
                    peer.name = clean_name(decode(await peer.receive()))
                self._waiting[side].put_nowait(peer)
            except (TimeoutError, EOFError, OSError, ContestError, asyncio.QueueFull):
                await peer.close()

        return greet

    async def _pair(self) -> None:
        while True:
            peers = {side: await self._waiting[side].get() for side in (Side.DEFENDERS, Side.ATTACKERS)}
            left = [side for side, peer in peers.items() if peer.has_left]
            if not left:
                self._start(self._play(peers))
                continue
            for side, peer in peers.items():
                if side in left or self._waiting[side].full():
                    await peer.close()
                else:
                    self._waiting[side].put_nowait(peer)

    async def results(self, games: int | None = None) -> AsyncIterator[ContestResult]:
        """The results of games as they end.

        Args:
            games: How many; without end if left out.
        """
        count = 0
        while games is None or count < games:
            yield await self._results.get()
            count += 1

    async def _play(self, peers: dict[Side, _Peer]) -> None:
        game, winner, reason, timeout = Game(self._variant), None, "", False
        try:
            await self._show(peers, game)
            while game.outcome is None:
                try:
                    game = await self._next(peers[game.to_move], game)
                except _Loss as loss:
                    winner, timeout = game.to_move.other, loss.timeout
                    reason = f"{colour(game.to_move)} {loss}"
                    break
                await self._show(peers, game)
            if game.outcome is not None:
                winner, reason = game.outcome.winner, kind_of(game).format_reason(game)
            else:
                await self._show(peers, game, winner)
        finally:
            for peer in peers.values():
                await peer.close()
        names = peers[Side.DEFENDERS].name, peers[Side.ATTACKERS].name
        self._results.put_nowait(ContestResult(*names, winner, reason, game, timeout))

    async def _show(self, peers: dict[Side, _Peer], game: Game, winner: Side | None = None) -> None:
        message = encode(format_state(game, winner))
        for peer in peers.values():
            await peer.send(message, self.rules.timeout)

    async def _next(self, peer: _Peer, game: Game) -> Game:
        """The game after the move of the player to move, or the same game after an error that is allowed."""
        try:
            async with asyncio.timeout(self.rules.timeout):
                body = await peer.receive()
        except TimeoutError:
            raise _Loss(f"did not move within {self.rules.timeout:g} s", timeout=True) from None
        except (EOFError, OSError):
            raise _Loss("hung up") from None
        except ContestError as error:
            raise _Loss(f"broke the protocol: {error}") from None
        try:
            return game.play(parse_contest_move(decode(body), game))
        except TaflError as error:
            peer.errors += 1
            if peer.errors > self.rules.errors:
                raise _Loss(f"made {peer.errors} error{'s' * (peer.errors > 1)}, the last: {error}") from None
            return game


async def _receive(reader: asyncio.StreamReader) -> bytes:
    """The body of the next message.

    Raises:
        EOFError: The peer has hung up.
        OSError: The connection is broken.
        ContestError: The message is too long.
    """
    return await reader.readexactly(body_length(await reader.readexactly(LENGTH)))
