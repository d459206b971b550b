"""Reading the fields of a request: each has the type and the size that it should have, or the request is refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from taflkit.errors import TaflError

MAX_TEXT = 1_000
"""The characters of an ordinary text."""

Request = Mapping[str, Any]
"""What a page asks: the key `do` says what, the others are its fields."""


class RequestError(TaflError):
    """A request that no page of this version sends."""


def text(request: Request, key: str, max_length: int = MAX_TEXT) -> str:
    """Return a text.

    Raises:
        RequestError: It is missing, something else or too long.
    """
    value = request.get(key)
    if not isinstance(value, str):
        raise RequestError(f"the request has no text {key!r}")
    if len(value) > max_length:
        raise RequestError(f"{key!r} has more than {max_length} characters")
    if any("\ud800" <= letter <= "\udfff" for letter in value):
        raise RequestError(f"{key!r} has characters that are none")
    return value


def texts(request: Request, key: str, max_count: int = 64) -> list[str]:
    """Return a list of texts.

    Raises:
        RequestError: It is missing, something else or too long.
    """
    value = request.get(key)
    if not isinstance(value, list) or len(value) > max_count:
        raise RequestError(f"the request has no list {key!r} of at most {max_count} texts")
    return [text({key: each}, key) for each in value]


def number(request: Request, key: str, lowest: int = 0, highest: int = 1_000_000) -> int:
    """Return a whole number.

    Raises:
        RequestError: It is missing, something else or out of range.
    """
    value = request.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not lowest <= value <= highest:
        raise RequestError(f"the request has no whole number {key!r} from {lowest} to {highest}")
    return value


def flag(request: Request, key: str) -> bool:
    """Return true or false.

    Raises:
        RequestError: It is missing or something else.
    """
    value = request.get(key)
    if not isinstance(value, bool):
        raise RequestError(f"the request has no {key!r} that is true or false")
    return value
