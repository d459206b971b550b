"""taflkit and the plain implementations play Ataxx and Qirkat alike: the same moves, boards and ends of games."""

from __future__ import annotations

import random

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from taflkit.games.ataxx import JUMPS_25, PLIES_100, AtaxxGame, AtaxxVariant, Counted, ExtendLimit
from taflkit.games.ataxx import Player as AtaxxPlayer
from taflkit.games.ataxx import Position as AtaxxPosition
from taflkit.games.qirkat import Player as QirkatPlayer
from taflkit.games.qirkat import Position as QirkatPosition
from taflkit.games.qirkat import QirkatGame
from tests.examples import examples
from tests.naive import ataxx, qirkat

bounded = examples(60)
RESULTS = {AtaxxPlayer.RED: "r", AtaxxPlayer.BLUE: "b", None: "draw"}


def check_ataxx(game: AtaxxGame, state: ataxx.State, chance: random.Random, plies: int) -> AtaxxGame:
    """Play at random and compare what the two say at every ply."""
    for _ in range(plies):
        moves = {move.uai: move for move in game.legal_moves}
        plain = state.moves()
        assert moves.keys() == plain.keys()
        assert len(moves) == len(game.legal_moves) == game.count_moves()
        assert game.position.picture == state.picture
        assert game.count == state.count
        assert (game.outcome and RESULTS[game.outcome.winner]) == state.result
        if not moves:
            break
        text = chance.choice(sorted(moves))
        game, state = game.play(moves[text]), state.after(plain[text])
    return game


def check_qirkat(game: QirkatGame, state: qirkat.State, chance: random.Random) -> QirkatGame:
    """Play at random to the end and compare what the two say at every ply."""
    while True:
        moves = {str(move): move for move in game.legal_moves}
        plain = {"-".join(path): path for path in state.moves()}
        assert moves.keys() == plain.keys()
        assert len(moves) == len(game.legal_moves) == len(state.moves())
        assert game.position.rows == state.rows
        assert game.to_move.value == state.side
        if not moves:
            assert game.outcome is not None
            assert game.outcome.winner.value == qirkat.ENEMY[state.side]
            return game
        assert game.outcome is None
        text = chance.choice(sorted(moves))
        game, state = game.play(text), state.after(plain[text])


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("limit", [JUMPS_25, PLIES_100], ids=["jumps", "plies"])
def test_ataxx_games(seed: int, limit: ExtendLimit) -> None:
    """In random games of Ataxx, blocks included, both say the same."""
    chance = random.Random(seed)
    game = AtaxxGame(AtaxxVariant(limit=limit))
    for square in chance.sample(["b2", "c3", "d4", "d2", "b4", "a3", "c1"], seed):
        game = game.with_block(square)
    state = attrs.evolve(
        ataxx.drawn(game.position.picture), limit=limit.maximum, passes_count=limit.counted is Counted.PLIES
    )
    check_ataxx(game, state, chance, plies=150)


@st.composite
def ataxx_positions(draw: st.DrawFn) -> AtaxxPosition:
    """Positions with pieces and blocks anywhere, some crowded, some nearly empty."""
    letters = draw(st.sampled_from(["rb-", "rbX", "rrbbX-", "rrrrrb-", "r-----", "rbX------"]))
    rows = draw(st.lists(st.lists(st.sampled_from(letters), min_size=7, max_size=7), min_size=7, max_size=7))
    return AtaxxPosition.from_picture("\n".join(map("".join, rows)), draw(st.sampled_from(AtaxxPlayer)))


@bounded
@given(ataxx_positions(), st.integers(1, 4), st.sampled_from(Counted), st.integers(0, 3), st.randoms())
def test_ataxx_positions(
    position: AtaxxPosition, maximum: int, counted: Counted, count: int, chance: random.Random
) -> None:
    """From positions that no game comes to, and with limits that are soon reached, both say the same."""
    game = AtaxxGame(AtaxxVariant(limit=ExtendLimit(maximum, counted)), position, count)
    drawn = ataxx.drawn(position.picture, position.to_move.value[0])
    state = attrs.evolve(drawn, count=count, limit=maximum, passes_count=counted is Counted.PLIES)
    check_ataxx(game, state, chance, plies=8)


@pytest.mark.parametrize("seed", range(20))
def test_qirkat_games(seed: int) -> None:
    """In random games of Qirkat both say the same up to the end, and there is an end."""
    check_qirkat(QirkatGame(), qirkat.START, random.Random(seed))


@bounded
@given(st.sampled_from(["wb-", "wb---", "wwwb-", "wb"]), st.sampled_from(QirkatPlayer), st.randoms(), st.data())
def test_qirkat_positions(letters: str, to_move: QirkatPlayer, chance: random.Random, data: st.DataObject) -> None:
    """From positions that no game comes to, both say the same up to the end."""
    rows = "".join(data.draw(st.lists(st.sampled_from(letters), min_size=25, max_size=25)))
    game = QirkatGame(position=QirkatPosition.from_rows(rows, to_move))
    check_qirkat(game, qirkat.from_rows(rows, to_move.value), chance)


@pytest.mark.slow
def test_many_games() -> None:
    """In many random games of both kinds both say the same, and games of Ataxx end for more than one reason."""
    endings = set()
    for seed in range(60):
        chance = random.Random(seed)
        game = check_ataxx(AtaxxGame(), ataxx.START, chance, plies=400)
        assert game.outcome is not None
        endings.add(game.outcome.reason)
        check_qirkat(QirkatGame(), qirkat.START, chance)
    assert len(endings) > 1


@bounded
@given(st.sampled_from(["wb-", "wb---", "wwwb-", "wb"]), st.sampled_from(QirkatPlayer), st.data())
def test_steps_and_jumps_of_qirkat_are_found_at_once(letters: str, to_move: QirkatPlayer, data: st.DataObject) -> None:
    """Counting steps and finding the pieces that can jump agrees with the lists of moves, sideways moves included."""
    rows = "".join(data.draw(st.lists(st.sampled_from(letters), min_size=25, max_size=25)))
    position = QirkatPosition.from_rows(rows, to_move)
    went = data.draw(st.lists(st.sampled_from("-lr"), min_size=25, max_size=25))
    left, right = (sum(1 << point for point in range(25) if went[point] == way and rows[point] != "-") for way in "lr")
    position = attrs.evolve(position, went_left_mask=left, went_right_mask=right)
    for player in QirkatPlayer:
        assert position.count_steps(player) == len(position.steps(player))
    jumping = [move.origin for move in position.moves() if move.is_jump]
    assert position.jumpers_mask == sum(1 << point for point in set(jumping))
