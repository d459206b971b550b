"""`Guard`: what stands between the network and the application: who may ask, from where, and what answers may do.

The server listens on this machine alone, but every page in the browser of this machine can send requests to it. So a
request must name this server as its host (which a page under another name that leads here, DNS rebinding, does not),
must not come from a page of another origin, and must have the cookie, which only the address with the token gives.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie
from typing import Any, Final
from urllib.parse import parse_qs

import attrs

Scope = dict[str, Any]
Headers = Iterable[tuple[bytes, bytes]]

#: Everything is forbidden that this page does not need; there is nothing from elsewhere and nothing inline.
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types taflkit"
)
SAFETY: Final = (
    (b"content-security-policy", POLICY.encode()),
    (b"cache-control", b"no-store"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
)
"""The headers of every answer."""

#: What browsers say of requests by a page of the same origin, and of addresses that somebody typed.
_NEAR: Final = (b"same-origin", b"none")


@attrs.frozen
class Refusal:
    """Why a request is refused."""

    status: int
    """The HTTP status."""
    text: str
    """The reason, for people."""


NO_ENTRY: Final = Refusal(403, "This is a board of taflkit. Open it by the address that the server has printed.")


def _secret() -> str:
    return secrets.token_urlsafe(32)


@attrs.define
class Guard:
    """Decides about requests before anything else looks at them."""

    port: int = attrs.field(on_setattr=attrs.setters.frozen)
    """The port of the server."""
    token: str = attrs.field(factory=_secret, repr=False, on_setattr=attrs.setters.frozen)
    """The secret in the address that is printed; whoever has it may enter."""
    ticket: str | None = attrs.field(factory=_secret, repr=False)
    """The secret in the address that a browser is started with; `None` once somebody has entered with it.

    Other users of the machine can see the arguments of a program, so what stands there must not be worth anything
    after the browser has used it.
    """

    @property
    def address(self) -> str:
        """The address of the page, with the token."""
        return f"http://127.0.0.1:{self.port}/?token={self.token}"

    @property
    def ticket_address(self) -> str:
        """The address of the page for the browser that is started, which can be used once."""
        return f"http://127.0.0.1:{self.port}/?token={self.ticket}"

    @property
    def cookie_name(self) -> str:
        """The name of the cookie: cookies are shared by all ports of a host, and there may be several servers."""
        return f"taflkit-{self.port}"

    @property
    def hosts(self) -> tuple[bytes, ...]:
        """How a request may call this server."""
        return f"127.0.0.1:{self.port}".encode(), f"localhost:{self.port}".encode()

    def refuse(self, scope: Scope) -> Refusal | None:
        """Return why a request must not go further, `None` if it may."""
        found = _fields(scope["headers"], (b"host", b"origin", b"sec-fetch-site", b"sec-fetch-mode"))
        hosts, origins = found[b"host"], found[b"origin"]
        if not scope["query_string"].isascii():
            return Refusal(400, "The address is none.")
        if len(hosts) != 1 or hosts[0] not in self.hosts:
            return Refusal(421, "This server has another name.")
        if origins and origins != [b"http://" + hosts[0]]:
            return Refusal(403, "Pages from elsewhere may not ask this server.")
        if scope["method"] == "POST" and not origins:
            return Refusal(403, "A request to change something must say where it comes from.")
        # Anybody may link to the address with the token; whoever follows the link only sees what its owner sees.
        if any(site not in _NEAR for site in found[b"sec-fetch-site"]) and not self._is_entry(scope, found):
            return Refusal(403, "Pages from elsewhere may not ask this server.")
        return None

    def _is_entry(self, scope: Scope, found: dict[bytes, list[bytes]]) -> bool:
        return scope["path"] == "/" and found[b"sec-fetch-mode"] == [b"navigate"] and self.has_token(scope)

    def has_token(self, scope: Scope) -> bool:
        """Whether the address of a request has the token or the ticket."""
        given = _token(scope)
        return _equal(given, self.token) or _equal(given, self.ticket)

    def enter(self, scope: Scope) -> bool:
        """Let somebody in with the token or the ticket, which is used up; return whether they may."""
        may = self.has_token(scope)
        if _equal(_token(scope), self.ticket):
            self.ticket = None
        return may

    def visitor(self, scope: Scope) -> str:
        """Return the value of the cookie of a request; empty if it has none."""
        values = _fields(scope["headers"], (b"cookie",))[b"cookie"]
        try:
            cookies = SimpleCookie("; ".join(value.decode("ascii") for value in values))
        except (CookieError, UnicodeDecodeError):
            return ""
        return cookies[self.cookie_name].value if self.cookie_name in cookies else ""

    def cookie(self, visitor: str) -> str:
        """Return the header that sets the cookie: no script can read it, and no page of another site sends it."""
        return f"{self.cookie_name}={visitor}; Path=/; HttpOnly; SameSite=Strict"


def _token(scope: Scope) -> str:
    """The token in the address of a request; empty if there is none, or more than one."""
    try:
        query = parse_qs(scope["query_string"].decode("ascii"), max_num_fields=8)
    except (UnicodeDecodeError, ValueError):
        return ""
    given = query.get("token", [])
    return given[0] if len(given) == 1 else ""


def _equal(given: str, secret: str | None) -> bool:
    return secret is not None and secrets.compare_digest(given.encode(), secret.encode())


def _fields(headers: Headers, names: tuple[bytes, ...]) -> dict[bytes, list[bytes]]:
    found: dict[bytes, list[bytes]] = {name: [] for name in names}
    for name, value in headers:
        if name.lower() in found:
            found[name.lower()].append(value)
    return found
