"""Random commands of Ataxx, obeyed by a session and by a simple model of it."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import rule

from tests.shell.machine_staged import EXAMPLES, StagedMachine, run
from tests.shell.model_ataxx import AtaxxModel

COLUMNS = "abcdefg"


class AtaxxMachine(StagedMachine):
    """A session of Ataxx and its model."""

    variant = "ataxx"
    make_model = AtaxxModel
    columns = COLUMNS

    @rule(column=st.integers(0, 6), row=st.integers(0, 6))
    def block(self, column: int, row: int) -> None:
        """A block, which may be too late or on a piece."""
        self.both(f"block {COLUMNS[column]}{row + 1}", self.model.block, column, row)

    @rule()
    def pass_turn(self) -> None:
        """A pass, which is refused while there is a move."""
        self.both("-", self.model.move, "-")

    @rule(first=st.booleans(), squares=st.lists(st.sampled_from("rbrbX-"), min_size=49, max_size=49))
    def set_up(self, first: bool, squares: list[str]) -> None:
        """A crowded position, in which passes and the end are near."""
        rows = ["".join(squares[at : at + 7]) for at in range(0, 49, 7)]
        self.both(f"set {self.player(first)} {' '.join(rows)}", self.model.set_up, self.player(first), rows)


def test_sessions_of_ataxx_agree_with_the_model() -> None:
    """Whatever is commanded, a session and the model are in the same state and print the same."""
    run(AtaxxMachine, EXAMPLES)
