"""OpenTafl's rules strings as variants, and back."""

from __future__ import annotations

import random

import attrs
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from taflkit import (
    Board,
    Game,
    Geometry,
    NotationError,
    Piece,
    Side,
    Variant,
    VariantError,
    load_variant,
)
from taflkit.board import ATTACKER, DEFENDER, KING, grid
from taflkit.records import format_opentafl_rules, parse_opentafl_rules
from taflkit.records.opentafl.keys import CHOICES, EVERYONE, LISTS, REGIONS
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
    Encirclement,
    Enemies,
    ExitFort,
    Jump,
    JumpCapture,
    KingCaptured,
    KingReaches,
    NoMovesDraws,
    OneMove,
    OpenWays,
    RepetitionEnds,
    RepetitionForbidden,
    RepetitionIgnored,
    Reserved,
    Rules,
    Shieldwall,
    Slide,
    Surrounded,
    Verdict,
)
from taflkit.rules.protocols import Capture
from tests.variants import TAFL, each_of

START = "start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
DEFENDERS = ("defenders", "king")
EIGHT = "start:/3c3/3t3/3N3/ttTKTtt/3T3/3t3/3n3/"
AT_HOME = ("throne", "beside throne")
KINGS = "pieces=('king',)"
OVER = ": it jumps over plain men, and perhaps only from or to special squares"
FORTS = (
    'the regions "attackers\' forts" and "defenders\' forts" overlap on a1 b1; '
    "OpenTafl writes the attackers' forts in place of the defenders'"
)
SPECIAL = ("throne", "corners")
MIXED = "start:/3g3/3t3/3T3/ttTKTtt/3M3/3t3/3t3/"
ELEVEN = "start:/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/"
BERSERK = "start:/3ttttt3/5c5/11/t4T4t/t3NTT3t/tc1TTKTT1ct/t3TTT3t/t4T4t/11/5c5/3ttttt3/"


def rules(text: str, start: str = START, *, as_read: bool = False) -> Variant:
    """The variant of a few keys on the board of brandubh."""
    return parse_opentafl_rules(f"dim:7 {text} {start}", as_opentafl_reads=as_read)


def test_a_rules_string_is_a_variant() -> None:
    """The keys become strategies, what is left out has OpenTafl's defaults."""
    text = f"dim:11 name:My_Own_Tafl tfr:i sw:s efe:y {ELEVEN}"
    variant = parse_opentafl_rules(text)
    assert (variant.name, variant.title) == ("my-own-tafl", "My Own Tafl")
    assert variant.start == load_variant("copenhagen").start
    assert variant.rules == attrs.evolve(
        load_variant("copenhagen").rules,
        hostility=(Enemies(), EmptyArea("throne"), EmptyArea("corners")),
        repetition=RepetitionIgnored(),
    )
    assert format_opentafl_rules(variant) == text


def test_the_example_of_a_throne_that_is_nothing() -> None:
    """The specification's Brandub has a weak king and a throne that is hostile to nobody."""
    variant = rules("ks:n cenhe: cenh:")
    assert variant.rules.hostility == (Enemies(), EmptyArea("corners"))
    assert variant.rules.king == (Custodial("king"),)
    assert variant.rules.access == (Reserved("throne", "king"), Reserved("corners", "king", "king"))
    assert variant.title == "Unknown tafl"


def test_the_example_of_a_board_without_special_squares() -> None:
    """The specification's Sea Battle has neither throne nor corners, and an unarmed king."""
    variant = rules("esc:e ka:n cen: cenhe: cor:")
    assert variant.geometry.regions == ()
    assert variant.rules.access == ()
    assert variant.rules.hostility == (Enemies("men"),)
    assert variant.rules.captures == (Custodial("men", "men"),)
    assert variant.rules.endings == (KingCaptured(), KingReaches("edge"), Encirclement())


def test_the_example_of_berserk() -> None:
    """The specification's Berserk has commanders that leap, a knight that captures so, and a king who does at home."""
    text = (
        "dim:11 surf:n atkf:n kj:r ber:c start:/3ttttt3/5c5/11/t4T4t/t3NTT3t/tc1TTKTT1ct/t3TTT3t/t4T4t/11/5c5/3ttttt3/"
    )
    variant, known = parse_opentafl_rules(text), load_variant("berserk")
    assert variant.start.to_move is Side.DEFENDERS
    assert variant.rules.turn == Berserk()
    assert set(variant.rules.king) == set(known.rules.king)
    assert set(variant.rules.captures) == set(known.rules.captures)
    assert set(variant.rules.endings) == set(known.rules.endings)
    assert {type(movement) for movement in variant.rules.movement} == {type(m) for m in known.rules.movement}
    assert parse_opentafl_rules(format_opentafl_rules(variant)) == variant


