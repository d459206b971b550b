"""The dialect of Ataxx: a position is set up, with blocks and moves, before the game is started."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

import attrs

from taflkit.errors import PositionError
from taflkit.games import GameKind, Player
from taflkit.games.ataxx import AtaxxGame, AtaxxVariant, Move
from taflkit.games.ataxx.board import NAMES
from taflkit.games.history import start_of
from taflkit.games.squares import squares_in
from taflkit.shell.announcements import Sentences
from taflkit.shell.arguments import SQUARE
from taflkit.shell.commands import AUTO, CLEAR, MANUAL, MOVE, SEED, SET, STAGED, START
from taflkit.shell.dialect import UNFINISHED, Command, Dialect, State, set_position
from taflkit.shell.session import Session, Step


def _set_block(session: Session[AtaxxGame, Move], square: str) -> Step[AtaxxGame, Move]:
    return attrs.evolve(session, game=session.game.with_block(square), undone=()), ()


def _blocks_or_position(
    kind: GameKind[AtaxxVariant, AtaxxGame, Move], game: AtaxxGame, words: Mapping[Player, str]
) -> Sequence[str]:
    """A command `block` for each block that the variant does not have, if that is all that differs; otherwise `set`."""
    begin, at = start_of(game), kind.start(kind.variant_of(game))
    commands = []
    try:
        while missing := begin.position.blocks_mask & ~at.position.blocks_mask:
            square = NAMES.name(next(squares_in(missing)))
            at = at.with_block(square)
            commands.append(f"block {square}")
    except PositionError:
        return set_position(kind, game, words)
    return commands if at.key == begin.key else set_position(kind, game, words)


_SET_UP: Final = frozenset({State.SET_UP})
ATAXX: Final = Dialect(
    name="ataxx",
    move=attrs.evolve(MOVE, sentence="Play a move, such as g1-f2, or - for a pass.", states=UNFINISHED),
    commands=(
        attrs.evolve(
            CLEAR, sentence="Abandon the game: the initial board, set-up state, red manual and blue automated."
        ),
        attrs.evolve(START, states=_SET_UP),
        attrs.evolve(AUTO, states=_SET_UP),
        attrs.evolve(MANUAL, states=_SET_UP),
        Command(
            "block",
            SQUARE,
            "Set a block on a square and on its reflections, before the first move.",
            _set_block,
            states=_SET_UP,
        ),
        attrs.evolve(SEED, states=_SET_UP),
        attrs.evolve(
            SET,
            sentence="Set up a position, player C to move: the rows from the top, as dump prints them.",
            states=_SET_UP,
        ),
        *STAGED,
    ),
    announcements=Sentences(),
    move_pattern=re.compile(r"-|[a-z]\d{1,2}-\S*", re.ASCII | re.IGNORECASE),
    has_set_up=True,
    start_commands=_blocks_or_position,
)
