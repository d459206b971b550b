"""Commands for people: levels, redo, resign, history, rules, flip, and other words for commands."""

from __future__ import annotations

import pytest

from taflkit import Game, Move, Side, start
from taflkit.search import Automaton, SearchLimit
from taflkit.shell import CommandError, ListVariants, Note, Say, Session, State, is_or_are, parse_command
from tests.shell.sessions import field, obey, said, session_of


def levelled(*automated: Side) -> Session[Game, Move]:
    """A session whose automated player has levels and thinks for a moment only."""
    return Session(start("brandubh"), Automaton(SearchLimit(nodes=200)), frozenset(automated))


def test_undone_moves_are_played_again() -> None:
    """`redo` brings back what `undo` took, step by step, as often as there was an `undo`."""
    session, _ = obey(session_of(), "i6-g", "d5-7", "i4-g", "undo", "undo")
    assert session.game.ply == 0
    once, _ = obey(session, "redo")
    assert once.game.ply == 1
    twice, _ = obey(once, "redo")
    assert [move.short for move in twice.game.moves] == ["i6-g", "d5-7", "i4-g"]
    with pytest.raises(CommandError, match="no move to play again"):
        obey(twice, "redo")


@pytest.mark.parametrize("line", ["i6-h", "new", "set white 9/9/9/9/4K3B/9/9/9/9"])
def test_a_new_course_forgets_what_was_undone(line: str) -> None:
    """After another move or another game there is nothing to play again."""
    session, _ = obey(session_of(), "i6-g", "d5-7", "i4-g", "undo", "undo", line)
    with pytest.raises(CommandError, match="no move to play again"):
        obey(session, "redo")


def test_redo_keeps_the_limit_that_was_set_meanwhile() -> None:
    """A limit is one of the game, as for `undo`."""
    session, _ = obey(session_of(), "i6-g", "d5-7", "undo", "limit 9", "redo")
    assert session.game.move_limit == 9
    assert session.game.ply == 2


def test_redo_announces_an_end_again() -> None:
    """Going forward into a finished game ends it."""
    session, _ = obey(session_of(), "set white 9/9/9/9/4K3B/9/9/9/9", "e5-a", "undo")
    _, replies = obey(session, "redo")
    assert said(replies) == ["* White wins."]


def test_who_resigns_loses() -> None:
    """The player to move gives up: the other wins, the game is over, and `undo` takes it back."""
    session, replies = obey(session_of(), "i6-g", "resign")
    assert said(replies) == ["* Black wins."]
    assert session.state is State.FINISHED
    assert session.standing == "the game is over: Black won, White resigned"
    for line in ("d5-7", "resign", "hint", "limit 20"):
        with pytest.raises(CommandError, match="White resigned"):
            obey(session, line)
    again, replies = obey(session, "undo", "d5-7")
    assert again.state is State.PLAYING
    assert again.game.ply == 2
    assert replies == []


def test_a_resignation_is_saved() -> None:
    """The commands of a saved game bring back its end, too."""
    session, _ = obey(session_of(), "i6-g", "resign")
    back, _ = obey(session_of(), *session.script().splitlines())
    assert back == session


def test_levels_are_set_for_both_or_for_one() -> None:
    """`level` sets, shows and saves how well automated players play."""
    session, replies = obey(levelled(), "level 4", "level white 2")
    assert session.levels == (4, 2)
    assert replies == [Note("level 4 for automated players"), Note("level 2 for Defenders")]
    session, replies = obey(session, "level")
    assert said(replies) == ["Attackers are manual", "Defenders are manual"]
    assert "level attackers 4\nlevel defenders 2\n" in session.script()


def test_levels_are_told_apart() -> None:
    """`level` says who plays at which level, and who plays as well as possible; a name may have several words."""
    session, _ = obey(levelled(Side.DEFENDERS), "level")
    assert said(obey(session, "level")[1])[1] == "Defenders are automated and plays its best"
    session, replies = obey(session, "level white 3", "level")
    assert said(replies) == ["Attackers are manual", "Defenders are automated, level 3"]
    session, replies = obey(levelled(), "level black 2")
    assert (session.levels, replies) == ((2, None), [Note("level 2 for Attackers")])
    dialect = session.dialect
    assert parse_command("level the  red men 3") == dialect.call("level", "the red men", 3)
    assert parse_command("level") == dialect.call("level", "", None)


