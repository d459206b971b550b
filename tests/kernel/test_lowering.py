"""Lowering: every built-in strategy has an encoder, and the record is what the kernel reads, word by word."""

from __future__ import annotations

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
    VERDICTS,
    BesetEntry,
    CaptureEntry,
    CaptureKind,
    EndingEntry,
    EndingKind,
    GameEntry,
    HostileEntry,
    Hostility,
    JumpEntry,
    KindEntry,
    LimitEntry,
    LimitKind,
    Lowered,
    Movement,
    NotLoweredError,
    RepetitionKind,
    Squares,
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

EVERYWHERE = Squares(0b11111_11111_11111_11111_11111)
EDGE = Squares(0b11111_10001_10001_10001_11111)
THRONE = Squares(0b00000_00000_00100_00000_00000)
#: The kinds, a bit each: attackers, defenders, the king.
A, D, K = 0b0010, 0b0100, 0b1000
KINDS = (KindEntry(), KindEntry(side=1), KindEntry(side=1, is_king=1))


def words(lowered: Lowered) -> list[int]:
    """A record, word by word."""
    return array("I", lowered.record).tolist()


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
    assert (BUILT_IN[name] in ENCODERS) is (BUILT_IN[name] not in (Reserved, Camp))


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

    lowered = lower(small(access=(Lonely(),)).rules)
    for kind, closed in enumerate((True, True, False)):
        movement = lowered.movement[kind]
        for origin in range(25):
            assert movement.stops[origin] == (EVERYWHERE & ~EDGE if closed else EVERYWHERE)
            assert movement.crosses[origin] == (EVERYWHERE & ~(1 << 24 - origin) if closed else EVERYWHERE)


def _slides(distance: int, stops: int) -> Movement:
    """How a piece slides that may cross everything and stop on some squares."""
    return Movement(distance=distance, stops=25 * (Squares(stops),), crosses=25 * (EVERYWHERE,))


def _symmetries() -> tuple[tuple[int, ...], ...]:
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
    return tuple(tuple(row * 5 + column for column, row in (image(*square) for square in squares)) for image in images)


def test_the_least_record() -> None:
    """Rules by which pieces slide and nothing else happens: there is one table, in which nothing is hostile."""
    assert lower(small().rules) == Lowered(
        width=5,
        height=5,
        pieces=KINDS,
        movement=3 * (_slides(31, EVERYWHERE),),
        hostility=(3 * (Hostility(),),),
        symmetries=_symmetries(),
    )


