"""Replaying records against the rules."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taflkit import (
    Board,
    Game,
    GameOverError,
    Geometry,
    IllegalMoveError,
    Rules,
    Side,
    Variant,
)
from taflkit.board import grid
from taflkit.records import (
    Format,
    Problem,
    Record,
    Result,
    WentOn,
    parse_move_list,
    parse_record,
    replay,
    replay_game,
)
from taflkit.rules import Berserk, Custodial, Enemies, KingCaptured, KingReaches, OneMove, Reason, RepetitionEnds, Slide
from taflkit.testing import games
from tests.records.strategies import KNOWN

bounded = settings(max_examples=40, deadline=None)

TABLUT, BRANDUBH = KNOWN


@bounded
@given(st.sampled_from(KNOWN).flatmap(games))
def test_the_record_of_a_game_agrees(game: Game) -> None:
    """What was played by the rules agrees with them, to the last move and in its result."""
    found = replay(Record.of(game))
    assert found.disagreement is None
    assert found.plies == game.ply
    assert found.game == found.checked() == game


@bounded
@given(st.sampled_from(KNOWN).flatmap(games), st.data())
def test_another_winner_disagrees(game: Game, data: st.DataObject) -> None:
    """A result that the board does not bear out is found, and only if the board says something.

    Players who agree on a draw when a position comes back have not called the repetition.
    """
    record = attrs.evolve(Record.of(game), result=data.draw(st.sampled_from(Result)), termination="")
    found = replay(record).disagreement
    agreed = record.result is Result.DRAW and game.outcome is not None and game.outcome.reason is Reason.REPETITION
    if game.outcome is None or agreed or record.result in (Result.UNKNOWN, Result.of(game)):
        assert found is None
    else:
        assert found is not None
        assert (found.problem, found.ply, found.written) == (Problem.RESULT, game.ply, record.result.value)
        assert (found.says, found.game) == (str(game.outcome), game)
        assert replay(record).checked() == game


@pytest.mark.parametrize(
    ("moves", "problem", "ply", "says"),
    [
        ("i6-g6 d5-d7 i4-g4xg5", None, 3, ""),
        ("i6g6 d5d7 i4g4", None, 3, ""),
        ("i6-g6 d5-d7 i4-g4", Problem.CAPTURES, 3, "it captures g5"),
        ("i6-g6 d5-d7xd8", Problem.CAPTURES, 2, "it captures nothing"),
        ("i6-g6 d5-d7 i4-g4xe5xg5", Problem.CAPTURES, 3, "it captures g5"),
        ("i6-g6 i4-g4", Problem.ILLEGAL, 2, "the attacker on i4 is not the defenders' to move"),
        ("i6-i9 e3-e4", Problem.ILLEGAL, 2, "blocked by e4"),
        ("e8-d8 d5-d7 d9-c9", None, 3, ""),
    ],
)
def test_the_first_thing_that_is_wrong(moves: str, problem: Problem | None, ply: int, says: str) -> None:
    """A replay stops at the first move that is illegal or took something else, and says which and why."""
    found = replay(parse_move_list(moves, TABLUT))
    assert found.disagreement is None if problem is None else found.disagreement is not None
    if found.disagreement is not None:
        wrong = found.disagreement
        assert (wrong.problem, wrong.ply, wrong.says) == (problem, ply, says)
        assert wrong.written == moves.split()[ply - 1]
        assert str(wrong) == f"ply {ply}, {wrong.written}: {says}"
        assert wrong.game.ply == found.plies == ply - 1
        with pytest.raises(IllegalMoveError, match=says) as caught:
            found.checked()
        assert type(caught.value) is IllegalMoveError
        assert (caught.value.move, caught.value.position) == (wrong.written, wrong.game.position)


@pytest.mark.parametrize("capture", ["", "xc3"])
def test_the_kings_capture_need_not_be_written(capture: str) -> None:
    """The game is over with it, so that many records leave it out."""
    start = '[Variant "brandubh"]\n[Position "7/7/7/7/1AK4/7/3A3 attackers"]\n'
    found = replay(parse_record(f"{start}1. d1-d3{capture} 1-0"))
    assert found.disagreement is None
    assert found.game.outcome is not None
    assert found.game.outcome.winner is Side.ATTACKERS


def test_nothing_is_played_after_the_end() -> None:
    """Moves after the king has escaped disagree, and have no game."""
    record = parse_record('[Variant "brandubh"]\n[Position "7/7/7/K5A/7/7/7 defenders"]\n1. a4-a7 g4-g5 *')
    found = replay(record)
    assert found.disagreement is not None
    assert found.disagreement.problem is Problem.OVER
    assert found.disagreement.says == "the game is over, the defenders win: the king escaped"
    with pytest.raises(GameOverError):
        record.game()


@pytest.mark.parametrize("termination", ["", "resigned", "timeout", "agreed upon"])
@pytest.mark.parametrize("result", Result)
def test_a_game_without_an_end_was_given_up(termination: str, result: Result) -> None:
    """Where the board says nothing, whoever is said to have won may have won."""
    record = attrs.evolve(parse_move_list("i6-g6", TABLUT, result=result), termination=termination)
    assert replay(record).disagreement is None


@pytest.mark.parametrize(
    ("moves", "termination", "says"),
    [
        ("1. b4-b5", "king-escaped", "the record says that the king escaped, and the game goes on"),
        ("1. a4-a7", "king-captured", "the record says that the king was captured, but the defenders win"),
        ("1. a4-a7", "king-escaped", ""),
        ("1. a4-a7", "in the nick of time", ""),
    ],
)
def test_what_a_record_says_of_the_board_is_checked(moves: str, termination: str, says: str) -> None:
    """A termination that is one of the rules' own must be what happened."""
    start = "K5A" if "a4" in moves else "KD4A"
    text = (
        f'[Variant "brandubh"]\n[Position "7/7/7/{start}/7/7/7 defenders"]\n[Termination "{termination}"]\n{moves} 0-1'
    )
    found = replay(parse_record(text)).disagreement
    assert (found is not None) is bool(says)
    if found is not None:
        assert found.problem is Problem.RESULT
        assert found.says.startswith(says)


