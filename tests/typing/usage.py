"""taflkit as a type checker sees it: what is right has the types asserted here, what is wrong is an error.

A comment `type: ignore` stands where an error belongs; without one, a strict type checker calls the comment unused.
Both mypy and pyright check this file.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Any, assert_type

import attrs

import taflkit
from taflkit import (
    Board,
    Game,
    LegalMoves,
    Move,
    Outcome,
    Piece,
    Play,
    Position,
    Reason,
    Rules,
    Side,
    Square,
    SquareSet,
    Variant,
)
from taflkit.games import MoveT, RecordedGame, ataxx
from taflkit.games.ataxx import AtaxxGame, AtaxxVariant
from taflkit.rules import Custodial, Slide
from taflkit.rules.protocols import Captor, Capture, Composition, Ending, Judge, Movement
from taflkit.search import (
    AlphaBeta,
    Automaton,
    Cancel,
    ForcedWin,
    MonteCarlo,
    OnReport,
    Playable,
    Random,
    Score,
    Searcher,
    SearchLimit,
    SearchReport,
    Stop,
    WinFinder,
    searcher_named,
)
from taflkit.search.tafl import TaflKnowledge
from taflkit.shell import Command, Say, Session, Step, answering
from taflkit.shell.arguments import NUMBER, SQUARE


def playing(game: Game) -> None:
    """Games, moves and outcomes."""
    assert_type(taflkit.start("some-variant"), Game)
    assert_type(taflkit.start(game.variant, game.position, move_limit=50), Game)
    assert_type(taflkit.start("ataxx", game_type=AtaxxGame), AtaxxGame)
    assert_type(taflkit.start(taflkit.load_variant("ataxx", AtaxxVariant)), RecordedGame[Any])
    assert_type(game.legal_moves, LegalMoves)
    assert_type(len(game.legal_moves), int)
    for move in game.legal_moves:
        assert_type(move, Move)
        assert_type(move.origin, Square)
        assert_type(game.play(move), Game)
    assert_type(game.play("e5-e8"), Game)
    assert_type(game.play_all(["e5-e8", *game.moves]), Game)
    assert_type(game.previous, Game | None)
    assert_type(game.last, Play | None)
    assert_type(game.outcome, Outcome | None)
    assert_type(game.to_move, Side)
    if game.outcome is not None:
        assert_type(game.outcome.winner, Side | None)
        assert_type(game.outcome.reason, Reason)

    game.play(3)  # type: ignore[arg-type]
    game.play()  # type: ignore[call-arg]
    game.undo()  # type: ignore[attr-defined]
    game.position = game.position  # type: ignore[misc]
    len(game.last.captured)  # type: ignore[union-attr]
    game.previous.play("e5-e8")  # type: ignore[union-attr]
    taflkit.start()  # type: ignore[call-overload]
    taflkit.start("some-variant", move_limit="50")  # type: ignore[call-overload]


def any_kind(game: RecordedGame[Move]) -> None:
    """The games of every kind answer the same questions."""
    assert_type(game.moves, Sequence[Move])
    assert_type(game.parse_move("e5-e8"), Move)
    assert_type(game.play("e5-e8").history(), Sequence[RecordedGame[Move]])
    game.play(3)  # type: ignore[arg-type]


def each_kind(game: Game, other: AtaxxGame) -> None:
    """What a game of a kind answers is typed by the kind."""
    any_kind(game)
    assert_type(game.history(), tuple[Game, ...])
    assert_type(other.play("g1-f2").history(), tuple[AtaxxGame, ...])
    assert_type(other.parse_move("g1-f2"), ataxx.Move)
    one: RecordedGame[ataxx.Move] = other
    assert_type(one.ply, int)

    any_kind(other)  # type: ignore[arg-type]


def positions(position: Position) -> None:
    """Boards, pieces and sets of squares."""
    assert_type(position["e5"], Piece | None)
    assert_type(position.squares("king"), SquareSet)
    assert_type(next(iter(position.squares("king"))), Square)
    assert_type(position.board, Board)
    assert_type(position.to_move.other, Side)
    assert_type(position.defenders, SquareSet)
    assert_type(position.defending_mask, int)
    assert_type(Move.parse("e5-e8", position.board.grid), Move)

    position.kind_masks = ()  # type: ignore[misc]
    position.of(Side.BLACK)  # type: ignore[attr-defined]
    Square.parse(5)  # type: ignore[arg-type]
    Move.parse("e5-e8")  # type: ignore[call-arg]


def looking_up() -> None:
    """What is imported when it is first used has its types all the same."""
    assert_type(taflkit.load_variant("some-variant"), Variant)
    assert_type(taflkit.variant_names(), tuple[str, ...])
    assert_type(taflkit.game_from_text("some text"), Game)
    assert_type(taflkit.format_position(taflkit.start("some-variant")), str)
    assert_type(taflkit.perft(taflkit.start("some-variant"), 3), int)

    taflkit.perft(taflkit.start("some-variant"))  # type: ignore[call-arg]
    taflkit.load_variant(3)  # type: ignore[call-overload]


def searching(game: Game, limit: SearchLimit) -> None:
    """Searchers are typed by the moves of the game."""
    report = AlphaBeta().search(game, limit)
    assert_type(report, SearchReport[Move])
    assert_type(report.best, Move | None)
    assert_type(report.line, tuple[Move, ...])
    assert_type(report.score, Score)
    assert_type(report.engine, str)
    assert_type(Random(seed=1).search(game, limit, on_report=print, cancel=Cancel()).best, Move | None)
    assert_type(MonteCarlo().search(Heap(3), limit).best, int | None)
    assert_type(searcher_named("some-searcher")(7).search(game, limit), SearchReport[Move])
    assert_type(WinFinder().find(game, 3), ForcedWin[Move])
    assert_type(WinFinder().find(game, 3).best, Move | None)
    assert_type(Automaton()(game, 7), Move)
    assert_type(Automaton()(Heap(3), 7), int)
    own: Searcher = First()
    assert_type(own.search(game, limit).best, Move | None)
    AlphaBeta(knowledge=TaflKnowledge(game.variant))

    AlphaBeta().search("some-variant", limit)  # type: ignore[arg-type]
    AlphaBeta().search(game, 3)  # type: ignore[arg-type]
    AlphaBeta(depth="3")  # type: ignore[arg-type]
    SearchLimit(seconds="5")  # type: ignore[arg-type]
    game.play(report.best)  # type: ignore[arg-type]
    AlphaBeta(knowledge=game.variant)  # type: ignore[arg-type]


class Player(enum.Enum):
    """A player of a game that is not tafl."""

    ONE = 1
    TWO = 2

    @property
    def other(self) -> Player:
        """The opponent."""
        return Player.TWO if self is Player.ONE else Player.ONE


@attrs.frozen
class Loss:
    """Who took the last."""

    winner: Player


@attrs.frozen
class Heap:
    """A game that is not tafl: searchers need no base class."""

    left: int
    to_move: Player = Player.ONE

    @property
    def legal_moves(self) -> list[int]:
        """How many may be taken."""
        return list(range(1, min(3, self.left) + 1))

    @property
    def outcome(self) -> Loss | None:
        """Nobody can take from an empty heap."""
        return None if self.left else Loss(self.to_move.other)

    @property
    def key(self) -> tuple[int, Player]:
        """All there is."""
        return self.left, self.to_move

    def play(self, move: int) -> Heap:
        """Take some."""
        return Heap(self.left - move, self.to_move.other)


class First:
    """A searcher that needs no base class."""

    def search(
        self,
        game: Playable[MoveT],
        limit: SearchLimit | None = None,
        *,
        lines: int = 1,
        moves: Sequence[MoveT] | None = None,
        on_report: OnReport[MoveT] | None = None,
        cancel: Cancel | None = None,
    ) -> SearchReport[MoveT]:
        """The first move."""
        line = tuple((moves or game.legal_moves)[:1])
        return SearchReport(line[0] if line else None, Score(0, game.to_move), line, 0, 0, 0.0, Stop.DEPTH)


def pace(session: Session[Game, Move], number: int) -> Step[Game, Move]:
    """A command of a plug-in: the limit on the moves of a game."""
    return attrs.evolve(session, game=session.game.with_limit(number)), ()


def placed(session: Session[Game, Move], square: str) -> Say:
    """A command that answers: what stands on a square."""
    return Say(str(session.game.position[square]))


def commanding() -> None:
    """The row of a command has a function that takes the arguments of its form."""
    assert_type(Command("pace", NUMBER, "Limit the moves.", pace), Command[int])
    assert_type(Command("at", SQUARE, "Show what stands on a square.", answering(placed)), Command[str])

    Command("pace", SQUARE, "Limit the moves.", pace)  # type: ignore[arg-type]
    Command("at", SQUARE, "Show what stands on a square.", placed)  # type: ignore[arg-type]


@attrs.frozen
class NothingIsTaken:
    """A rule that needs no base class."""

    def captor(self, rules: Composition) -> Captor:
        """Nothing."""
        return lambda after, move: 0


class NeverOver:
    """A rule that is no attrs class."""

    def judge(self, rules: Composition) -> Judge:
        """Never."""
        return lambda before, after: None


def composing(rules: Rules) -> None:
    """Rules are composed of whatever has the right methods."""
    movement: Movement = Slide()
    captures: tuple[Capture, ...] = (NothingIsTaken(), Custodial())
    ending: Ending = NeverOver()
    assert_type(Rules(rules.board, (movement,), captures=captures, endings=(ending,)), Rules)
    assert_type(attrs.evolve(rules, captures=(NothingIsTaken(),)), Rules)

    Rules(rules.board, (NothingIsTaken(),))  # type: ignore[arg-type]
    rules.captures = ()  # type: ignore[misc]
