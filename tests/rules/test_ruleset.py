"""The composition: it asks every strategy, also those of a user's own, and its ways of counting agree."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable

import attrs
import pytest

from taflkit import (
    ATTACKER,
    DEFENDER,
    KING,
    Board,
    IllegalMoveError,
    Move,
    Outcome,
    Piece,
    Position,
    Reason,
    Rules,
    RulesError,
    Side,
    Variant,
    load_variant,
    perft,
    start,
)
from taflkit.rules import Custodial, Enemies, KingReaches, NoMovesLoses, RepetitionIgnored, Reserved, Slide
from taflkit.rules.protocols import Composition
from tests.drawn import captured, drawn
from tests.rules.boards import listed, small, targets


class Diagonal:
    """A user's own movement: one step diagonally. It has no base class and names no pieces."""

    def targets(self, position: Position, origin: int, crossable: int) -> int:
        """The squares that touch the origin with a corner."""
        grid = position.board.grid
        column, row = origin % grid.width, origin // grid.width
        found = 0
        for across, up in [(1, 1), (1, -1), (-1, 1), (-1, -1)]:
            if 0 <= column + across < grid.width and 0 <= row + up < grid.height:
                found |= 1 << (row + up) * grid.width + column + across
        return found


@attrs.frozen
class Step:
    """A user's own movement along lines: up to so many squares."""

    pieces: tuple[str, ...]
    steps: int = 1

    def manner(self, piece: Piece) -> Hashable:
        """Nothing more to say: everyone whom it names moves alike."""
        return None

    def reach(self, board: Board, piece: Piece, origin: int, occupied: int, crossable: int) -> int:
        """The squares along each ray, as far as it goes."""
        found = 0
        for ray in board.grid.rays[origin]:
            for square in ray[: self.steps]:
                if occupied >> square & 1:
                    break
                found |= 1 << square
        return found

    def targets(self, position: Position, origin: int, crossable: int) -> int:
        """As `reach`."""
        return self.reach(position.board, position.board.pieces[0], origin, position.occupied_mask, crossable)


@attrs.frozen
class Careless:
    """A user's own movement that names every square of the row and column, taken or not."""

    def manner(self, piece: Piece) -> Hashable:
        """Everyone alike."""
        return "careless"

    def reach(self, board: Board, piece: Piece, origin: int, occupied: int, crossable: int) -> int:
        """The whole row and column."""
        found = 0
        for ray in board.grid.rays[origin]:
            for square in ray:
                found |= 1 << square
        return found

    def targets(self, position: Position, origin: int, crossable: int) -> int:
        """The same."""
        return self.reach(position.board, position.board.pieces[0], origin, position.occupied_mask, crossable)


