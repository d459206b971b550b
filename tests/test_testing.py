"""The kit for authors of rules: random positions, games and variants, and the check of the laws."""

from __future__ import annotations

import itertools
import pickle
import subprocess
import sys
from collections.abc import Callable, Hashable
from typing import Any

import attrs
import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from taflkit import (
    Board,
    Game,
    Geometry,
    Move,
    Outcome,
    Piece,
    Play,
    Position,
    Reason,
    Side,
    TaflError,
    Variant,
    load_variant,
)
from taflkit.board.position import make_position
from taflkit.conformance import PLAY_LAWS
from taflkit.rules import Custodial, KingReaches, RepetitionForbidden, Reserved, Slide, Surrounded
from taflkit.testing import RECIPES, ConformanceError, check_rules, check_tafl_game, games, positions, variants
from tests.examples import examples
from tests.variants import TAFL, each_of

bounded = examples(30)
#: To find one example, however long it takes, and leave it as it is.
generated = settings(max_examples=5000, phases=[Phase.generate], deadline=None)
TABLUT = load_variant("tablut")
BRANDUBH = load_variant("brandubh")


def changed(**rules: Any) -> Variant:
    """Brandubh with other rules."""
    return attrs.evolve(BRANDUBH, name="changed", rules=attrs.evolve(BRANDUBH.rules, **rules))


# Strategies of random things.


@bounded
@given(st.data(), st.sampled_from([TABLUT, BRANDUBH]))
def test_random_positions_could_occur(data: st.DataObject, variant: Variant) -> None:
    """There is one king, nobody stands where it may not stop, and no kind has more pieces than at the start."""
    position = data.draw(positions(variant))
    assert position.board == variant.board
    assert position.kings_mask.bit_count() == 1
    reserved = variant.geometry.area_mask(*(name for name, _ in variant.geometry.regions))
    assert not position.pieces_mask("men") & reserved
    for squares, start in zip(position.kind_masks, variant.start.kind_masks, strict=True):
        assert squares.bit_count() <= start.bit_count()


@pytest.mark.parametrize("side", Side)
def test_random_positions_have_either_side_to_move(side: Side) -> None:
    """Each side is to move in some position."""
    assert find(positions(TABLUT), lambda position: position.to_move is side, settings=generated).to_move is side


def test_random_positions_shrink_to_a_lone_king() -> None:
    """What is wrong in every position is shown with a king alone."""
    assert find(positions(TABLUT), lambda position: True).occupied_mask.bit_count() == 1


def test_random_positions_have_something_to_capture() -> None:
    """There are positions in which a move captures two pieces."""

    def captures_two(position: Position) -> bool:
        plays = (TABLUT.rules.play(position, move) for move in TABLUT.rules.legal_moves(position))
        return any(len(play.captured) > 1 for play in plays)

    assert captures_two(find(positions(TABLUT), captures_two, settings=generated))


@bounded
@given(games(TABLUT, max_plies=9))
def test_random_games_can_be_played(game: Game) -> None:
    """A random game starts at the start and has no more plies than asked for."""
    assert game.start == TABLUT.start
    assert len(game.moves) <= 9
    assert Game(TABLUT, TABLUT.start).play_all(game.moves).position == game.position


@bounded
@given(st.data())
def test_random_games_can_start_anywhere(data: st.DataObject) -> None:
    """A game may start from a random position."""
    position = data.draw(positions(BRANDUBH))
    game = data.draw(games(BRANDUBH, max_plies=3, start=st.just(position)))
    assert game.start == position


def test_random_games_shrink() -> None:
    """What goes wrong after four plies is shown with a game of four plies."""
    assert len(find(games(TABLUT).map(lambda game: game.moves), lambda moves: len(moves) >= 4)) == 4


