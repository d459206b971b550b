"""The rules of a variant in plain sentences; each strategy says its own."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import attrs

from taflkit.board import Side
from taflkit.rules.capture import say
from taflkit.variant.catalogue import BUILT_IN, SUFFIX, load_variant
from taflkit.variant.variant import Variant


def explain(variant: Variant) -> list[str]:
    """Sentences about the board, the pieces and every rule."""
    start = variant.start
    grid = variant.board.grid
    men = {side: (start.of(side) & ~start.kings).bit_count() for side in Side}
    return [
        f"The board has {grid.width} by {grid.height} squares.",
        *(
            f"The {name} {'is' if len(squares) == 1 else 'are'} {' '.join(map(str, squares))}."
            for name, _ in variant.geometry.regions
            for squares in [variant.geometry.squares(name)]
        ),
        f"The {_player(variant, Side.ATTACKERS)} have {men[Side.ATTACKERS]} men.",
        f"The {_player(variant, Side.DEFENDERS)} have {men[Side.DEFENDERS]} men and the king.",
        f"The {start.to_move} move first.",
        *(say(strategy) for strategy in variant.rules.strategies),
    ]


def _player(variant: Variant, side: Side) -> str:
    name = variant.side_name(side)
    return str(side) if name.lower() == side.value else f"{side} ({name})"


def variants_using(strategy: type) -> tuple[Variant, ...]:
    """The variants that come with taflkit whose rules have a strategy of this class, sorted by name."""
    paths = sorted(Path(str(files(BUILT_IN))).glob(f"*{SUFFIX}"), key=lambda path: path.stem)
    return tuple(
        variant
        for variant in map(load_variant, paths)
        if any(isinstance(part, strategy) for rule in variant.rules.strategies for part in _parts(rule))
    )


def _parts(strategy: object) -> Iterator[object]:
    """A strategy and those that it holds."""
    yield strategy
    kind: type = type(strategy)
    for field in attrs.fields(kind) if attrs.has(kind) else ():
        value = getattr(strategy, field.name)
        for held in value if isinstance(value, tuple) else (value,):
            yield from _parts(held)
