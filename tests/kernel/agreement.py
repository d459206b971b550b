"""The kernel held against the rules in Python, on as many positions as one likes.

The tests do so with a few thousand. For more:

    python -m tests.kernel.agreement --positions 200000
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import attrs
import click
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from taflkit import Game, Move, Outcome, Position, Side, Variant, load_variant, variant_names
from taflkit.board import SquareSet, bits_of, indices_of, union
from taflkit.engine import engine_for, in_python
from taflkit.engine.encoding import OUTCOMES, decode_position, encode_position
from tests.engines import kernel_of, line_of
from tests.kernel.compositions import compositions

MOST_KINGS = 3
#: From a position with more moves than this, Python takes too long to count three plies.
FEW_MOVES = 30


def numbers(move: Move) -> tuple[int, int]:
    """The numbers of a move's squares."""
    return move.origin_mask.bit_length() - 1, move.target_mask.bit_length() - 1


@attrs.define
class Tally:
    """How much was compared."""

    positions: int = 0
    moves: int = 0
    captures: int = 0
    counts: int = 0
    games: int = 0
    outcomes: Counter[str] = attrs.field(factory=Counter)

    def count(self, outcome: Outcome | None) -> None:
        """Count an outcome, so that one sees which never came up."""
        if outcome is not None:
            self.outcomes[outcome.reason.name] += 1


class Comparison:
    """The kernel and Python under the same rules."""

    def __init__(self, variant: Variant, tally: Tally) -> None:
        """Make the kernel for the rules; they must be such that it runs them."""
        kernel = kernel_of(variant.rules)
        assert kernel is not None, f"{variant.name}: {variant.kernel}"
        self.kernel = kernel
        self.compiled = variant
        #: The same game, played in Python alone.
        self.variant = attrs.evolve(variant, rules=in_python(variant.rules))
        self.tally = tally
        self._hashes: dict[int, bytes] = {}

    def check_position(self, position: Position) -> list[Move]:
        """Both say the same of a position and of every move in it; the moves."""
        rules, kernel, state = self.variant.rules, self.kernel, encode_position(position)
        self._check_state(position, state)
        moves = rules.legal_moves(position)
        expected = sorted(map(numbers, moves))
        self._same("legal moves", expected, kernel.moves(state), position)
        self._same("the number of moves", len(moves), kernel.count(state), position)
        self._same("the outcome", rules.outcome(position), OUTCOMES[kernel.outcome(state)], position)
        for move in moves:
            after, taken, outcome = rules.step(position, move)
            reached, squares, number = kernel.step(state, *numbers(move))
            self._same(f"what {move} captures", tuple(indices_of(taken)), squares, position)
            self._same(f"the outcome of {move}", outcome, OUTCOMES[number], position)
            self._same(f"the position after {move}", encode_position(after), reached, position)
            self.tally.captures += taken != 0
            self.tally.count(outcome)
        self.tally.positions += 1
        self.tally.moves += len(moves)
        return list(moves)

    def _check_state(self, position: Position, state: bytes) -> None:
        """A state is a position and back, and its hash is that of no other."""
        self._same("the position of a state", position, decode_position(position.board, state), position)
        known = self._hashes.setdefault(self.kernel.hash(state), state)
        self._same("the position with that hash", state, known, position)

    def check_counts(self, position: Position) -> None:
        """Both count as many lines of play, in bulk and one by one: moves made and taken back leave no trace."""
        state, rules = encode_position(position), self.variant.rules
        depth = 3 if rules.count_moves(position) <= FEW_MOVES else 2
        expected = engine_for(rules).counter(position).count(position, depth, bulk=True)
        for bulk in (True, False):
            self._same(f"perft {depth}", expected, self.kernel.perft(state, depth, bulk=bulk), position)
        self.tally.counts += 1

    def check_game(self, start: Position, chance: random.Random, plies: int, limit: int | None = None) -> Game:
        """Both play a random game alike, to its end or for so many plies; the game at its end."""
        game, compiled = (Game(variant, start, move_limit=limit) for variant in (self.variant, self.compiled))
        shuffling = chance.randrange(4) == 0
        for _ in range(plies):
            self._check_games(game, compiled)
            if game.outcome is not None:
                break
            self.check_position(game.position)
            line, moves = line_of(game), game.legal_moves
            self._same("the moves of a game", sorted(map(numbers, moves)), self.kernel.line_moves(line), game.position)
            chosen = (shuffling and back(game, moves)) or lively(game, moves, chance)
            for move in {chosen, *chance.sample(moves, min(2, len(moves)))}:
                outcome = game.follow(move).outcome
                found = OUTCOMES[self.kernel.line_outcome_after(line, *numbers(move))]
                self._same(f"how the game stands after {move}", outcome, found, game.position)
            game, compiled = game.follow(chosen), compiled.play(chosen)
        self._check_games(game, compiled)
        self.tally.count(game.outcome)
        self.tally.games += 1
        return game

    def _check_games(self, game: Game, compiled: Game) -> None:
        """A game that the kernel plays is made of the same things as one that Python plays."""
        position = game.position
        self._same("the position", position, compiled.position, position)
        self._same("the outcome of a game", game.outcome, compiled.outcome, position)
        self._same("the moves to choose from", set(game.legal_moves), set(compiled.legal_moves), position)
        self._same("how often a move is listed", len(game.legal_moves), len(compiled.legal_moves), position)
        for fact in ("turns", "ply", "captureless", "move_limit", "last"):
            self._same(fact, getattr(game, fact), getattr(compiled, fact), position)
        self._same("what may occur again", [*game.repeatable()], [*compiled.repeatable()], position)
        if game.last is not None:
            for fact in ("taken_mask", "irreversible", "outcome"):
                self._same(f"{fact} of the last play", getattr(game.last, fact), getattr(compiled.last, fact), position)

    def _same(self, what: str, expected: object, found: object, position: Position) -> None:
        if expected != found:
            rules = ", ".join(map(str, self.variant.rules.strategies))
            regions = ", ".join(
                f"{name} {SquareSet(position.board.grid, mask)!r}" for name, mask in position.board.geometry.regions
            )
            raise AssertionError(
                f"{what} differs: {expected} in Python, {found} in the kernel\n{position}\n"
                f"{self.variant.name}: {rules}; turncoats {self.variant.rules.turncoats}; {regions}"
            )


