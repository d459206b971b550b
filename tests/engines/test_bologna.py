"""The contest of Bologna: messages, referee and player, against each other and against scripted peers."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taflkit import Game, Side, TaflError
from taflkit.engines.bologna import (
    ContestError,
    ContestPlayer,
    ContestReferee,
    ContestResult,
    ContestRules,
    contest_variant,
    format_contest_move,
    format_state,
    parse_contest_move,
    parse_state,
    search_seconds,
    standings,
)
from taflkit.engines.bologna.messages import MAX_MESSAGE, clean_name
from taflkit.search import Random, SearchLimit

QUICK = ContestRules(timeout=20.0)
HASTY = ContestRules(timeout=0.3)


class Peer:
    """A player of the contest, written from the description of its protocol alone."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    @classmethod
    async def open(cls, port: int, name: str = "peer") -> Peer:
        """Connect and say the name."""
        peer = cls(*await asyncio.open_connection("127.0.0.1", port))
        peer.send(name)
        return peer

    def send(self, value: object) -> None:
        """Send a message: four bytes of length, then JSON."""
        self.send_bytes(json.dumps(value).encode())

    def send_bytes(self, body: bytes) -> None:
        """Send a message with any body."""
        self.writer.write(len(body).to_bytes(4, "big") + body)

    async def state(self) -> dict[str, Any]:
        """The next state."""
        length = int.from_bytes(await self.reader.readexactly(4), "big")
        found: dict[str, Any] = json.loads(await self.reader.readexactly(length))
        return found


Manner = Callable[[Peer, str, random.Random], Awaitable[str]]


async def random_moves(peer: Peer, colour: str, chance: random.Random) -> str:
    """Play random moves until the game is over, and return how it ended."""
    variant = contest_variant()
    while True:
        state = await peer.state()
        if state["turn"] not in ("WHITE", "BLACK"):
            return str(state["turn"])
        if state["turn"] == colour:
            position, _ = parse_state(state, variant)
            move = chance.choice(Game(variant, position).legal_moves)
            # Letter case varies, and what is said about the turn is not believed.
            peer.send({"from": str(move.origin).upper(), "to": str(move.target), "turn": chance.choice(["x", "white"])})


def misbehaving(*bodies: object) -> Manner:
    """A player who sends these instead of its first moves: values, raw bytes of a message, or `None` to hang up."""

    async def play(peer: Peer, colour: str, chance: random.Random) -> str:
        for body in bodies:
            while (turn := (await peer.state())["turn"]) != colour:
                if turn not in ("WHITE", "BLACK"):
                    return str(turn)
            if body is None:
                peer.writer.close()
                return ""
            if isinstance(body, bytes):
                peer.send_bytes(body)
            else:
                peer.send(body)
        return await random_moves(peer, colour, chance)

    return play


async def silence(peer: Peer, colour: str, chance: random.Random) -> str:
    """A player who never moves."""
    while True:
        if (turn := (await peer.state())["turn"]) not in ("WHITE", "BLACK"):
            return str(turn)


async def contest(
    rules: ContestRules, pairs: list[tuple[Manner, Manner]], seed: int = 0
) -> list[tuple[ContestResult, str, str]]:
    """Play a game for each pair, all at once, and return the results with what both players saw at the end."""

    async def play(manner: Manner, port: int, colour: str, number: int) -> str:
        peer = await Peer.open(port, f"{colour[0]}{number}")
        try:
            return await manner(peer, colour, random.Random(seed + 2 * number + (colour == "WHITE")))
        except (asyncio.IncompleteReadError, ConnectionError):
            return ""
        finally:
            peer.writer.close()

    async with ContestReferee(rules) as referee:
        white, black = await referee.open(white_port=0, black_port=0)
        found: list[tuple[ContestResult, str, str]] = []
        for number, (first, second) in enumerate(pairs):
            ends = asyncio.gather(play(first, white, "WHITE", number), play(second, black, "BLACK", number))
            result = await anext(referee.results(1))
            found.append((result, *(await ends)))
        return found


