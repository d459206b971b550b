"""Positions from real games, and the test positions of other tafl programs."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest

from taflkit import Game, Outcome, Reason, Side, TaflError, Variant, load_variant
from taflkit.board import Board, Geometry, Piece, Position, Square
from taflkit.rules import Custodial, Edge, EmptyArea, Shieldwall
from tests.drawn import captured

SIDES = {"A": Side.ATTACKERS, "D": Side.DEFENDERS}
Case = dict[str, Any]


def cases(path: Path) -> list[Case]:
    """The cases of a file, one on each line."""
    return [json.loads(line) for line in path.read_text().splitlines()]


def picture(text: str) -> str:
    """Rows with numbers for empty squares, drawn; small letters are those of the attackers' special pieces."""
    return re.sub(r"\d+", lambda count: "." * int(count[0]), text).replace("/", "\n").replace("c", "C")


def game(variant: Variant | str, text: str, to_move: Side) -> Game:
    """A game from a position of the reference."""
    found = load_variant(variant) if isinstance(variant, str) else variant
    return Game(found, found.board.parse(picture(text), to_move))


def outcomes(variant: Variant | str, text: str) -> list[Outcome]:
    """How a position is over, whoever is to move."""
    return [end for side in Side if (end := game(variant, text, side).outcome) is not None]


@pytest.mark.parametrize("name", ["encircled_yes", "encircled_no"])
def test_encirclements_are_those_of_real_games(reference: Path, name: str) -> None:
    """Rings that ended a game are found, and no others."""
    for case in cases(reference / "positions" / f"copenhagen_{name}.jsonl"):
        end = game("copenhagen", case["pos"], Side.DEFENDERS).outcome
        assert (end is not None and end.reason is Reason.ENCIRCLED) is case["encircled"], case


@pytest.mark.parametrize("name", ["exitfort_yes", "exitfort_no"])
def test_exit_forts_are_those_of_real_games(reference: Path, name: str) -> None:
    """Forts that ended a game are found, and no others."""
    for case in cases(reference / "positions" / f"copenhagen_{name}.jsonl"):
        end = game("copenhagen", case["pos"], Side.ATTACKERS).outcome
        assert (end is not None and end.reason is Reason.EXIT_FORT) is case["exit_fort"], case


def test_shieldwalls_are_those_of_real_games(reference: Path) -> None:
    """The rows of men that were captured in real games are captured."""
    for case in cases(reference / "positions" / "copenhagen_shieldwall.jsonl"):
        start = game("copenhagen", case["pos"], SIDES[case["side"]])
        assert captured(start, case["move"]) == " ".join(sorted(case["captures"])), case


@pytest.mark.slow
def test_kings_are_captured_as_in_real_games(reference: Path) -> None:
    """An attacker's move beside the king ended the game, or did not, in the variant that it was played in."""
    for case in cases(reference / "positions" / "king_capture_samples.jsonl"):
        end = game(case["variant"], case["pos"], Side.ATTACKERS).play(case["move"]).outcome
        assert (end is not None and end.winner is Side.ATTACKERS) is case["game_ended_black"], case


def resized(name: str, size: int) -> Variant:
    """The rules of a variant on a board of another size, empty."""
    variant = load_variant(name)
    if variant.board.grid.width == size:
        return variant
    board = Board(Geometry.build(size, size, throne="centre", corners="corners"), variant.board.pieces)
    rules, start = attrs.evolve(variant.rules, board=board), board.position({}, Side.ATTACKERS)
    return attrs.evolve(variant, rules=rules, start=start, examples=())


def changed(variant: Variant, **rules: Any) -> Variant:
    """A variant with some of its rules replaced."""
    return attrs.evolve(variant, rules=attrs.evolve(variant.rules, **rules))


#: What other programs test that is no rule of any variant here, and why.
OTHER_RULES = {
    "C001": "asks only whether the king's room is closed; the man on f4 can be captured",
    "C059": "the defenders may not repeat a position there, and so have no move",
    "C065": "that program gives up for a king who cannot get out any more, by rule of thumb",
    "C091": "both ends of the wall must lean on the king's own edge there; no attacker can ever get in here",
    "C159": "the start position does not count as an occurrence there",
    "C163": "asks whether men of a ring could be captured from inside, which no game was decided by",
    "C165": "asks whether men of a ring could be captured from inside, which no game was decided by",
    "C167": "its moves are refused, so it says nothing",
    "C183": "the room of a fort ends at a corner there; in such a position a real game went on",
}


