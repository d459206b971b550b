"""Tablut: facts that independent programs agree on, where they are at hand."""

from __future__ import annotations

from pathlib import Path

from taflkit import Side, start

SIDES = {"W": Side.DEFENDERS, "B": Side.ATTACKERS, ".": None}


def test_vectors(reference: Path) -> None:
    """After each list of moves the board, the side to move, its moves and the winner are as they should be."""
    lines = (reference / "tablut-vectors.txt").read_text(encoding="utf-8").splitlines()
    cases = [line for line in lines if line.strip() and not line.startswith("#")]
    wrong = []
    for case in cases:
        rule, winner, to_move, count, board, moves = (part.strip() for part in case.split("|"))
        game = start("tablut").play_all(moves.split())
        rows = game.position.picture.replace(".", "-").split()
        found = (
            game.outcome.winner if game.outcome else None,
            game.to_move,
            len(game.variant.rules.legal_moves(game.position)),
            "".join(reversed(rows)),
        )
        if found != (SIDES[winner], SIDES[to_move], int(count), board):
            wrong.append(f"{rule}: {moves}")
    assert len(cases) >= 70
    assert not wrong