def one_game(rules: ContestRules, white: Manner, black: Manner, seed: int = 0) -> tuple[ContestResult, str, str]:
    """The result of a game, and what White and Black saw at the end."""
    ((result, first, second),) = asyncio.run(contest(rules, [(white, black)], seed))
    return result, first, second


# Messages.


def test_a_state_has_rank_one_first_and_an_empty_throne() -> None:
    """Nine rows of nine words; the king on the throne, THRONE when he has left it."""
    game = Game(contest_variant())
    state = format_state(game)
    board: Any = state["board"]
    assert (len(board), {len(row) for row in board}) == (9, {9})
    assert board[0][3:6] == ["BLACK"] * 3
    assert board[4][4] == "KING"
    assert state["turn"] == "WHITE"
    after = game.play("e3-d3").play("d9-c9").play("e4-d4").play("c9-b9").play("e5-e4")
    left: Any = format_state(after)["board"]
    assert (left[4][4], left[3][4]) == ("THRONE", "KING")


def test_states_survive() -> None:
    """What is written is read back, whatever the case of the letters."""
    game = Game(contest_variant()).play("e3-d3")
    state = format_state(game)
    assert parse_state(state, game.variant) == (game.position, "BLACK")
    text = json.dumps(state).lower()
    assert parse_state(json.loads(text), game.variant)[0] == game.position


def test_the_turn_of_a_move_is_not_believed() -> None:
    """Only the squares count, in either case."""
    game = Game(contest_variant())
    move = game.parse_move("e4-f4")
    assert format_contest_move(move, Side.DEFENDERS) == {"from": "e4", "to": "f4", "turn": "WHITE"}
    assert parse_contest_move({"from": "E4", "to": "f4", "turn": "BLACK"}, game) == move


KEYS = ["board", "turn", "from", "to"]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(["WHITE", "EMPTY", "e4", "f4", "turn", ""]),
    lambda inner: (
        st.lists(inner, max_size=9) | st.dictionaries(st.sampled_from(["board", "turn", "from", "to"]), inner)
    ),
    max_leaves=20,
)


@given(JSON)
def test_no_message_breaks_the_readers(value: Any) -> None:
    """Any value is a state, a move, a name, or an error that says what is wrong."""
    game = Game(contest_variant())
    for read in (lambda: parse_state(value, game.variant), lambda: parse_contest_move(value, game)):
        with suppress(TaflError):
            assert read()
    if isinstance(value, str):
        assert clean_name(value).isalnum()


def test_names_cannot_leave_their_directory() -> None:
    """Only letters and digits are kept."""
    assert clean_name("../../etc/passwd\n") == "etcpasswd"
    assert clean_name("") == "unnamed"
    with pytest.raises(ContestError):
        clean_name(3)


def test_the_search_ends_before_the_time_is_up() -> None:
    """There is time left to send the move."""
    assert all(0 < search_seconds(timeout) < timeout for timeout in (0.1, 1, 10, 60))


# Games.


def test_games_end_as_the_rules_say() -> None:
    """Random players: the referee's record agrees with the rules, and both players are told the same."""
    for result, white, black in asyncio.run(contest(QUICK, [(random_moves, random_moves)] * 5)):
        assert result.game.outcome is not None
        assert result.winner == result.game.outcome.winner
        assert white == black == {Side.DEFENDERS: "WHITEWIN", Side.ATTACKERS: "BLACKWIN", None: "DRAW"}[result.winner]


