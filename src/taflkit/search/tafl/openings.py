"""`Openings`: the moves that the opening book of a variant has for a game."""

from __future__ import annotations

from collections.abc import Hashable

from taflkit.board import Move, Position, Symmetry
from taflkit.game import Game
from taflkit.variant import Variant
from taflkit.variant.book import BookError

Opening = tuple[tuple[Move, ...], int]
"""A move with its images under symmetries that keep the position as it is, and what it is worth."""


class Openings:
    """The opening book of a variant, which knows positions in whatever direction the board is turned."""

    def __init__(self, variant: Variant) -> None:
        """Prepare the book of a variant, if it has one."""
        self._variant = variant
        self._symmetries = variant.geometry.symmetries
        self._known: dict[Hashable, list[tuple[Move, int]]] = {}
        for position, moves in variant.book.on(variant.board) if variant.book is not None else ():
            key, turns = self.turned(position)
            self._known[key] = [(turns[0].move(move), worth) for move, worth in moves]

    def __call__(self, game: Game) -> tuple[Opening, ...]:
        """The moves for a game, none if the book does not know the position or the game has a move limit.

        A move that may bring a position back is left out: the book does not know what has been played.

        Raises:
            BookError: The book has a move that is not legal.
        """
        if not self._known or game.move_limit is not None or game.position.going_on_mask or game.outcome is not None:
            return ()
        key, turns = self.turned(game.position)
        backs = [self._inverse(turn) for turn in turns]
        found = []
        for move, worth in self._known.get(key, ()):
            images = sorted({back.move(move) for back in backs}, key=lambda image: image.number)
            for image in images:
                if not self._variant.rules.is_legal(game.position, image):
                    raise BookError(f"the opening book of {self._variant} has {image}, which is not legal here")
            fresh = tuple(image for image in images if image in game.legal_moves and not _ends_or_repeats(game, image))
            if fresh:
                found.append((fresh, worth))
        return tuple(found)

    def turned(self, position: Position) -> tuple[Hashable, list[Symmetry]]:
        """What all images of a position have in common, and the symmetries that turn the board for it."""
        images = [(tuple(map(turn.mask, position.kind_masks)), turn) for turn in self._symmetries]
        least = min(masks for masks, _ in images)
        return (least, position.to_move), [turn for masks, turn in images if masks == least]

    def _inverse(self, turn: Symmetry) -> Symmetry:
        squares = self._variant.board.grid.squares
        return next(
            back for back in self._symmetries if all(back.square(turn.square(square)) == square for square in squares)
        )


def _ends_or_repeats(game: Game, move: Move) -> bool:
    after = game.follow(move)
    return after.outcome is not None or after.may_be_repeated
