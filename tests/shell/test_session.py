"""What each command does to a session, and what it answers."""

from __future__ import annotations

import attrs
import pytest

from taflkit import (
    ATTACKER,
    KING,
    Board,
    Game,
    Geometry,
    GeometryError,
    IllegalMoveError,
    Move,
    NotationError,
    Piece,
    Rules,
    Side,
    TaflError,
    Variant,
    load_variant,
    start,
)
from taflkit.rules import KingReaches, Slide
from taflkit.shell import (
    CommandError,
    Leave,
    ReadFile,
    Say,
    Session,
    SwitchVariant,
    Think,
    WriteFile,
    parse_command,
    player_name,
)
from tests.shell.dumps import START, START_WITH_LEGEND
from tests.shell.sessions import TaflSession, field, first_move, obey, quick_player, said, session_of

BLACK, WHITE = Side.ATTACKERS, Side.DEFENDERS

#: White has a king that can leave the board at once, black a man far away.
OPEN = "9/9/9/9/4K4/9/9/9/B8"
#: The capture of the king on his throne, up to the last move.
BEFORE_CAPTURE = ("i4-f", "e4-b", "f4-e", "f5-2", "f9-5", "e6-h", "a6-e", "d5-2")


def _error(session: TaflSession, line: str) -> str:
    """The error that a line causes."""
    with pytest.raises(TaflError) as error:
        obey(session, line)
    return str(error.value)


def test_a_session_starts_with_white_automated() -> None:
    """At the start black is manual and white is automated, without a limit."""
    session = Session(start("tablut"), first_move)
    assert session.automated == {WHITE}
    assert session.game.move_limit is None
    assert not session.is_thinking


def test_dump_is_exact() -> None:
    """The board is printed between two lines, two spaces before each row."""
    assert obey(session_of(), "dump")[1] == [Say(START)]


def test_dump_with_legend_is_exact() -> None:
    """With a legend there are row numbers on the left and column letters below."""
    session = attrs.evolve(session_of(), legend=True)
    assert obey(session, "dump")[1] == [Say(START_WITH_LEGEND)]


def test_dump_of_a_large_board() -> None:
    """Boards of more than nine rows are printed in the same style, with numbers of two digits."""
    session = attrs.evolve(session_of(field()), legend=True)
    lines = said(obey(session, "dump")[1])
    assert lines[1] == "11 - - - - - - - - - - -"
    assert lines[6] == " 6 - - - - - K - - - - -"
    assert lines[12] == "   a b c d e f g h i j k"
    assert said(obey(session_of(field()), "dump")[1])[1] == "  - - - - - - - - - - -"


def test_a_manual_move_is_not_echoed() -> None:
    """A manual player's move is played, and nothing is printed."""
    session, replies = obey(session_of(), "i6-g")
    assert replies == []
    assert [str(move) for move in session.game.moves] == ["i6-g6"]


@pytest.mark.parametrize("line", ["i6-g", "I6-G", "i6-g6", " i6-g # towards the middle"])
def test_moves_in_any_form(line: str) -> None:
    """A move may be short or long, in small letters or capitals."""
    assert [str(move) for move in obey(session_of(), line)[0].game.moves] == ["i6-g6"]


def test_an_automated_move_is_printed() -> None:
    """An automated player answers at once, with a star before its move in the short form."""
    session, replies = obey(Session(start("tablut"), first_move), "e2-a")
    assert said(replies) == ["* c5-1"]
    assert session.game.to_move is BLACK
    assert session.game.ply == 2


def test_a_move_for_an_automated_player_is_an_error() -> None:
    """Nobody moves in the place of an automated player."""
    session = Session(start("tablut"), first_move, frozenset({BLACK}))
    move = parse_command("e2-a")
    assert move is not None
    with pytest.raises(CommandError, match="turn of Black, who is automated"):
        session.step(move)


@pytest.mark.parametrize("line", ["e5-9", "e5-6", "a1-2", "d9-d", "c5-c", "e2-e5"])
def test_illegal_moves_are_errors(line: str) -> None:
    """A move that the rules refuse, or that goes nowhere, is an error."""
    with pytest.raises((IllegalMoveError, NotationError)):
        obey(session_of(), line)


