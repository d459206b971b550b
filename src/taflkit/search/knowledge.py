"""What searchers know of a game: its kind says it."""

from __future__ import annotations

from taflkit.games import MoveT, Playable, find_kind
from taflkit.games.knowledge import DEFAULT_EFFORT, NO_PAST, Effort, Knowledge, PlainKnowledge

__all__ = ["NO_PAST", "Knowledge", "PlainKnowledge", "effort_for", "knowledge_of"]


def knowledge_of(
    game: Playable[MoveT], *, exact_past: bool = False, learned: bool = True
) -> Knowledge[Playable[MoveT], MoveT]:
    """What is known of a game: what its kind provides, or nothing but `Playable` if it has none.

    Args:
        game: The game that is searched.
        exact_past: Whether states with different histories always count as different. That is exact, but results
            are shared by fewer states.
        learned: Whether the evaluation includes what was learned from games, where there is something.
    """
    kind = find_kind(game)
    if kind is None:
        return PlainKnowledge(exact_past)
    knowledge: Knowledge[Playable[MoveT], MoveT] = kind.knowledge(game, exact_past)
    return knowledge if learned else getattr(knowledge, "classic", knowledge)


def effort_for(game: Playable[MoveT]) -> Effort:
    """How much the default player looks at before a move, where the search runs in Python."""
    kind = find_kind(game)
    return DEFAULT_EFFORT if kind is None else kind.effort