@pytest.mark.parametrize(
    ("keys", "question", "answer"),
    [
        ("tfr:d", "repetition", RepetitionEnds(3, Verdict.DRAW)),
        ("tfr:w", "repetition", RepetitionEnds(3, Verdict.MOVER_WINS)),
        ("tfr:l", "repetition", RepetitionEnds(3, Verdict.MOVER_LOSES)),
        ("ks:s", "king", (Surrounded(),)),
        ("ks:y", "king", (Surrounded(),)),
        ("ks:c", "king", (ByArea(("throne", "beside throne"), Surrounded(), Custodial("king")),)),
        ("ks:m", "king", (Surrounded(),)),
        ("ks:m", "hostility", (Enemies(), EmptyArea("throne"), EmptyArea("corners"), Edge("king"))),
        # A king who is no anvil makes his throne hostile to the attackers all the same.
        (
            "ka:h cor: esc:e",
            "hostility",
            (Enemies("men"), EmptyArea("throne", ("defenders", "king")), Area("throne", "attackers")),
        ),
        ("linc:y", "hostility", (Enemies(), EmptyArea("throne"), EmptyArea("corners"), BesetKing("throne"))),
        ("ka:a", "captures", (Custodial("men", "men"),)),
        ("sw:w", "captures", (Custodial(), Shieldwall())),
        ("sw:s swf:n", "captures", (Custodial(), Shieldwall("men", "corners", False))),
        ("sw:w ka:n", "captures", (Custodial(by="men"), Shieldwall(by="men"))),
        ("spd:2", "movement", (Slide(distance=2),)),
        ("spd:3,1", "movement", (Slide(("defenders", "king"), 1), Slide("attackers", 3))),
        ("spd:3,1,", "movement", (Slide(("defenders", "king"), 1), Slide("attackers", 3))),
        ("spd:-1,-1,-1,-1,-1,-1,-1,-1,-1,1,-1,-1", "movement", (Slide("men"), Slide("king", 1))),
        ("cens: cenp:K", "access", (Reserved("throne", (), "king"), Reserved("corners", "king", "king"))),
        ("cenre:", "access", (Reserved("throne", (), ()), Reserved("corners", "king", "king"))),
        ("efe:y surf:n", "endings", (KingCaptured(), KingReaches("corners"), ExitFort())),
        ("ber:n", "turn", OneMove()),
    ],
)
def test_what_keys_mean(keys: str, question: str, answer: object) -> None:
    """Each key is one strategy, or a part of one."""
    variant = rules(keys)
    found = getattr(variant.rules, question)
    assert found == answer
    assert parse_opentafl_rules(format_opentafl_rules(variant)) == variant


@pytest.mark.parametrize(
    ("keys", "start", "jumps"),
    [
        ("nj:r", "start:/3t3/3t3/3T3/ntTKTtt/3T3/3t3/3t3/", [Jump("knight", area=(*SPECIAL, "attackers' forts"))]),
        ("nj:r", "start:/3t3/3t3/3N3/ttTKTtt/3T3/3t3/3t3/", [Jump("knight", area=(*SPECIAL, "defenders' forts"))]),
        ("kj:r", START, [Jump("king", area=(*SPECIAL, "defenders' forts"))]),
        ("kj:j", START, [Jump("king")]),
        ("kj:c", START, [Jump("king")]),
        ("nj:j cj:j kj:j", EIGHT, [Jump(("commander", "knight", "king"))]),
        ("kj:n", START, []),
    ],
)
def test_who_jumps_where(keys: str, start: str, jumps: list[Jump]) -> None:
    """Anywhere, or only from and to the throne, the corners and the forts of the own side."""
    variant = rules(f"{keys} afor:a4, dfor:b2,", start)
    assert [movement for movement in variant.rules.movement if isinstance(movement, Jump)] == jumps
    takes = [way for way in variant.rules.captures if isinstance(way, JumpCapture)]
    assert takes == ([JumpCapture("king")] if keys == "kj:c" else [])
    assert parse_opentafl_rules(format_opentafl_rules(variant)) == variant


def test_how_far_every_piece_moves() -> None:
    """Twelve numbers where not all are alike, in OpenTafl's order; a piece that is not there has none."""
    assert "spd:3,-1,-1,-1,-1,-1,1,-1,-1,1,-1,-1" in format_opentafl_rules(rules("spd:3,1")).split()
    assert "spd:2" in format_opentafl_rules(rules("spd:2")).split()


def test_the_top_row_may_come_first() -> None:
    """The key says so."""
    assert format_opentafl_rules(rules("", EIGHT)).endswith(f" {EIGHT}")
    assert parse_opentafl_rules(format_opentafl_rules(rules("", EIGHT), top_first=True)) == rules("", EIGHT)
    assert format_opentafl_rules(rules("", EIGHT), top_first=True).endswith(" starti:/3n3/3t3/3T3/ttTKTtt/3N3/3t3/3c3/")


def test_mercenaries_and_guards() -> None:
    """A captured mercenary changes sides; a guard neither captures nor is captured."""
    variant = rules("", MIXED)
    assert variant.rules.turncoats == ("mercenary",)
    assert {str(piece) for piece in variant.board.pieces} >= {"attacking mercenary", "defending mercenary"}
    (custodial,) = variant.rules.captures
    assert isinstance(custodial, Custodial)
    guard = Piece(Side.ATTACKERS, "guard", "g")
    assert guard in variant.board.pieces
    assert not guard.is_one_of(custodial.victims)
    assert not guard.is_one_of(custodial.by)
    assert parse_opentafl_rules(format_opentafl_rules(variant)) == variant


