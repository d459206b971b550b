"""taflkit as a type checker sees it: what is right has the types asserted here, what is wrong is an error.

A comment `type: ignore` stands where an error belongs; without one, a strict type checker calls the comment unused.
Both mypy and pyright check this file.
"""

from __future__ import annotations

from typing import assert_type

import attrs

import taflkit
from taflkit import (
    Board,
    Game,
    LegalMoves,
    Move,
    Outcome,
    Piece,
    Play,
    Position,
    Reason,
    Rules,
    Side,
    Square,
    SquareSet,
    Variant,
)
from taflkit.rules import Custodial, Slide
from taflkit.rules.protocols import Captor, Capture, Composition, Ending, Judge, Movement


def playing(game: Game) -> None:
    """Games, moves and outcomes."""
    assert_type(taflkit.start("some-variant"), Game)
    assert_type(taflkit.start(game.variant, game.position, move_limit=50), Game)
    assert_type(game.legal_moves, LegalMoves)
    assert_type(len(game.legal_moves), int)
    for move in game.legal_moves:
        assert_type(move, Move)
        assert_type(move.origin, Square)
        assert_type(game.play(move), Game)
    assert_type(game.play("e5-e8"), Game)
    assert_type(game.play_all(["e5-e8", *game.moves]), Game)
    assert_type(game.previous, Game | None)
    assert_type(game.last, Play | None)
    assert_type(game.outcome, Outcome | None)
    assert_type(game.to_move, Side)
    if game.outcome is not None:
        assert_type(game.outcome.winner, Side | None)
        assert_type(game.outcome.reason, Reason)

    game.play(3)  # type: ignore[arg-type]
    game.play()  # type: ignore[call-arg]
    game.undo()  # type: ignore[attr-defined]
    game.position = game.position  # type: ignore[misc]
    len(game.last.captured)  # type: ignore[union-attr]
    game.previous.play("e5-e8")  # type: ignore[union-attr]
    taflkit.start()  # type: ignore[call-arg]
    taflkit.start("some-variant", move_limit="50")  # type: ignore[arg-type]


def positions(position: Position) -> None:
    """Boards, pieces and sets of squares."""
    assert_type(position["e5"], Piece | None)
    assert_type(position.squares("king"), SquareSet)
    assert_type(next(iter(position.squares("king"))), Square)
    assert_type(position.board, Board)
    assert_type(position.to_move.other, Side)
    assert_type(position.defenders, SquareSet)
    assert_type(position.defending_mask, int)
    assert_type(Move.parse("e5-e8", position.board.grid), Move)

    position.kind_masks = ()  # type: ignore[misc]
    position.of(Side.BLACK)  # type: ignore[attr-defined]
    Square.parse(5)  # type: ignore[arg-type]
    Move.parse("e5-e8")  # type: ignore[call-arg]


def looking_up() -> None:
    """What is imported when it is first used has its types all the same."""
    assert_type(taflkit.load_variant("some-variant"), Variant)
    assert_type(taflkit.variant_names(), tuple[str, ...])
    assert_type(taflkit.parse_position("some text"), Game)
    assert_type(taflkit.format_position(taflkit.start("some-variant")), str)
    assert_type(taflkit.perft(taflkit.start("some-variant"), 3), int)

    taflkit.perft(taflkit.start("some-variant"))  # type: ignore[call-arg]
    taflkit.load_variant(3)  # type: ignore[arg-type]


@attrs.frozen
class NothingIsTaken:
    """A rule that needs no base class."""

    def captor(self, rules: Composition) -> Captor:
        """Nothing."""
        return lambda after, move: 0


class NeverOver:
    """A rule that is no attrs class."""

    def judge(self, rules: Composition) -> Judge:
        """Never."""
        return lambda before, after: None


def composing(rules: Rules) -> None:
    """Rules are composed of whatever has the right methods."""
    movement: Movement = Slide()
    captures: tuple[Capture, ...] = (NothingIsTaken(), Custodial())
    ending: Ending = NeverOver()
    assert_type(Rules(rules.board, (movement,), captures=captures, endings=(ending,)), Rules)
    assert_type(attrs.evolve(rules, captures=(NothingIsTaken(),)), Rules)

    Rules(rules.board, (NothingIsTaken(),))  # type: ignore[arg-type]
    rules.captures = ()  # type: ignore[misc]
