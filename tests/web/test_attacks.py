"""The server refuses whoever is not the person at this machine, and whatever no page of ours sends."""

from __future__ import annotations

import json

import pytest

from taflkit.web.hub import MAX_PAGES
from taflkit.web.page_files import page_files
from taflkit.web.server import MAX_BODY, MAX_VISITORS
from tests.web.asgi import HOST, PORT, Visitor, application

STATE = json.dumps({"do": "state"}).encode()
STRANGER = "a" * 43


def test_without_the_token_nobody_enters() -> None:
    """The page without the token or with another one is refused, and no cookie is given."""
    visitor = Visitor()
    for query in (b"", b"token=", b"token=" + STRANGER.encode(), b"token=%ff", b"token=a&token=b"):
        answer = visitor.get("/", cookie="", query=query)
        assert answer.status == 403
        assert "set-cookie" not in answer.headers


def test_the_address_in_the_arguments_of_the_browser_opens_once() -> None:
    """Other users can see with which address a browser was started; when it has been used it is worth nothing."""
    visitor = Visitor()
    guard = visitor.app.guard
    ticket = guard.ticket_address.partition("?")[2].encode()
    assert guard.token.encode() not in ticket
    assert visitor.get("/events", "", ticket).status == 403
    assert visitor.get("/", "", ticket).status == 200
    assert visitor.get("/", "", ticket).status == 403
    assert visitor.get("/", "", b"token=None").status == 403
    assert visitor.get("/", "", f"token={guard.token}".encode()).status == 200


@pytest.mark.parametrize("cookie", ["", f"taflkit-{PORT}={STRANGER}", "taflkit-1=x", "=;;=", f"taflkit-{PORT}"])
def test_without_the_cookie_nothing_is_told(cookie: str) -> None:
    """Requests, events and files need the cookie that the token gave; the token itself does not do there."""
    visitor = Visitor()
    token = f"token={visitor.app.guard.token}".encode()
    assert visitor.post(STATE, cookie=cookie).status == 403
    for path in ("/events", "/main.js", "/"):
        assert visitor.get(path, cookie=cookie).status == 403
    assert visitor.get("/events", cookie=cookie, query=token).status == 403


def test_the_cookie_is_strict() -> None:
    """Scripts cannot read the cookie, other sites do not send it, and its name has the port in it."""
    visitor = Visitor()
    entry = visitor.get("/", cookie="", query=f"token={visitor.app.guard.token}".encode())
    cookie = entry.headers["set-cookie"]
    assert cookie.startswith(f"taflkit-{PORT}=")
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= {part.strip() for part in cookie.split(";")}
    assert visitor.app.guard.token not in cookie


@pytest.mark.parametrize(
    "host", ["", "evil.example", f"evil.example:{PORT}", "127.0.0.1", "127.0.0.1:1", f"{HOST}.evil"]
)
def test_another_host_is_refused(host: str) -> None:
    """A name that was made to lead here (DNS rebinding) is not ours, even with the cookie."""
    visitor = Visitor()
    assert visitor.post(STATE, host=host, origin=f"http://{host}").status == 421
    assert visitor.get("/", host=host).status == 421


@pytest.mark.parametrize("origin", ["", "null", "http://evil.example", "http://127.0.0.1:1", f"https://{HOST}"])
def test_another_origin_cannot_move(origin: str) -> None:
    """A request that comes from a page of another origin, or does not say from where, changes nothing."""
    visitor = Visitor()
    move = visitor.ask("state")["state"]["board"]["moves"][0]
    request = json.dumps({"do": "play", "move": move}).encode()
    assert visitor.post(request, origin=origin).status == 403
    assert len(visitor.ask("state")["state"]["tree"]) == 1


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_another_page_cannot_read(site: str) -> None:
    """Files and events are not given to pages of other sites, nor to other ports of this machine."""
    visitor = Visitor()
    for path in ("/events", "/main.js", "/"):
        assert visitor.get(path, sec_fetch_site=site).status == 403
    assert "access-control-allow-origin" not in visitor.get("/main.js").headers


def test_the_address_with_the_token_may_be_followed_from_elsewhere() -> None:
    """A link in a mail program opens the page; an image or a script with the same address does not."""
    visitor = Visitor()
    token = f"token={visitor.app.guard.token}".encode()
    assert visitor.get("/", "", token, sec_fetch_site="cross-site", sec_fetch_mode="navigate").status == 200
    assert visitor.get("/", "", token, sec_fetch_site="cross-site", sec_fetch_mode="no-cors").status == 403


