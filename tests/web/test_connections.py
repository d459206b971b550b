"""Real connections to a real server: many of them, slow ones, and ones that go away."""

from __future__ import annotations

import asyncio
import json
import random
import socket
import threading
import urllib.request
from collections.abc import AsyncIterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from taflkit import start
from taflkit.web.board import Board
from taflkit.web.hub import MAX_PAGES, Hub
from taflkit.web.jobs import ANALYSIS
from taflkit.web.requests import answer
from tests.web.asgi import run
from tests.web.browser import Server, server


def _enter(running: Server) -> str:
    with urllib.request.urlopen(running.address) as entry:
        return str(entry.headers["set-cookie"]).partition(";")[0]


def _state(running: Server, cookie: str) -> int:
    headers = {"cookie": cookie, "origin": running.origin, "content-type": "application/json"}
    asked = urllib.request.Request(f"{running.origin}/ask", json.dumps({"do": "state"}).encode(), headers)
    with urllib.request.urlopen(asked) as found:
        return int(found.status)


def _children(process: int) -> list[str]:
    return Path(f"/proc/{process}/task/{process}/children").read_text("ascii").split()


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self").exists(), reason="processes are counted by /proc")
def test_two_hundred_connections() -> None:
    """With 200 connections open, half of them streams, the server answers; it starts no process, and ends quietly."""
    with server("--variant", "brandubh") as running, ExitStack() as stack:
        cookie = _enter(running)
        answers = []
        for number in range(200):
            connection = stack.enter_context(socket.create_connection(("127.0.0.1", running.port)))
            if number % 2:
                head = f"GET /events HTTP/1.1\r\nhost: 127.0.0.1:{running.port}\r\ncookie: {cookie}\r\n\r\n"
                connection.sendall(head.encode())
                answers.append(int(connection.recv(64).split()[1]))
            else:
                connection.sendall(b"GET / HT")  # A request that never ends.
        assert sorted(set(answers)) == [200, 429]
        assert answers.count(200) == MAX_PAGES
        assert _state(running, cookie) == 200
        assert _children(running.process.pid) == []


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self").exists(), reason="processes are counted by /proc")
def test_what_is_no_request_at_all() -> None:
    """Broken and hostile bytes on the wire get an answer below 500 or none; the server says nothing and goes on."""
    chance = random.Random(3)
    with server("--variant", "brandubh") as running:
        cookie = _enter(running)
        body = b'{"do": "state"}'
        whole = (
            f"POST /ask HTTP/1.1\r\nhost: 127.0.0.1:{running.port}\r\norigin: {running.origin}\r\n"
            f"cookie: {cookie}\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
        ).encode() + body
        seen = set()
        for _ in range(500):
            at = chance.randrange(len(whole))
            noise = chance.choice((b"", b"\r\n", b"\x00", b"\xff" * 9, chance.randbytes(5), b"a" * 20_000))
            seen.add(_status(running.port, whole[:at] + noise + whole[at + chance.randrange(9) :]))
        assert {400, 403} <= seen
        assert max(seen) < 500
        assert _state(running, cookie) == 200
        assert _children(running.process.pid) == []


def _status(port: int, sent: bytes) -> int:
    """The status of the answer to some bytes; 0 if there is none, because more is expected or they are refused."""
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.settimeout(0.1)
        try:
            connection.sendall(sent)
            words = connection.recv(64).split()
        except (ConnectionError, TimeoutError):
            return 0
    return int(words[1]) if len(words) > 1 else 0


def test_nothing_is_searched_for_nobody() -> None:
    """A search begins when a page watches, and its thread ends long before its time when the page is gone."""

    async def watch() -> tuple[bool, bool, bool]:
        board = Board(start("copenhagen"), automated=frozenset())
        answer(board, {"do": "analyse", "on": True})
        hub = Hub(board)
        before = hub.is_searching
        gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        events: AsyncIterator[bytes] = hub.watch(gone)
        await anext(events)  # The state.
        await anext(events)  # The first lines.
        during = hub.is_searching
        gone.set_result(None)
        async for _ in events:
            pass
        return before, during, hub.is_searching

    threads = set(threading.enumerate())
    assert run(watch()) == (False, True, False)
    for thread in set(threading.enumerate()) - threads:
        thread.join((ANALYSIS.seconds or 0) / 2)
        assert not thread.is_alive()