@bounded
@given(variants())
def test_random_variants_can_be_played(variant: Variant) -> None:
    """A random variant has a board of a fitting size, a king, and a game that has not ended before it begins."""
    grid = variant.board.grid
    assert 5 <= grid.width <= 9
    assert 5 <= grid.height <= 9
    assert variant.start.kings_mask.bit_count() == 1
    assert Game(variant, variant.start).legal_moves
    assert pickle.loads(pickle.dumps(variant)) == variant


@pytest.mark.parametrize(
    "wanted",
    [
        lambda variant: variant.board.grid.width != variant.board.grid.height,
        lambda variant: not variant.geometry.regions,
        lambda variant: "throne" in variant.geometry.names and "corners" in variant.geometry.names,
        lambda variant: len(variant.board.pieces) == 5,
        lambda variant: isinstance(variant.rules.king[0], Surrounded),
        lambda variant: isinstance(variant.rules.king[0], Custodial),
        lambda variant: RepetitionForbidden() == variant.rules.repetition,
        lambda variant: KingReaches("edge") in variant.rules.endings,
        lambda variant: len(variant.rules.access) == 2,
    ],
    ids=["rectangle", "no region", "both regions", "pieces", "surrounded", "custodial", "forbidden", "edge", "access"],
)
def test_random_variants_are_of_all_sorts(wanted: Callable[[Variant], bool]) -> None:
    """Boards, pieces and rules of every sort turn up among random variants."""
    assert wanted(find(variants(), wanted, settings=generated))


@attrs.frozen
class Peace:
    """Nothing is captured."""

    def captor(self, rules: object) -> Callable[[Position, Move], int]:
        """Nothing."""
        return lambda after, move: 0


@bounded
@given(variants(largest=6, captures=lambda draw, board: (Peace(),)).flatmap(games))
def test_a_rule_of_ones_own_meets_random_variants(game: Game) -> None:
    """A recipe replaces what is drawn for one question, and the rest stays random."""
    assert game.variant.rules.captures == (Peace(),)
    assert game.variant.board.grid.width <= 6
    assert not any(play.taken_mask & ~play.before.kings_mask for play in game.plays())
    check_tafl_game(game)


def test_a_recipe_for_no_question_is_refused() -> None:
    """The error lists the questions that there are."""
    with pytest.raises(TypeError, match="there is no question capture; there are movement, access, hostility"):
        variants(capture=RECIPES["captures"])


# The laws hold.


@each_of(TAFL)
def test_built_in_variants_keep_the_laws(name: str) -> None:
    """Every variant that comes with taflkit passes the check; large boards, which take longer, with fewer games."""
    variant = load_variant(name)
    enough = 1 + 500 // len(variant.board.grid.squares)
    assert check_rules(variant, max_examples=enough) >= enough


@examples(30)
@given(variants().flatmap(games))
def test_random_variants_keep_the_laws(game: Game) -> None:
    """Whatever built-in rules are put together, they keep the laws."""
    check_tafl_game(game)
    assert game.variant.name == "random"


@attrs.frozen
class Leap:
    """The pieces jump like a knight of chess."""

    def targets(self, position: Position, origin: int, crossable: int) -> int:
        """Two squares along and one across."""
        squares = position.board.grid.squares
        there = squares[origin]
        return position.board.grid.mask(
            square for square in squares if abs(square.column - there.column) * abs(square.row - there.row) == 2
        )


def test_rules_of_ones_own_keep_the_laws() -> None:
    """A movement that jumps and a capture of nothing pass the check."""
    assert check_rules(changed(movement=(Leap(),), captures=(Peace(),)), max_examples=20) >= 20


def test_a_board_that_is_not_symmetric_passes() -> None:
    """Where the regions tell left from right, the rules may do so too."""
    board = Board(Geometry.build(7, 7, marsh=["b2", "c2"]), BRANDUBH.board.pieces)
    rules = attrs.evolve(
        BRANDUBH.rules, board=board, access=(Reserved("marsh", stop="king"),), hostility=BRANDUBH.rules.hostility[:1],
        king=(Surrounded(),), endings=(KingReaches("edge"),),
    )  # fmt: skip
    variant = Variant("marsh", rules, board.parse(BRANDUBH.start.picture, Side.ATTACKERS))
    assert check_rules(variant, max_examples=20) >= 20