def test_a_level_changes_the_moves_but_not_the_hint() -> None:
    """A beginner plays other moves than the best player; a hint is always the best move."""
    weak = [obey(levelled(), f"seed {seed}", "level 1", "auto black")[0] for seed in range(4)]
    strong = [obey(levelled(), f"seed {seed}", "auto black")[0] for seed in range(4)]
    assert [session.game.moves for session in weak] != [session.game.moves for session in strong]
    hints = [obey(levelled(), *lines, "hint")[1][-1] for lines in (["level 1"], [])]
    assert hints[0] == hints[1]


@pytest.mark.parametrize("line", ["level 0", "level 11", "level -3"])
def test_other_levels_are_refused(line: str) -> None:
    """There are levels from 1 to 10."""
    with pytest.raises(CommandError, match="level must be a whole number from 1 to 10"):
        obey(levelled(), line)


def test_a_player_without_levels() -> None:
    """A player that has no levels says so."""
    with pytest.raises(CommandError, match="this automated player has no levels"):
        obey(session_of(), "level 3")
    assert said(obey(session_of(), "level")[1]) == ["Black is manual", "White is manual"]


def test_the_moves_so_far() -> None:
    """`history` numbers the rounds."""
    assert said(obey(session_of(), "history")[1]) == ["no moves yet"]
    _, replies = obey(session_of(), "i6-g", "d5-7", "i4-g", "history")
    assert said(replies) == ["1.  i6-g d5-7", "2.  i4-g"]


def test_a_turn_of_several_moves_is_one_turn() -> None:
    """In `history` a round is a turn of each player, however many moves a turn has."""
    captures = "set black 11/9K1/11/11/11/3DA6/11/11/3DA6/11/2A8"
    session, _ = obey(session_of("berserk"), captures, "c1-c3", "c3-c6", "j10-j9", "c6-c7")
    _, replies = obey(session, "history")
    assert said(replies) == ["1.  c1-3 c3-6 j10-9", "2.  c6-7"]


def test_the_rules_of_a_game_without_a_summary() -> None:
    """Then `rules` begins with the title alone."""
    assert said(obey(session_of(field("My field")), "rules")[1])[0] == "My field"


def test_the_rules_are_explained() -> None:
    """`rules` has the title of the variant and a sentence for each rule."""
    first, *rules = said(obey(session_of(), "rules")[1])
    assert first.startswith("Tablut: ")
    assert len(rules) > 5
    assert all(line.startswith("- ") for line in rules)


def test_the_other_side_of_the_board() -> None:
    """`flip` changes how a person sees the board, and nothing that is printed for programs."""
    session, replies = obey(session_of(), "flip", "dump")
    assert session.flipped
    assert said(replies) == said(obey(session_of(), "dump")[1])
    assert not obey(session, "flip")[0].flipped


def test_variants_are_listed_by_the_driver() -> None:
    """A session reads no files."""
    assert obey(session_of(), "variants")[1] == [ListVariants()]


def test_other_words_for_commands() -> None:
    """What people try is understood."""
    assert parse_command("exit") == parse_command("quit")
    assert parse_command("? seed") == parse_command("help seed")
    _, (explained,) = obey(session_of(), "help exit")
    assert explained == Say("quit: Leave.", indent=2)


@pytest.mark.parametrize(("name", "verb"), [("Black", "is"), ("Attackers", "are"), ("Swedes", "are"), ("Red", "is")])
def test_verbs_suit_the_names(name: str, verb: str) -> None:
    """Players with plural names are several."""
    assert is_or_are(name) == verb


def test_long_answers_are_indented() -> None:
    """Where a terminal is too narrow, a line goes on below the text that follows its number, dash or command."""
    session, _ = obey(session_of(), "i6-g", "d5-7")
    indents = {line: [reply.indent for reply in obey(session, line)[1] if isinstance(reply, Say)] for line in ANSWERS}
    assert indents == {"history": [4], "rules": [2], "help": [18], "help seed": [2], "status": [0], "moves": [0]}


ANSWERS = ("history", "rules", "help", "help seed", "status", "moves")


def test_moves_are_sorted_by_numbers() -> None:
    """On a large board row 9 comes before row 10."""
    _, (listed,) = obey(session_of(field()), "moves f7")
    assert isinstance(listed, Say)
    assert [move for move in listed.text.split() if move[-1].isdigit()][-4:] == ["f7-8", "f7-9", "f7-10", "f7-11"]


def test_status_without_a_limit() -> None:
    """`status` says so."""
    assert "no move limit" in said(obey(session_of(), "status")[1])


def test_help_of_a_dialect() -> None:
    """Without a word all commands are explained, a line for each."""
    dialect = session_of().dialect
    assert dialect.help() == dialect.help("")
    assert len((dialect.help() or "").splitlines()) == len(dialect.commands) + 1