def test_camps() -> None:
    """Forts that nobody enters again are a camp, if no line leads from one part of it to another."""
    variant = rules("afor:a4,b4, aforre:")
    assert variant.rules.access[-1] == Camp("attackers' forts", "attackers")
    assert parse_opentafl_rules(format_opentafl_rules(variant)) == variant
    with pytest.raises(NotationError, match="aforre: a camp as taflkit knows it"):
        rules("afor:a4,g4 aforre:")
    with pytest.raises(NotationError, match="aforre: "):
        rules("afor:a4,b4 aforre:K")
    free = rules("afor:a4,b4,f4,g4 aforp:t afors:tT")
    assert free.rules.access[-1] == Reserved("attackers' forts", "men", "attackers")
    assert rules("afor:a4,b4").rules.access == rules("").rules.access
    assert rules("afor:a4,b4 afors:t").rules.access[-1] == Reserved("attackers' forts", "attackers")
    assert rules("afor:a4,b4 aforp:t").rules.access[-1] == Reserved("attackers' forts", "everyone", "attackers")


@pytest.mark.parametrize(
    ("keys", "question", "specified", "read"),
    [
        ("tfr:w", "repetition", RepetitionEnds(3, Verdict.MOVER_WINS), RepetitionEnds(3, Verdict.MOVER_LOSES)),
        ("tfr:l", "repetition", RepetitionEnds(3, Verdict.MOVER_LOSES), RepetitionEnds(3, Verdict.MOVER_WINS)),
        ("tfr:i", "repetition", RepetitionIgnored(), RepetitionEnds(3, Verdict.DRAW)),
        ("spd:3,1", "movement", (Slide(("defenders", "king"), 1), Slide("attackers", 3)), (Slide(),)),
        (
            "cor: cenhe:tT esc:e",
            "hostility",
            (Enemies(), EmptyArea("throne", "men")),
            (Enemies(), EmptyArea("throne")),
        ),
        ("cor: cenhe:K esc:e", "hostility", (Enemies(), EmptyArea("throne", "king")), (Enemies(),)),
        (
            "cen: corre:",
            "access",
            (Reserved("corners", (), ()),),
            (Reserved("corners", "king", "king"),),
        ),
        (
            "cor: esc:e cenre:K dfor:d5,e5",
            "access",
            (Reserved("throne", "king", "king"), Reserved("defenders' forts", DEFENDERS, DEFENDERS)),
            (Reserved("throne", "king", "king"), Camp("defenders' forts", "defenders")),
        ),
    ],
)
def test_as_opentafl_reads_it(keys: str, question: str, specified: object, read: object) -> None:
    """OpenTafl's reader differs from its specification, and either can be asked for."""
    assert getattr(rules(keys).rules, question) == specified
    assert getattr(rules(keys, as_read=True).rules, question) == read


def test_opentafl_passes_over_what_it_does_not_know() -> None:
    """Read as OpenTafl reads, unknown keys and values, second values and any order do no harm."""
    odd = f"{START} esc:x color:red ks:z sw:? ber:x dim:9 dim:7 surf:maybe atkf"
    variant = parse_opentafl_rules(odd, as_opentafl_reads=True)
    assert variant == rules("esc:e surf:n atkf:n")
    unarmed = rules("ka:n", as_read=True)
    assert unarmed.rules.hostility[1] == EmptyArea("throne")


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("", 1, "dim: the size of the board"),
        ("dim:", 5, "dim: the size of the board, from 5 to 19"),
        ("dim:4 " + START, 5, "dim: the size"),
        ("dim:999 " + START, 5, "dim: the size"),
        ("dim:\uff17 " + START, 5, "dim: the size"),
        ("esc:e dim:7 " + START, 1, "dim, the size of the board, first"),
        ("dim:7", 6, "start: and the start position"),
        ("dim:7 " + START + " esc:e", 47, "the end, after the start position"),
        ("dim:7 esc " + START, 7, "a key, a colon and a value"),
        ("dim:7 ecs:e " + START, 7, "a key of OpenTafl's rules (did you mean 'esc'?)"),
        ("dim:7 esc:e esc:c " + START, 13, "no second esc"),
        ("dim:7 esc:x " + START, 11, "esc: one of c, e"),
        ("dim:7 esc:ec " + START, 11, "esc: one of c, e"),
        (
            "dim:7 ber:m " + START,
            11,
            "ber: n or c: that a piece continues its turn without capturing (m) is no rule of taflkit",
        ),
        ("dim:7 cor:a1,h1 " + START, 14, "cor: squares from a1 to g7"),
        ("dim:7 cor:z9 " + START, 11, "cor: squares from a1 to g7"),
        ("dim:7 cor: " + START, 11, "cor: corners, to which the king escapes (esc:c)"),
        (
            "dim:7 cen:a1 " + START,
            11,
            "cen: regions that share no square (the regions 'throne' and 'corners' overlap on a1)",
        ),
        ("dim:7 cor:d4 " + START, 11, "cor: regions that share no square"),
        ("dim:7 cor:a2 afor:d4 " + START, 19, "afor: regions that share no square"),
        ("dim:7 cors:t " + EIGHT, 12, "cors: pieces that the rules can name"),
        ("dim:7 corp:t " + EIGHT, 12, "corp: pieces that the rules can name"),
        ("dim:7 spd:1,2,-1,-1,-1,-1,-1,-1 " + EIGHT, 11, "spd: pieces that the rules can name"),
        ("dim:7 corh:tz " + START, 13, "corh: letters of pieces (tcnkmgTCNKMG)"),
        (
            "dim:7 corh:t cens:tT cenh:t cenhe:T " + START,
            27,
            "cenh: no piece that cenhe does not have: a throne is not less hostile empty",
        ),
        ("dim:7 spd:x " + START, 11, "spd: a number of squares from 1 to 99, or -1 for any"),
        ("dim:7 spd:1,0 " + START, 13, "spd: a number of squares"),
        ("dim:7 spd:1\uff11 " + START, 11, "spd: a number of squares"),
        ("dim:7 spd:1,-1,12,0,1,1,1,1 " + START, 19, "spd: a number of squares"),
        ("dim:7 spd:,1,1 " + START, 11, "spd: one number"),
        ("dim:7 spd:1,2,3 " + START, 11, "spd: one number, two (attackers, defenders), or one for each kind of piece"),
        ("dim:7 ks:c cen: " + START, 10, "ks: s, m or w, since there is no throne"),
        ("dim:7 linc:y cen: " + START, 12, "linc: n, since there is no throne"),
        ("dim:7 kj:r cen: cor: esc:e " + START, 10, "kj: special squares to jump from or to"),
        (f"dim:7 mj:r afor:a4 {MIXED}", 10, "mj: forts that are friendly to every mercenary"),
        (
            "dim:7 afor:a1,b1 dfor:a1,b1 cor: esc:e " + START,
            23,
            f"dfor: regions that share no square ({FORTS})",
        ),
        ("dim:7 corh:t " + EIGHT, 12, "corh: pieces that the rules can name: whole kinds, or all men of a side"),
        ("dim:7 start:/7/7/7/7/7/7/7/", 13, "start: one king, of the defenders"),
        ("dim:7 start:/k6/7/7/7/7/7/7/", 13, "start: one king, of the defenders"),
        ("dim:7 start:/K5K/7/7/7/7/7/7/", 13, "start: one king, of the defenders"),
        ("dim:7 starti:/7/7/7/7/7/7/8/", 27, "a number from 1 to 7"),
        ("dim:7 " + " " * 50_000, 1, "no more than 20000 characters"),
    ],
)
def test_what_is_no_rules_string_says_where(text: str, column: int, expected: str) -> None:
    """An error has the column and the key that is wrong, or that says what no rule of taflkit says."""
    with pytest.raises(NotationError) as caught:
        parse_opentafl_rules(text)
    assert caught.value.expected.startswith(expected)
    assert (caught.value.text, caught.value.column) == (text if len(text) <= 20_000 else text[:100], column)