def back(game: Game, moves: Sequence[Move]) -> Move | None:
    """The move that takes back what the side to move has last done, so that positions come back."""
    last = game.previous.last if game.previous else None
    if last is None:
        return None
    move = last.move.grid.move(last.move.target, last.move.origin)
    return move if move in moves else None


def lively(game: Game, moves: Sequence[Move], chance: random.Random) -> Move:
    """A random move; every other time one that captures or that a king makes, so that more happens."""
    if chance.randrange(2):
        rules, position = game.variant.rules, game.position
        livelier = [m for m in moves if m.origin_mask & position.kings_mask or rules.taken_by(position, m)]
        return chance.choice(livelier or moves)
    return chance.choice(moves)


def scattered(variant: Variant, chance: random.Random) -> Position:
    """Pieces thrown on a part of the board: more happens where they stand close together."""
    grid = variant.board.grid
    spans = []
    for lines in (grid.column_masks, grid.row_masks):
        length = chance.randint(2, len(lines))
        first = chance.choice([0, len(lines) - length, chance.randint(0, len(lines) - length)])
        spans.append(union(lines[first : first + length]))
    density, share = chance.uniform(0.1, 0.9), chance.random()
    attackers = defenders = 0
    for bit in bits_of(spans[0] & spans[1]):
        if chance.random() < density:
            if chance.random() < share:
                attackers |= bit
            else:
                defenders |= bit
    return manned(variant, chance, attackers, defenders, chance.randrange(len(grid.squares)))


def ringed(variant: Variant, chance: random.Random) -> Position:
    """Defenders in a ring of attackers that has a gap or two, and more attackers about."""
    grid = variant.board.grid
    left, right = sorted(chance.sample(range(grid.width), 2))
    bottom, top = sorted(chance.sample(range(grid.height), 2))
    ring = inside = 0
    for index, square in enumerate(grid.squares):
        across, along = square.column in (left, right), square.row in (bottom, top)
        if left <= square.column <= right and bottom <= square.row <= top:
            if across or along:
                # A ring need not be closed at its corners.
                ring |= 1 << index if not (across and along) or chance.randrange(3) == 0 else 0
            elif chance.randrange(4) == 0:
                inside |= 1 << index
    for _ in range(chance.randint(0, 2)):
        ring &= ~(1 << chance.randrange(len(grid.squares)))
    for _ in range(chance.randint(1, 4)):
        ring |= 1 << chance.randrange(len(grid.squares)) & ~inside
    king = chance.choice(range(len(grid.squares)) if not inside else list(indices_of(inside)))
    return manned(variant, chance, ring, inside, king)