def _berserk() -> Variant:
    """A game in which whoever captures goes on: the attacker on a4 can capture d5 from d4, and g5 from g4."""
    board = Board(Geometry(grid(7, 7)))
    rules = Rules(
        board,
        movement=(Slide(),),
        hostility=(Enemies(),),
        captures=(Custodial(),),
        endings=(KingCaptured(), KingReaches("edge")),
        turn=Berserk(),
    )
    start = """
      . . . . . . .
      . . . A . . A
      . . . D . . D
      A . . . . . .
      . . . . . . .
      . K . . . . .
      . . . D . . D
    """
    return Variant("goes-on", rules, board.parse(start, Side.ATTACKERS))


@pytest.mark.parametrize(
    "moves",
    [
        "a4-d4xd5 d4-g4xg5 d1-d4",
        "a4-d4xd5 d1-d4",
        "a4-d4xd5xg5 d1-d4",
        "a4-g4xd5xg5 d1-d4",
        "a4-g4xd5xg5 g1-g4",
        "a4-g4xg5 g1-g4",
        "a4d4 d1-d4",
        "a4g4 d1-d4",
        "a4g4 g1g4",
        "a4-d4xd5",
        "a4-g4xd5xg5",
    ],
)
def test_a_turn_of_several_moves_may_be_written_as_one(moves: str) -> None:
    """A piece that goes on is recorded move by move, or by its first move, or as if it went to its last square; the
    moves that follow show where it is.
    """  # noqa: D205 - the sentence needs its length
    found = replay(parse_move_list(moves, _berserk()))
    assert found.disagreement is None
    assert found.plies == len(moves.split())
    assert not found.game.position.going_on_mask
    assert len(found.game.position.squares("attackers")) == 3
    assert len(found.game.position.squares("defenders")) == 2


@pytest.mark.parametrize(
    ("moves", "problem", "ply"),
    [
        ("a4-d4xd5 d4-g4xg5 g4-f4 d1-d4", Problem.ILLEGAL, 3),
        ("a4-d4xd5xg5xg1", Problem.CAPTURES, 1),
        ("a4-d4xg5", Problem.CAPTURES, 1),
        ("a4-g4xd5 d1-d4", Problem.CAPTURES, 1),
        ("a4-f4xd5xg5", Problem.CAPTURES, 1),
        ("a4-d4xd5 d6-c6", Problem.ILLEGAL, 2),
        ("a4-d4xd5 d1-d4 d1-d3", Problem.ILLEGAL, 3),
        ("a4-d4xd5 g1-g4 a4-a5", Problem.ILLEGAL, 3),
    ],
)
def test_a_turn_that_cannot_have_been_disagrees(moves: str, problem: Problem, ply: int) -> None:
    """However a turn of several moves may have gone on, it captured what is written, and the other side is next."""
    found = replay(parse_move_list(moves, _berserk())).disagreement
    assert found is not None
    assert (found.problem, found.ply) == (problem, ply)