# Broken rules are found, each by the law that it breaks.


@attrs.frozen
class Treason:
    """Everything beside the piece that moved is taken, whoever it belongs to."""

    def captor(self, rules: object) -> Callable[[Position, Move], int]:
        """The squares around."""
        return lambda after, move: move.beside_mask & after.occupied_mask


@attrs.frozen
class Phantoms:
    """Empty squares are taken."""

    def captor(self, rules: object) -> Callable[[Position, Move], int]:
        """The square that the piece has left."""
        return lambda after, move: move.origin_mask


@attrs.frozen
class Shy:
    """Pieces slide, unless there are many on the board."""

    def manner(self, piece: Piece) -> Hashable:
        """Everyone alike."""
        return "shy"

    def reach(self, board: Board, piece: Piece, origin: int, occupied: int, crossable: int) -> int:
        """It looks at the whole board, and not only at the lines of the piece."""
        return 0 if occupied.bit_count() > 8 else Slide().reach(board, piece, origin, occupied, crossable)

    def targets(self, position: Position, origin: int, crossable: int) -> int:
        """The same."""
        return 0 if position.occupied_mask.bit_count() > 8 else Slide().targets(position, origin, crossable)


@attrs.frozen
class Inconsistent:
    """Pieces slide, or do not move at all: it depends on which of its methods is asked."""

    def manner(self, piece: Piece) -> Hashable:
        """Everyone alike."""
        return "inconsistent"

    def reach(self, board: Board, piece: Piece, origin: int, occupied: int, crossable: int) -> int:
        """As a rook."""
        return Slide().reach(board, piece, origin, occupied, crossable)

    def targets(self, position: Position, origin: int, crossable: int) -> int:
        """Nowhere."""
        return 0


@attrs.frozen
class OnlyUpwards:
    """Pieces go one square up."""

    def targets(self, position: Position, origin: int, crossable: int) -> int:
        """The square above."""
        return 1 << origin + position.board.grid.width & position.board.grid.everywhere_mask


@attrs.frozen
class TakesTurns:
    """Every other time it is asked, the move captures nothing."""

    def captor(self, rules: Any) -> Callable[[Position, Move], int]:
        """Remember how often it was asked."""
        asked, captured = itertools.count(), Custodial().captor(rules)
        return lambda after, move: captured(after, move) if next(asked) % 2 else 0


@attrs.frozen
class WinsByChance:
    """The attackers win when it has been asked often enough."""

    def judge(self, rules: object) -> Callable[[Position | None, Position], Outcome | None]:
        """Remember how often it was asked."""
        asked = itertools.count()
        won = Outcome(Side.ATTACKERS, Reason.ENCIRCLED)
        return lambda before, after: won if next(asked) % 50 == 49 else None


@attrs.frozen
class AlwaysOver:
    """The defenders have won from the start."""

    def judge(self, rules: object) -> Callable[[Position | None, Position], Outcome | None]:
        """Always."""
        return lambda before, after: Outcome(Side.DEFENDERS, Reason.KING_ESCAPED)


@attrs.define
class Mutable:
    """A rule that compares by value and is not frozen."""

    def captor(self, rules: object) -> Callable[[Position, Move], int]:
        """Nothing."""
        return lambda after, move: 0


@attrs.define(eq=False)
class Settable:
    """A rule with a field that can be set."""

    strength: int = 2

    def captor(self, rules: object) -> Callable[[Position, Move], int]:
        """Nothing."""
        return lambda after, move: 0


class ByIdentity:
    """A rule that is equal to itself alone."""

    def captor(self, rules: object) -> Callable[[Position, Move], int]:
        """Nothing."""
        return lambda after, move: 0


