"""`Evaluation`: the sum of terms that a searcher evaluates positions with."""

from __future__ import annotations

import attrs

from taflkit.board import Position, Side
from taflkit.evaluation.network import Learned
from taflkit.evaluation.terms import TERMS, Evaluator, KernelEvaluation, Term, kernel_evaluation, worth_nothing
from taflkit.search.scores import DECIDED
from taflkit.variant import Variant, Weights


def default_terms(weights: Weights) -> tuple[Term, ...]:
    """The terms of the table, with the weights of a variant."""
    return tuple(term(**{name: getattr(weights, name) for name in names}) for term, names in TERMS.items())


@attrs.frozen
class Evaluation:
    """A sum of terms."""

    terms: tuple[Term, ...] | None = None
    """The terms; the default ones, with the variant's own weights, if left out."""

    learned: bool = True
    """Whether the default terms include the network of the variant, if it has one."""

    def terms_for(self, variant: Variant) -> tuple[Term, ...]:
        """The terms that evaluate positions of a variant."""
        if self.terms is not None:
            return self.terms
        learned = (Learned(variant.network),) if self.learned and variant.network is not None else ()
        return *default_terms(variant.weights), *learned

    def evaluator(self, variant: Variant) -> Evaluator:
        """The function from a position to its worth for the side to move."""
        evaluators = [term.evaluator(variant.rules, variant.start) for term in self.terms_for(variant)]
        parts = [part for part in evaluators if part is not worth_nothing]

        def value(position: Position) -> int:
            total = 0
            for part in parts:
                total += part(position)
            return total if position.to_move is Side.DEFENDERS else -total

        return value

    def in_kernel(self, variant: Variant) -> KernelEvaluation | str:
        """The evaluation as the compiled kernel runs it, or why it cannot."""
        return kernel_evaluation(self.terms_for(variant), variant.board.grid, below=DECIDED)