@pytest.mark.parametrize("line", ["e5-", "e5-z", "e5-99", "z1-2", "e0-1", "e2-a9x", "e2--1", "e2-a-b"])
def test_moves_that_cannot_be_read_are_errors(line: str) -> None:
    """What only begins like a move is an error that says where it breaks."""
    assert _error(session_of(), line).startswith("cannot read")


def test_thinking_is_for_automated_players() -> None:
    """A session asked to think on a manual player's turn refuses."""
    with pytest.raises(CommandError, match="not an automated player's turn"):
        session_of().step(Think())


def test_a_player_that_picks_an_illegal_move_is_found_out() -> None:
    """The move of an automated player is checked like any other."""

    def cheat(game: Game, seed: int) -> Move:
        return game.variant.board.grid.parse_move("e5-e9")

    with pytest.raises(IllegalMoveError):
        Session(start("tablut"), cheat, frozenset({BLACK})).step(Think())


def test_the_win_is_announced_once() -> None:
    """The end of the game is one line, and `new` starts the next game."""
    session, replies = obey(session_of(), f"set white {OPEN}", "e5-a")
    assert said(replies) == ["* White wins."]
    assert obey(session, "auto white", "manual white", "seed 4")[1] == []
    session, replies = obey(session, "new")
    assert replies == []
    assert session.game.outcome is None


def test_black_wins_by_capturing_the_king() -> None:
    """The capture of the king is announced as a win of black, and the captured are off the board."""
    session, replies = obey(session_of(), *BEFORE_CAPTURE, "d9-5")
    assert said(replies) == ["* Black wins."]
    assert said(obey(session, "dump")[1])[5] == "  B B - B - B - B B"


def test_repetition_is_announced_at_once() -> None:
    """Who brings back a position has lost as soon as it is the other's turn."""
    _, replies = obey(session_of(), "i6-f", "f5-3", "i4-3", "e5-f", "i3-4", "f5-e")
    assert said(replies) == ["* Black wins."]


def test_a_draw_is_announced() -> None:
    """In a variant that knows draws the end may be one."""
    _, replies = obey(session_of(field()), *["f7-g", "f6-e", "g7-f", "e6-f"] * 2)
    assert said(replies) == ["* Draw."]


@pytest.mark.parametrize("line", ["e5-6", "limit 5", "hint", "moves", "moves e5"])
def test_after_the_end_some_commands_make_no_sense(line: str) -> None:
    """When the game is over there are no moves, no hints and no limits."""
    session, _ = obey(session_of(), f"set white {OPEN}", "e5-a")
    assert _error(session, line) == "the game is over: White won, the king escaped"


@pytest.mark.parametrize(
    "line", ["dump", "board", "status", "help", "seed 3", "auto black", "manual white", "undo", "new", "save x", "quit"]
)
def test_after_the_end_others_do(line: str) -> None:
    """When the game is over one may look, take back, save, change the players and begin again."""
    session, _ = obey(session_of(), f"set white {OPEN}", "e5-a")
    command = parse_command(line)
    assert command is not None
    session.step(command)


def test_new_keeps_players_and_seed() -> None:
    """`new` sets up the start position without a limit, and leaves the players as they are."""
    session, _ = obey(session_of(), "auto white", "seed 5", "limit 9", "e2-a", "new")
    assert session.game == start("tablut")
    assert session.automated == {WHITE}
    assert session.seed == 5


def test_new_after_set_is_the_start_position() -> None:
    """`new` sets up the initial position, not one that was set up by hand."""
    assert obey(session_of(), f"set black {OPEN}", "new")[0].game == start("tablut")


def test_auto_moves_at_once() -> None:
    """A player made automated on its turn moves without further ado."""
    session, replies = obey(attrs.evolve(session_of(), player=first_move), "auto black")
    assert said(replies) == ["* a4-1"]
    assert session.game.to_move is WHITE