def is_true_of_copenhagen(case: Case) -> bool:
    """Whether what the programs for Copenhagen hnefatafl expect is so."""
    variant, expect = resized("copenhagen", case["size"]), case["expect"]
    if "fort" in expect or "encircled" in expect or "surround" in expect:
        reason = Reason.EXIT_FORT if "fort" in expect else Reason.ENCIRCLED
        return (reason in {end.reason for end in outcomes(variant, case["pos"])}) is expect.endswith("true")
    if "arrives on" in str(case["moves"]):
        return arrives(variant, case)
    if "AFTER" in str(case["moves"]):
        return takes_as_many(variant, case)
    start = game(variant, case["pos"], SIDES[case["turn"]])
    if expect.startswith("exit_one"):
        corners = variant.geometry.squares("corners")
        ways = [move for move in variant.rules.legal_moves(start.position) if move.target in corners]
        return bool(ways) is expect.endswith("true")
    return follows(start, case["moves"], expect)


def follows(start: Game, moves: list[str], expect: str) -> bool:
    """Whether moves such as `defender d4 d1` come to a refusal, a board or an end."""
    here, refused = start, False
    for text in moves:
        _, origin, target = text.lower().split()
        try:
            here, refused = here.play(f"{origin}-{target}"), False
        except TaflError:
            refused = True
    if "illegal" in expect:
        return refused
    if expect.startswith("board="):
        return not refused and here.position.picture == picture(expect.removeprefix("board="))
    winner = here.outcome and here.outcome.winner
    return winner is {"AttackerWins": Side.ATTACKERS, "DefenderWins": Side.DEFENDERS}.get(expect.split("=")[1])


def takes_as_many(variant: Variant, case: Case) -> bool:
    """Whether a move takes so many pieces, in a position drawn after it with what it takes still there."""
    move = case["moves"][0].split(") ")[1]
    origin, target = map(Square.parse, move.split("-"))
    pieces: dict[Square | str, Piece] = dict(game(variant, case["pos"], SIDES[case["turn"]]).position.pieces())
    pieces[origin] = pieces.pop(target)
    taken = captured(Game(variant, variant.board.position(pieces, SIDES[case["turn"]])), move).split()
    expected = re.fullmatch(r"captures=(\d)(?: \((\w+)\))?", case["expect"])
    assert expected is not None
    return len(taken) == int(expected[1]) and expected[2] in (None, *taken)


def arrives(variant: Variant, case: Case) -> bool:
    """Whether a piece that comes to a square takes a row of men; it is the same with the colours reversed."""
    target = Square.parse(case["moves"][0].partition("arrives on ")[2].split()[0])
    before, after = picture(case["pos"]), picture(case["expect"].split("board=")[1])
    side, reverse = SIDES[case["turn"][0]], str.maketrans("AD", "DA")
    found = [taken_on_arrival(variant, before, after, side, target)]
    if "reversed" in case["turn"]:
        reversed_boards = before.translate(reverse), after.translate(reverse)
        found.append(taken_on_arrival(variant, *reversed_boards, side.other, target))
    return all(found)


def taken_on_arrival(variant: Variant, before: str, after: str, side: Side, target: Square) -> bool:
    """Whether a man of the side who comes along any line takes the difference of two boards."""
    board = variant.board
    man = board.piece("A" if side is Side.ATTACKERS else "D")
    position, left = board.parse(before, side), board.parse(after, side).occupied_mask
    origins = [
        ray[0] for ray in board.grid.rays[board.grid.index(target)] if ray and not position.occupied_mask >> ray[0] & 1
    ]
    results = []
    for origin in origins:
        pieces: dict[Square | str, Piece] = {**dict(position.pieces()), board.grid.squares[origin]: man}
        play = variant.rules.play(board.position(pieces, side), board.grid.move(board.grid.squares[origin], target))
        results.append(play.taken_mask == position.occupied_mask & ~left)
    return bool(results) and all(results)


def without(position: Position, *squares: str) -> dict[Square | str, Piece]:
    """The pieces of a position, those on some squares left out."""
    return {square: piece for square, piece in position.pieces() if str(square) not in squares}


def line(start: Game, *moves: str) -> Game:
    """The game after some moves."""
    return start.play_all(moves)


def won_by(start: Game, *moves: str) -> tuple[Side | None, Reason] | None:
    """Who has won after some moves, and why."""
    end = line(start, *moves).outcome
    return (end.winner, end.reason) if end is not None else None


