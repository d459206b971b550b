"""Pictures for the pages, each a file of its own, so that pages stay small and their text can be searched."""

from __future__ import annotations

from typing import Any

import attrs

from taflkit import Game, IllegalMoveError, render
from taflkit.games import GameVariant, Playable, VariantExample, kind_of


@attrs.frozen
class Drawn:
    """An example: the game before and after its move, and what there is to say."""

    before: Playable[Any]
    move: str
    #: The game after the move, if the move is legal.
    after: Playable[Any] | None
    caption: str


def draw(variant: GameVariant, example: VariantExample) -> Drawn:
    """Play an example."""
    kind = kind_of(variant)
    before = kind.example_game(variant, example)
    moves = []
    for text in example.before:
        moves.append(kind.parse_move(before, text))
        before = before.play(moves[-1])
    opening = " ".join(map(kind.format_move, moves))
    name = str(before.to_move)
    # Players are called by their names, and the sides of tafl are many.
    mover, plays = (f"The {name}", "play") if name[0].islower() else (name, "plays")
    if opening:
        mover = f"After {opening}, {mover[0].lower() + mover[1:] if plays == 'play' else mover}"
    try:
        move = kind.parse_move(before, example.move)
    except IllegalMoveError as error:
        shown = str(before.variant.board.grid.parse_move(example.move)) if isinstance(before, Game) else example.move
        return Drawn(before, shown, None, f"{mover} may not play {shown}: {error.reason}.")
    after, shown = before.play(move), kind.format_move(move)
    taken = [str(square) for square, _ in kind.picture(after).captured]
    taking = f" and {'take' if plays == 'play' else 'takes'} {_listed(taken)}" if taken else ""
    caption = f"{mover} {plays} {shown}{taking}."
    if after.outcome is not None:
        end = str(after.outcome)
        caption += f" {end[0].upper()}{end[1:]}."
    return Drawn(before, shown, after, caption)


def _listed(squares: list[str]) -> str:
    return squares[0] if len(squares) == 1 else f"{', '.join(squares[:-1])} and {squares[-1]}"


def add_start(pages: dict[str, str], folder: str, variant: GameVariant) -> str:
    """Add the picture of a start position to the pages; the Markdown that shows it."""
    pages[f"{folder}/pictures/{variant.name}.svg"] = render.svg(kind_of(variant).start(variant))
    return f"![The start position of {variant.title}](pictures/{variant.name}.svg){{ .board }}"


def add_example(pages: dict[str, str], folder: str, name: str, drawn: Drawn) -> str:
    """Add the pictures of an example to the pages; the Markdown that shows them side by side."""
    shown = {"before": render.svg(drawn.before, last_move=False, arrows=[drawn.move])}
    if drawn.after is not None:
        shown["after"] = render.svg(drawn.after)
    lines = ['<div class="boards" markdown>']
    for moment, picture in shown.items():
        pages[f"{folder}/pictures/{name}-{moment}.svg"] = picture
        lines.append(f"![{moment.capitalize()} {drawn.move}](pictures/{name}-{moment}.svg){{ loading=lazy }}")
    return "\n".join([*lines, "</div>", "", drawn.caption])