@pytest.mark.parametrize(
    ("moves", "ended_early"),
    [
        ("a4-d4xd5 d1-d4", ()),
        ("a4-d4xd5 g1-g4", (1,)),
        ("a4-d4xd5 g5-e5", (1,)),
        ("a4-d4xd5 g5-e5 g6-g7 b2-c2", (1,)),
        ("a4d4 g5e5", (1,)),
        ("a4-d4xd5", ()),
    ],
)
def test_a_turn_may_have_ended_early(moves: str, ended_early: tuple[int, ...]) -> None:
    """Where the other side moved while a piece had to go on, the turn ended there: it is noted, and agrees."""
    found = replay(parse_move_list(moves, _berserk()))
    assert found.disagreement is None
    assert (found.ended_early, found.went_on) == (ended_early, ())
    assert found.game.turns == found.plies == len(moves.split())
    assert found.game.to_move is (Side.DEFENDERS if found.plies % 2 else Side.ATTACKERS)
    assert found.checked() is found.game


@pytest.mark.parametrize(
    ("moves", "ended_early"),
    [
        ("a4-d4xd5 b2-c2 g3-g4", ()),
        ("a4-d4xd5 f3-f4 g4-g3", (1,)),
        ("a4-d4xd5xg5 f3-f4 g4-g3", (1,)),
        ("a4-g4xd5xg5 f3-f4 g4-g3", (1,)),
        ("a4-g4xd5xg5 g4-g3xf3 b2-c2", ()),
        ("a4-d4xd5 f3-f4 d4-d3", (1,)),
    ],
)
def test_a_turn_may_have_ended_early_after_further_moves(moves: str, ended_early: tuple[int, ...]) -> None:
    """A piece may have gone on for a while before it stopped, whether that is written or not."""
    variant = _berserk()
    picture = "\n".join("....AD." if row == 4 else text for row, text in enumerate(variant.start.picture.split()))
    variant = attrs.evolve(variant, start=variant.board.parse(picture, Side.ATTACKERS))
    found = replay(parse_move_list(moves, variant))
    assert (str(found.disagreement), found.ended_early) == ("None", ended_early)


def test_what_is_said_of_a_turn_that_cannot_have_been() -> None:
    """The move, why it cannot be, and the game before it."""
    record = parse_move_list("a4-d4xd5 d4-g4xg5 d4-d3", _berserk())
    found = replay(record)
    assert found.record is record
    assert found.disagreement is not None
    assert str(found.disagreement) == "ply 3, d4-d3: there is no piece on d4"
    assert found.disagreement.game == found.game
    assert (found.plies, [str(move) for move in found.game.moves]) == (2, ["a4-d4", "d4-g4"])


@pytest.mark.parametrize(
    ("moves", "played"),
    [
        ("a4-g2xd5xg5xf2", ["a4-d4", "d4-g4", "g4-g2"]),
        ("a4-d4xd5xg5xf2", ["a4-d4", "d4-g4", "g4-g2"]),
        ("a4-g2xg5xf2", ["a4-g4", "g4-g2"]),
        ("a4-d4xd5 d4-g4xg5", ["a4-d4", "d4-g4", "g4-g2"]),
        ("a4-g2xd5xf2", None),
    ],
)
def test_a_turn_of_three_moves(moves: str, played: list[str] | None) -> None:
    """What all of them took is what is written."""
    variant = _berserk()
    picture = variant.start.picture.replace(".K.....", ".K..AD.")
    variant = attrs.evolve(variant, start=variant.board.parse(picture, Side.ATTACKERS))
    found = replay(parse_move_list(moves, variant))
    assert [str(move) for move in found.game.moves] == (played or [])
    assert (found.disagreement is None) is (played is not None)


@pytest.mark.parametrize("moves", ["a4-d4xd5xg5xf2", "a4-d4xd5xc3xc2"])
def test_a_turn_that_may_have_gone_either_way(moves: str) -> None:
    """All ways are followed to their ends."""
    variant = _berserk()
    picture = "....... .K.A..A ...D..D A...... .AD.... .AD.AD. .......".replace(" ", "\n")
    variant = attrs.evolve(variant, start=variant.board.parse(picture, Side.ATTACKERS))
    found = replay(parse_move_list(moves, variant))
    assert found.disagreement is None
    assert len(found.game.moves) == 3


