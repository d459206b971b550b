"""Sessions for tests: driven as a program drives them, with a player that needs no time to think."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from taflkit import Board, Game, Geometry, Move, Rules, Side, Variant, load_variant, start
from taflkit.games import MoveT, RecordedGame
from taflkit.rules import Custodial, Enemies, KingReaches, RepetitionEnds, Slide
from taflkit.shell import DrawBoard, Reply, Say, Session, SwitchVariant, Think, parse_command

TaflSession = Session[Game, Move]
GameT = TypeVar("GameT", bound=RecordedGame[Any])


def quick_player(game: Game, seed: int) -> Move:
    """Some legal move, the same for the same game and seed."""
    moves = sorted(game.legal_moves)
    return moves[(7 * game.ply + seed) % len(moves)]


def first_move(game: Game, seed: int) -> Move:
    """The first legal move in the order of squares, whatever the seed."""
    return min(game.legal_moves)


def session_of(variant: str | Variant = "tablut", *automated: Side) -> TaflSession:
    """A session at the start of a game."""
    return Session(start(variant), quick_player, frozenset(automated))


def obey(session: Session[GameT, MoveT], *lines: str) -> tuple[Session[GameT, MoveT], list[Reply]]:
    """Obey lines, automated players moving whenever it is their turn; the session then, and all replies."""
    session, replies = _let_play(session)
    for line in lines:
        command = parse_command(line, session.dialect)
        if command is not None:
            session, more = session.step(command)
            for reply in more:
                if isinstance(reply, SwitchVariant):
                    session, announced = session.with_variant(load_variant(reply.name))
                    more += announced
            replies += more
        session, more_moves = _let_play(session)
        replies += more_moves
    return session, replies


def _let_play(session: Session[GameT, MoveT]) -> tuple[Session[GameT, MoveT], list[Reply]]:
    replies: list[Reply] = []
    while session.is_thinking:
        session, more = session.step(Think())
        replies += more
    return session, replies


def said(replies: Iterable[Reply]) -> list[str]:
    """The lines that are to be printed."""
    return [line for reply in replies if isinstance(reply, Say | DrawBoard) for line in reply.text.splitlines()]


def field(name: str = "field", attackers: str = "Attackers", defenders: str = "Defenders") -> Variant:
    """A plain game on eleven by eleven squares: a king in the middle who wins on the edge, an attacker above him."""
    board = Board(Geometry.build(11, 11, throne="centre"))
    rules = Rules(
        board,
        movement=(Slide(),),
        hostility=(Enemies(),),
        captures=(Custodial(),),
        endings=(KingReaches("edge"),),
        repetition=RepetitionEnds(),
    )
    position = board.position({"f7": board.piece("A"), "f6": board.piece("K")}, Side.ATTACKERS)
    return Variant(name, rules, position, attackers=attackers, defenders=defenders)