def test_both_automated_play_to_the_end() -> None:
    """When both players are automated the game runs to its end, which is announced last."""
    session, replies = obey(session_of("tablut", BLACK, WHITE))
    lines = said(replies)
    assert session.game.outcome is not None
    assert lines[-1] in ("* Black wins.", "* White wins.")
    assert len(lines) == session.game.ply + 1
    assert all(line.startswith("* ") for line in lines)


def test_manual_stops_a_player() -> None:
    """A player made manual waits for its moves."""
    session, replies = obey(session_of(), "auto white", "manual white", "e2-a")
    assert replies == []
    assert session.game.to_move is WHITE


@pytest.mark.parametrize("name", ["black", "BLACK", "Black", "attackers"])
def test_players_by_name(name: str) -> None:
    """Players go by the names of the variant and by what they are in every variant."""
    assert obey(session_of("tablut", WHITE), f"set white {OPEN}", "new", f"auto {name}")[0].automated == {BLACK, WHITE}


@pytest.mark.parametrize("line", ["auto red", "manual both", "auto white black", f"set red {OPEN}"])
def test_unknown_players_are_errors(line: str) -> None:
    """A name that no player has is an error that tells the names."""
    assert "expected a player, black or white, not" in _error(session_of(), line)


def test_other_variants_have_other_names() -> None:
    """Where a variant names its players, commands and the win line speak of them so."""
    session = session_of(field(attackers="Reds", defenders="Blues"))
    session, _ = obey(session, "auto blues", "manual BLUES", "auto white", "manual white", "manual reds")
    assert session.automated == set()
    session, replies = obey(session, "f7-g", "f6-1")
    assert said(replies) == ["* Blues wins."]
    assert "expected a player, reds or blues" in _error(session, "auto green")


def test_colours_may_be_the_other_way_round() -> None:
    """In a variant whose attackers are white, white means them."""
    session = session_of(field(attackers="White", defenders="Black"))
    assert session.player_called("white") is Side.ATTACKERS
    assert session.player_called("black") is Side.DEFENDERS


@pytest.mark.parametrize("made", range(4))
def test_a_limit_must_be_more_than_the_moves_made(made: int) -> None:
    """A limit is an error when a player has already made as many moves, and so zero and less always are."""
    session, _ = obey(session_of(), *["e2-a", "e3-2", "a2-3", "e2-3"][:made])
    most = (made + 1) // 2
    for number in (-5, 0, most):
        assert "more than the moves a player has made" in _error(session, f"limit {number}")
    session, replies = obey(session, f"limit {most + 1}")
    assert replies == []
    assert session.game.move_limit == most + 1


def test_the_limit_ends_the_game() -> None:
    """Black loses right after the last move of white that the limit allows."""
    session, replies = obey(session_of(), "limit 2", "e2-a", "e3-2", "a2-3")
    assert replies == []
    assert said(obey(session, "e2-3")[1]) == ["* White wins."]


def test_where_white_begins_white_loses_by_the_limit() -> None:
    """In a game that white begins, it is white who must first move too often."""
    session, replies = obey(session_of(), "set white B8/9/4W4/9/4K4/9/9/9/9", "limit 1", "e7-6")
    assert replies == []
    assert said(obey(session, "a9-8")[1]) == ["* Black wins."]


def test_a_limit_may_be_changed() -> None:
    """A second limit takes the place of the first."""
    assert obey(session_of(), "limit 3", "limit 2")[0].game.move_limit == 2


def test_undo_takes_back_two_moves() -> None:
    """Undo goes back to before the last move of the player whose turn it is."""
    session, _ = obey(session_of(), "e2-a", "e3-2", "undo")
    assert session.game == start("tablut")
    session, _ = obey(session, "e2-a", "e3-2", "a2-3", "undo")
    assert [move.short for move in session.game.moves] == ["e2-a"]


def test_undo_of_a_single_move() -> None:
    """Where only one move has been made, it is taken back."""
    assert obey(session_of(), "e2-a", "undo")[0].game == start("tablut")