def test_every_answer_is_safe() -> None:
    """The policy allows nothing inline, nothing from elsewhere and no frames; refusals have it too."""
    visitor = Visitor()
    for answer in (visitor.get("/"), visitor.get("/main.js"), visitor.post(STATE), visitor.get("/", cookie="")):
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert "http" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"


def test_the_page_has_nothing_inline_and_nothing_from_elsewhere() -> None:
    """All scripts and styles are files of ours; together they are below 200 KB."""
    files = page_files()
    page = files["index.html"].decode()
    assert "<style" not in page
    assert "style=" not in page
    assert " on" + "click" not in page
    assert page.count("<script") == page.count('<script type="module" src="')
    addresses = [name for name, content in files.items() if b"https://" in content]
    assert addresses == []
    assert sum(map(len, files.values())) < 200_000


@pytest.mark.parametrize(
    "path",
    ["/../pyproject.toml", "/..%2fserver.py", "/%2e%2e/server.py", "/page/main.js", "//etc/passwd", "/main.js/..",
     "/index.html", "/nothing.js", "/\x00", "/main.js\x00.css", "/" + "a" * 10_000],
)  # fmt: skip
def test_only_the_files_of_the_page_are_served(path: str) -> None:
    """Whatever a path looks like, it leads to a file of the page or nowhere."""
    assert Visitor().get(path).status == 404


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "NONSENSE"])
def test_other_methods_are_refused(method: str) -> None:
    """The page gets files and posts requests; nothing else is answered."""
    visitor = Visitor()
    usual = {"host": HOST, "cookie": visitor.cookie}
    assert visitor._call(method, "/ask", usual, (b"",)).status in (403, 405)


def test_an_oversized_body_is_refused() -> None:
    """A body that grows too large is not read to its end."""
    visitor = Visitor()
    assert visitor.post(b" " * (MAX_BODY + 1)).status == 413
    huge = json.dumps({"do": "type", "text": "x" * 2_000}).encode()
    assert "more than" in visitor.post(huge).json["error"]


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"\xff\xfe", b"[" * 200_000, b'{"a":' * 50_000, b"NaN", b"Infinity", b"1" * 100_000, b'{"do": NaN}'],
    ids=lambda body: repr(body[:8]),
)
def test_a_malformed_body_is_refused(body: bytes) -> None:
    """What is no JSON is refused without a traceback."""
    assert Visitor().post(body).status == 400


@pytest.mark.parametrize(
    "body",
    ["[]", "null", "1", '"state"', "{}", '{"do": 1}', '{"do": "nothing"}', '{"do": "__init__"}', '{"do": "play"}',
     '{"do": "play", "move": {}}', '{"do": "go", "node": -1}', '{"do": "go", "node": true}',
     '{"do": "go", "node": 1e99}',
     '{"do": "go", "node": 999}', '{"do": "players", "players": [1, 2]}', '{"do": "edit", "rows": [1], "player": "x"}',
     '{"do": "type", "text": "load /etc/passwd"}', '{"do": "type", "text": "save here.txt"}',
     '{"do": "type", "text": "quit"}', '{"do": "type", "text": "variant ../../etc/passwd"}',
     '{"do": "new", "variant": "/etc/passwd"}', '{"do": "new", "variant": "../variants/tablut.toml"}',
     '{"do": "picture", "variant": "tablut.toml"}', '{"do": "comment", "node": 0, "text": "\\ud800"}',
     '{"do": "variant-file", "name": "../../x.toml", "text": ""}', '{"do": "example", "number": 9999}'],
)  # fmt: skip
def test_nonsense_is_an_error_and_changes_nothing(body: str) -> None:
    """A request that no page sends is answered with an error, and the board stays as it is; no file is touched."""
    visitor = Visitor()
    before = visitor.ask("state")["state"]
    answer = visitor.post(body.encode())
    assert answer.status == 200
    assert answer.json["error"]
    assert visitor.ask("state")["state"] == before


def test_another_content_type_is_refused() -> None:
    """A form of another site can send these without asking first; our page does not."""
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
        assert Visitor().post(STATE, content_type=kind).status == 415


def test_the_boards_are_bounded() -> None:
    """Whoever opens the address again and again does not fill the memory: old boards are forgotten."""
    app = application()
    visitors = [Visitor(app) for _ in range(MAX_VISITORS + 3)]
    assert visitors[0].post(STATE).status == 403
    assert visitors[-1].post(STATE).status == 200
    assert MAX_PAGES < 100