#: After eight moves the start of `_berserk` is there for the third time.
BERSERK_ROUND = "d6-d7 d1-e1 d7-d6 e1-d1 "


@pytest.mark.parametrize(
    ("moves", "ended_early", "went_on", "says"),
    [
        ("", (), (), None),
        ("d6-c6", (), (8,), None),
        ("d6-c6 d1-e1", (), (8,), None),
        ("a4-d4xd5 d1-d4", (), (8,), None),
        ("a4-g4xd5xg5 d1-d4", (), (8,), None),
        ("a4-d4xd5 g1-g4", (9,), (8,), None),
        ("d6-c6 a1-a2", (), (8,), "ply 10, a1-a2: there is no piece on a1"),
        ("d1-d2", (), (), "ply 9, d1-d2: the defender on d1 is not the attackers' to move"),
    ],
)
def test_players_go_on_after_a_repetition_where_turns_do(
    moves: str, ended_early: tuple[int, ...], went_on: tuple[int, ...], says: str | None
) -> None:
    """What was played against the rules is noted, also of a game that disagrees later."""
    variant = _berserk()
    variant = attrs.evolve(variant, rules=attrs.evolve(variant.rules, repetition=RepetitionEnds(3)))
    found = replay(parse_move_list(BERSERK_ROUND * 2 + moves, variant))
    assert (found.disagreement and str(found.disagreement)) == says
    assert found.ended_early == ended_early
    assert found.went_on == tuple(WentOn(ply, Reason.REPETITION) for ply in went_on)


@pytest.mark.parametrize(
    ("moves", "result", "played"),
    [
        ("a4-d4xd5", Result.UNKNOWN, ["a4-d4", "d4-f4"]),
        ("a4-d4xd5", Result.FIRST, ["a4-d4", "d4-f4"]),
        ("a4-d4xd5", Result.SECOND, ["a4-d4"]),
        ("a4-d4xd5 resigned", Result.FIRST, ["a4-d4"]),
        ("a4-d4xd5 timeout", Result.SECOND, ["a4-d4"]),
    ],
)
def test_the_last_turn_may_have_decided_the_game(moves: str, result: Result, played: list[str]) -> None:
    """It is assumed to have taken the king, unless somebody else won or a player gave up before."""
    variant = _berserk()
    board = variant.board
    picture = "....... ...A.A. ...D.K. A...... ....... ....... ...D..D".replace(" ", "\n")
    changed = attrs.evolve(variant.rules, king=(Custodial("king"),))
    variant = attrs.evolve(variant, rules=changed, start=board.parse(picture, Side.ATTACKERS))
    found = replay(parse_move_list(moves, variant, result=result))
    assert found.disagreement is None
    assert [str(move) for move in found.game.moves] == played


def test_a_variant_in_which_turns_end_early_is_second_best() -> None:
    """Of several variants that agree with a game, one in which the players kept to the rules is taken."""
    berserk = _berserk()
    plain = attrs.evolve(berserk, name="plain", rules=attrs.evolve(berserk.rules, turn=OneMove()))
    for variants in ([berserk, plain], [plain, berserk]):
        found = replay_game("a4-d4xd5 g1-g4", Format.MOVE_LIST, variants)
        assert (found.record.variant.name, found.ended_early) == ("plain", ())


def test_a_limit_counts_turns_that_ended_early() -> None:
    """A turn that ended early is a turn like any other where the players have so many moves."""
    record = attrs.evolve(parse_move_list("a4-d4xd5 g1-g4 d4-d5 g4-g1", _berserk()), limit=2)
    found = replay(record)
    assert (found.disagreement, found.ended_early) == (None, (1,))
    assert found.game.outcome is not None
    assert found.game.outcome.reason is Reason.MOVE_LIMIT


#: After eight moves the start position of brandubh is there for the third time.
ROUND = "d7-c7 d5-c5 c7-d7 c5-d5 "


@pytest.mark.parametrize(
    ("moves", "went_on"),
    [
        (ROUND + ROUND, ()),
        (ROUND + ROUND + "d7-e7", (8,)),
        (ROUND + ROUND + "d7-e7 d5-c5 resigned", (8,)),
        (ROUND * 3 + "d7-e7", (8, 9, 10, 11, 12)),
    ],
)
def test_players_go_on_after_a_repetition(moves: str, went_on: tuple[int, ...]) -> None:
    """Moves after a game that is over by repetition are replayed like any others; that they were made is noted."""
    found = replay(parse_move_list(moves, BRANDUBH))
    assert (found.disagreement, found.went_on) == (None, tuple(WentOn(ply, Reason.REPETITION) for ply in went_on))
    assert found.game.ply == found.plies == len([move for move in moves.split() if "-" in move])


