"""A machine of random commands for games that are set up before they are played; models say what must come of them."""

from __future__ import annotations

import os
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from taflkit import TaflError, load_variant, start
from taflkit.games import kind_of
from taflkit.shell import Reply, Session
from tests.shell.model import Refused
from tests.shell.model_staged import StagedModel
from tests.shell.sessions import obey, quick_player, said

STEPS = 50
#: The suite takes a second or two for this. CONTRIBUTING.md says how to run more.
EXAMPLES = int(os.environ.get("TAFLKIT_MACHINE_EXAMPLES", "20"))

EXTRAS = ["help", "help start", "help move", "board", "status", "moves", "hint"]
NONSENSE = [
    "dumb",
    "a1",
    "seed",
    "seed x",
    "auto",
    "auto green",
    "start now",
    "moves z1",
    "a1-",
    "quit now",
    "new",
    "\0",
]


def every_seventh(game: Any, seed: int) -> Any:
    """The model's player."""
    moves = sorted(game.legal_moves, key=str)
    return moves[7 * game.ply % len(moves)]


class StagedMachine(RuleBasedStateMachine):
    """A session and its model, given the same commands."""

    #: The name of the variant, and what makes the model.
    variant: str
    make_model: type[StagedModel[Any]]
    columns: str

    def __init__(self) -> None:
        super().__init__()
        self.model: Any = self.make_model()
        loaded = load_variant(self.variant)
        kind = kind_of(loaded)
        self.session: Session[Any, Any] = Session(kind.start(loaded), every_seventh)
        self.printed: list[str] = []

    def _obey(self, line: str) -> list[Reply] | None:
        """Let the session obey a line; `None` if it refuses, and then nothing may have changed."""
        before = self.session
        try:
            self.session, replies = obey(self.session, line)
        except TaflError:
            assert self.session is before
            return None
        return replies

    def both(self, line: str, do: Any, *arguments: Any) -> None:
        """Let the model and the session obey the same command; both do, or both refuse."""
        try:
            do(*arguments)
        except Refused:
            expected = False
        else:
            expected = True
        self.model.let_play()
        replies = self._obey(line)
        assert (replies is not None) is expected, f"{line!r} was {'refused' if expected else 'obeyed'}"
        self.printed += said(replies or ())

    def player(self, first: bool) -> str:
        """The name of a player."""
        name: str = self.model.players[0 if first else 1]
        return name

    @rule()
    def clear(self) -> None:
        """Begin again."""
        self.both("clear", self.model.clear)

    @rule()
    def start(self) -> None:
        """Play on from here, where that makes sense."""
        self.both("start", self.model.start)

    @precondition(lambda self: self.model.result(self.model.now) is None)
    @rule(choice=st.integers(0, 10**6), capitals=st.booleans())
    def legal_move(self, choice: int, capitals: bool) -> None:
        """A move that the model allows, in any way of writing it."""
        moves = list(self.model.writings(self.model.now))
        move = moves[choice % len(moves)]
        self.both(f"  {move.upper() if capitals else move} # a move", self.model.move, move)

    @rule(choices=st.lists(st.integers(0, 10**6), max_size=8))
    def line_of_play(self, choices: list[int]) -> None:
        """Several moves, so that positions are reached that are far from the start."""
        for choice in choices:
            if self.model.result(self.model.now) is None:
                self.legal_move(choice, False)

    @rule(data=st.data())
    def any_move(self, data: st.DataObject) -> None:
        """Any text of the form of a move: both obey it, or both refuse."""
        squares = st.sampled_from([f"{column}{row + 1}" for column in self.columns for row in range(len(self.columns))])
        move = "-".join(data.draw(st.lists(squares, min_size=2, max_size=3)))
        self.both(move, self.model.move, move)

    @rule(first=st.booleans(), automated=st.sampled_from([True, False, False]))
    def set_player(self, first: bool, automated: bool) -> None:
        """A player becomes automated or manual."""
        name = self.player(first)
        self.both(f"{'auto' if automated else 'manual'} {name}", self.model.set_player, name, automated)

    @rule()
    def undo(self) -> None:
        """Two moves are taken back."""
        self.both("undo", self.model.undo)

    @rule()
    def dump(self) -> None:
        """The board is printed."""
        self.both("dump", self.model.dump)

    @rule(number=st.integers(-(10**19), 10**19))
    def seed(self, number: int) -> None:
        """The seed changes nothing that this player does."""
        self.both(f"seed {number}", self.model.check, "seed")

    @rule(line=st.sampled_from(EXTRAS))
    def extra(self, line: str) -> None:
        """The other commands change nothing and print nothing that could be mistaken."""
        before = self.session
        replies = self._obey(line)
        over = self.model.result(self.model.now) is not None
        assert (replies is None) is (over and line.startswith(("moves", "hint")))
        assert self.session == before
        lines = said(replies or ())
        assert not [text for text in lines if text.startswith("===") or text.endswith(("wins.", "passes.", "Draw."))]
        if line == "moves" and replies is not None:
            assert lines == [" ".join(self.model.listed(self.model.now))]
        if line == "status":
            assert f"{self.model.stage} state" in lines

    @rule(line=st.sampled_from(NONSENSE))
    def nonsense(self, line: str) -> None:
        """What is no command of this dialect is refused."""
        self.both(line, _refuse)

    @rule(tafl=st.booleans())
    def save_and_load(self, tafl: bool) -> None:
        """The commands that are saved bring the session back, in whatever game and state another one is."""
        script = self.session.script().splitlines()
        other: Session[Any, Any] = self.session
        if tafl:
            other = Session(start("brandubh"), quick_player)
        again, _ = obey(other, *script)
        assert again.game == self.session.game
        assert (again.automated, again.seed, again.state) == (
            self.session.automated,
            self.session.seed,
            self.session.state,
        )

    @invariant()
    def agree(self) -> None:
        """Board, turn, state, players and everything printed are the same."""
        model, game = self.model, self.session.game
        assert game.position.picture.splitlines() == model.rows(model.now)
        assert game.to_move.value == model.side(model.now)
        assert game.ply == len(model.states) - 1
        assert self.session.state.value == model.stage
        assert {str(player).lower() for player in self.session.automated} == model.automated
        assert self.printed == model.printed


def _refuse() -> None:
    raise Refused


def run(machine: type[StagedMachine], examples: int) -> None:
    """Run a machine."""
    run_state_machine_as_test(
        machine, settings=settings(max_examples=examples, stateful_step_count=STEPS, deadline=None)
    )