def test_undo_without_moves_is_an_error() -> None:
    """At the start there is nothing to take back, nor right after a position was set up."""
    assert _error(session_of(), "undo") == "there is no move to take back"
    assert _error(obey(session_of(), f"set black {OPEN}")[0], "undo") == "there is no move to take back"


def test_undo_keeps_the_limit() -> None:
    """The limit is that of the game, also when it was set after the move that is now the last."""
    session, _ = obey(session_of(), "e2-a", "e3-2", "a2-3", "e2-3", "limit 4", "undo")
    assert session.game.move_limit == 4
    assert obey(session, "undo")[0].game.move_limit == 4


def test_undo_of_the_end() -> None:
    """A game that is over can be taken back, and ended again with the same announcement."""
    session, _ = obey(session_of(), *BEFORE_CAPTURE, "d9-5", "undo")
    assert session.game.outcome is None
    assert [move.short for move in session.game.moves] == list(BEFORE_CAPTURE[:-1])
    assert said(obey(session, "d5-2", "d9-5")[1]) == ["* Black wins."]


def test_undo_lets_an_automated_player_move_again() -> None:
    """When it is then an automated player's turn, it moves, and in the same way."""
    session, replies = obey(session_of("tablut", WHITE), "e2-a")
    again, replies_again = obey(session, "manual white", "e1-2", "auto white", "undo", "new", "e2-a")
    assert said(replies) == said(replies_again)[-1:]
    assert again.game.position == session.game.position


def test_the_seed_decides() -> None:
    """The same seed gives the same moves, and some other seed others."""
    games = [said(obey(session_of("tablut", WHITE), f"seed {seed}", "e2-a", "e1-2")[1]) for seed in (1, 1, 2)]
    assert games[0] == games[1]
    assert games[0] != games[2]


def test_quit_leaves() -> None:
    """Quit ends the session and changes nothing."""
    session = session_of()
    assert obey(session, "quit") == (session, [Leave()])


def test_load_and_save_are_left_to_the_driver() -> None:
    """A session reads and writes no files: it says what is to be read or written."""
    session = session_of()
    assert obey(session, "load some file")[1] == [ReadFile("some file")]
    assert obey(session, "save there")[1] == [WriteFile("there", session.script())]
    command = parse_command("variant other")
    assert command is not None
    assert session.step(command) == (session, (SwitchVariant("other"),))


def test_with_variant_starts_its_game() -> None:
    """A variant that is handed in is played from its start by the same players."""
    session, replies = session_of("tablut", WHITE).with_variant(load_variant("brandubh"))
    assert replies == ()
    assert session.game == start("brandubh")
    assert session.automated == {WHITE}


@pytest.mark.parametrize(
    "rows",
    [
        "9/9/9/9/4K4/9/9/9/B8",
        "9 9 9 9 4K4 9 9 9 B8",
        "9/9/9/9/4k4/9/9/9/b8",
        "--------- ......... 9 9 ----K---- --------- 9 9 B--------",
        " ".join(["-"] * 40 + ["K"] + ["-"] * 31 + ["B"] + ["-"] * 8),
        "-" * 40 + "K" + "." * 31 + "B" + "-" * 8,
        "9/9/9/9 4K4/9/9 9/B8",
    ],
)
def test_set_takes_rows_in_any_form(rows: str) -> None:
    """The rows may be parted by spaces or slashes, and empty squares be drawn or counted."""
    session, replies = obey(session_of(), "limit 5", f"set white {rows}")
    assert replies == []
    assert session.game.position["e5"] is not None
    assert session.game.position["a1"] is not None
    assert session.game.position.occupied_mask.bit_count() == 2
    assert session.game.to_move is WHITE
    assert session.game.move_limit is None
    assert session.game.previous is None


def test_set_takes_what_dump_prints() -> None:
    """The rows of a dump can be pasted behind `set`."""
    session, replies = obey(session_of(), "e2-a", "e3-2", "dump")
    again, _ = obey(session_of(), "set black " + " ".join(said(replies)[1:-1]))
    assert again.game.position == session.game.position


