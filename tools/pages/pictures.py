"""Pictures for the pages, each a file of its own, so that pages stay small and their text can be searched."""

from __future__ import annotations

import attrs

from taflkit import Game, IllegalMoveError, Variant, render
from taflkit.variant import Example


@attrs.frozen
class Drawn:
    """An example: the game before and after its move, and what there is to say."""

    before: Game
    move: str
    #: The game after the move, if the move is legal.
    after: Game | None
    caption: str


def draw(variant: Variant, example: Example) -> Drawn:
    """Play an example."""
    before = Game(variant, example.position).play_all(example.before)
    move = str(variant.board.grid.parse_move(example.move))
    opening = " ".join(map(str, before.moves))
    mover = f"After {opening}, the {before.to_move}" if opening else f"The {before.to_move}"
    try:
        after = before.play(example.move)
    except IllegalMoveError as error:
        return Drawn(before, move, None, f"{mover} may not play {move}: {error.reason}.")
    assert after.last is not None
    taken = [str(captured.square) for captured in after.last.captured]
    caption = f"{mover} play {move}{f' and take {_listed(taken)}' if taken else ''}."
    if after.outcome is not None:
        end = str(after.outcome)
        caption += f" {end[0].upper()}{end[1:]}."
    return Drawn(before, move, after, caption)


def _listed(squares: list[str]) -> str:
    return squares[0] if len(squares) == 1 else f"{', '.join(squares[:-1])} and {squares[-1]}"


def add_start(pages: dict[str, str], folder: str, variant: Variant) -> str:
    """Add the picture of a start position to the pages; the Markdown that shows it."""
    pages[f"{folder}/pictures/{variant.name}.svg"] = render.svg(variant.start)
    return f"![The start position of {variant}](pictures/{variant.name}.svg){{ .board }}"


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
