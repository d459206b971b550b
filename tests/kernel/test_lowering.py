"""Lowering: every built-in strategy has an encoder, and the record is what the kernel reads, word by word."""

from __future__ import annotations

import enum
from array import array
from collections.abc import Callable
from typing import Any

import attrs
import pytest

from taflkit import (
    ATTACKER,
    DEFENDER,
    KING,
    Board,
    Game,
    Geometry,
    LegalMoves,
    Move,
    Piece,
    Position,
    Rules,
    Side,
    load_variant,
)
from taflkit.board import grid
from taflkit.kernel.lowering import (
    ENCODERS,
    CaptureKind,
    EndingKind,
    LimitKind,
    NotLoweredError,
    RepetitionKind,
    lower,
)
from taflkit.rules import (
    AllMenCaptured,
    Area,
    Berserk,
    BesetKing,
    ByArea,
    Camp,
    CapturelessLimit,
    Custodial,
    Edge,
    EmptyArea,
    Enemies,
    Jump,
    JumpCapture,
    KingCaptured,
    KingReaches,
    NoMovesDraws,
    OpenWays,
    RepetitionEnds,
    RepetitionForbidden,
    Reserved,
    Shieldwall,
    Slide,
    Surrounded,
    TurnLimit,
    Verdict,
)
from taflkit.rules.protocols import Captor, Composition
from taflkit.rules.registry import BUILT_IN
from tests.rules.boards import small
from tests.variants import TAFL, each_of

EVERYWHERE = 0b11111_11111_11111_11111_11111
EDGE = 0b11111_10001_10001_10001_11111
THRONE = 0b00000_00000_00100_00000_00000
#: The kinds, a bit each: attackers, defenders, the king.
A, D, K = 0b0010, 0b0100, 0b1000


def words(rules: Rules) -> list[int]:
    """The record of some rules, word by word."""
    return array("I", lower(rules).record).tolist()


@attrs.frozen
class Peace:
    """A capture of a user's own: nothing is captured."""

    def captor(self, rules: Composition) -> Captor:
        """Nothing."""

        def captured(after: Position, move: Move) -> int:
            return 0

        return captured


@each_of(TAFL)
def test_every_variant_is_lowered(name: str) -> None:
    """The kernel can run every variant that comes with taflkit."""
    assert lower(load_variant(name).rules).record


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_built_in_strategy_has_an_encoder(name: str) -> None:
    """Only those for access need none, because they are asked once for every square."""
    assert (BUILT_IN[name].__name__ in ENCODERS) is (BUILT_IN[name] not in (Reserved, Camp))


def test_a_strategy_without_an_encoder_is_named() -> None:
    """Rules with a strategy of a user's own are not lowered, wherever it stands, and the reason names it."""
    reason = "the kernel does not know the rule Peace"
    compositions: list[dict[str, Any]] = [
        {"captures": (Custodial(), Peace())},
        {"king": (ByArea("throne", Surrounded(), ByArea("edge", Custodial(), Peace())),)},
    ]
    for strategies in compositions:
        with pytest.raises(NotLoweredError) as raised:
            lower(small(**strategies).rules)
        assert raised.value.reason == str(raised.value) == reason


def test_a_subclass_has_no_encoder() -> None:
    """A subclass may do something else than the class it inherits from, so it runs in Python."""

    class Snail(Slide):
        def reach(self, board: Board, piece: Piece, origin: int, occupied: int, crossable: int) -> int:
            return 0

    with pytest.raises(NotLoweredError, match="the kernel does not know the rule Snail"):
        lower(small(movement=(Snail(),)).rules)


def test_a_class_of_the_same_name_has_no_encoder() -> None:
    """A rule of a user's own is not taken for the built-in rule whose name it has."""
    namesake = type("Slide", (Slide,), {})
    with pytest.raises(NotLoweredError, match="the kernel does not know the rule Slide"):
        lower(small(movement=(namesake(),)).rules)


def test_a_subclass_of_the_rules_runs_in_python() -> None:
    """It may answer otherwise than the strategies that it is composed of."""

    class Still(Rules):
        def legal_moves(self, position: Position) -> LegalMoves:
            return LegalMoves()

    variant = load_variant("brandubh")
    still = Still(*(getattr(variant.rules, field.name) for field in attrs.fields(Rules) if field.init))
    game = Game(attrs.evolve(variant, rules=still))
    assert game.legal_moves == ()
    assert not game.variant.kernel