class TestOwnMovement:
    """A user's own movement works through `attrs.evolve`, without a base class."""

    PICTURE = """
        . . . . .
        . A . . .
        . . K . .
        . . . . .
        . . . . D
        """

    def test_beside_the_rules_own(self) -> None:
        """A movement that is added is united with the others, and access holds for it too."""
        variant = small(access=(Reserved("throne"),))
        variant = attrs.evolve(variant, rules=attrs.evolve(variant.rules, movement=(Slide(), Diagonal())))
        game = drawn(variant, "attackers", self.PICTURE.replace("K", "."))
        assert targets(game, "b4") == "a3 a4 a5 b1 b2 b3 b5 c4 c5 d4 e4"
        assert targets(drawn(variant, "defenders", self.PICTURE), "c3") == "a3 b2 b3 c1 c2 c4 c5 d2 d3 d4 e3"

    def test_alone(self) -> None:
        """It may be the only movement, and never leads onto a piece."""
        variant = small(movement=(Diagonal(),))
        assert targets(drawn(variant, "attackers", self.PICTURE), "b4") == "a3 a5 c5"
        assert targets(drawn(variant, "defenders", self.PICTURE), "c3") == "b2 d2 d4"
        game = drawn(variant, "attackers", self.PICTURE).play("b4-c5")
        assert str(game.position["c5"]) == "attacker"

    def test_refused(self) -> None:
        """A move that it does not allow is refused."""
        game = drawn(small(movement=(Diagonal(),)), "attackers", self.PICTURE)
        for move in ["b4-b5", "b4-d2", "b4-c3"]:
            with pytest.raises(IllegalMoveError):
                game.play(move)

    def test_for_named_pieces_only(self) -> None:
        """A movement with an attribute `pieces` is asked for these pieces alone."""
        variant = small(movement=(Step(("king",)), Slide(pieces="men")))
        assert targets(drawn(variant, "defenders", self.PICTURE), "c3") == "b3 c2 c4 d3"
        assert targets(drawn(variant, "attackers", self.PICTURE), "b4") == "a4 b1 b2 b3 b5 c4 d4 e4"

    def test_movements_that_call_their_manner_alike_stay_apart(self) -> None:
        """Two movements do not take each other's moves, whatever they call their manner."""
        variant = small(movement=(Step(("attackers",), 1), Step(("defenders",), 2), Step(("king",), 3)))
        picture = "x.... ..... ..... ..... .....".replace(" ", "\n")
        found = [
            targets(drawn(variant, side, picture.replace("x", piece)), "a5")
            for piece, side in [("A", "attackers"), ("D", "defenders"), ("K", "defenders")]
        ]
        assert found == ["a4 b5", "a3 a4 b5 c5", "a2 a3 a4 b5 c5 d5"]

    def test_two_movements_along_lines_are_united(self) -> None:
        """A kind of piece that two movements along lines name moves as either allows."""
        for movement in [(Step(("king",), 3), Step(("king",), 1)), (Step(("king",), 1), Step(("king",), 3))]:
            game = drawn(small(movement=movement), "defenders", "..... ..... ..... ..... K....".replace(" ", "\n"))
            assert targets(game, "a1") == "a2 a3 a4 b1 c1 d1"

    def test_a_movement_may_depend_on_the_kind_of_piece(self) -> None:
        """A movement along lines is told which kind of piece it is asked about."""

        class ByKind:
            """Attackers go along rows, others along columns."""

            def manner(self, piece: Piece) -> Hashable:
                """By side."""
                return piece.side

            def reach(self, board: Board, piece: Piece, origin: int, occupied: int, crossable: int) -> int:
                """Row or column, pieces in the way or not."""
                rows = piece.side is Side.ATTACKERS
                lines = board.grid.row_masks if rows else board.grid.column_masks
                return next(line for line in lines if line >> origin & 1)

            def targets(self, position: Position, origin: int, crossable: int) -> int:
                """Not asked: it moves along lines."""
                raise NotImplementedError

        variant = small(movement=(ByKind(),))
        picture = "..... .x... ..... ..... .....".replace(" ", "\n")
        assert targets(drawn(variant, "attackers", picture.replace("x", "A")), "b4") == "a4 c4 d4 e4"
        assert targets(drawn(variant, "defenders", picture.replace("x", "D")), "b4") == "b1 b2 b3 b5"

    def test_a_movement_not_along_lines_for_named_pieces_only(self) -> None:
        """A movement that is not along lines is asked for the pieces that it names, and told what may be crossed."""

        class Leap(Diagonal):
            """The king's own: diagonal steps, to squares that may be crossed."""

            pieces = ("king",)

            def targets(self, position: Position, origin: int, crossable: int) -> int:
                """The diagonal steps, as far as they may be crossed."""
                return super().targets(position, origin, crossable) & crossable

        variant = small(movement=(Leap(), Slide(pieces="men")), access=(Reserved("throne", stop="king", cross="men"),))
        picture = "..... .x... ..... ..... .....".replace(" ", "\n")
        assert targets(drawn(variant, "defenders", picture.replace("x", "K")), "b4") == "a3 a5 c5"
        assert targets(drawn(variant, "defenders", picture.replace("x", "D")), "b4") == "a4 b1 b2 b3 b5 c4 d4 e4"

    @pytest.mark.parametrize("movement", [(Careless(),), (Careless(), Diagonal())])
    def test_nobody_moves_onto_another(self, movement: tuple[object, ...]) -> None:
        """A movement that names squares with pieces on them does not lead onto these."""
        variant = small(movement=movement)
        game = drawn(variant, "attackers", "A.D.. ..... ..... ..... A....".replace(" ", "\n"))
        assert "a5-a1" not in map(str, game.legal_moves)
        assert "a5-c5" not in map(str, game.legal_moves)
        assert "a5-e5" in map(str, game.legal_moves)


