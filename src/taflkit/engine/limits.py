"""Bounds of engines that their users need too; the kernel has the same (`native/core/bounds.h`)."""

MAX_PLIES = 1_000_000
"""The longest game of `playouts`: the kernel reserves memory for its positions beforehand."""
MAX_MEGABYTES = 65536
"""The largest table of `perft` and of searches."""
WIN = 1_000_000
"""The value of a won game; each ply that it is away is worth one less."""
MAX_PLIES_TO_WIN = 10_000
"""The largest distance of a win: evaluations stay below `WIN` less this."""
MAX_SEARCH_DEPTH = 200
"""The deepest search in plies."""