def _expressible(variant: Variant) -> Variant:
    """A variant with a rule on repetition that OpenTafl has, and turns that do."""
    turn = Berserk() if isinstance(variant.rules.turn, Berserk) else variant.rules.turn
    changed = attrs.evolve(variant.rules, repetition=RepetitionEnds(3), turn=turn)
    return attrs.evolve(variant, rules=changed)


#: What OpenTafl's rules have no word for, beside repetition, in the variants that come with taflkit.
UNSAID = {
    "ashton-tablut": ("ByArea", "Camp", "EmptyArea", "captures without Custodial"),
    "ashton-tablut-bologna": ("ByArea", "Camp", "captures without Custodial"),
    "brandubh-2": ("ByArea",),
    "foteviken-tablut": ("Camp",),
}


@each_of(TAFL)
def test_variants_keep_their_rules(name: str) -> None:
    """A variant that is written and read back plays the same games: the same moves, captures and ends."""
    variant = _expressible(load_variant(name))
    if name in UNSAID:
        with pytest.raises(VariantError) as caught:
            format_opentafl_rules(variant)
        unsaid = [problem.removeprefix("OpenTafl's rules cannot express ") for problem in caught.value.problems]
        assert tuple(sorted(problem.split("(")[0] for problem in unsaid)) == tuple(sorted(UNSAID[name]))
        assert format_opentafl_rules(variant, nearest=True).startswith("dim:")
        return
    again = parse_opentafl_rules(format_opentafl_rules(variant))
    assert parse_opentafl_rules(format_opentafl_rules(again, top_first=True)) == again
    chance = random.Random(name)
    for _ in range(3):
        game, other = Game(variant, variant.start), Game(again, again.start)
        while game.legal_moves and game.ply < 40:
            assert game.legal_moves == tuple(other.legal_moves) or set(game.legal_moves) == set(other.legal_moves)
            captures = [move for move in game.legal_moves if variant.rules.taken_by(game.position, move)]
            move = chance.choice(captures if captures and chance.random() < 0.5 else game.legal_moves)
            game, other = game.play(move), other.play(move)
            assert str(game.last) == str(other.last)
            assert game.outcome == other.outcome


CLOSED = "squares are closed as a region, or not at all"
WHETHER = "such squares are hostile whether they are empty or not"