@pytest.mark.parametrize(
    ("rows", "error"),
    [
        ("9/9", "9 rows of 9 squares, but 18 squares were given"),
        ("9/9/9/9/4K4/9/9/9/8", "row 1 has 9 squares, not 8"),
        ("9/9/9/9/4K5/9/9/9/8", "row 5 has 9 squares, not 10"),
        ("9/9/9/9/9/9/9/9/9", "has 1 king, not 0"),
        ("9/9/9/9/4KK3/9/9/9/9", "has 1 king, not 2"),
        ("9/9/9/9/4K3Q/9/9/9/9", "no piece is drawn as 'Q'; the pieces are B, K, W"),
        ("9/9/9/9/4K3*/9/9/9/9", "no piece is drawn as '*'"),
        ("9/9/9/9/4K31000000000/9/9/9/9", "a row has 9 squares, not 31000000000"),
        ("99/9", "a row has 9 squares, not 99"),
        ("9" * 3000, "a row has 9 squares, not 99999999999999999999"),
        ("9/9/9/9/4K\u06614/9/9/9/9", "no piece is drawn as '\\u0661'"),
    ],
)
def test_set_refuses_broken_boards(rows: str, error: str) -> None:
    """A board that does not fit is an error that says where."""
    assert error in _error(session_of(), f"set black {rows}")


def test_set_with_a_game_that_is_over() -> None:
    """A position in which the king has escaped is over at once, and announced."""
    assert said(obey(session_of(), "set black 9/9/9/9/9/9/9/9/B3K4")[1]) == ["* White wins."]
    assert said(obey(session_of(), "set black 9/9/9/9/4K4/9/9/9/9")[1]) == ["* White wins."]


def test_set_lets_automated_players_move() -> None:
    """When the side to move is automated it moves at once."""
    _, replies = obey(session_of("tablut", WHITE), f"set white {OPEN}")
    assert said(replies)[0].startswith("* e5-")


def test_letters_in_two_cases_are_two_pieces() -> None:
    """Where the case of a letter tells pieces apart, it is not ignored."""
    board = Board(Geometry.build(5, 5), (ATTACKER, KING, Piece(Side.DEFENDERS, "man", "a")))
    rules = Rules(board, movement=(Slide(),), endings=(KingReaches("edge"),))
    variant = Variant("cases", rules, board.parse("A.a..\n.....\n..K..\n.....\n.....", Side.ATTACKERS))
    session, _ = obey(session_of(variant), "set attackers aA3/5/2k2/5/5")
    assert str(session.game.position["a5"]) == "defender"
    assert str(session.game.position["b5"]) == "attacker"


def test_hint_plays_nothing() -> None:
    """A hint is what the automated player would play, and changes nothing."""
    session = attrs.evolve(session_of(), player=first_move)
    assert obey(session, "hint") == (session, [Say("hint: a4-1")])


def test_moves_lists_the_legal_moves() -> None:
    """All legal moves are listed on one line, or those of one square."""
    assert len(said(obey(session_of(), "moves")[1])[0].split()) == 80
    assert said(obey(session_of(), "moves b5")[1]) == ["b5-1 b5-2 b5-3 b5-4 b5-6 b5-7 b5-8 b5-9"]
    assert said(obey(session_of(), "MOVES E5")[1]) == ["no moves"]


@pytest.mark.parametrize(("line", "kind"), [("moves z9", NotationError), ("moves 5", NotationError)])
def test_moves_of_no_square(line: str, kind: type[TaflError]) -> None:
    """What is no square is an error."""
    with pytest.raises(kind):
        obey(session_of(), line)


def test_moves_of_a_square_off_the_board() -> None:
    """A square that this board does not have is an error."""
    with pytest.raises(GeometryError, match="k11 is not on the 9x9 board"):
        obey(session_of(), "moves k11")