def refused(start: Game, *moves: str) -> bool:
    """Whether the last of some moves is refused."""
    before = line(start, *moves[:-1])
    try:
        before.play(moves[-1])
    except TaflError:
        return True
    return False


KING_CAPTURED = (Side.ATTACKERS, Reason.KING_CAPTURED)
KING_ESCAPED = (Side.DEFENDERS, Reason.KING_ESCAPED)
#: The test positions that need reading, by the number of the case.
TESTS: dict[str, Callable[[Case], bool]] = {}


def case(number: str) -> Callable[[Callable[[Case], bool]], Callable[[Case], bool]]:
    """Add a test for the case of that number."""

    def add(test: Callable[[Case], bool]) -> Callable[[Case], bool]:
        TESTS[number] = test
        return test

    return add


def attackers_to_move(name: str, found: Case, size: int = 0) -> Game:
    """A case's position with the attackers to move."""
    return game(resized(name, size or found["size"]), found["pos"], Side.ATTACKERS)


def defenders_to_move(name: str, found: Case, size: int = 0) -> Game:
    """A case's position with the defenders to move."""
    return game(resized(name, size or found["size"]), found["pos"], Side.DEFENDERS)


@case("C127")
def _(found: Case) -> bool:
    # It says g4-i4, and the man stands on g5.
    open_corners = changed(resized("copenhagen", 9), captures=(Custodial(), Shieldwall()))
    return captured(game(open_corners, found["pos"], Side.ATTACKERS), "g5-i5") == ""


@case("C129")
def _(found: Case) -> bool:
    return captured(attackers_to_move("copenhagen", found), "g4-i4") == "i5 i6 i7"


@case("C131")
def _(found: Case) -> bool:
    cruel = changed(resized("copenhagen", 9), captures=(Shieldwall(victims="everyone", closed_by="corners"),))
    return captured(game(cruel, found["pos"], Side.ATTACKERS), "g4-i4") == "i5 i6 i7"


@case("C133")
def _(found: Case) -> bool:
    return captured(attackers_to_move("copenhagen", found), "g4-i4") == ""


@case("C135")
def _(found: Case) -> bool:
    return Reason.EXIT_FORT in {end.reason for end in outcomes(resized("copenhagen", 9), found["pos"])}


@case("C137")
@case("C139")
@case("C185")
def _(found: Case) -> bool:
    return outcomes(resized("copenhagen", 9), found["pos"]) == []


@case("C141")
def _(found: Case) -> bool:
    return won_by(attackers_to_move("copenhagen", found), "g4-f4") == KING_CAPTURED


@case("C143")
def _(found: Case) -> bool:
    return won_by(attackers_to_move("copenhagen", found), "g4-f4") is None


@case("C145")
def _(found: Case) -> bool:
    whole = {**found, "pos": f"7/{found['pos']}", "size": 7}
    return won_by(attackers_to_move("copenhagen", whole), "c2-c1") is None


@case("C147")
def _(found: Case) -> bool:
    return captured(attackers_to_move("linnaean-tablut", found), "a5-c5") == "d5"


@case("C149")
def _(found: Case) -> bool:
    start = defenders_to_move("berserk", found)
    return captured(start, "c1-a1") == "" and won_by(start, "c1-a1") == KING_ESCAPED


@case("C151")
def _(found: Case) -> bool:
    return captured(defenders_to_move("berserk", found), "c2-a2") == "b2"


@case("C153")
def _(found: Case) -> bool:
    return won_by(attackers_to_move("berserk", found), "a1-b1") == KING_CAPTURED


@case("C155")
def _(found: Case) -> bool:
    return won_by(attackers_to_move("berserk", found), "a1-b1") is None


@case("C157")
def _(found: Case) -> bool:
    start = defenders_to_move("berserk", found)
    others = ("a4-b4", "g1-g2", "e1-e2")
    return (
        captured(start, "e2-e1") == "f1"
        and all(refused(start, "e2-e1", other) for other in others)
        and captured(line(start, "e2-e1"), "e1-e11") == "f11"
        and won_by(start, "e2-e1", "e1-e11", "e11-a11") == KING_ESCAPED
    )


@case("C161")
def _(found: Case) -> bool:
    rules = load_variant("brandubh").rules
    attackers, defenders = (game("brandubh", found["pos"], side).position for side in Side)
    return rules.has_moves(attackers) and not rules.has_moves(defenders)


@case("C169")
def _(found: Case) -> bool:
    variant = load_variant("copenhagen")
    return refused(Game(variant, variant.start), "d6-c6")