def test_the_first_repetition_is_a_draw() -> None:
    """Both players go back and forth; Black leaves a camp first, into which there is no way back."""

    def shuffle(*path: str) -> Manner:
        async def play(peer: Peer, colour: str, chance: random.Random) -> str:
            squares = list(path)
            while (turn := (await peer.state())["turn"]) in ("WHITE", "BLACK"):
                if turn == colour:
                    peer.send({"from": squares[0], "to": squares[1]})
                    squares = squares[1:] if len(squares) > 2 else squares[::-1]
            return str(turn)

        return play

    result, white, black = one_game(QUICK, shuffle("e3", "d3"), shuffle("d9", "c9", "b9"))
    assert (result.winner, white, black) == (None, "DRAW", "DRAW")
    assert "repeated" in result.reason


@pytest.mark.parametrize(
    ("bodies", "about"),
    [
        ((b"",), "JSON"),
        ((b"\xff\xfe{",), "JSON"),
        ((b"[" * 50_000,), "JSON"),
        (("e4-f4",), "a move is an object"),
        (({"from": "e4", "to": "e9"},), "blocked|illegal"),
        (({"from": "d9", "to": "c9"},), "illegal|not"),
        (({"from": "e4"},), "a move is an object"),
        (({"from": "e4", "to": 7},), "a move is an object"),
        ((None,), "hung up"),
    ],
)
def test_whoever_sends_nonsense_loses(bodies: tuple[object, ...], about: str) -> None:
    """Garbage, other pieces, blocked ways and hang-ups lose at once where no error is allowed."""
    result, _, black = one_game(QUICK, misbehaving(*bodies), random_moves)
    assert result.winner is Side.ATTACKERS
    assert re.search(about, result.reason)
    assert black == "BLACKWIN"
    assert result.record.result.value == "1-0"


def test_a_message_that_is_too_long_is_not_read() -> None:
    """A length beyond the limit ends the game; nothing is allocated for it."""

    async def announce(peer: Peer, colour: str, chance: random.Random) -> str:
        await peer.state()
        peer.writer.write((MAX_MESSAGE + 1).to_bytes(4, "big"))
        return str((await peer.state())["turn"])

    result, white, black = one_game(QUICK, announce, random_moves)
    assert (white, black) == ("BLACKWIN", "BLACKWIN")
    assert "65,537 bytes" in result.reason


def test_silence_loses_by_time() -> None:
    """White never moves; the record says that time ran out."""
    result, white, black = one_game(HASTY, silence, random_moves)
    assert (white, black) == ("BLACKWIN", "BLACKWIN")
    assert result.record.termination == "timeout"


def test_allowed_errors_are_forgiven() -> None:
    """With two errors allowed, the state is shown again; the third loses."""
    rules = ContestRules(timeout=20.0, errors=2)
    wrong = {"from": "a1", "to": "a2"}
    result, white, _ = one_game(rules, misbehaving(wrong, wrong), random_moves)
    assert result.game.outcome is not None
    assert white
    result, _, _ = one_game(rules, misbehaving(wrong, wrong, wrong), random_moves)
    assert "made 3 errors" in result.reason


def test_moving_out_of_turn_gains_nothing() -> None:
    """Two moves at once are two moves: the second waits for its turn."""

    async def hasty(peer: Peer, colour: str, chance: random.Random) -> str:
        await peer.state()
        peer.send({"from": "e3", "to": "d3"})
        peer.send({"from": "d3", "to": "e3"})
        for _ in range(3):  # After both of its moves and a reply.
            await peer.state()
        return await random_moves(peer, colour, chance)

    result, _, _ = one_game(QUICK, hasty, random_moves)
    assert [str(move) for move in result.game.moves[::2]][:2] == ["e3-d3", "d3-e3"]
    assert result.game.outcome is not None