def test_an_entry_is_written_field_by_field() -> None:
    """A number is a word, a set of squares has as many words as the board needs, a list begins with its length."""
    pieces = (KindEntry(side=1, is_king=1, becomes=2),)
    movement = (Movement(distance=31, stops=40 * (Squares(3 << 31),), crosses=40 * (Squares(5),)),)
    head = [0x5441464C, 2, 8, 5, 1, *(1, 1, 2), 31, *(40 * (1 << 31, 1, 5, 0))]
    lowered = Lowered(8, 5, pieces, movement)
    game = [0 for field in GameEntry() for _ in range(2 if isinstance(field, Squares) else 1)]
    assert words(lowered) == [*head, 0, 0, 0, 0, *game, 0, 0]
    full = attrs.evolve(
        lowered,
        hostility=((Hostility(HostileEntry(armed=6), (BesetEntry(enough=3, area=Squares(1 << 33)),)),),),
        limits=(LimitEntry(type=1, maximum=7, verdict=2), LimitEntry(type=0, maximum=8)),
    )
    hostile = [0 for field in HostileEntry()[1:] for _ in range(2 if isinstance(field, Squares) else 1)]
    assert words(full) == [*head, 0, 1, 6, *hostile, 1, *(3, 0, 2), 0, 0, *game, 2, *(1, 7, 2), *(0, 8, 0), 0]


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
    everyone = A | D | K
    besets = (BesetEntry(enough=3, area=Squares(THRONE | EDGE)),)
    assert lower(variant.rules) == Lowered(
        width=5,
        height=5,
        pieces=KINDS,
        movement=(*2 * (_slides(2, EVERYWHERE & ~THRONE),), _slides(31, EVERYWHERE)),
        jumps=(JumpEntry(kinds=K, over=A, restricted=1, area=THRONE),),
        hostility=(
            (
                Hostility(HostileEntry(armed=D, always=EDGE, empty=THRONE)),
                Hostility(HostileEntry(armed=A, empty=THRONE), besets),
                Hostility(HostileEntry(armed=A, edge=1)),
            ),
            # The table of the king's own capture.
            (
                Hostility(HostileEntry(armed=D | K)),
                Hostility(HostileEntry(armed=A)),
                Hostility(HostileEntry(armed=A)),
            ),
        ),
        captures=(
            CaptureEntry(type=CaptureKind.CUSTODIAL, victims=A | D, by=A | D, area=EVERYWHERE),
            CaptureEntry(type=CaptureKind.SHIELDWALL, victims=A | D, by=A, flanking=1, area=EVERYWHERE, closing=THRONE),
            CaptureEntry(type=CaptureKind.JUMPED, victims=everyone, by=K, area=EVERYWHERE),
            CaptureEntry(type=CaptureKind.SURROUNDED, victims=K, by=everyone, sides=3, area=EDGE),
            CaptureEntry(type=CaptureKind.SURROUNDED, victims=K, by=everyone, area=THRONE),
            CaptureEntry(
                type=CaptureKind.CUSTODIAL,
                victims=K,
                by=everyone,
                hostility=1,
                area=Squares(EVERYWHERE & ~EDGE & ~THRONE),
            ),
        ),
        endings=(
            EndingEntry(type=EndingKind.KING_CAPTURED),
            EndingEntry(type=EndingKind.KING_REACHES, area=EDGE),
            EndingEntry(type=EndingKind.ALL_MEN, number=1),
            EndingEntry(type=EndingKind.OPEN_WAYS, number=1000, area=EDGE),
        ),
        game=GameEntry(
            no_moves_draws=1,
            repetition=RepetitionKind.ENDS,
            occurrences=2,
            verdict=VERDICTS[Verdict.MOVER_LOSES],
            symmetric=1,
            berserk=1,
            escape=EDGE,
        ),
        limits=(
            LimitEntry(type=LimitKind.TURNS, maximum=70, verdict=VERDICTS[Verdict.DRAW]),
            LimitEntry(type=LimitKind.CAPTURELESS, maximum=50, verdict=VERDICTS[Verdict.DEFENDERS_LOSE]),
        ),
        symmetries=_symmetries(),
    )


def test_turncoats_say_what_they_become() -> None:
    """A kind that changes sides names its like on the other side."""
    pieces = lower(small(captures=(Custodial(),), turncoats="man").rules).pieces
    assert [piece.becomes for piece in pieces] == [2, 1, 0]


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
    assert words(lower(rules))[2:5] == [19, 19, 3]


@pytest.mark.parametrize(
    ("entries", "problem"),
    [
        ({"captures": (CaptureEntry(type=len(CaptureKind)),)}, "a way of capture must be"),
        ({"endings": (EndingEntry(type=len(EndingKind)),)}, "an ending must be"),
        ({"game": GameEntry(repetition=len(RepetitionKind))}, "a rule of repetition must be"),
        ({"limits": (LimitEntry(type=len(LimitKind), maximum=9),)}, "a limit must be"),
    ],
)
def test_the_kernel_refuses_kinds_of_rule_that_it_does_not_know(entries: dict[str, Any], problem: str) -> None:
    """An unknown number is an error, and is never taken for another rule."""
    native = pytest.importorskip("taflkit.kernel._native", reason="the extension is not installed")
    with pytest.raises(ValueError, match=problem):
        native.Kernel(attrs.evolve(lower(small().rules), **entries).record)