@case("C171")
def _(found: Case) -> bool:
    return won_by(defenders_to_move("fetlar", found), "a3-a1") == KING_ESCAPED


@case("C173")
def _(found: Case) -> bool:
    return won_by(attackers_to_move("sea-battle-9-t", found), "g5-f5") == KING_CAPTURED


@case("C175")
def _(found: Case) -> bool:
    start = attackers_to_move("linnaean-tablut", found)
    return won_by(start, *found["moves"][:-1]) is None and won_by(start, *found["moves"]) == KING_CAPTURED


@case("C177")
def _(found: Case) -> bool:
    # The mercenary is one of the attackers' men here.
    board = "3A3/2A4/3D3/AAAKAAA/3A3/3A3/3A3"
    return captured(game(resized("linnaean-tablut", 7), board, Side.ATTACKERS), "c6-d6") == "d5"


@case("C179")
def _(found: Case) -> bool:
    variant = load_variant("brandubh")
    hired = [Piece(Side.ATTACKERS, "mercenary", "M"), Piece(Side.DEFENDERS, "mercenary", "W")]
    board = Board(variant.geometry, (*variant.board.pieces, *hired))
    rules = attrs.evolve(variant.rules, board=board, turncoats="mercenary")
    start = board.parse(picture("3A3/2WM3/3D3/AADKDAA/3D3/3M3/3A3"), Side.ATTACKERS)
    after = line(Game(attrs.evolve(variant, rules=rules, start=start, examples=()), start), "b4-b6")
    return after.position["c6"] == hired[0]


@case("C181")
def _(found: Case) -> bool:
    variant = load_variant("magpie")
    pieces = without(variant.start, "c4", "d4") | {"c1": variant.board.piece("D"), "c4": variant.board.piece("K")}
    moved = variant.board.position(pieces, Side.DEFENDERS)
    return destinations(variant, variant.start, "a4") == 4 and destinations(variant, moved, "c4") == 3


def destinations(variant: Variant, position: Position, origin: str) -> int:
    """How many squares the piece on a square may go to."""
    return sum(str(move.origin) == origin for move in variant.rules.legal_moves(position))


@case("C187")
def _(found: Case) -> bool:
    start = defenders_to_move("berserk", found)
    return won_by(start, *found["moves"][:-1]) is None and won_by(start, *found["moves"]) == KING_CAPTURED


@case("C189")
def _(found: Case) -> bool:
    variant = load_variant("berserk")
    hostility = (*variant.rules.hostility, Edge(to="king"), EmptyArea("corners", to="king"))
    start = game(changed(variant, hostility=hostility), found["pos"], Side.DEFENDERS)
    return won_by(start, *found["moves"]) == KING_CAPTURED


@case("C191")
def _(found: Case) -> bool:
    anvil = changed(load_variant("fetlar"), captures=(Custodial(by="men"),))
    start = game(anvil, found["pos"], Side.DEFENDERS)
    man, king = anvil.board.piece("D"), anvil.board.piece("K")
    pieces = without(start.position, "a3", "e5") | {"b3": king, "a5": man}
    other = Game(anvil, anvil.board.position(pieces, Side.DEFENDERS))
    return captured(other, "b3-a3") == "" and captured(start, "e5-a5") == "a4"


@case("C193")
def _(found: Case) -> bool:
    start = attackers_to_move("foteviken-tablut", found)
    out = line(start, "b5-b3", "e4-b4")
    return (
        not refused(start, "b5-b4")
        and not refused(start, "b5-b6")
        and refused(out, "h5-h3", "b4-b5")
        and not refused(out, "a5-b5", "e6-c6", "b5-a5")
    )


@case("C195")
def _(found: Case) -> bool:
    variant = load_variant("berserk")
    start = Game(variant, attrs.evolve(variant.start, to_move=Side.DEFENDERS))
    return won_by(start, *["f4-e4", "f2-e2", "e4-f4", "e2-f2"] * 2) == (Side.ATTACKERS, Reason.REPETITION)


def test_other_programs_expect_the_same(reference: Path) -> None:
    """The test positions of other programs hold under the rules that they state, but for those with another rule."""
    wrong, tested = [], 0
    for found in cases(reference / "peer-cases.jsonl"):
        number = found["id"]
        if number in OTHER_RULES:
            continue
        test = TESTS.get(number, is_true_of_copenhagen)
        tested += 1
        if not test(found):
            wrong.append(found)
    assert wrong == []
    assert tested > 80
