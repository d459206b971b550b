"""Sessions and records of games: the record that `save` writes, and a session that goes on from a record."""

from __future__ import annotations

from typing import Any

import attrs

from taflkit.games import MoveT
from taflkit.records import Format, Record, Result, detect_format, format_record
from taflkit.records.record import RESIGNED
from taflkit.shell.replies import WriteFile
from taflkit.shell.session import GameT, Session, Step

SUFFIX = ".tafl"
"""The end of the names of files that `save` writes as records."""

_RECORDS = (Format.RECORD, Format.OPENTAFL, Format.JSON_LINES)


def is_recorded(text: str) -> bool:
    """Whether a text, or its beginning, is a recorded game and not commands; moves alone are commands."""
    return bool(text.strip()) and detect_format(text) in _RECORDS


def save(session: Session[GameT, MoveT], file: str) -> WriteFile:
    """Return what `save` writes to a file: a record if its name ends so, else commands.

    Raises:
        TaflError: A record of the game cannot be written.
    """
    recorded = file.lower().endswith(SUFFIX)
    return WriteFile(file, format_record(record_of(session)) if recorded else session.script())


def record_of(session: Session[GameT, MoveT]) -> Record:
    """Return the record of a session's game, with who resigned."""
    record = Record.of(session.game)
    if session.resigned is None:
        return record
    result = Result.won_by(session.kind, session.resigned.other)
    return attrs.evolve(record, result=result, termination=RESIGNED)


def with_record(session: Session[GameT, MoveT], record: Record, ply: int | None = None) -> Step[Any, Any]:
    """Return a session that goes on from a recorded game, and the replies to it.

    Args:
        session: The session before, whose players and settings are kept.
        record: The record, of any kind of game.
        ply: How many moves to replay; all if left out.

    Raises:
        TaflError: The record does not agree with the rules, or is shorter.
    """
    game = record.game(ply)
    same = session.kind.variant_of(session.game) == record.variant
    after, _ = session.with_variant(record.variant, session.called if same else None)
    after, replies = attrs.evolve(after, playing=True).with_game(game)
    whole = ply is None or ply == len(record.line)
    winner = record.result.winner(record.kind)
    if whole and record.termination == RESIGNED and winner is not None and game.outcome is None:
        after = attrs.evolve(after, resigned=winner.other)
    return after, replies