class TestOwnAccess:
    """A user's own access works through `attrs.evolve`, without a base class."""

    def test_no_way_back(self) -> None:
        """It is told where the piece comes from."""

        class NoReturn:
            """Nobody moves to a row below his own, and nobody crosses the column two to the right of his own."""

            def closed_to_stop(self, board: Board, piece: Piece, origin: int) -> int:
                """The rows below."""
                return sum(board.grid.row_masks[: origin // board.grid.width])

            def closed_to_cross(self, board: Board, piece: Piece, origin: int) -> int:
                """The column two to the right, if there is one."""
                column = origin % board.grid.width + 2
                return board.grid.column_masks[column] if column < board.grid.width else 0

        variant = small()
        variant = attrs.evolve(variant, rules=attrs.evolve(variant.rules, access=(NoReturn(),)))
        game = drawn(variant, "attackers", "..... ..... .A... ..... .....".replace(" ", "\n"))
        assert targets(game, "b3") == "a3 b4 b5 c3 d3"
        with pytest.raises(IllegalMoveError, match="the attacker may not cross d3"):
            game.play("b3-e")
        with pytest.raises(IllegalMoveError, match="the attacker may not stop on b1"):
            game.play("b3-1")


class TestOwnHostility:
    """A user's own hostility works through `attrs.evolve`, without a base class."""

    def test_against_some(self) -> None:
        """It answers for each kind of piece, or says that there is nothing."""

        class CornersAgainstAttackers:
            """The corners, empty or not, against attackers only."""

            def against(self, board: Board, victim: Piece) -> Callable[[Position], int] | None:
                """The four corners, for attackers."""
                corners = board.grid.mask(["a1", "a5", "e1", "e5"])
                return (lambda after: corners) if victim.side is Side.ATTACKERS else None

        variant = small(captures=(Custodial(),))
        rules = attrs.evolve(variant.rules, hostility=(CornersAgainstAttackers(),))
        variant = attrs.evolve(variant, rules=rules)
        picture = ".x... ..... ..y.. ..... ....K".replace(" ", "\n")
        attacker = drawn(variant, "defenders", picture.replace("x", "A").replace("y", "D"))
        defender = drawn(variant, "attackers", picture.replace("x", "D").replace("y", "A"))
        assert captured(attacker, "c3-5") == "b5"
        assert captured(defender, "c3-5") == ""
        assert listed(variant, rules.hostile_to(ATTACKER)(attacker.position)) == "a1 a5 e1 e5"
        assert [rules.hostile_to(piece)(attacker.position) for piece in (DEFENDER, KING)] == [0, 0]


class TestOwnCapture:
    """A user's own capture works through `attrs.evolve`, without a base class."""

    def test_through_evolve(self) -> None:
        """It is given the position after the move and the move, and names the squares of what is taken."""

        class Pushed:
            """A piece that is moved next to is taken at once."""

            def captor(self, rules: Composition) -> Callable[[Position, Move], int]:
                """The enemies around the square moved to."""
                return lambda after, move: move.beside_mask & after.side_mask(after.to_move)

        variant = load_variant("tablut")
        variant = attrs.evolve(variant, rules=attrs.evolve(variant.rules, captures=(Pushed(),)))
        game = start(variant).play("e2-a").play("e3-a")
        assert str(game.last) == "e3-a3xa2xa4"
        assert game.position["a2"] is None
        assert variant.rules.captures[0] in game.variant.rules.strategies

    def test_the_first_square(self) -> None:
        """A capture on the first square of the board is a capture like any other: nothing before it can come back."""

        class Corner:
            """Whoever is on a1 falls to any move of the enemy."""

            def captor(self, rules: Composition) -> Callable[[Position, Move], int]:
                """The first square, if an enemy of the mover stands on it."""
                return lambda after, move: 1 & after.side_mask(after.to_move)

        game = drawn(small(captures=(Corner(),)), "attackers", "..... .A... ..K.. ..... D....".replace(" ", "\n"))
        after = game.play("b4-5").play("c3-2").play("b5-4")
        assert [play.irreversible for play in after.plays()] == [False, False, True]
        assert len([*after.repeatable()]) == 3

    def test_own_pieces_may_be_taken(self) -> None:
        """A capture may name the mover's own pieces, even the one that moved."""

        class Sinks:
            """Whoever moves is gone."""

            def captor(self, rules: Composition) -> Callable[[Position, Move], int]:
                """The square moved to."""
                return lambda after, move: move.target_mask

        game = drawn(small(captures=(Sinks(),)), "defenders", "..... ..... ..K.. D.... A....".replace(" ", "\n"))
        after = game.play("c3-4")
        assert after.position.picture.split() == [".....", ".....", ".....", "D....", "A...."]
        assert (after.position.kings_mask, after.position.defending_mask.bit_count()) == (0, 1)


class TestOwnEnding:
    """A user's own ending works through `attrs.evolve`, without a base class."""

    def test_both_positions(self) -> None:
        """It is asked about the positions before and after, and before the first move about the one set up."""
        seen = []

        class LastAttacker:
            """The defenders win when the attackers have one man left."""

            def judge(self, rules: Composition) -> Callable[[Position | None, Position], Outcome | None]:
                """Count them."""

                def judge(before: Position | None, after: Position) -> Outcome | None:
                    seen.append((before, after))
                    few = after.attacking_mask.bit_count() < 2
                    return Outcome(Side.DEFENDERS, Reason.NO_MOVES) if few else None

                return judge

        rules = attrs.evolve(small(captures=(Custodial(),), hostility=(Enemies(),)).rules, endings=(LastAttacker(),))
        variant = Variant("last", rules, Position(rules.board, (0, 0, 0), Side.ATTACKERS))
        game = drawn(variant, "defenders", "..... ..... DA..D ..... ....A".replace(" ", "\n"))
        assert game.outcome is None
        assert seen == [(None, game.position)]
        after = game.play("e3-c")
        assert after.outcome == Outcome(Side.DEFENDERS, Reason.NO_MOVES)
        assert seen[1:] == [(game.position, after.position)]
        assert drawn(variant, "defenders", "..... ..... D.... ..... ....A".replace(" ", "\n")).outcome == after.outcome


class TestQuestionsAgree:
    """Every way of asking for the moves gives the same answer."""

    VARIANTS = pytest.mark.parametrize(
        "variant",
        [
            load_variant("tablut"),
            load_variant("brandubh"),
            pytest.param(
                attrs.evolve(
                    load_variant("brandubh"),
                    rules=attrs.evolve(load_variant("brandubh").rules, movement=(Slide(), Diagonal())),
                ),
                marks=pytest.mark.slow,
            ),
            small(width=6, height=5, regions={"spot": ["b2"]}, movement=(Slide(pieces="men"), Diagonal())),
        ],
        ids=["tablut", "brandubh", "brandubh with diagonal steps", "a king who moves diagonally only"],
    )

    @staticmethod
    def positions(variant: Variant) -> list[Position]:
        """Positions from random games, or random ones where the variant has no start."""
        chance = random.Random(7)
        found = []
        for _ in range(4):
            position = variant.start
            if not position.occupied_mask:
                squares = chance.sample(variant.board.grid.squares, 9)
                pieces = [KING, *[DEFENDER] * 3, *[ATTACKER] * 5]
                position = variant.board.position(dict(zip(squares, pieces, strict=True)), Side.ATTACKERS)
            for _ in range(12):
                found.append(position)
                moves = variant.rules.legal_moves(position)
                play = variant.rules.play(position, chance.choice(moves)) if moves else None
                if play is None or play.outcome:
                    break
                position = play.position
        return found

    @VARIANTS
    def test_moves(self, variant: Variant) -> None:
        """Listing, testing and asking whether there is one agree, for both sides."""
        rules, grid = variant.rules, variant.board.grid
        for there in self.positions(variant)[::4]:
            for side in Side:
                position = attrs.evolve(there, to_move=side)
                moves = rules.legal_moves(position)
                assert len(set(moves)) == len(moves)
                assert rules.has_moves(position) == bool(moves)
                every = {grid.move(a, b) for a in grid.squares for b in grid.squares if a != b}
                assert {move for move in every if rules.is_legal(position, move)} == set(moves)

    def test_replies_where_games_end(self) -> None:
        """Moves that end the game have no replies, and captured pieces do not reply."""
        game = drawn(
            "tablut",
            "defenders",
            """
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . W B . W . .
            . . . . . . . . .
            . . . . . . . . .
            . K . . . . . . .
            . . . . . . . . B
            """,
        )
        rules = game.variant.rules
        outcomes = [rules.play(game.position, move) for move in rules.legal_moves(game.position)]
        assert any(play.outcome for play in outcomes)
        assert any(play.taken_mask for play in outcomes)
        expected = sum(len(rules.legal_moves(play.position)) for play in outcomes if play.outcome is None)
        assert expected == perft(game, 2)

    def test_no_replies_where_the_game_is_over(self) -> None:
        """Where the king has escaped already, no move has replies: each leads to a game that is over."""
        variant = small(endings=(KingReaches("edge"),))
        position = drawn(variant, "attackers", "K.... ..... ...A. ..... .....".replace(" ", "\n")).position
        moves = variant.rules.legal_moves(position)
        assert len(moves) == 8
        assert all(variant.rules.play(position, move).outcome for move in moves)

    def test_going_on(self) -> None:
        """A piece that must go on is the only one that moves."""
        for movement in [(Slide(),), (Slide(), Diagonal()), (Slide(pieces="king"), Diagonal())]:
            variant = small(movement=movement)
            picture = "A...D ..... ..A.. ..... A...K".replace(" ", "\n")
            position = drawn(variant, "attackers", picture).position
            going_on = attrs.evolve(position, going_on_mask=variant.board.grid.mask(["c3"]))
            rules = variant.rules
            expected = [move for move in rules.legal_moves(position) if str(move.origin) == "c3"]
            assert expected
            assert sorted(rules.legal_moves(going_on)) == sorted(expected)
            assert rules.has_moves(going_on)
            for move in rules.legal_moves(position):
                assert rules.is_legal(going_on, move) == (move in expected)
            assert rules.play(going_on, expected[0]).position.going_on_mask == 0

    def test_going_on_among_several_kinds(self) -> None:
        """Where a side has several kinds of piece, the one that must go on moves as its own kind does."""
        variant = small(access=(Reserved("throne"),))
        position = drawn(variant, "defenders", "D.... ..... D...K ..... A....".replace(" ", "\n")).position
        for square, count in [("a3", 4), ("a5", 5), ("e3", 7)]:
            going_on = attrs.evolve(position, going_on_mask=variant.board.grid.mask([square]))
            moves = variant.rules.legal_moves(going_on)
            assert {str(move.origin) for move in moves} == {square}
            assert len(moves) == len(set(moves)) == count

    def test_the_first_squares(self) -> None:
        """Pieces on the first squares of the board move like any others."""
        for picture, count in [("AA...", 11), ("A....", 8), (".A...", 8), ("AAA..", 14)]:
            position = drawn(small(), "attackers", f"..... ..... ..... ..... {picture}".replace(" ", "\n")).position
            assert len(small().rules.legal_moves(position)) == count

    def test_a_stuck_piece_that_must_go_on(self) -> None:
        """If the piece that must go on cannot move, nobody can."""
        variant = small()
        picture = "AD... D.... ..A.. ..... ....K".replace(" ", "\n")
        position = drawn(variant, "attackers", picture).position
        going_on = attrs.evolve(position, going_on_mask=variant.board.grid.mask(["a5"]))
        assert variant.rules.has_moves(position)
        assert not variant.rules.has_moves(going_on)
        assert not variant.rules.legal_moves(going_on)


class TestApply:
    """`apply` and `step` play moves that are known to be legal; `play` checks."""

    def test_step_and_apply_agree(self) -> None:
        """The bare facts are those of the play."""
        game = start("tablut").play_all(["i6-g", "d5-7"])
        move = game.variant.board.grid.parse_move("i4-g")
        after, taken, outcome = game.variant.rules.step(game.position, move)
        play = game.variant.rules.apply(game.position, move)
        assert (play.position, play.taken_mask, play.outcome) == (after, taken, outcome)
        assert play.before is game.position
        assert play.irreversible

    def test_derived_sets_agree(self) -> None:
        """The position after a play knows its sides and kings as one that is set up does."""
        game = start("tablut").play_all(["i6-g", "d5-7", "i4-g", "e6-f", "a6-c", "e5-6"])
        built = Position(game.position.board, game.position.kind_masks, game.to_move)
        assert game.position == built
        assert (game.position.attacking_mask, game.position.defending_mask) == (
            built.attacking_mask,
            built.defending_mask,
        )
        assert game.position.kings_mask == built.kings_mask == game.variant.board.grid.mask(["e6"])

    def test_an_outcome_of_the_play(self) -> None:
        """A play that ends the game says how."""
        variant = small(endings=(KingReaches("edge"),))
        game = drawn(variant, "defenders", "..... ..... ..K.. ..... A....".replace(" ", "\n"))
        play = game.variant.rules.play(game.position, variant.board.grid.parse_move("c3-5"))
        assert play.outcome == Outcome(Side.DEFENDERS, Reason.KING_ESCAPED)


def test_defaults() -> None:
    """Rules that say nothing else capture nothing, ignore repetition, and a side that cannot move loses."""
    rules = Rules(load_variant("tablut").board, (Slide(),))
    assert rules.repetition == RepetitionIgnored()
    assert rules.no_moves == NoMovesLoses()
    assert (rules.access, rules.hostility, rules.captures, rules.king, rules.endings) == ((), (), (), (), ())


def test_strategies_in_the_order_of_the_questions() -> None:
    """A composition lists its strategies in the order of the questions."""
    expected = [
        "Slide",
        "Reserved",
        "Enemies",
        "EmptyArea",
        "BesetKing",
        "Custodial",
        "ByArea",
        "KingCaptured",
        "KingReaches",
        "RepetitionEnds",
        "NoMovesLoses",
    ]
    kinds = [type(strategy).__name__ for strategy in load_variant("tablut").rules.strategies]
    assert [kind for kind in kinds if kind in expected] == expected


def test_reach_of_a_kind() -> None:
    """Where a kind of piece gets to along lines can be asked of the rules."""
    variant = small(access=(Reserved("throne"),))
    from_a3 = {piece: variant.rules.reach_of(piece).from_square(10, 1 << 10) for piece in (ATTACKER, KING)}
    assert listed(variant, from_a3[ATTACKER]) == "a1 a2 a4 a5 b3 d3 e3"
    assert listed(variant, from_a3[KING]) == "a1 a2 a4 a5 b3 c3 d3 e3"


def test_turncoats_join_those_of_their_kind() -> None:
    """A captured piece that changes sides joins the others of its kind, who stay."""
    mercenaries = (Piece(Side.ATTACKERS, "mercenary", "m"), Piece(Side.DEFENDERS, "mercenary", "M"))
    variant = small(
        pieces=(ATTACKER, DEFENDER, KING, *mercenaries),
        captures=(Custodial(),),
        hostility=(Enemies(),),
        turncoats="mercenary",
    )
    game = drawn(variant, "attackers", "m...M ..... AM..A ..... ....K".replace(" ", "\n"))
    after = game.play("e3-c")
    assert str(after.last) == "e3-c3xb3"
    assert after.position.picture.split() == ["m...M", ".....", "AmA..", ".....", "....K"]
    assert after.last is not None
    assert not after.last.irreversible


class TestTheDoor:
    """What is not a position on the board of the rules is refused in a sentence."""

    def test_a_position_on_another_board(self) -> None:
        """The sentence says which boards they are."""
        rules, other = load_variant("tablut").rules, load_variant("brandubh").start
        move = rules.board.grid.parse_move("a4-b4")
        asked = (rules.legal_moves, rules.outcome)
        for ask in (*asked, lambda position: rules.play(position, move)):
            with pytest.raises(RulesError) as refused:
                ask(other)
            assert str(refused.value) == "these rules are for another board: theirs is 9x9, the position's is 7x7"

    def test_a_board_of_the_same_size(self) -> None:
        """Other regions or pieces make another board."""
        one, other = small(), small(regions={"marsh": ["a1"]})
        with pytest.raises(RulesError, match="theirs is 5x5, the position's has other pieces or regions"):
            one.rules.legal_moves(other.start)

    def test_an_equal_board(self) -> None:
        """A board that is equal will do: it need not be the same object."""
        assert small().rules.legal_moves(small().start) == ()

    def test_no_position(self) -> None:
        """A text or a game is not a position."""
        with pytest.raises(TypeError, match="expected a Position, not '9/9'"):
            small().rules.legal_moves("9/9")  # type: ignore[arg-type]

    def test_no_move(self) -> None:
        """A text is not a move."""
        variant = small()
        for ask in (variant.rules.is_legal, variant.rules.play):
            with pytest.raises(TypeError, match=r"expected a Move, not 'a1-a2'; Move\.parse reads a text"):
                ask(variant.start, "a1-a2")  # type: ignore[arg-type]
