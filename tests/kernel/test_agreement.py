"""The kernel answers as Python does; `tests.kernel.agreement` does the same at length."""

from __future__ import annotations

import random
from array import array

import attrs
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from taflkit import Side, Variant, load_variant, variant_names
from taflkit.board import bits_of
from taflkit.engine import installed
from taflkit.engine.encoding import encode_position
from taflkit.engine.lowering import lower
from taflkit.rules import Encirclement, Jump, Slide
from tests.drawn import drawn
from tests.engines import kernel_of
from tests.kernel.agreement import Comparison, Tally, compare
from tests.kernel.compositions import compositions
from tests.rules.boards import small

pytestmark = pytest.mark.skipif(not installed(), reason=f"compiled kernel: {installed()}")


@pytest.mark.parametrize("name", variant_names("tafl"))
def test_the_kernel_plays_every_variant_as_python_does(name: str) -> None:
    """Moves, captures and outcomes are the same in random games and positions of each variant."""
    tally = Tally()
    compare(load_variant(name), random.Random(name), tally, plies=12)
    assert tally.positions > 4


@pytest.mark.slow
# What fails is shown as the position and the rules; making them smaller takes minutes.
@settings(
    max_examples=60,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(compositions(), st.integers(0, 2**32))
def test_the_kernel_plays_whatever_is_composed(variant: Variant, number: int) -> None:
    """The same holds under random rules, however strange."""
    compare(variant, random.Random(number), Tally(), plies=12)


def test_who_jumps_into_a_ring_is_encircled_by_any_move() -> None:
    """A jump can complete the encirclement on the defenders' own move; the attackers win with their next, wherever."""
    variant = small(
        width=7, height=7, movement=(Slide(), Jump("defenders", over="attackers")), endings=(Encirclement(),)
    )
    picture = """
        . . . . . . A
        . . A A A . .
        . A . . . A .
        D A . K . A .
        . A . . . A .
        . . A A A . .
        . . . . . . .
    """
    Comparison(variant, Tally()).check_counts(drawn(variant, "defenders", picture).position)


def test_positions_are_told_apart_by_whose_turn_it_is_and_who_goes_on() -> None:
    """The hash of a state is that of all that makes a position."""
    variant = load_variant("berserk")
    kernel, start = kernel_of(variant.rules), variant.start
    assert kernel is not None
    positions = []
    for side in Side:
        own = list(bits_of(start.side_mask(side)))
        positions += [attrs.evolve(start, to_move=side, going_on_mask=mover) for mover in (0, own[0], own[-1])]
    assert len({kernel.hash(encode_position(position)) for position in positions}) == 6


def test_a_damaged_record_is_refused() -> None:
    """Whatever word of a record is changed to nonsense, and wherever it is cut off, the kernel says what is wrong."""
    from taflkit.engine._native import Kernel

    record = array("I", lower(load_variant("copenhagen").rules).record)
    sets = 5 + 3 * 3
    for at in (*range(sets), len(record) - 1):
        damaged = record[:]
        damaged[at] = 0x7FFFFFFF
        with pytest.raises(ValueError, match=r"word \d+ of the record"):
            Kernel(damaged.tobytes())
    for length in (0, 1, sets, len(record) // 2, len(record) - 1):
        with pytest.raises(ValueError, match="it ends where"):
            Kernel(record[:length].tobytes())
    with pytest.raises(ValueError, match="it goes on after its end"):
        Kernel(record.tobytes() + bytes(4))
    with pytest.raises(ValueError, match="four bytes"):
        Kernel(record.tobytes()[:-1])


@pytest.mark.parametrize(
    ("state", "message"),
    [
        (b"", "a state has 84 bytes, not 0"),
        (bytes([4]) + bytes(83), "square 0 of the state holds 4"),
        (bytes(81) + b"\2\0\0", "the side to move is 0 or 1, not 2"),
        (bytes(81) + b"\0\1\0", "the square that goes on holds no piece of the side to move"),
        (bytes(81) + b"\0\xff\xff", "the square that goes on holds no piece of the side to move"),
        (bytes([3] * 81) + bytes(3), "there are more than 8 kings"),
    ],
)
def test_a_state_that_cannot_be_is_refused(state: bytes, message: str) -> None:
    """The kernel checks what it is given."""
    kernel = kernel_of(load_variant("tablut").rules)
    assert kernel is not None
    for ask in (kernel.moves, kernel.count, kernel.hash, kernel.outcome, lambda s: kernel.line_moves((s, 0, 0, 0))):
        with pytest.raises(ValueError, match=message if state else "bytes"):
            ask(state)


def test_a_move_that_is_not_legal_is_refused() -> None:
    """So are moves, also those of squares that are not there."""
    variant = load_variant("tablut")
    kernel, state = kernel_of(variant.rules), encode_position(variant.start)
    assert kernel is not None
    for origin, target in ((0, 1), (40, 41), (3, 3), (-1, 5), (3, 81), (2**31 - 1, 0)):
        with pytest.raises(ValueError, match="there is no legal move"):
            kernel.step(state, origin, target)