@pytest.mark.parametrize(
    ("change", "nearest", "says"),
    [
        (
            {"repetition": RepetitionEnds(3, Verdict.DEFENDERS_LOSE)},
            "tfr:w",
            ["RepetitionEnds(occurrences=3, result=Verdict.DEFENDERS_LOSE, symmetric=False)"],
        ),
        (
            {"repetition": RepetitionEnds(2)},
            "",
            ["RepetitionEnds(occurrences=2, result=Verdict.DRAW, symmetric=False)"],
        ),
        ({"no_moves": NoMovesDraws()}, "", ["NoMovesDraws()"]),
        ({"limits": (CapturelessLimit(50),)}, "", ["CapturelessLimit(plays=50, result=Verdict.DRAW)"]),
        (
            {"turn": Berserk("corners")},
            "ber:c",
            ["Berserk(escape=('corners',)): a piece that continues its turn must capture"],
        ),
        ({"king": ()}, "", ["that the king cannot be captured"]),
        ({"king": (Surrounded(sides=3),)}, "", ["Surrounded(victims=('king',), sides=3)"]),
        ({"captures": ()}, "", ["captures without Custodial"]),
        (
            {"captures": (Custodial("attackers"),)},
            "",
            ["Custodial(victims=('attackers',), by=('everyone',), hostility=None)"],
        ),
        (
            {"captures": (Custodial(), Shieldwall("attackers"))},
            "sw:w",
            ["Shieldwall(victims=('attackers',), closed_by=(), flanking=True, by=('everyone',))"],
        ),
        (
            {"captures": (Custodial(), Shieldwall(by="men"))},
            "sw:w",
            ["Shieldwall(victims=('men',), closed_by=(), flanking=True, by=('men',))"],
        ),
        ({"hostility": (Enemies("attackers"),)}, "ka:h corh: cenh: cenhe:", ["Enemies: all men but guards are armed"]),
        ({"hostility": (Enemies(), Edge("men"))}, "corh: cenhe:", ["Edge(to=('men',))"]),
        (
            {"hostility": (Enemies(), EmptyArea("beside throne"))},
            "corh: cenhe:",
            ["EmptyArea(area=('beside throne',), to=('everyone',)): only whole regions are hostile"],
        ),
        (
            {"hostility": (Enemies(), BesetKing("throne", 2))},
            "corh: cenhe:",
            ["BesetKing(area=('throne',), enemies=2, to=('defenders',))"],
        ),
        (
            {"access": (Reserved("edge", "king"),)},
            "cenh: corp:tTK cens:tTK",
            [f"Reserved(area=('edge',), stop=('king',), cross=('everyone',)): {CLOSED}"],
        ),
        (
            {"endings": (KingCaptured(),)},
            "surf:n",
            [
                f"EmptyArea(area=('corners',), to=('everyone',)): {WHETHER}",
                "that the king escapes nowhere",
            ],
        ),
        ({"endings": (KingReaches("corners"),)}, "surf:n", ["that the capture of the king does not end the game"]),
        (
            {"endings": (KingCaptured(), KingReaches("throne"))},
            "surf:n",
            [
                f"EmptyArea(area=('corners',), to=('everyone',)): {WHETHER}",
                "KingReaches(area=('throne',))",
            ],
        ),
        (
            {"endings": (KingCaptured(), KingReaches("corners"), OpenWays("corners"))},
            "surf:n",
            ["OpenWays(area=('corners',), ways=2)"],
        ),
        ({"movement": (Slide("men"),)}, "", ["that some pieces do not slide"]),
        ({"turncoats": ("men",)}, "", ["turncoats: mercenaries change sides, and nobody else does"]),
        ({"captures": (Custodial(), Surrounded("attackers"))}, "", ["Surrounded(victims=('attackers',), sides=4)"]),
        (
            {"captures": (Custodial(by="attackers"),)},
            "ka:a",
            ["Custodial(victims=('men',), by=('attackers',), hostility=None)"],
        ),
        (
            {"captures": (Custodial(hostility=(Enemies(),)),)},
            "",
            ["Custodial(victims=('men',), by=('everyone',), hostility=(Enemies(armed=('everyone',)),))"],
        ),
        (
            {"captures": (Custodial(), Shieldwall(), Shieldwall(flanking=False))},
            "sw:w swf:n",
            [
                "Shieldwall(victims=('men',), closed_by=(), flanking=True, by=('everyone',))",
                "Shieldwall(victims=('men',), closed_by=(), flanking=False, by=('everyone',))",
            ],
        ),
        (
            {"captures": (Custodial(), Shieldwall(closed_by="throne"))},
            "sw:s",
            ["Shieldwall(victims=('men',), closed_by=('throne',), flanking=True, by=('everyone',))"],
        ),
        (
            {"hostility": (Enemies(), Area(("throne", "edge")))},
            "cenh:tT",
            ["Area(area=('throne', 'edge'), to=('everyone',)): only whole regions are hostile"],
        ),
        (
            {"hostility": (Enemies(), Edge("king")), "king": (Custodial("king"),)},
            "ks:m corh: cenhe:",
            ["the edge as hostile to a king: only all sides together capture him then"],
        ),
        (
            {"hostility": (Enemies(), BesetKing("corners", 3))},
            "corh: cenhe:",
            ["BesetKing(area=('corners',), enemies=3, to=('defenders',))"],
        ),
        (
            {"king": (Surrounded(), Custodial("king"))},
            "",
            [
                "Surrounded(victims=('king',), sides=4)",
                "Custodial(victims=('king',), by=('everyone',), hostility=None)",
            ],
        ),
        ({"king": (Surrounded("everyone"),)}, "", ["Surrounded(victims=('everyone',), sides=4)"]),
        (
            {"king": (ByArea("corners", Surrounded(), Custodial("king")),)},
            "",
            [
                (
                    "ByArea(area=('corners',), inside=Surrounded(victims=('king',), sides=4), "
                    "outside=Custodial(victims=('king',), by=('ev..."
                )
            ],
        ),
        (
            {"king": (ByArea(AT_HOME, Custodial("king"), Surrounded()),)},
            "",
            [
                (
                    "ByArea(area=('throne', 'beside throne'), inside=Custodial(victims=('king',), by=('everyone',), "
                    "hostility=None), outsi..."
                )
            ],
        ),
        (
            {"movement": (Slide(), Jump("king", "everyone"))},
            "kj:j",
            [f"Jump({KINGS}, over=('everyone',), area=()){OVER}"],
        ),
        (
            {"movement": (Slide(), Jump("king", area="edge"))},
            "kj:r",
            [f"Jump({KINGS}, over=('man',), area=('edge',)){OVER}"],
        ),
        (
            {"movement": (Slide(), Jump("king"), Jump("king", area=SPECIAL))},
            "kj:j",
            [f"Jump({KINGS}, over=('man',), area=()){OVER}"],
        ),
        (
            {"movement": (Slide(), Jump("king", area=SPECIAL)), "captures": (Custodial(), JumpCapture("king"))},
            "kj:r",
            [f"Jump({KINGS}, over=('man',), area=('throne', 'corners')){OVER}"],
        ),
        (
            {"movement": (Slide(), Jump("attackers"))},
            "",
            ["Jump(pieces=('attackers',), over=('man',), area=()): plain men do not jump"],
        ),
        (
            {"captures": (Custodial(), JumpCapture("defenders"))},
            "",
            ["JumpCapture(pieces=('defenders',)): plain men do not jump"],
        ),
        (
            {"endings": (KingCaptured(), KingReaches("corners"), KingReaches("edge"))},
            "surf:n",
            ["KingReaches(area=('corners',))", "KingReaches(area=('edge',))"],
        ),
        (
            {"endings": (KingCaptured(), KingReaches("edge"), AllMenCaptured())},
            "esc:e surf:n",
            ["AllMenCaptured(king_alone=False)"],
        ),
        ({"repetition": RepetitionForbidden()}, "tfr:l", ["RepetitionForbidden()"]),
        (
            {"repetition": RepetitionEnds(3, symmetric=True)},
            "",
            ["RepetitionEnds(occurrences=3, result=Verdict.DRAW, symmetric=True)"],
        ),
        (
            {"access": (Reserved("throne", stop="king", cross="attackers"), Reserved(("edge",), "king"))},
            "corp:tTK cenp:t",
            [
                f"Reserved(area=('throne',), stop=('king',), cross=('attackers',)): {CLOSED}",
                f"Reserved(area=('edge',), stop=('king',), cross=('everyone',)): {CLOSED}",
            ],
        ),
    ],
)
def test_what_cannot_be_said_is_named(change: dict[str, object], nearest: str, says: list[str]) -> None:
    """The rules that OpenTafl has no key for are named in the error, and left out or made the nearest if asked for."""
    variant = rules("")
    changed = attrs.evolve(variant, rules=attrs.evolve(variant.rules, **change))  # type: ignore[arg-type]
    with pytest.raises(VariantError) as caught:
        format_opentafl_rules(changed)
    assert list(caught.value.problems) == [f"OpenTafl's rules cannot express {problem}" for problem in says]
    assert caught.value.path == "unknown-tafl"
    text = format_opentafl_rules(changed, nearest=True)
    assert text == " ".join(filter(None, ["dim:7", "name:Unknown_tafl", nearest, START]))
    parse_opentafl_rules(text)