def test_board_shows_coordinates_and_the_last_move() -> None:
    """The board command draws for people: coordinates, the last move and whose turn it is."""
    lines = said(obey(session_of(), "i6-g", "d5-7", "i4-g", "board")[1])
    assert lines[0] == " 9 . . . B B B . . ."
    assert lines[-3:] == ["   a b c d e f g h i", "last move i4-g4xg5", "White to move"]
    lines = said(obey(session_of(), f"set white {OPEN}", "e5-a", "board")[1])
    assert lines[-1] == "the game is over: White won, the king escaped"


def test_status_says_everything() -> None:
    """Status names the variant, the players, the seed, the limit and the turn."""
    session, _ = obey(session_of("tablut", WHITE), "seed 9", "limit 3", "e2-a")
    assert said(obey(session, "status")[1]) == [
        "variant tablut",
        "Black is manual",
        "White is automated",
        "seed 9",
        "move limit 3",
        "moves made 2",
        "Black to move",
    ]


def test_status_of_a_game_that_is_over() -> None:
    """Status says who has won and why."""
    session, _ = obey(session_of(), f"set white {OPEN}", "e5-a")
    assert said(obey(session, "status")[1])[-1] == "the game is over: White won, the king escaped"


def test_help_lists_every_command() -> None:
    """Help has a line for each command, and explains each of them and moves."""
    dialect = session_of().dialect
    lines = said(obey(session_of(), "help")[1])
    assert [line.split()[0] for line in lines] == ["a", *dialect.by_word]
    for word in (*dialect.by_word, "move", "DUMP"):
        assert said(obey(session_of(), f"help {word}")[1])[0].lower().startswith(word.lower())
    assert _error(session_of(), "help xyzzy") == "there is no command 'xyzzy'; help lists them"


TRICKY = "Ev*l > ===\n\x1b[31m"


@pytest.mark.parametrize("line", ["help", "help set", "hint", "moves", "moves f7", "board", "status"])
@pytest.mark.parametrize("over", [False, True])
def test_extra_output_has_no_signs_in_it(line: str, over: bool) -> None:
    """What has a meaning to other programs stands in no output of the extra commands, whatever a variant is called."""
    session = session_of(field(TRICKY, attackers=TRICKY, defenders=TRICKY))
    session, replies = obey(session, "f7-g", *(["f6-1"] if over else []))
    assert [text.count("*") for text in said(replies)] == [1] * over
    try:
        _, replies = obey(session, line)
    except CommandError as error:
        assert over
        lines = [str(error)]
    else:
        lines = said(replies)
    assert lines
    assert not [text for text in lines if "*" in text or ">" in text or "===" in text or not text.isprintable()]


def test_the_name_of_a_player_is_plain() -> None:
    """A player's name is shown on one line, without signs; without a name it is what the side is."""
    assert player_name(Game(field(attackers=TRICKY), field().start), BLACK) == "Ev?l ? ??? ?[31m"
    assert player_name(Game(field(attackers=" "), field().start), BLACK) == "attackers"


def test_errors_change_nothing() -> None:
    """A session is a value: after an error it is what it was."""
    session, _ = obey(session_of("tablut", WHITE), "limit 9", "e2-a")
    before = attrs.asdict(session, recurse=False)
    for line in ("e5-9", "limit 1", "seed x", "auto red", "set white 9", "help xyzzy", "moves z", "nonsense"):
        _error(session, line)
    assert attrs.asdict(session, recurse=False) == before


def test_sessions_are_frozen() -> None:
    """Nothing of a session can be set."""
    session = session_of()
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        session.seed = 3  # type: ignore[misc] # that it cannot be set is what is tested


def test_wrong_types_are_refused() -> None:
    """A session of something else than a game, a command that is a text, and a line that is none are refused."""
    with pytest.raises(TypeError, match="a session needs a Game, not 'tablut'"):
        Session("tablut", quick_player)  # type: ignore[arg-type, type-var] # that it is refused is what is tested
    with pytest.raises(TypeError, match="a command is what parse_command returns, not 'dump'"):
        session_of().step("dump")  # type: ignore[arg-type] # as above
    with pytest.raises(TypeError, match="a line is a str, not b'dump'"):
        parse_command(b"dump")  # type: ignore[arg-type] # as above