def test_moves_after_a_repetition_are_checked() -> None:
    """A move after the end is illegal if it would have been so before."""
    found = replay(parse_move_list(f"{ROUND * 2} d7-g7", BRANDUBH)).disagreement
    assert found is not None
    assert (found.problem, found.ply, found.says) == (Problem.ILLEGAL, 9, "the attacker may not stop on g7 (corners)")


@pytest.mark.parametrize(
    ("result", "termination", "went_on"),
    [
        (Result.FIRST, "", ()),
        (Result.FIRST, "repetition", ()),
        (Result.DRAW, "", (8,)),
        (Result.SECOND, "resigned", (8,)),
        (Result.FIRST, "resigned", (8,)),
        (Result.SECOND, "timeout", (8,)),
        (Result.DRAW, "repetition", None),
        (Result.SECOND, "", None),
    ],
)
def test_a_repetition_may_not_be_what_ended_a_game(
    result: Result, termination: str, went_on: tuple[int, ...] | None
) -> None:
    """When a position is repeated players may agree on a draw or resign, but nobody else has won by it."""
    record = attrs.evolve(parse_move_list(ROUND * 2, BRANDUBH, result=result), termination=termination)
    found = replay(record)
    if went_on is None:
        assert found.disagreement is not None
        assert found.disagreement.problem is Problem.RESULT
    else:
        assert (found.disagreement, found.went_on) == (None, tuple(WentOn(ply, Reason.REPETITION) for ply in went_on))


#: Attackers who can close a ring by d2-d3, in a game that two further moves do not decide.
OPEN_RING = """
    . . . . . . .
    . . A . . . .
    . A D A . . .
    . A K . A . .
    . . A . . . .
    . . . A . . .
    . . . . . . .
"""


def _with_ring(*disputed: Reason) -> Variant:
    """Brandubh from a position in which the attackers can close a ring, with these endings disputed."""
    start = BRANDUBH.board.parse(OPEN_RING, Side.ATTACKERS)
    return attrs.evolve(BRANDUBH, start=start, disputed=disputed)


@pytest.mark.parametrize(
    ("moves", "went_on"),
    [
        ("d2-d3", ()),
        ("d2-d3 resigned", (1,)),
        ("d2-d3 c4-d4", (1,)),
        ("d2-d3 c4-d4 e4-f4", (1,)),
        ("d2-d3 c4-d4 e4-e3 d4-e4 a1-b1", None),
    ],
)
def test_players_go_on_after_a_disputed_ending(moves: str, went_on: tuple[int, ...] | None) -> None:
    """A game may end by what the variant has as disputed, or go on after it; the replay notes which."""
    found = replay(parse_move_list(moves, _with_ring(Reason.ENCIRCLED), result=Result.FIRST))
    if went_on is None:
        assert found.disagreement is not None
        assert (found.disagreement.problem, found.disagreement.ply) == (Problem.ILLEGAL, 5)
    else:
        assert (found.disagreement, found.went_on) == (None, tuple(WentOn(ply, Reason.ENCIRCLED) for ply in went_on))


def test_an_ending_that_is_not_disputed_ends_the_game() -> None:
    """Moves after any other ending are a disagreement, also where repetition is disputed."""
    for disputed in [(), (Reason.REPETITION,), (Reason.KING_CAPTURED,)]:
        found = replay(parse_move_list("d2-d3 c4-d4", _with_ring(*disputed))).disagreement
        assert found is not None
        assert (found.problem, found.ply) == (Problem.OVER, 2)


def test_ways_are_followed_to_a_bound() -> None:
    """A turn that goes on in very many ways is followed as far as is reasonable, and the replay comes to an end."""
    variant = _berserk()
    board = variant.board
    picture = "\n".join("".join("AD."[(row + column) % 3] for column in range(7)) for row in range(7))
    start = board.parse(picture.replace("D", "K", 1), Side.ATTACKERS)
    variant = attrs.evolve(variant, start=start)
    moves = Game(variant, start).legal_moves
    assert {replay(parse_move_list(f"{m.origin}{m.target} a1-a2", variant)).plies for m in moves} <= {0, 1, 2}
