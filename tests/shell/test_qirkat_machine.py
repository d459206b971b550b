"""Random commands of Qirkat, obeyed by a session and by a simple model of it."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import rule

from tests.shell.machine_staged import EXAMPLES, StagedMachine, run
from tests.shell.model_qirkat import QirkatModel


class QirkatMachine(StagedMachine):
    """A session of Qirkat and its model."""

    variant = "qirkat"
    make_model = QirkatModel
    columns = "abcde"

    @rule(first=st.booleans(), points=st.lists(st.sampled_from("wb---"), min_size=25, max_size=25))
    def set_up(self, first: bool, points: list[str]) -> None:
        """A position with room to move in."""
        rows = " ".join("".join(points[at : at + 5]) for at in range(0, 25, 5))
        self.both(f"set {self.player(first)} {rows}", self.model.set_up, self.player(first), rows)


def test_sessions_of_qirkat_agree_with_the_model() -> None:
    """Whatever is commanded, a session and the model are in the same state and print the same."""
    run(QirkatMachine, EXAMPLES)