def test_a_king_who_captures_in_one_way_is_armed() -> None:
    """Two captures by custody are one: who captures in either of them captures."""
    variant = rules("")
    both = attrs.evolve(variant, rules=attrs.evolve(variant.rules, captures=(Custodial(), Custodial(by="men"))))
    assert format_opentafl_rules(both) == format_opentafl_rules(variant)


def test_rules_of_ones_own_are_named() -> None:
    """A strategy that comes with no program cannot be written for another."""

    @attrs.frozen
    class Drift:
        """Pieces stay where they are."""

        def targets(self, position: object, origin: int, crossable: int) -> int:
            """Nowhere."""
            return 0

    variant = rules("")
    changed = attrs.evolve(variant, rules=attrs.evolve(variant.rules, movement=(Slide(), Drift())))
    with pytest.raises(VariantError, match="Drift"):
        format_opentafl_rules(changed)


@st.composite
def strings(draw: st.DrawFn) -> str:
    """Any rules string with values that there are; not all of them can be said in taflkit's rules."""
    words = [f"{key}:{draw(st.sampled_from(letters))}" for key, (letters, _) in CHOICES.items() if draw(st.booleans())]
    squares = st.lists(st.sampled_from(["a1", "b1", "a7", "d4", "d3", "g4", "g7"]), max_size=3, unique=True)
    words += [f"{key}:{','.join(draw(squares))}" for key in REGIONS if draw(st.integers(0, 3)) == 0]
    letters = st.lists(st.sampled_from(EVERYONE), unique=True).map("".join)
    words += [f"{key}:{draw(letters)}" for key in LISTS if draw(st.integers(0, 3)) == 0]
    if draw(st.booleans()):
        words.append(f"spd:{draw(st.sampled_from(['-1', '2', '3,-1', '-1,1', '1,1,1,1,2,2,2,2']))}")
    start = draw(st.sampled_from([START, EIGHT, "starti:/3g3/3t3/3T3/ttTKTtt/3M3/3t3/3t3/"]))
    return " ".join(["dim:7", *draw(st.permutations(words)), start])


