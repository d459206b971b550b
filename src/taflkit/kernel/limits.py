"""Bounds of runners and numbers of searches that Python needs too; the kernel has the same.

Commands name some of them in their help: this module imports nothing of taflkit.
"""

import enum

MAX_PLIES = 1_000_000
"""The longest game of `playouts`: the kernel reserves memory for its positions beforehand."""
MAX_COUNTING_DEPTH = 99
"""The greatest depth of `perft` in plies, of which the kernel counts the last."""
MAX_MEGABYTES = 65536
"""The largest table of `perft` and of searches."""
WIN = 1_000_000
"""The value of a win by the move just made; each ply further away is worth one less. Evaluations are far smaller."""
MAX_PLIES_TO_WIN = 10_000
"""No forced result is further away: evaluations stay below `WIN` less this."""
MAX_SEARCH_DEPTH = 200
"""The deepest search in plies."""
MAX_WIN_MOVES = 100
"""In how many moves of the winner the kernel looks for a forced win."""
MAX_THREADS = 32
"""How many threads may search, or step a batch of games, together."""
MAX_BOARDS = 1_000_000
"""How many boards a batch of games may have."""
MAX_HISTORY = 32
"""How many earlier positions an observation may hold."""
EXTRA_PLIES = 64
"""Random plies beyond those asked for, until the wanted side is to move."""
OPENING_TRIES = 100
"""How often a random opening that ends the game is drawn anew."""
BALANCED_PLIES = 4
"""How many moves a balanced opening has unless another number is asked for."""
RANDOM_PLIES = 2
"""How many moves a random opening has unless another number is asked for."""

TREE_DEPTH = 4
"""How deep the tree of `MonteCarlo` searches a position before it gets children."""
CHILDREN_DEPTH = 1
"""How deep these searches have searched the children at the least."""
MAX_TREE_PLIES = 128
"""The deepest position of a tree."""
WORTH_SCALE = 100
"""The score that is worth a half."""
PRIOR_SCALE = 50
"""A move whose score is so much below the best is an eighth as probable."""
TABLE_PRIOR = 40
"""How probable the best move of the last search is besides, in hundredths."""
MAX_OPEN_SCORE = 50_000
"""The largest score of a result that is not certain."""
CHOICE_MARGIN = 40
"""Moves are searched exactly unless they are so much worse than another."""
WINDOW = 40
"""The first window of a search reaches so far to either side of the score that is expected."""
WINDOW_GROWTH = 4
"""How many times as far the next window reaches."""
MAX_WINDOW = 2000
"""A window that would reach further has no bound."""


class Stop(enum.Enum):
    """Why a search stopped; the value says it as a clause."""

    DEPTH = "the depth was reached"
    NODES = "the nodes were used up"
    SECONDS = "the time was up"
    CANCELLED = "it was cancelled"
    DECIDED = "the result is certain"
