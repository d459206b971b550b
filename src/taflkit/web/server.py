"""The web application: the page, its files, requests as JSON, and server-sent events."""

from __future__ import annotations

import json
import secrets
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from taflkit.web.board import Board
from taflkit.web.guard import NO_ENTRY, SAFETY, Guard
from taflkit.web.hub import Hub
from taflkit.web.page_files import TYPES, page_files

MAX_BODY: Final = 1_200_000
"""The bytes of a request; the longest that a page sends is a record."""
MAX_VISITORS: Final = 16
"""The boards that a server keeps; the one that nobody has watched for the longest time is forgotten first."""


class Visitors:
    """The boards by the cookies of those who watch them."""

    def __init__(self, make_board: Callable[[], Board]) -> None:
        """Begin without any."""
        self._make_board = make_board
        self._hubs: OrderedDict[str, Hub] = OrderedDict()

    def find(self, visitor: str) -> Hub | None:
        """Return the board of a visitor, `None` for a stranger."""
        hub = self._hubs.get(visitor)
        if hub is not None:
            self._hubs.move_to_end(visitor)
        return hub

    def admit(self) -> str | None:
        """Make a board for a new visitor and return the value of the cookie; `None` if there are too many."""
        while len(self._hubs) >= MAX_VISITORS:
            oldest = next((visitor for visitor, hub in self._hubs.items() if not hub.is_watched), None)
            if oldest is None:
                return None
            del self._hubs[oldest]
        visitor = secrets.token_urlsafe(32)
        self._hubs[visitor] = Hub(self._make_board())
        return visitor

    def close(self) -> None:
        """Stop all searches and all streams of events."""
        for hub in self._hubs.values():
            hub.close()


class Application:
    """The ASGI application: the guard first, then the routes."""

    def __init__(self, guard: Guard, make_board: Callable[[], Board]) -> None:
        """Read the files of the page; nothing else is read from the disk afterwards but variants, by their names."""
        self.guard = guard
        """Decides who may ask."""
        self.visitors = Visitors(make_board)
        """The boards."""
        self._files = page_files()
        routes = [
            Route("/", self._page, methods=["GET"]),
            Route("/ask", self._ask, methods=["POST"]),
            Route("/events", self._events, methods=["GET"]),
            Route("/{name}", self._file, methods=["GET"]),
        ]
        routing = Starlette(routes=routes)
        routing.router.redirect_slashes = False
        self._routes: ASGIApp = routing

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        if scope["type"] != "http":
            await self._routes(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", ()), *SAFETY]}
            await send(message)

        refusal = self.guard.refuse(dict(scope))
        if refusal is not None:
            await PlainTextResponse(refusal.text, refusal.status)(scope, receive, send_safely)
        else:
            await self._routes(scope, receive, send_safely)

    def _hub(self, request: Request) -> Hub | None:
        return self.visitors.find(self.guard.visitor(dict(request.scope)))

    async def _page(self, request: Request) -> Response:
        headers = {}
        if self._hub(request) is None:
            if not self.guard.enter(dict(request.scope)):
                return PlainTextResponse(NO_ENTRY.text, NO_ENTRY.status)
            visitor = self.visitors.admit()
            if visitor is None:
                return PlainTextResponse("There are too many boards open; close one.", 429)
            headers["set-cookie"] = self.guard.cookie(visitor)
        return Response(self._files["index.html"], headers=headers, media_type=TYPES[".html"])

    async def _file(self, request: Request) -> Response:
        name = request.path_params["name"]
        content = self._files.get(name)
        if content is None or name == "index.html":
            return PlainTextResponse("There is no such file.", 404)
        if self._hub(request) is None:
            return PlainTextResponse(NO_ENTRY.text, NO_ENTRY.status)
        return Response(content, media_type=TYPES[name[name.rindex(".") :]])

    async def _ask(self, request: Request) -> Response:
        hub = self._hub(request)
        if hub is None:
            return PlainTextResponse(NO_ENTRY.text, NO_ENTRY.status)
        if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            return PlainTextResponse("A request is JSON.", 415)
        body = bytearray()
        try:
            async for chunk in request.stream():
                body += chunk
                if len(body) > MAX_BODY:
                    return PlainTextResponse(f"A request has at most {MAX_BODY} bytes.", 413)
        except ClientDisconnect:
            return PlainTextResponse("The request has no end.", 400)  # Nobody is there to read it.
        try:
            asked = json.loads(body, parse_constant=_no_number)
        except (ValueError, RecursionError):
            return PlainTextResponse("The request is no JSON.", 400)
        return JSONResponse(await hub.ask(asked))

    async def _events(self, request: Request) -> Response:
        hub = self._hub(request)
        if hub is None:
            return PlainTextResponse(NO_ENTRY.text, NO_ENTRY.status)
        if hub.is_full:
            return PlainTextResponse("Too many pages watch this board; close some.", 429)
        return StreamingResponse(hub.watch(_gone(request.receive)), media_type="text/event-stream")


async def _gone(receive: Receive) -> None:
    """Wait until the page closes the connection."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _no_number(word: str) -> Any:
    raise ValueError(f"{word} is no number of JSON")