def test_players_without_a_name_or_who_leave_are_not_paired() -> None:
    """Garbage for a name, and a hang-up while waiting, cost nobody else a game."""

    async def play() -> ContestResult:
        async with ContestReferee(QUICK) as referee:
            white, black = await referee.open(white_port=0, black_port=0)
            for body in (b"{", b"3", b"[" * 60_000):
                rude = Peer(*await asyncio.open_connection("127.0.0.1", white))
                rude.send_bytes(body)
                with suppress(ConnectionError):
                    assert await rude.reader.read() == b""
                rude.writer.close()
            gone = await Peer.open(white, "gone")
            gone.writer.close()
            await gone.writer.wait_closed()
            peers = await Peer.open(white, "W"), await Peer.open(black, "B")
            await asyncio.gather(
                random_moves(peers[0], "WHITE", random.Random(1)), random_moves(peers[1], "BLACK", random.Random(2))
            )
            for peer in peers:
                peer.writer.close()
            return await anext(referee.results(1))

    assert (asyncio.run(play())).white == "W"


def test_our_player_plays_to_the_end() -> None:
    """Player against referee, random searchers on both sides; both know the same end."""

    async def play() -> None:
        async with ContestReferee(QUICK) as referee:
            ports = dict(
                zip((Side.DEFENDERS, Side.ATTACKERS), await referee.open(white_port=0, black_port=0), strict=True)
            )
            for seed in range(3):
                games: list[Game] = []
                ends = await asyncio.gather(
                    *(
                        asyncio.to_thread(
                            ContestPlayer(side, Random(seed=seed), SearchLimit(depth=1), f"p{seed}").play,
                            port=port,
                            patience=20.0,
                            on_state=games.append,
                        )
                        for side, port in ports.items()
                    )
                )
                result = await anext(referee.results(1))
                assert result.game.outcome is not None
                assert ends[0] == ends[1]
                # The player knew the past, so its last game is the referee's.
                assert games[-1].moves == result.game.moves

    asyncio.run(play())


@pytest.mark.parametrize(
    ("reply", "about"),
    [
        (b"", "hung up"),
        (b"\x00\x00\x00\x02{}", "a state has a board"),
        (b"\xff\xff\xff\xff", "bytes is announced"),
        (b"\x00\x00\x00\x03abc", "JSON"),
    ],
)
def test_our_player_does_not_trust_the_referee(reply: bytes, about: str) -> None:
    """Whatever a referee sends, the player says what is wrong and ends."""

    async def play() -> None:
        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(reply)
            writer.close()

        async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            player = ContestPlayer(Side.DEFENDERS, Random(seed=1), SearchLimit(depth=1))
            with pytest.raises(ContestError, match=about):
                await asyncio.to_thread(player.play, port=port, patience=20.0)

    asyncio.run(play())


def test_a_referee_who_is_not_there_is_told() -> None:
    """The error names host and port."""
    player = ContestPlayer(Side.ATTACKERS, Random(), SearchLimit(depth=1))
    with pytest.raises(ContestError, match=r"127.0.0.1, port 1:"):
        player.play(port=1)


def test_the_table_counts_three_points_for_a_win() -> None:
    """A win and a draw against one loss."""
    game = Game(contest_variant())
    table = standings(
        [
            ContestResult("a", "b", Side.DEFENDERS, "", game),
            ContestResult("b", "a", None, "", game),
            ContestResult("c", "b", Side.ATTACKERS, "", game),
        ]
    )
    assert [(line.name, line.points) for line in table] == [("a", 4), ("b", 4), ("c", 0)]


@pytest.mark.slow
def test_a_thousand_games_of_all_manners() -> None:
    """Well-behaved, rude, silent and vanishing players by turns: every game has a result that the rules confirm."""
    manners: list[Manner] = [
        misbehaving(b"garbage"),
        misbehaving(None),
        misbehaving({"from": "a1", "to": "b1"}),
        misbehaving({"from": "e4", "to": "f4", "turn": "BLACK"}),
        silence,
        random_moves,
    ]
    chance = random.Random(18)
    pairs = [(chance.choice(manners), chance.choice(manners)) for _ in range(1000)]
    results = asyncio.run(contest(ContestRules(timeout=0.02), pairs))
    assert len(results) == 1000
    for result, _, _ in results:
        if result.game.outcome is None:
            assert result.winner is result.game.to_move.other
        else:
            assert result.winner == result.game.outcome.winner
