"""Running the server: on this machine alone, until Ctrl-C."""

from __future__ import annotations

import logging
import socket
import sys
import webbrowser
from collections.abc import Callable

import uvicorn

from taflkit.errors import TaflError
from taflkit.web.board import Board
from taflkit.web.guard import Guard
from taflkit.web.server import Application

#: Seconds between the turns of threads: searches in Python share the processor with the answers to pages.
_SWITCH_INTERVAL = 0.001


class _Server(uvicorn.Server):
    """A server that ends at once, with the streams of events that would otherwise stay open."""

    def __init__(self, config: uvicorn.Config, application: Application) -> None:
        super().__init__(config)
        self._application = application

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close the streams first: the server waits for them."""
        self._application.visitors.close()
        await super().shutdown(sockets)


def _is_mistake(record: logging.LogRecord) -> bool:
    """Whether a message is about an exception of ours.

    The others are about requests that are none, which any page can send, and about those that Ctrl-C cuts off.
    """
    return record.exc_info is not None and isinstance(record.exc_info[1], Exception)


def listen(port: int = 0) -> socket.socket:
    """Return a socket that listens on this machine alone.

    Args:
        port: The port, 0 for any that is free.

    Raises:
        TaflError: The port is in use or not allowed.
    """
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    # A server that was just ended leaves connections behind for a while, and may be started again.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise TaflError(f"cannot listen on port {port}: {error.strerror or error}") from None
    return listener


def open_page(address: str) -> bool:
    """Open an address in the browser of the user; return whether there is one.

    A browser for terminals counts as none: it would run here until it is left, and shows no board.
    """
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return False
    return type(browser) is not webbrowser.GenericBrowser and browser.open(address)


def serve(
    make_board: Callable[[], Board], *, port: int = 0, open_browser: bool = True, say: Callable[[str], None] = print
) -> None:
    """Serve boards until Ctrl-C or SIGTERM.

    Args:
        make_board: Makes the board of a new visitor.
        port: The port, 0 for any that is free.
        open_browser: Whether the page is opened in the browser of the user, if there is one.
        say: Prints a line for the user.

    Raises:
        TaflError: The port cannot be used.
    """
    with listen(port) as listener:
        guard = Guard(listener.getsockname()[1])
        application = Application(guard, make_board)
        config = uvicorn.Config(
            application,
            log_config=None,
            access_log=False,
            server_header=False,
            date_header=False,
            proxy_headers=False,
            ws="none",
            lifespan="off",
            timeout_graceful_shutdown=1,
            h11_max_incomplete_event_size=16 * 1024,
        )
        log = logging.getLogger("uvicorn.error")
        log.addFilter(_is_mistake)
        before = sys.getswitchinterval()
        sys.setswitchinterval(_SWITCH_INTERVAL)
        try:
            opened = open_browser and open_page(guard.ticket_address)
            what = "The board is open in your browser" if opened else "Open the board in a browser"
            say(f"{what} (Ctrl-C ends it): {guard.address}")
            _Server(config, application).run(sockets=[listener])
        finally:
            sys.setswitchinterval(before)
            log.removeFilter(_is_mistake)
