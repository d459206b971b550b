"""Reviews of recorded games: every move is judged by comparing it with what a search finds."""

from taflkit.review.reviewing import JudgedMove, Judgement, Review, review_record

__all__ = ["JudgedMove", "Judgement", "Review", "review_record"]
