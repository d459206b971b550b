"""Sides and pieces."""

from __future__ import annotations

import pickle

import pytest

from taflkit import ATTACKER, DEFENDER, KING, Piece, Side


def test_the_sides_oppose_each_other() -> None:
    """Each side is the other's other, and prints as its plain word."""
    assert Side.ATTACKERS.other is Side.DEFENDERS
    assert Side.DEFENDERS.other is Side.ATTACKERS
    assert [str(side) for side in Side] == ["attackers", "defenders"]


@pytest.mark.parametrize("side", Side)
def test_a_side_is_itself_after_pickling(side: Side) -> None:
    """Sides compare by identity also when they come from another process."""
    assert pickle.loads(pickle.dumps(side)) is side
    assert {side: "here"}[pickle.loads(pickle.dumps(side))] == "here"


@pytest.mark.parametrize(
    ("piece", "said", "names"),
    [
        (ATTACKER, "attacker", {"everyone", "men", "attackers", "man"}),
        (DEFENDER, "defender", {"everyone", "men", "defenders", "man"}),
        (KING, "king", {"everyone", "king"}),
        (Piece(Side.DEFENDERS, "knight", "N"), "defending knight", {"everyone", "men", "defenders", "knight"}),
        (Piece(Side.ATTACKERS, "commander", "C"), "attacking commander", {"everyone", "men", "attackers", "commander"}),
    ],
)
def test_a_piece_goes_by_several_names(piece: Piece, said: str, names: set[str]) -> None:
    """The rules speak of pieces by side, by kind, as men or as everyone; a king is none of the men."""
    assert str(piece) == said
    assert piece.names == names
    assert all(piece.is_one_of((name,)) for name in names)
    assert not piece.is_one_of(())
    assert piece.is_one_of(("dragon", "everyone"))


def test_the_king_is_not_one_of_the_men() -> None:
    """Rules for men and for defenders do not speak of the king."""
    assert KING.is_king
    assert not KING.is_one_of(("men", "defenders", "attackers", "man"))
    assert not ATTACKER.is_king
    assert not DEFENDER.is_one_of(("king", "attackers"))


def test_the_letter_is_only_how_a_piece_is_drawn() -> None:
    """Pieces are equal by side and kind."""
    drawn = Piece(Side.ATTACKERS, "man", "B")
    assert drawn == ATTACKER
    assert hash(drawn) == hash(ATTACKER)
    assert drawn != Piece(Side.DEFENDERS, "man", "B")
    assert drawn != Piece(Side.ATTACKERS, "commander", "B")
    assert drawn.letter == "B"


def test_a_piece_is_a_value() -> None:
    """A piece can be pickled, with its letter and names, and not changed."""
    pickled = pickle.loads(pickle.dumps(KING))
    assert (pickled, pickled.letter, pickled.names) == (KING, "K", KING.names)
    with pytest.raises(AttributeError):
        KING.kind = "man"  # type: ignore[misc]
