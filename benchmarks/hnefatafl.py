"""A game on eleven by eleven squares, composed of strategies: what `HNEFATAFL` is in `benchmarks.mailbox`."""

from benchmarks.mailbox import HNEFATAFL
from taflkit import Board, Geometry, Rules, Side, Variant
from taflkit.rules import Custodial, EmptyArea, Enemies, KingCaptured, KingReaches, Reserved, Slide, Surrounded


def hnefatafl() -> Variant:
    """Return the board and the basic rules of Copenhagen hnefatafl."""
    board = Board(Geometry.build(11, 11, throne="centre", corners="corners"))
    rules = Rules(
        board,
        movement=(Slide(),),
        access=(Reserved("throne"), Reserved("corners", cross="king")),
        hostility=(Enemies(), EmptyArea("throne"), EmptyArea("corners", to="men")),
        captures=(Custodial(),),
        king=(Surrounded(),),
        endings=(KingCaptured(), KingReaches("corners")),
    )
    return Variant("hnefatafl", rules, board.parse("\n".join(HNEFATAFL.start), Side.ATTACKERS))
