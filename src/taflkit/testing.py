"""Tools for testing rules and kinds of game: random positions, games and variants, and checks of laws.

```python
import taflkit
from hypothesis import given
from taflkit.testing import check_rules, games

variant = taflkit.load_variant("my-game.toml")


def test_my_game_keeps_the_laws():
    check_rules(variant)


@given(games(variant))
def test_nobody_is_captured_on_the_throne(game):
    assert game.last is None or all(str(captured.square) != "e5" for captured in game.last.captured)
```

`check_kind` checks the laws that hold of the games of every kind.

It needs hypothesis, which comes with the extra `testing`: `pip install "taflkit[testing]"`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

try:
    from hypothesis import HealthCheck, Phase, given, note, settings
    from hypothesis import strategies as st
    from hypothesis.errors import Flaky
    from hypothesis.strategies import DrawFn, SearchStrategy
except ImportError as error:
    raise ImportError(
        'taflkit.testing needs hypothesis, which comes with the extra `testing`: pip install "taflkit[testing]"'
    ) from error

from taflkit.board import (
    ATTACKER,
    DEFENDER,
    KING,
    Board,
    Geometry,
    Grid,
    Move,
    Piece,
    Position,
    Side,
    bits_of,
    grid,
    indices_of,
    union,
)
from taflkit.board.regions import PRESETS
from taflkit.conformance import (
    ConformanceError,
    check_any_game,
    check_tafl_game,
    check_values,
    check_variant,
    play_checked,
    scene,
)
from taflkit.conformance.recipes import RECIPES, Recipe
from taflkit.errors import check_type
from taflkit.game import Game
from taflkit.games import GameVariant, RecordedGame, kind_of
from taflkit.rules import Rules
from taflkit.variant import Variant

__all__ = [
    "RECIPES",
    "ConformanceError",
    "Recipe",
    "any_games",
    "check_any_game",
    "check_kind",
    "check_rules",
    "check_tafl_game",
    "games",
    "positions",
    "variants",
]


MAX_PLIES = 1_000
"""The plies of the longest game that `check_kind` plays."""


def positions(variant: Variant) -> SearchStrategy[Position]:
    """Return a strategy for random positions of a variant, with either side to move.

    There is one king, every piece stands where its kind may stand, and there are never more pieces of a kind than at
    the start. The game may be over in such a position.
    """
    check_type(variant, Variant, "a Variant, such as load_variant returns")
    kinds = list(zip(variant.board.pieces, variant.start.kind_masks, strict=True))
    room = [_room(variant.rules, piece, home) for piece, home in kinds]

    def placed(window: int, quarters: int) -> SearchStrategy[Position]:
        near = [[bit for bit in bits if bit & window] for bits in room]
        most = [home.bit_count() for _, home in kinds]
        fewest = [1 if piece.is_king else home.bit_count() * quarters // 4 for piece, home in kinds]
        return _placements(variant.board, near, list(zip(fewest, most, strict=True)))

    drawn = st.tuples(_windows(variant.board.grid), st.integers(0, 3))
    return drawn.flatmap(lambda both: placed(*both)).filter(
        lambda position: position.kings_mask or not variant.start.kings_mask
    )


@st.composite
def _windows(draw: DrawFn, board: Grid) -> int:
    """Draw the squares of some columns and rows: pieces that stand close together interact more."""
    spans = []
    for lines in (board.column_masks, board.row_masks):
        length = draw(st.integers(3, len(lines)))
        first = draw(st.integers(0, len(lines) - length))
        spans.append(union(lines[first : first + length]))
    return spans[0] & spans[1]


def _room(rules: Rules, piece: Piece, home: int) -> list[int]:
    """Return the squares where a kind of piece starts or may stop, as one-bit masks."""
    board = rules.board
    room = home
    for origin in range(len(board.grid.squares)):
        closed = union(access.closed_to_stop(board, piece, origin) for access in rules.access)
        room |= board.grid.everywhere_mask & ~closed
    return list(bits_of(room))


@st.composite
def _placements(
    draw: DrawFn, board: Board, room: Sequence[Sequence[int]], counts: Sequence[tuple[int, int]]
) -> Position:
    """Draw a position with between the fewest and the most pieces of each kind, on squares with room for it."""
    sets = [0] * len(board.pieces)
    # Kings first: they need a square, and the others take what is left.
    for index in sorted(range(len(sets)), key=lambda index: not board.pieces[index].is_king):
        free = [bit for bit in room[index] if not bit & union(sets)]
        fewest, most = (min(count, len(free)) for count in counts[index])
        if count := draw(st.integers(min(fewest, most), most)):
            bits = st.lists(st.sampled_from(free), min_size=count, max_size=count, unique=True)
            sets[index] = union(draw(bits))
    return Position(board, tuple(sets), draw(st.sampled_from(Side)))


def games(
    variant: Variant, *, max_plies: int = 60, start: SearchStrategy[Position] | None = None
) -> SearchStrategy[Game]:
    """Return a strategy for random games. A failing game shrinks to a shorter one, and is shown with its moves.

    Args:
        variant: The variant.
        max_plies: The largest number of plies.
        start: A strategy for start positions, such as `positions(variant)`; the variant's own start if left out.
    """
    check_type(variant, Variant, "a Variant, such as load_variant returns")

    def shown(game: Game) -> Game:
        note(scene(game))
        return game

    return _walks(variant, max_plies, start, Game.play).map(shown)


def _walks(
    variant: Variant, max_plies: int, start: SearchStrategy[Position] | None, play: Callable[[Game, Move], Game]
) -> SearchStrategy[Game]:
    squares = len(variant.board.grid.squares)

    @st.composite
    def game(draw: DrawFn) -> Game:
        game = Game(variant, variant.start if start is None else draw(start))
        # Asking before each ply whether to stop, and drawing a place on the board and not in the list of moves, lets
        # plies be left out of a failing game without changing those that follow.
        for _ in range(max_plies):
            moves = game.legal_moves
            if not moves or not draw(st.integers(0, 31)):
                break
            drawn = draw(st.integers(0, squares**2 - 1))
            game = play(game, min(moves, key=lambda move: (move.number - drawn) % squares**2))
        return game

    return game()


_SPECIAL_PIECES = (Piece(Side.DEFENDERS, "knight", "N"), Piece(Side.ATTACKERS, "commander", "C"))


def variants(*, largest: int = 9, **recipes: Recipe) -> SearchStrategy[Variant]:
    """Return a strategy for random variants: random rules and a random start on a random board.

    Args:
        largest: The largest number of rows and columns.
        **recipes: Recipes that replace those of `RECIPES`, so that a rule of your own meets all others:
            `variants(captures=lambda draw, board: (MyCapture(),))`.

    Raises:
        TypeError: Rules have no such question.
    """
    unknown = recipes.keys() - RECIPES
    if unknown:
        raise TypeError(f"there is no question {', '.join(sorted(unknown))}; there are {', '.join(RECIPES)}")
    return _variants(largest, {**RECIPES, **recipes}).filter(_can_begin)


def _can_begin(variant: Variant) -> bool:
    return Game(variant, variant.start).outcome is None


@st.composite
def _boards(draw: DrawFn, largest: int) -> Board:
    squares = grid(draw(st.integers(5, largest)), draw(st.integers(5, largest)))
    regions: dict[str, int] = {}
    for name, presets in (("throne", ["centre"]), ("corners", ["corners", "corners 2x2"])):
        preset = draw(st.none() | st.sampled_from(presets))
        if preset is not None:
            regions[name] = PRESETS[preset](squares)
    free = list(indices_of(squares.everywhere_mask & ~union(regions.values())))
    if camp := draw(st.lists(st.sampled_from(free), max_size=6, unique=True)):
        regions["camp"] = union(1 << index for index in camp)
    special = draw(st.lists(st.sampled_from(_SPECIAL_PIECES), unique=True))
    return Board(Geometry(squares, tuple(regions.items())), (ATTACKER, DEFENDER, KING, *special))


@st.composite
def _variants(draw: DrawFn, largest: int, recipes: Mapping[str, Recipe]) -> Variant:
    board = draw(_boards(largest))
    answers: dict[str, Any] = {}
    for question, recipe in recipes.items():
        answer = recipe(draw, board)
        answers[question] = tuple(answer) if isinstance(answer, Iterator) else answer
    rules = Rules(board, **answers)
    centre = list(bits_of(PRESETS["centre"](board.grid)))
    room = [centre if piece.is_king else _room(rules, piece, 0) for piece in board.pieces]
    # As in the games that are played, there are about twice as many attackers, and half of the squares are empty.
    share = len(board.grid.squares) // 12
    usual = {ATTACKER: (2 * share, 3 * share), DEFENDER: (share, 2 * share), KING: (1, 1)}
    start = draw(_placements(board, room, [usual.get(piece, (0, 2)) for piece in board.pieces]))
    return Variant("random", rules, start)


def any_games(variant: GameVariant, *, max_plies: int = 60) -> SearchStrategy[RecordedGame[Any]]:
    """Random games of a variant of any kind, of up to `max_plies` plies.

    A failing game shrinks to a shorter one, and is shown with its moves.
    """

    def shown(states: list[RecordedGame[Any]]) -> RecordedGame[Any]:
        note(scene(states[-1]))
        return states[-1]

    return _any_walks(variant, max_plies).map(shown)


@st.composite
def _any_walks(draw: DrawFn, variant: GameVariant, max_plies: int) -> list[RecordedGame[Any]]:
    """The games that follow each other in a random game, from its start."""
    states: list[RecordedGame[Any]] = [kind_of(variant).start(variant)]
    while (moves := states[-1].legal_moves) and len(states) <= max_plies and draw(st.integers(0, 31)):
        states.append(states[-1].play(moves[draw(st.integers(0, len(moves) - 1))]))
    return states


def _long_game(variant: GameVariant) -> RecordedGame[Any]:
    """A game of up to `MAX_PLIES` plies, in which no move is played that ends it as long as there is another."""
    chance = random.Random(variant.name)
    game: RecordedGame[Any] = kind_of(variant).start(variant)
    for _ in range(MAX_PLIES):
        moves = list(game.legal_moves)
        chance.shuffle(moves)
        after = next((after for move in moves if (after := game.play(move)).outcome is None), None)
        if after is None:
            break
        game = after
    return game


def check_kind(variant: GameVariant, *, max_examples: int = 100) -> int:
    """Play random games of a variant of any kind and raise a `ConformanceError` where they break a law.

    The games are the same every time, and one of them is long, of 1,000 plies if the rules allow it. For tafl,
    `check_rules` checks more. Returns how many games were checked.
    """

    def check_end(states: list[RecordedGame[Any]]) -> None:
        # Most walks go on until the game is over: what is before that has more to check.
        for game in states[-3:]:
            check_any_game(game)

    check_variant(variant)
    check_any_game(_long_game(variant))
    return _check(_any_walks(variant, 60), check_end, variant.name, max_examples)


def check_rules(variant: Variant, *, max_examples: int = 100, symmetric: bool = True) -> int:
    """Check the laws that hold for all rules in random games of a variant, the same ones every time.

    Args:
        variant: The variant.
        max_examples: The number of games.
        symmetric: Whether the rules must treat the symmetric images of a position alike. Rules that tell left from
            right or up from down need `False`; regions of the board that do so are taken into account anyway.

    Returns:
        How many games were checked.

    Raises:
        ConformanceError: The rules break a law.
    """
    check_values(variant)
    walks = _walks(variant, 60, None, play_checked) | _walks(variant, 3, positions(variant), play_checked)
    return _check(walks, partial(check_tafl_game, symmetric=symmetric), variant.name, max_examples)


_Checked = TypeVar("_Checked")


def _check(games: SearchStrategy[_Checked], check_one: Callable[[_Checked], None], name: str, max_examples: int) -> int:
    """Check games, and return how many."""
    checked = 0

    @settings(
        max_examples=max_examples,
        deadline=None,
        database=None,
        derandomize=True,
        report_multiple_bugs=False,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    @given(games)
    def check(game: _Checked) -> None:
        nonlocal checked
        check_one(game)
        checked += 1

    try:
        check()
    except Flaky as error:
        detail = f"{name} played the same moves in two ways; a rule must not remember what it was asked"
        raise ConformanceError("The same question has the same answer.", detail) from error
    return checked