def test_access_is_lowered_whoever_wrote_it() -> None:
    """What is closed to a piece is asked for every square beforehand, so that any strategy for it will do."""

    class Lonely:
        def closed_to_stop(self, board: Board, piece: Piece, origin: int) -> int:
            return 0 if piece.is_king else board.grid.edge_mask

        def closed_to_cross(self, board: Board, piece: Piece, origin: int) -> int:
            return 0 if piece.is_king else 1 << 24 - origin

    record = words(small(access=(Lonely(),)).rules)
    for kind, closed in enumerate((True, True, False)):
        for origin in range(25):
            at = 5 + 3 * 3 + kind * 51 + 1 + 2 * origin
            stop, cross = (EVERYWHERE & ~EDGE, EVERYWHERE & ~(1 << 24 - origin)) if closed else (EVERYWHERE, EVERYWHERE)
            assert record[at : at + 2] == [stop, cross]


def _reach(distance: int, stop: int, cross: int = EVERYWHERE) -> list[int]:
    return [distance, *[stop, cross] * 25]


def _symmetries() -> list[int]:
    """The eight symmetries of a board of 5 by 5 squares."""
    squares = [(column, row) for row in range(5) for column in range(5)]
    images: list[Callable[[int, int], tuple[int, int]]] = [
        lambda c, r: (c, r),
        lambda c, r: (4 - c, r),
        lambda c, r: (c, 4 - r),
        lambda c, r: (4 - c, 4 - r),
        lambda c, r: (r, c),
        lambda c, r: (4 - r, 4 - c),
        lambda c, r: (4 - r, c),
        lambda c, r: (r, 4 - c),
    ]
    return [8, *(row * 5 + column for image in images for column, row in (image(*square) for square in squares))]


def test_the_least_record() -> None:
    """Rules by which pieces slide and nothing else happens."""
    assert words(small().rules) == [
        *(0x5441464C, 2, 5, 5, 3),
        *(0, 0, 0, 1, 0, 0, 1, 1, 0),  # Attackers, defenders, the king.
        *_reach(31, EVERYWHERE) * 3,
        0,  # No jumps.
        1,  # One table, in which nothing is hostile.
        *(0, 0, 0, 0, 0) * 3,
        0,  # No captures.
        0,  # No endings.
        0,  # Who cannot move loses.
        *(0, 0, 0, 0),  # Repetition does not matter.
        *(0, 0),  # A turn is one move.
        0,  # No limits.
        *_symmetries(),
    ]


def test_a_record_of_everything() -> None:
    """What each strategy becomes, in the order in which the kernel reads it."""
    variant = small(
        movement=(Slide(distance=2), Slide("king"), Jump("king", over="attackers", area="throne")),
        access=(Reserved("throne"),),
        hostility=(
            Enemies(armed="man"),
            EmptyArea("throne", to="men"),
            Area("edge", to="attackers"),
            Edge(),
            BesetKing("throne"),
            BesetKing("edge"),
        ),
        captures=(Custodial(by="men"), Shieldwall(closed_by="throne", by="attackers"), JumpCapture("king")),
        king=(
            ByArea(
                "edge",
                inside=Surrounded(sides=3),
                outside=ByArea("throne", Surrounded(), Custodial("king", hostility=(Enemies(),))),
            ),
        ),
        endings=(KingCaptured(), KingReaches("edge"), AllMenCaptured(king_alone=True), OpenWays("edge", 5000)),
        repetition=RepetitionEnds(2, Verdict.MOVER_LOSES, symmetric=True),
        no_moves=NoMovesDraws(),
        turn=Berserk("edge"),
        limits=(TurnLimit(70), CapturelessLimit(50, Verdict.DEFENDERS_LOSE)),
    )
    assert words(variant.rules) == [
        *(0x5441464C, 2, 5, 5, 3),
        *(0, 0, 0, 1, 0, 0, 1, 1, 0),
        *_reach(2, EVERYWHERE & ~THRONE) * 2,
        *_reach(31, EVERYWHERE),
        *(1, K, A, 1, THRONE),
        2,
        *(D, EDGE, THRONE, 0, 0),  # To attackers.
        *(A, 0, THRONE, 0, 1, 3, THRONE | EDGE),  # To defenders.
        *(A, 0, 0, 1, 0),  # To the king.
        *(D | K, 0, 0, 0, 0),  # The table of the king's own capture.
        *(A, 0, 0, 0, 0) * 2,
        6,
        *(0, A | D, A | D, 0, 4, 0, EVERYWHERE, 0),
        *(2, A | D, A, 0, 4, 1, EVERYWHERE, THRONE),
        *(3, A | D | K, K, 0, 4, 0, EVERYWHERE, 0),
        *(1, K, A | D | K, 0, 3, 0, EDGE, 0),
        *(1, K, A | D | K, 0, 4, 0, THRONE, 0),
        *(0, K, A | D | K, 1, 4, 0, EVERYWHERE & ~EDGE & ~THRONE, 0),
        *(4, 0, 0, 0, 1, 0, EDGE, 3, 1, 0, 4, 1000, EDGE),
        1,
        *(1, 2, 1, 1),
        *(1, EDGE),
        *(2, 1, 70, 0, 0, 50, 4),
        *_symmetries(),
    ]


