"""100,000 requests that no page sends: none ends in an exception or a server error."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from taflkit.web.requests import HANDLERS
from tests.web.asgi import HOST, ORIGIN, Visitor, call, run

REQUESTS = 100_000
#: Requests that reach the board are a few; the others show that nothing else does.
ODD: tuple[Any, ...] = (
    None, True, -1, 0, 1, 7, 10**12, 1.5, "", "d1-c1", "e5", "-", "a1-a1", "\x00", "<script>", "ä\u2028", "x" * 2000,
    [], {}, [[]], ["-------"] * 7, "brandubh", "qirkat", "../x", "undo", "limit 3", "7/7/7/3K3/7/7/7 attackers",
    [{"automated": True, "level": 1}, {"automated": False, "level": 2}], '[Variant "brandubh"]\n\n1. d1-c1 *',
)  # fmt: skip
FIELDS = (
    "move", "at", "text", "node", "variant", "position", "moves", "players", "number", "on", "name", "rows", "player",
)  # fmt: skip
HEADERS = (b"host", b"origin", b"cookie", b"content-type", b"sec-fetch-site", b"sec-fetch-mode", b"x")


def _body(chance: random.Random, names: list[str]) -> bytes:
    request = {"do": chance.choice(names)}
    request |= {name: chance.choice(ODD) for name in FIELDS if chance.random() < 0.3}
    body = json.dumps(request).encode()
    if chance.random() < 0.3:
        at = chance.randrange(len(body))
        body = body[:at] + chance.randbytes(chance.randrange(4)) + body[at + chance.randrange(4) :]
    return body


def _headers(chance: random.Random, visitor: Visitor) -> list[tuple[bytes, bytes]]:
    right = {
        b"host": HOST.encode(),
        b"origin": ORIGIN.encode(),
        b"cookie": visitor.cookie.encode(),
        b"content-type": b"application/json",
    }
    if chance.random() < 0.75:
        name = chance.choice(HEADERS)
        right[name] = chance.choice((b"", b"null", chance.randbytes(8), b"127.0.0.1:1", b"cross-site", b"a=b; c"))
    return list(right.items())


@pytest.mark.slow
def test_fuzzed_requests() -> None:
    """Whatever is sent, the answer is below 500, and the board still answers afterwards."""
    chance = random.Random(17)
    visitor = Visitor()
    names = [*HANDLERS, "nothing"]
    seen: dict[int, int] = {}

    async def send() -> None:
        for _ in range(REQUESTS):
            odd = "/" + "".join(chance.choices("abc./%\x00ä", k=chance.randrange(9)))
            path = "/ask" if chance.random() < 0.6 else odd
            method = "POST" if path == "/ask" else chance.choice(("GET", "POST", "HEAD", "PUT"))
            headers = _headers(chance, visitor)
            found = await call(visitor.app, method, path, headers, (_body(chance, names),), chance.randbytes(4))
            seen[found.status] = seen.get(found.status, 0) + 1

    run(send())
    assert max(seen) < 500
    assert {200, 400, 403, 404, 415, 421} <= seen.keys()
    assert "state" in visitor.ask("state")
