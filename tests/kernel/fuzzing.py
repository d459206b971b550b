"""Strange input for the compiled kernel: whatever it is given, it answers or refuses.

The tests do so for a moment; `.ci/sanitize` for longer, with a build that notices every wrong step. By hand:

    python -m tests.kernel.fuzzing --seconds 60 --seed 7

A round depends on nothing but the seed and its number, so that `--first` comes back to one at once.
"""

from __future__ import annotations

import faulthandler
import random
import time
from array import array
from collections import Counter
from collections.abc import Callable
from typing import Any

import attrs
import click

from taflkit.kernel import _native as native
from taflkit.kernel.encoding import OUTCOMES
from taflkit.rules import LegalMoves
from tests.kernel.strange import Shape, StrangeRules, any_record, copied, damaged

#: All that the kernel may raise.
REFUSALS = (ValueError, TypeError, AttributeError, OverflowError, MemoryError, InterruptedError)
#: A round that takes longer hangs.
MAX_ROUND_SECONDS = 60.0
#: How many lines of play a round counts one by one.
MAX_LEAVES = 20_000
#: How many weights a searcher's knowledge has.
WEIGHTS = len(native.WEIGHTS)

Line = tuple[bytes, int, int, int]
JUNK: tuple[Any, ...] = (
    None, "text", b"", b"\0", bytes(999), bytearray(9), 1.5, -1, 0, 1, 400, 2**31, 2**64, -(2**70), (), [], object(),
    (b"", 0, 0, 0), (b"", 0, 0), (None, 0, 0, 0), (b"\1", -1, 2**40, "x"),
)  # fmt: skip


@attrs.frozen
class Origin:
    """What a stepper needs of the description of a state."""

    position: None = None
    last: None = None
    ply: int = 0
    move_limit: None = None


@attrs.frozen(eq=False)
class NumberedMove:
    """What a stepper needs of a move."""

    number: int