def test_sets_of_more_than_a_word() -> None:
    """On a larger board a set takes several words, the first squares first."""
    geometry = Geometry.build(9, 9, throne="centre")
    rules = Rules(Board(geometry), (Slide(),), endings=(KingReaches("throne"),), repetition=RepetitionForbidden())
    # Behind the ending come: no moves, repetition, the turn, no limits, and eight symmetries.
    behind = 1 + 4 + 4 + 1 + 1 + 8 * 81
    assert words(rules)[-behind - 6 : -behind] == [1, 1, 0, 0, 1 << 40 - 32, 0][:6]


def test_turncoats_say_what_they_become() -> None:
    """A kind that changes sides names its like on the other side."""
    variant = small(captures=(Custodial(),), turncoats="man")
    assert words(variant.rules)[5:14] == [0, 0, 2, 1, 0, 1, 1, 1, 0]


@pytest.mark.parametrize(
    ("strategies", "reason"),
    [
        ({"captures": (Custodial(),) * 13}, "there are 13 ways of capture, and the kernel takes 12"),
        ({"endings": (KingCaptured(),) * 13}, "there are 13 endings, and the kernel takes 12"),
        ({"movement": (Slide(), *(Jump("king"),) * 13)}, "there are 13 ways to jump, and the kernel takes 12"),
        ({"limits": (TurnLimit(9),) * 13}, "there are 13 limits, and the kernel takes 12"),
        (
            {"captures": (Custodial(hostility=()),) * 8},
            "there are 9 sets of hostile squares, and the kernel takes 8",
        ),
        ({"repetition": RepetitionEnds(10**7)}, "a position may come back 10000000 times"),
        ({"limits": (TurnLimit(2**31),)}, "a limit is 2147483648, and the kernel counts to 2147483647"),
        (
            {
                "pieces": (
                    ATTACKER,
                    DEFENDER,
                    KING,
                    *(Piece(Side.ATTACKERS, f"kind {n}", "mnopqr"[n]) for n in range(6)),
                )
            },
            "there are 9 kinds of piece, and the kernel takes 8",
        ),
        (
            {"pieces": (ATTACKER, DEFENDER, KING, Piece(Side.ATTACKERS, "king", "Q"))},
            "the attackers have a king",
        ),
    ],
)
def test_what_the_kernel_has_no_room_for_is_not_lowered(strategies: dict[str, Any], reason: str) -> None:
    """Rules beyond the bounds of the kernel run in Python, and the reason says which bound."""
    with pytest.raises(NotLoweredError, match=reason):
        lower(small(**strategies).rules)


def test_the_largest_board_is_lowered() -> None:
    """There is no board that is too large for the kernel."""
    rules = Rules(Board(Geometry(grid(19, 19))), (Slide(),))
    assert words(rules)[2:5] == [19, 19, 3]


@pytest.mark.parametrize(
    ("entry", "kinds", "problem"),
    [
        ("captures", CaptureKind, "a way of capture must be"),
        ("endings", EndingKind, "an ending must be"),
        ("repetition", RepetitionKind, "a rule of repetition must be"),
        ("limits", LimitKind, "a limit must be"),
    ],
)
def test_the_kernel_refuses_kinds_of_rule_that_it_does_not_know(
    entry: str, kinds: type[enum.IntEnum], problem: str
) -> None:
    """An unknown number is an error, and is never taken for another rule."""
    native = pytest.importorskip("taflkit.kernel._native", reason="the extension is not installed")
    record = words(small(captures=(Custodial(),), endings=(KingCaptured(),), limits=(TurnLimit(9),)).rules)
    # From the end: the symmetries; a limit of three words; seven words of the game, and the number of limits; an ending
    # of three words; the number of endings; a capture of eight words.
    limits = -len(_symmetries()) - 3
    endings = limits - 1 - 7 - 3
    places = {"limits": limits, "repetition": limits - 1 - 6, "endings": endings, "captures": endings - 1 - 8}
    record[places[entry]] = len(kinds)
    with pytest.raises(ValueError, match=problem):
        native.Kernel(array("I", record).tobytes())