@settings(max_examples=40, deadline=None)
@given(strings(), st.booleans())
def test_a_variant_that_is_written_is_read_back(text: str, as_read: bool) -> None:
    """What a string means is the same after it has been written anew."""
    try:
        variant = parse_opentafl_rules(text, as_opentafl_reads=as_read)
    except NotationError:
        reject()
    again = format_opentafl_rules(variant)
    assert parse_opentafl_rules(again) == variant
    assert format_opentafl_rules(parse_opentafl_rules(again)) == again


COMMANDERS = "what commanders do to a king: a strong king, and no other, falls between two of them"
BETWEEN = Custodial("king", "commander", (Enemies("commander"), EmptyArea("corners")))


@pytest.mark.parametrize(
    ("king", "says"),
    [
        ((Surrounded(), ByArea(AT_HOME, Surrounded(), BETWEEN)), []),
        ((Surrounded(), BETWEEN), []),
        ((ByArea(AT_HOME, Surrounded(), Custodial("king")),), []),
        ((Surrounded(),), [COMMANDERS]),
        ((Custodial("king"), BETWEEN), [COMMANDERS]),
        ((Surrounded(), ByArea("corners", Surrounded(), BETWEEN)), ["Surrounded", "ByArea", COMMANDERS]),
        ((Surrounded(), ByArea(AT_HOME, Custodial("king"), BETWEEN)), ["Surrounded", "ByArea", COMMANDERS]),
        ((Surrounded(), attrs.evolve(BETWEEN, by="attackers")), ["Surrounded", "Custodial", COMMANDERS]),
        ((Surrounded(), attrs.evolve(BETWEEN, victims=("king", "knight"))), ["Surrounded", "Custodial", COMMANDERS]),
        (
            (Surrounded(), attrs.evolve(BETWEEN, hostility=(Enemies("commander"),))),
            ["Surrounded", "Custodial", COMMANDERS],
        ),
        (
            (Surrounded(), attrs.evolve(BETWEEN, hostility=(Enemies("commander"), Area("corners")))),
            ["Surrounded", "Custodial", COMMANDERS],
        ),
        (
            (Surrounded(), attrs.evolve(BETWEEN, hostility=(Enemies("commander"), EmptyArea("corners", "men")))),
            ["Surrounded", "Custodial", COMMANDERS],
        ),
        (
            (Surrounded(), attrs.evolve(BETWEEN, hostility=(Enemies("commander"), EmptyArea("corners"), Edge()))),
            ["Surrounded", "Custodial", COMMANDERS],
        ),
        (
            (Surrounded(), attrs.evolve(BETWEEN, hostility=(Enemies(), EmptyArea("corners")))),
            ["Surrounded", "Custodial", COMMANDERS],
        ),
        ((Custodial("king", by="defenders"),), ["Custodial", COMMANDERS]),
    ],
)
def test_where_there_are_commanders(king: tuple[Capture, ...], says: list[str]) -> None:
    """A strong king falls between two of them, or one and a corner, away from his throne; other ways have no key."""
    variant = rules("", EIGHT)
    changed = attrs.evolve(variant, rules=attrs.evolve(variant.rules, king=king))
    if not says:
        strength = "ks:c" if len(king) == 1 else ""
        assert format_opentafl_rules(changed).split()[2:] == [*strength.split(), EIGHT]
        return
    with pytest.raises(VariantError) as caught:
        format_opentafl_rules(changed)
    unsaid = [problem.removeprefix("OpenTafl's rules cannot express ") for problem in caught.value.problems]
    assert [problem.split("(")[0] for problem in unsaid] == says


def test_forts_apart_from_each_other() -> None:
    """OpenTafl has no word for camps whose owners may not go from one to another."""
    with pytest.raises(VariantError) as caught:
        format_opentafl_rules(_expressible(load_variant("foteviken-tablut")))
    says = "Camp(area=('camps',), owners=('attackers',)): a piece in its forts may go from one to another"
    assert caught.value.problems == (f"OpenTafl's rules cannot express {says}",)


def test_boards_and_pieces_that_opentafl_does_not_have() -> None:
    """They are refused even if the nearest rules would do."""
    board = Board(Geometry(grid(7, 9)))
    wide = Variant("wide", Rules(board, movement=(Slide(),)), board.position({"d4": KING}, Side.ATTACKERS))
    with pytest.raises(VariantError) as caught:
        format_opentafl_rules(wide, nearest=True)
    assert (caught.value.path, caught.value.problems) == ("wide", ("OpenTafl has no boards of 7x9 squares",))
    bishop = Piece(Side.ATTACKERS, "bishop", "b")
    board = Board(Geometry(grid(7, 7)), (ATTACKER, DEFENDER, KING, bishop))
    odd = Variant("odd", Rules(board, movement=(Slide(),)), board.position({"d4": KING}, Side.ATTACKERS))
    with pytest.raises(VariantError) as caught:
        format_opentafl_rules(odd, nearest=True)
    says = "OpenTafl has no letter for a attacking bishop; it has man, commander, knight, king, mercenary, guard"
    assert (caught.value.path, caught.value.problems) == ("odd", (says,))


