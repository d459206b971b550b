"""Players: by level, by name and as engines, and what is refused."""

import sys

import pytest

from taflkit import TaflError, start
from taflkit.engines import EngineSearcher
from taflkit.match import Pairing, entrant, play_pairing
from taflkit.players import PlayerText, parse_player, player
from taflkit.search import AlphaBeta, Random, Searcher, SearchLimit, level_searcher

BRANDUBH = start("brandubh")


@pytest.mark.parametrize(
    ("text", "searcher"),
    [
        ("level:3", level_searcher(3, seed=5)),
        ("alphabeta", AlphaBeta(seed=5)),
        ("classic", AlphaBeta(seed=5, learned=False)),
        (" random ", Random(5)),
    ],
)
def test_a_player_is_made_from_a_text(text: str, searcher: Searcher) -> None:
    """A level or the name of a searcher, with the seed that it is given."""
    assert player(text, seed=5) == searcher


def test_a_player_has_its_usual_effort() -> None:
    """A search without a limit looks as far as the text says, one with a limit as far as that says."""
    few = player("alphabeta:nodes=2000", seed=1)
    assert few.search(BRANDUBH).nodes == AlphaBeta(seed=1).search(BRANDUBH, SearchLimit(nodes=2000)).nodes
    assert few.search(BRANDUBH, SearchLimit(depth=1)).depth == 1
    assert [line.depth for line in player("alphabeta:depth=2").search(BRANDUBH, lines=2).lines] == [2, 2]
    assert player(2, seed=7).search(BRANDUBH).best == player("level:2", seed=7).search(BRANDUBH).best


def test_an_engine_is_a_player() -> None:
    """A protocol and a command line start an engine."""
    engine = player(f"uci:{sys.executable} -m taflkit uci")
    assert isinstance(engine, EngineSearcher)
    with engine:
        assert engine.search(BRANDUBH, SearchLimit(depth=1)).best in BRANDUBH.legal_moves


@pytest.mark.parametrize(
    "text", ["level:3", "alphabeta", "level:7:nodes=20", "montecarlo:depth=3,seconds=0.1", "uci:./x"]
)
def test_a_player_is_printed_as_it_is_written(text: str) -> None:
    """What is printed can be read again."""
    read = parse_player(text)
    assert str(read) == text
    assert parse_player(str(read)) == read


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("alphabta", "no searcher called 'alphabta'; did you mean 'alphabeta'"),
        ("levle:3", "no searcher called 'levle:3'; did you mean 'level'"),
        ("level:11", "write level:1 to level:10"),
        ("alphabeta:node=3", "did you mean 'nodes'"),
        ("alphabeta:nodes=0", "nodes must be a whole number of at least 1"),
    ],
)
def test_what_is_no_player_is_refused(text: str, said: str) -> None:
    """A sentence says what is wrong with a text, and what would be right."""
    with pytest.raises(TaflError, match=said):
        player(text)


def test_other_programs_are_no_players() -> None:
    """Only a match takes the command line of a program for a player, which is left to it."""
    assert parse_player("./my-program --fast") is None
    assert parse_player("level:3") == PlayerText("level:3")
    with pytest.raises(TypeError, match="expected the name of a player as a text, not None"):
        player(None)  # type: ignore[arg-type]


@pytest.mark.parametrize("level", [1, 3, 6])
def test_the_same_level_seed_and_position_give_the_same_move_in_a_match(level: int) -> None:
    """The move of a match is the move of the library."""
    pairing = Pairing((entrant(f"level:{level}"), "random"), BRANDUBH, seed=11)
    game, _ = play_pairing(pairing).games
    assert game.game.moves[0] == player(level, seed=11).search(BRANDUBH).best
