"""Asking the web application without a network: requests as ASGI calls."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import attrs

from taflkit import start
from taflkit.web.board import Board
from taflkit.web.guard import Guard
from taflkit.web.server import Application

PORT = 4711
HOST = f"127.0.0.1:{PORT}"
ORIGIN = f"http://{HOST}"

_Result = TypeVar("_Result")


@attrs.frozen
class Answer:
    """What the application answered."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body as a value."""
        return json.loads(self.body)


def application(variant: str = "brandubh") -> Application:
    """An application with a fresh token."""
    return Application(Guard(PORT), lambda: Board(start(variant), level=1))


async def call(
    app: Application,
    method: str,
    path: str,
    headers: Iterable[tuple[bytes, bytes]] = (),
    chunks: tuple[bytes, ...] = (b"",),
    query: bytes = b"",
) -> Answer:
    """One request, to its end."""
    waiting = list(chunks)
    told: list[Any] = []

    async def receive() -> dict[str, Any]:
        if not waiting:
            return {"type": "http.disconnect"}
        chunk = waiting.pop(0)
        return {"type": "http.request", "body": chunk, "more_body": bool(waiting)}

    async def send(message: Any) -> None:
        told.append(message)

    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode("utf-8", "surrogateescape"),
        "query_string": query,
        "root_path": "",
        "headers": list(headers),
        "client": ("127.0.0.1", 5000),
        "server": ("127.0.0.1", PORT),
    }
    await app(scope, receive, send)
    begun = told[0]
    found = {name.decode("latin-1"): value.decode("latin-1") for name, value in begun["headers"]}
    return Answer(begun["status"], found, b"".join(part.get("body", b"") for part in told[1:]))


def run(calls: Coroutine[Any, Any, _Result]) -> _Result:
    """Run calls in an event loop of their own; the tests with a browser keep one in the main thread."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, calls).result()


class Visitor:
    """Somebody who has entered with the token, as a browser would."""

    def __init__(self, app: Application | None = None) -> None:
        """Open the page."""
        self.app = app or application()
        entry = self.get("/", cookie="", query=f"token={self.app.guard.token}".encode())
        assert entry.status == 200
        self.cookie = entry.headers["set-cookie"].partition(";")[0]

    def get(self, path: str, cookie: str | None = None, query: bytes = b"", **headers: str) -> Answer:
        """Ask for a file."""
        return self._call(
            "GET", path, {"host": HOST, "cookie": self.cookie if cookie is None else cookie, **headers}, (b"",), query
        )

    def post(self, body: bytes, **headers: str) -> Answer:
        """Send a request with any body."""
        usual = {"host": HOST, "origin": ORIGIN, "cookie": self.cookie, "content_type": "application/json"}
        return self._call("POST", "/ask", {**usual, **headers}, (body,))

    def ask(self, do: str, **fields: Any) -> Any:
        """Send a request of the page, and return the answer."""
        answer = self.post(json.dumps({"do": do, **fields}).encode())
        assert answer.status == 200
        return answer.json

    def _call(
        self, method: str, path: str, headers: dict[str, str], chunks: tuple[bytes, ...], query: bytes = b""
    ) -> Answer:
        named = [(name.replace("_", "-").encode(), value.encode("latin-1")) for name, value in headers.items() if value]
        return run(call(self.app, method, path, named, chunks, query))