@attrs.frozen
class HoldsALambda:
    """A rule that cannot be pickled."""

    answer: Callable[[Position, Move], int] = lambda after, move: 0

    def captor(self, rules: object) -> Callable[[Position, Move], int]:
        """What it holds."""
        return self.answer


@pytest.mark.parametrize(
    ("rules", "law", "detail"),
    [
        ({"captures": (Treason(),)}, "A move captures enemies", r"it takes [a-g][1-7].*, where no enemy stood"),
        ({"captures": (Phantoms(),)}, "A move captures enemies", r"it takes [a-g][1-7], where no enemy stood"),
        ({"movement": (Shy(),)}, "A movement along lines depends on the piece's own row", r"what Shy\(\) says of the"),
        ({"movement": (Inconsistent(),)}, "A movement along lines depends on the piece's own row", "has other targets"),
        ({"movement": (OnlyUpwards(),)}, "A symmetric board has the same moves", "legal in one of the two"),
        ({"captures": (TakesTurns(),)}, "The same question has the same answer", "asked twice, the rules answered"),
        ({"endings": (AlwaysOver(),)}, "A game is not over before it begins", "it is: the defenders win"),
        ({"captures": (Mutable(),)}, "A rule can be hashed", "unhashable type: 'Mutable'"),
        ({"captures": (Settable(),)}, "A rule cannot be changed", "lets its strength be set"),
        ({"captures": (ByIdentity(),)}, "A rule compares by value", "is not equal to its pickled copy"),
        ({"captures": (HoldsALambda(),)}, "A rule can be pickled", "HoldsALambda.*cannot"),
    ],
    ids=lambda value: type(next(iter(value.values()))[0]).__name__ if isinstance(value, dict) else "",
)
def test_broken_rules_are_found_and_named(rules: dict[str, Any], law: str, detail: str) -> None:
    """A rule that breaks a law fails the check with an error that names the law and says how."""
    with pytest.raises(ConformanceError, match=detail) as caught:
        check_rules(changed(**rules))
    assert caught.value.law.startswith(law)
    assert str(caught.value).startswith(f"{caught.value.law}\nBut {caught.value.detail}.")


def test_an_ending_that_remembers_is_found() -> None:
    """Rules that answer differently the more they are asked fail the check, wherever it comes to light."""
    with pytest.raises(ConformanceError, match="same"):
        check_rules(changed(endings=(WinsByChance(),)))


def test_the_error_shows_position_and_move() -> None:
    """The error has the game and the move as attributes, and prints the position as text and drawn, and the move."""
    with pytest.raises(ConformanceError) as caught:
        check_rules(changed(captures=(Treason(),)))
    error = caught.value
    assert isinstance(error, TaflError)
    assert isinstance(error, AssertionError)
    assert isinstance(error.game, Game)
    assert error.move in BRANDUBH.rules.legal_moves(error.game.position)
    lines = str(error).splitlines()
    assert lines[2].startswith("position: changed ")
    assert str(error.game.position) in str(error)
    assert lines[-1] == f"move: {error.move}"


def test_the_error_shows_a_small_game() -> None:
    """A law that is broken from the start is shown at the start, without moves before."""
    with pytest.raises(ConformanceError) as caught:
        check_rules(changed(captures=(Phantoms(),)))
    assert isinstance(caught.value.game, Game)
    assert caught.value.game.moves == ()


# What no rule can bring about, since `Rules` does not let it, is found all the same.


def play_to(text: str, **facts: Any) -> Play:
    """The play of a move from the start of brandubh, with other facts than it has."""
    play = BRANDUBH.rules.apply(BRANDUBH.start, BRANDUBH.board.grid.parse_move(text))
    return attrs.evolve(play, **facts)


def drawn(picture: str) -> Position:
    """A position of brandubh after a move of the attackers."""
    return BRANDUBH.board.parse(picture, Side.DEFENDERS)


FAIR = play_to("d7-e")