def fortified(variant: Variant, chance: random.Random) -> Position:
    """A king on the edge with his men around him, and attackers further away."""
    grid = variant.board.grid
    king = chance.choice(list(indices_of(grid.edge_mask)))
    near = 1 << king
    for _ in range(chance.randint(1, 3)):
        near = grid.spread(near)
    density = chance.uniform(0.3, 0.8)
    defenders = union(bit for bit in bits_of(near) if chance.random() < density)
    attackers = union(bit for bit in bits_of(grid.everywhere_mask & ~near) if chance.random() < 0.2)
    return manned(variant, chance, attackers, defenders, king)


def manned(variant: Variant, chance: random.Random, attackers: int, defenders: int, king: int) -> Position:
    """Men of random kinds on the squares of each side, as a rule one king, and either side to move."""
    pieces = variant.board.pieces
    sets = [0] * len(pieces)
    for side, squares in ((Side.ATTACKERS, attackers), (Side.DEFENDERS, defenders)):
        kinds = [index for index, piece in enumerate(pieces) if piece.side is side and not piece.is_king]
        for bit in bits_of(squares):
            sets[chance.choice(kinds)] |= bit
    throne = [1 << king, *(1 << chance.randrange(len(variant.board.grid.squares)) for _ in range(MOST_KINGS - 1))]
    for bit in throne[: chance.choice([0, 1, 1, 1, 1, 1, MOST_KINGS])]:
        sets = [squares & ~bit for squares in sets]
        sets[chance.choice(variant.board.king_indices)] |= bit
    return Position(variant.board, tuple(sets), chance.choice(list(Side)))


#: How to set up a position.
SCENES = (scattered, scattered, ringed, fortified)


def compare(variant: Variant, chance: random.Random, tally: Tally, *, games: int = 1, plies: int = 60) -> None:
    """Play games from the start and from positions set up, and look at more positions and how many lines they have."""
    comparison = Comparison(variant, tally)
    for _ in range(games):
        limit = chance.choice([None, None, chance.randint(1, plies)])
        comparison.check_game(variant.start, chance, plies, limit)
        comparison.check_game(chance.choice(SCENES)(variant, chance), chance, plies // 3)
        for scene in SCENES:
            comparison.check_position(scene(variant, chance))
        comparison.check_counts(chance.choice(SCENES)(variant, chance))


def compare_compositions(number: int, examples: int, tally: Tally) -> None:
    """Compare under so many random compositions."""

    @seed(number)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(compositions(), st.integers(0, 2**32))
    def run(variant: Variant, chosen: int) -> None:
        compare(variant, random.Random(chosen), tally)

    run()


def report(what: str, tally: Tally) -> None:
    """Print how much was compared."""
    click.echo(
        f"{what}: {tally.positions:,} positions, {tally.moves:,} moves, {tally.captures:,} of them captures, "
        f"{tally.games:,} games, {tally.counts:,} counts; no difference\n  {dict(tally.outcomes.most_common())}"
    )


@click.command()
@click.option("--positions", default=200_000, help="How many positions to compare.")
@click.option("--seed", "number", default=1, help="Other numbers give other positions.")
@click.option("--only", type=click.Choice(["variants", "compositions"]), help="Leave out the other half.")
def main(positions: int, number: int, only: str | None) -> None:
    """Compare the kernel with Python, half of the positions from the variants, half from random compositions."""
    chance = random.Random(number)
    share = positions if only else positions // 2
    if only != "compositions":
        tally = Tally()
        variants = [load_variant(name) for name in variant_names("tafl")]
        while tally.positions < share:
            for variant in variants:
                compare(variant, chance, tally)
        report(f"{len(variants)} variants", tally)
    if only != "variants":
        tally = Tally()
        rounds = 0
        while tally.positions < share:
            compare_compositions(number + rounds, 200, tally)
            rounds += 1
        report(f"{200 * rounds} random compositions", tally)


if __name__ == "__main__":
    main()