def test_a_title_without_letters() -> None:
    """The variant has a name all the same."""
    assert parse_opentafl_rules(f"dim:7 name:+++ {START}").name == "tafl"
    assert parse_opentafl_rules(f"dim:7 {START}", title="My own!").name == "my-own"


REGIONS_OF_OTHER_NAMES = [
    ({"d4": "castle"}, "esc:e cor:"),
    ({"d3 d4": "castle"}, "esc:e cor: cen:d3,d4,"),
    ({"a1 a7 g1 g7": "towers"}, "esc:e cen:"),
    ({"d7 a4": "camps"}, "esc:e cor: cen: afor:a4,d7,"),
    ({"d3 d5": "yards"}, "esc:e cor: cen: dfor:d3,d5,"),
]


@pytest.mark.parametrize(("regions", "keys"), REGIONS_OF_OTHER_NAMES)
def test_regions_are_known_by_where_they_are(regions: dict[str, str], keys: str) -> None:
    """The centre is a throne, corners are corners, and forts belong to the side that stands there."""
    board = Board(Geometry(grid(7, 7), tuple((name, grid(7, 7).mask(at.split())) for at, name in regions.items())))
    plain = rules("esc:e cor: cen:")
    start = board.position(dict(plain.start.pieces()), Side.ATTACKERS)
    variant = Variant("own", attrs.evolve(plain.rules, board=board), start)
    written = format_opentafl_rules(variant, nearest=True).split()
    assert [word for word in written if word.split(":")[0] in ("esc", *REGIONS)] == keys.split()


def test_rules_of_ones_own_within_others_are_named() -> None:
    """A subclass may mean something else than what it looks like."""

    class Fierce(Enemies):
        """Enemies that might be something else."""

    variant = rules("", EIGHT)
    between = attrs.evolve(BETWEEN, hostility=(Fierce("commander"), EmptyArea("corners")))
    changed = attrs.evolve(variant, rules=attrs.evolve(variant.rules, king=(Surrounded(), between)))
    with pytest.raises(VariantError) as caught:
        format_opentafl_rules(changed)
    assert len(caught.value.problems) == 1
    assert "Fierce" in caught.value.problems[0]


def test_regions_that_are_too_many() -> None:
    """Two regions of the attackers are one in OpenTafl."""
    board = Board(Geometry(grid(7, 7), (("west", grid(7, 7).mask(["a4"])), ("east", grid(7, 7).mask(["g4"])))))
    plain = rules("esc:e cor: cen:")
    start = board.position(dict(plain.start.pieces()), Side.ATTACKERS)
    variant = Variant("own", attrs.evolve(plain.rules, board=board), start)
    with pytest.raises(VariantError) as caught:
        format_opentafl_rules(variant)
    says = "the region 'east': it has four: a throne, corners, and one of forts for each side"
    assert caught.value.problems == (f"OpenTafl's rules cannot express {says}",)
    assert "afor:a4,g4," in format_opentafl_rules(variant, nearest=True).split()


@pytest.mark.parametrize(
    ("slides", "speeds"),
    [
        ((Slide(), Slide("king", 1)), []),
        ((Slide("king", 1), Slide()), []),
        ((Slide(distance=3), Slide("king", 1)), ["spd:3"]),
        ((Slide("king", 1), Slide(distance=3)), ["spd:3"]),
        ((Slide("men", 2), Slide("king", 1)), ["spd:2,-1,-1,-1,-1,-1,2,-1,-1,1,-1,-1"]),
    ],
)
def test_a_piece_moves_as_far_as_any_of_its_rules(slides: tuple[Slide, ...], speeds: list[str]) -> None:
    """The farthest counts."""
    variant = rules("")
    changed = attrs.evolve(variant, rules=attrs.evolve(variant.rules, movement=slides))
    assert [word for word in format_opentafl_rules(changed).split() if word.startswith("spd")] == speeds


@pytest.mark.parametrize(("escape", "hostile"), [("c", Area), ("e", EmptyArea)])
def test_a_king_who_has_escaped_stands_nowhere(escape: str, hostile: type) -> None:
    """Where a square of his forts is none to escape to, he may stand there, and it is hostile all the same."""
    variant = rules(f"esc:{escape} cor:a1,a7,g1,g7, ka:n afor:b1 afors:K aforh:t")
    assert variant.rules.hostility[-1] == hostile("attackers' forts", "attackers")


@pytest.mark.parametrize("size", [5, 19])
def test_the_smallest_and_the_largest_board(size: int) -> None:
    """Boards are as large as anywhere in taflkit."""
    empty = "/".join([f"K{size - 1}", *[str(size)] * (size - 1)])
    assert parse_opentafl_rules(f"dim:{size} start:/{empty}/").board.grid.width == size
    for wrong in (4, 20):
        with pytest.raises(NotationError, match="dim: the size of the board, from 5 to 19"):
            parse_opentafl_rules(f"dim:{wrong} start:/{empty}/")


def test_commanders_where_there_are_no_corners() -> None:
    """A king then falls between two of them alone."""
    variant = rules("esc:e cor:", EIGHT)
    assert variant.rules.king[1] == ByArea(
        AT_HOME, Surrounded(), attrs.evolve(BETWEEN, hostility=(Enemies("commander"),))
    )
    assert parse_opentafl_rules(format_opentafl_rules(variant)) == variant