@pytest.mark.parametrize(
    ("play", "law", "detail"),
    [
        (play_to("d7-6"), "A piece moves to an empty square.", "the attacker moves onto the attacker on d6"),
        (
            attrs.evolve(FAIR, taken_mask=BRANDUBH.board.grid.outside_mask),
            "A move captures enemies, never pieces of its own side.",
            "it takes off the board, where no enemy stood",
        ),
        (
            attrs.evolve(
                FAIR, position=BRANDUBH.board.parse(FAIR.position.picture.replace(".", "A", 1), Side.DEFENDERS)
            ),
            "There are never more pieces than before.",
            "there were 13 pieces and there are 14",
        ),
        (
            attrs.evolve(FAIR, taken_mask=BRANDUBH.board.grid.mask(["d5"])),
            "A move moves its piece, takes what it captures, and changes nothing else.",
            "it takes d5, where a piece still stands",
        ),
        (
            attrs.evolve(FAIR, position=drawn(FAIR.before.picture)),
            "A move moves its piece, takes what it captures, and changes nothing else.",
            "the attacker from d7 does not stand on e7",
        ),
        (
            attrs.evolve(
                FAIR, position=BRANDUBH.rules.apply(FAIR.position, FAIR.move.grid.parse_move("d5-e")).position
            ),
            "A move moves its piece, takes what it captures, and changes nothing else.",
            "it also changes d5, e5",
        ),
        (
            attrs.evolve(
                FAIR, position=make_position(BRANDUBH.board, FAIR.position.kind_masks, Side.DEFENDERS, 0, 0, 0)
            ),
            "The squares of a side are those of its pieces.",
            "the masks of the sides disagree with those of the pieces",
        ),
        (
            attrs.evolve(FAIR, position=attrs.evolve(FAIR.position, to_move=Side.ATTACKERS)),
            "The other side is next, unless a piece must go on.",
            "it is still the turn of the attackers",
        ),
    ],
)
def test_plays_that_are_wrong_are_told_apart(play: Play, law: str, detail: str) -> None:
    """Each law of plays says what is wrong with a play that breaks it, and nothing about one that does not."""
    assert PLAY_LAWS[law](BRANDUBH.rules, play) == detail
    assert not any(broken(BRANDUBH.rules, FAIR) for broken in PLAY_LAWS.values())


@attrs.frozen
class Crashes:
    """It divides by the number of pieces that stand beside the one that moved."""

    def captor(self, rules: object) -> Callable[[Position, Move], int]:
        """Nothing, if it comes to that."""
        return lambda after, move: 0 // (move.beside_mask & after.occupied_mask).bit_count()


def test_an_error_in_a_rule_is_shown_with_its_position() -> None:
    """An exception that a rule raises comes out as it is, with a note of the position and the move."""
    with pytest.raises(ZeroDivisionError) as caught:
        check_rules(changed(captures=(Crashes(),)))
    notes = "\n".join(caught.value.__notes__)
    assert "position: changed " in notes
    assert "move: " in notes


def test_rules_that_tell_up_from_down_can_say_so() -> None:
    """Without the law of symmetry, a movement that goes upwards passes."""
    assert check_rules(changed(movement=(OnlyUpwards(),)), max_examples=20, symmetric=False) >= 20


@bounded
@given(games(BRANDUBH, max_plies=3))
def test_one_game_can_be_checked_by_itself(game: Game) -> None:
    """`check_tafl_game` finds what is broken at the end of a given game."""
    check_tafl_game(game)
    broken = Game(changed(captures=(Phantoms(),)), game.position)
    with pytest.raises(ConformanceError, match="A move captures enemies"):
        check_tafl_game(broken)


def test_the_kit_says_what_it_needs() -> None:
    """Without hypothesis the import fails with the command that installs it."""
    code = "import sys; sys.modules['hypothesis'] = None; import taflkit.testing"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert answer.returncode == 1
    assert answer.stderr.splitlines()[-1] == (
        "ImportError: taflkit.testing needs hypothesis, which comes with the extra `testing`: "
        'pip install "taflkit[testing]"'
    )