class Round:
    """A kernel or two, given everything."""

    def __init__(self, chance: random.Random) -> None:
        """Prepare what the kernels share."""
        self.chance = chance
        self.calls: Counter[str] = Counter()
        self.memory = native.Memory(1)
        self.table = native.Table(1)

    def run(self) -> None:
        """Make kernels and ask them."""
        record = any_record(self.chance)
        kernel = self.made(record)
        if kernel is None:
            return
        shape = Shape.of(record)
        states = [self.state(shape), self.state(shape)]
        self.ask(kernel, shape, states)
        if self.chance.random() < 0.3:
            # The same pieces on a board of another shape: what one kernel has left in a table misleads the other.
            turned = StrangeRules(self.chance, (shape.height, shape.width)).record
            other = Shape.of(turned)
            self.ask(native.Kernel(turned), other, [copied(state, shape, other) for state in states])

    def made(self, record: object) -> native.Kernel | None:
        """The kernel of a record, if it is one."""
        found: native.Kernel | None = self.attempt(native.Kernel, record)
        return found

    def attempt(self, method: Callable[..., Any], *arguments: Any, **keywords: Any) -> Any:
        """What a call returns, or None if it is refused."""
        self.calls[method.__name__] += 1
        try:
            return method(*arguments, **keywords)
        except REFUSALS:
            self.calls[f"{method.__name__} refused"] += 1
            return None

    def ask(self, kernel: native.Kernel, shape: Shape, states: list[bytes]) -> None:
        """Everything, with sense and without."""
        for state in states:
            if self.attempt(kernel.count, state) is not None:
                self.check(kernel, shape, state)
                self.check_line(kernel, shape, self.line(kernel, state))
        self.ask_nonsense(kernel, shape)

    def check(self, kernel: native.Kernel, shape: Shape, state: bytes) -> None:
        """What must hold of any position under any rules."""
        moves = kernel.moves(state)
        assert moves == sorted(set(moves))
        assert kernel.count(state) == len(moves) == kernel.perft(state, 1)
        assert 0 <= kernel.outcome(state) < len(OUTCOMES)
        numbers, events = kernel.steps(state)
        assert numbers == array("I", [origin * shape.squares + target for origin, target in moves]).tobytes()
        for move in self.chance.sample(moves, min(6, len(moves))):
            after, taken, outcome = kernel.step(state, *move)
            assert len(after) == len(state)
            assert list(taken) == sorted(set(taken))
            assert outcome < len(OUTCOMES)
            event = events.get(move[0] * shape.squares + move[1])
            if event is None:
                assert not taken
                assert not outcome
            else:
                assert event == (after, event[1], outcome)
                assert int.from_bytes(event[1], "little") == sum(1 << square for square in taken)
            assert kernel.hash(after) == kernel.hash(bytes(after))
        other = bytearray(state)
        other[shape.squares : shape.squares + 3] = 1 - state[shape.squares], 0, 0
        most = max(len(moves), kernel.count(bytes(other)), 1)
        for depth in range(2, 5):
            if most**depth > MAX_LEAVES:
                break
            total = kernel.perft(state, depth, bulk=False)
            assert total == kernel.perft(state, depth)
            assert total == kernel.perft(state, depth, self.chance.random() < 0.5, native.Memory(1))
            self.attempt(kernel.perft, state, depth, memory=self.memory)  # which has another kernel's numbers

    def check_line(self, kernel: native.Kernel, shape: Shape, line: Line) -> None:
        """What must hold of any position with any past."""
        moves = kernel.line_moves(line)
        assert set(moves) <= set(kernel.moves(line[0][-shape.squares - 3 :]))
        for move in self.chance.sample(moves, min(3, len(moves))):
            assert 0 <= kernel.line_outcome_after(line, *move) < len(OUTCOMES)
        if moves:
            seed, most = self.chance.getrandbits(64), self.chance.choice([1, 30, 200])
            plies, outcomes = played = kernel.playouts(line, 2**64 - 1, 3, seed, most)
            assert played == kernel.playouts(line, 2**64 - 1, 3, seed, most)
            assert 3 <= plies <= 3 * most
            assert len(outcomes) == len(OUTCOMES)
            assert sum(outcomes) == 3
        else:
            assert self.attempt(kernel.playouts, line, 0, 1, 0, 9) is None
        self.search(kernel, shape, line, moves)
        self.check_steps(kernel, shape, line)

    def check_steps(self, kernel: native.Kernel, shape: Shape, line: Line) -> None:
        """A game that is played step by step is the same game, whatever else is tried on the way."""
        known: dict[tuple[int, int], NumberedMove] = {}

        def between(origin: int, target: int) -> Any:
            return known.setdefault((origin, target), NumberedMove(origin * shape.squares + target))

        # A play that holds its state would be a cycle, which no garbage collector finds.
        described = bytes, lambda before, after: (before, after.encoded)
        stepper = self.attempt(native.Stepper, kernel, LegalMoves, between, *described, OUTCOMES)
        if stepper is None:
            return  # repetition is forbidden
        state = stepper.state(line, 0, Origin())
        for origin in (Origin(), self.chance.choice(JUNK)):
            self.attempt(stepper.state, self.chance.choice(JUNK), self.chance.choice([-1, 0, 31, 2**40]), origin)
        for ply in range(self.chance.choice([1, 4, 20])):
            encoded = state.encoded
            moves = [] if state.outcome else kernel.moves(encoded)
            for _ in range(4):
                tried = self.chance.randrange(shape.squares), self.chance.randrange(shape.squares)
                assert (state.play(between(*tried)) is not None) == (tried in moves)
            assert state.play(self.chance.choice(JUNK)) is None
            assert [divmod(move.number, shape.squares) for move in state.moves] == moves
            if not moves:
                break
            move = self.chance.choice(moves)
            after = state.play(between(*move))
            assert (after.encoded, tuple(sorted(after.taken))) == kernel.step(encoded, *move)[:2]
            assert after.position == after.encoded
            assert after.last == (state.position, after.encoded)
            assert after.previous is state
            assert after.ply == ply + 1
            assert ply or after.outcome == OUTCOMES[kernel.line_outcome_after(line, *move)]
            state = after

    def search(self, kernel: Any, shape: Shape, line: Line, moves: list[tuple[int, int]]) -> None:
        """The searchers, with a knowledge that is as random as the rules."""
        order = array("I", [origin * shape.squares + target for origin, target in moves])
        nodes = self.chance.choice([1, 50, 400])
        worker = self.chance.choice([0, 1, 31, 32])
        flags = (self.chance.randrange(2), self.chance.randrange(2), worker)
        depth = self.chance.choice([1, 2, 3, 5, 200])
        words, within = self.knowledge(shape), self.chance.choice([1, 3, 100])
        known = self.attempt(native.Knowledge, kernel, words)
        self.attempt(kernel.search, line, known, self.table, order.tobytes(), depth, *flags, nodes)
        self.attempt(kernel.find_win, line, known, self.table, 1, within, nodes)
        self.grow(kernel, line, known, order.tobytes(), moves)
        if self.chance.random() < 0.3:
            wrong = self.attempt(native.Knowledge, kernel, damaged(words, self.chance))
            self.attempt(kernel.search, line, wrong, self.table, order.tobytes(), depth, *flags, nodes)
            self.attempt(kernel.find_win, line, wrong, self.table, self.chance.choice([1, 2, 9]), within, nodes)
            disorder = damaged(order.tobytes(), self.chance)
            self.grow(kernel, line, wrong, order.tobytes(), moves)
            self.grow(kernel, line, known, disorder, moves)
            self.attempt(kernel.search, line, known, self.table, disorder, depth, *flags, nodes)

    def grow(
        self, kernel: Any, line: Line, known: native.Knowledge | None, order: bytes, moves: list[tuple[int, int]]
    ) -> None:
        """The tree of a Monte Carlo search, with any numbers."""
        size, exploration = self.chance.choice([0, 1, 1, 1, 2]), self.chance.choice([-1, 0, 0.2, 0.2, 3, 1e6, "text"])
        tree = self.attempt(native.Tree, kernel, line, known, self.table, order, size, exploration)
        if tree is None:
            return
        for _ in range(3):
            self.attempt(tree.grow, self.chance.choice([0, 1, 200, 2**40]), self.chance.choice([-1, 1, 50, 400]))
        lines = self.attempt(tree.lines, self.chance.choice([0, 1, 5, 2**40])) or []
        assert {played[0] for played, _ in lines} <= set(moves)
        assert 0 < tree.filled <= 1

    def knowledge(self, shape: Shape) -> bytes:
        """Weights, what the start is worth, a king, two flags, a number for every square and a network."""
        kings = [number for number, king in enumerate(shape.kings, 1) if king]
        most = self.chance.choice([1, 200, 10000])
        words = [self.chance.randint(-most, most) for _ in range(WEIGHTS)]
        words += [self.chance.randint(-most, most), self.chance.choice(kings or [1])]
        words += [self.chance.randrange(2), self.chance.randrange(2)]
        words += [self.chance.randrange(8) for _ in range(shape.squares)]
        return array("i", [*words, *self.network(shape)]).tobytes()

    def network(self, shape: Shape) -> list[int]:
        """No network, or one with extreme numbers, which are refused where they are too large."""
        hidden = self.chance.choice([0, 0, 8, 64])
        if not hidden:
            return [0]
        most = self.chance.choice([1, 500, 2**15 - 1, 2**15, 2**31 - 1])
        count = 3 * hidden + 2 + 3 * shape.squares * hidden
        return [hidden, self.chance.choice([1, 255, 2**15]), self.chance.choice([0, 1, 4000, 2**31 - 1])] + [
            self.chance.randint(-most, most) for _ in range(count)
        ]

    def state(self, shape: Shape) -> bytes:
        """A position that the kernel takes, unless it has too many kings."""
        crowd = self.chance.choice([0.1, 0.3, 0.6, 0.95])
        men = [number for number, king in enumerate(shape.kings, 1) if not king]
        kings = [number for number, king in enumerate(shape.kings, 1) if king]
        squares = [self.chance.choice(men) if men and self.chance.random() < crowd else 0 for _ in range(shape.squares)]
        for _ in range(self.chance.choice([0, 1, 1, 2, 8, 9]) if kings else 0):
            squares[self.chance.randrange(shape.squares)] = self.chance.choice(kings)
        to_move, going_on = self.chance.randrange(2), 0
        own = [square for square, kind in enumerate(squares, 1) if kind and shape.sides[kind - 1] == to_move]
        if own and self.chance.random() < 0.2:
            going_on = self.chance.choice(own)
        return bytes([*squares, to_move, going_on & 0xFF, going_on >> 8])

    def line(self, kernel: native.Kernel, state: bytes) -> Line:
        """A past for a position: a game that led on from it, everything that could follow it, or itself."""
        past = self.chance.randrange(4)
        states = [state]
        if past == 0:
            states = [kernel.step(state, *move)[0] for move in kernel.moves(state)] + states
        elif past == 1:
            states *= self.chance.randint(1, 9)
        elif past == 2:
            for _ in range(self.chance.randint(1, 40)):
                moves = kernel.moves(states[-1])
                if not moves:
                    break
                states.append(kernel.step(states[-1], *self.chance.choice(moves))[0])
        counts = [self.chance.choice([0, 0, 1, 7, 2**31 - 1_000_001]) for _ in range(3)]
        return (b"".join(states), counts[0], counts[1], counts[2])

    def ask_nonsense(self, kernel: Any, shape: Shape) -> None:
        """Calls of every method of every type in which at least one thing is wrong, most of the time."""
        chance = self.chance
        control = native.Control()
        if chance.random() < 0.3:
            control.stop()
        state = self.state(shape)
        line: tuple[Any, ...] = (state, 0, 0, 0)
        if chance.randrange(2):
            state = damaged(state, chance)
            line = (state * chance.choice([1, 1, 2, 30]), *(chance.choice([0, 1, -1, 2**31 - 1]) for _ in range(3)))
        good = (state, state, line, line, 0, 1, 2, control, self.memory, self.table)
        names = [name for name in dir(kernel) if not name.startswith("_")]
        for method in (
            native.Kernel,
            native.Memory,
            native.Table,
            native.Stepper,
            *(getattr(kernel, name) for name in names),
        ):
            for _ in range(2):
                given = [chance.choice(good if chance.random() < 0.7 else JUNK) for _ in range(chance.randint(0, 7))]
                self.attempt(method, *given, **({"control": control} if chance.random() < 0.3 else {}))
        for square in (chance.randint(-2, shape.squares + 1), chance.choice(JUNK)):
            self.attempt(kernel.step, state, square, chance.randrange(shape.squares))
            self.attempt(kernel.line_outcome_after, line, square, chance.randrange(shape.squares))
        self.attempt(kernel.perft, state, chance.choice([0, 1, 2]), control=control)
        self.attempt(kernel.playouts, line, 0, 2, 0, 40, control)
        assert control.nodes >= 0


def run_round(seed: int, number: int) -> Counter[str]:
    """One round; how often what was called."""
    it = Round(random.Random(f"{seed}/{number}"))
    it.run()
    return it.calls


@click.command()
@click.option("--seconds", default=60.0, help="For how long.")
@click.option("--seed", default=1, help="Other numbers give other input.")
@click.option("--first", default=0, help="The number of the first round.")
@click.option("--verbose", is_flag=True, help="Name every round before it begins.")
def main(seconds: float, seed: int, first: int, verbose: bool) -> None:
    """Give the kernel strange input for some time."""
    calls: Counter[str] = Counter()
    end = time.monotonic() + seconds
    number = first
    while time.monotonic() < end:
        if verbose:
            click.echo(f"--seed {seed} --first {number}")
        faulthandler.dump_traceback_later(MAX_ROUND_SECONDS, exit=True)
        calls += run_round(seed, number)
        number += 1
    faulthandler.cancel_dump_traceback_later()
    click.echo(f"{number - first:,} rounds: {', '.join(f'{count:,} {name}' for name, count in sorted(calls.items()))}")


if __name__ == "__main__":
    main()
