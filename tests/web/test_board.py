"""The board behind the page: requests and answers, without a server."""

from __future__ import annotations

from typing import Any

import pytest

from taflkit import search, start
from taflkit.variant.catalogue import listed_variants
from taflkit.web import Board, answer

VARIANTS = ["tablut", "copenhagen", "berserk", "ataxx", "qirkat", "tablut-19"]


def ask(board: Board, do: str, **fields: Any) -> Any:
    """Send a request that must succeed."""
    found = answer(board, {"do": do, **fields})
    assert "error" not in found, found["error"]
    return found


def people(variant: str = "tablut") -> Board:
    """A board on which nobody is automated."""
    return Board(start(variant), automated=frozenset())


def think(board: Board) -> None:
    """Run the job that the board has."""
    job = board.job()
    assert job is not None
    board.finish(job, job.run(lambda _: None))


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_kind_of_game_is_shown_and_played(variant: str) -> None:
    """A move of the list is accepted, the automated player answers, and both are in the tree."""
    board = Board(start(variant), level=1)
    moves = ask(board, "state")["state"]["board"]["moves"]
    state = ask(board, "play", move=moves[0])["state"]
    assert state["thinking"] == "move"
    think(board)
    assert [node.get("move") for node in board.state()["tree"]][1] == moves[0]
    assert len(board.tree) == 3


def test_an_illegal_move_says_why() -> None:
    """The error is that of the rules, and nothing changes."""
    board = people()
    found = answer(board, {"do": "play", "move": "e5-e9"})
    assert "e5" in found["error"]
    assert found["state"]["version"] == 0


def test_a_move_for_an_older_position_is_refused() -> None:
    """A page that has not heard of a move in another tab cannot move in the wrong position."""
    board = people()
    ask(board, "play", move="d1-c1", at=0)
    assert "gone on" in answer(board, {"do": "play", "move": "d9-c9", "at": 0})["error"]


def test_nobody_moves_for_an_automated_player() -> None:
    """While it is an automated player's turn, moves are refused."""
    board = Board(start("tablut"))
    ask(board, "play", move="d1-c1")
    assert "automated" in answer(board, {"do": "play", "move": "e7-d7"})["error"]


def test_going_back_and_playing_begins_a_variation() -> None:
    """Undo and redo go through the whole game; another move there is a variation, the same move is not."""
    board = people()
    for move in ("d1-c1", "e7-d7", "c1-c2"):
        ask(board, "play", move=move)
    ask(board, "go", node=1)
    ask(board, "play", move="e7-d7")
    assert len(board.tree) == 4
    ask(board, "go", node=1)
    state = ask(board, "play", move="e7-f7")["state"]
    assert [(node["id"], node.get("parent")) for node in state["tree"]] == [(0, None), (1, 0), (2, 1), (3, 2), (4, 1)]
    ask(board, "promote", node=4)
    assert [node.move for node in board.tree.main_line()] == ["", "d1-c1", "e7-f7"]
    ask(board, "remove", node=4)
    assert board.node.number == 1


def test_automated_players_wait_while_somebody_looks_around() -> None:
    """In an earlier position an automated player moves only when it is told to go on."""
    board = Board(start("tablut"), level=1)
    ask(board, "play", move="d1-c1")
    think(board)
    ask(board, "go", node=1)
    assert board.job() is None
    ask(board, "go-on")
    job = board.job()
    assert job is not None
    assert job.purpose == "move"


def test_taking_back_leads_to_the_persons_turn() -> None:
    """Take back undoes the answer of the automated player too."""
    board = Board(start("tablut"), level=1)
    ask(board, "play", move="d1-c1")
    think(board)
    ask(board, "take-back")
    assert board.node.number == 0
    assert "no move" in answer(board, {"do": "take-back"})["error"]


def test_a_search_that_is_no_longer_wanted_changes_nothing() -> None:
    """What a search finds for another position than the present one is not played."""
    board = Board(start("tablut"), level=1)
    ask(board, "play", move="d1-c1")
    job = board.job()
    assert job is not None
    reports = job.run(lambda _: None)
    ask(board, "take-back")
    assert board.finish(job, reports) is None
    assert board.node.number == 0


def test_resigning_ends_the_game() -> None:
    """The person who resigns loses; after taking back, the game goes on."""
    board = people()
    ask(board, "play", move="d1-c1")
    state = ask(board, "resign")["state"]
    assert state["over"] == {"text": "Black won, White resigned", "winner": "Black"}
    assert "over" in answer(board, {"do": "play", "move": "e7-d7"})["error"]
    assert ask(board, "take-back")["state"]["over"] is None


def test_the_move_limit_ends_the_game() -> None:
    """A player who must make more moves than the limit loses; the limit stays when moves are taken back."""
    board = people()
    ask(board, "limit", number=1)
    ask(board, "play", move="d1-c1")
    state = ask(board, "play", move="e7-d7")["state"]
    assert state["over"]["winner"] == "White"
    assert ask(board, "go", node=1)["state"]["limit"] == 1


@pytest.mark.parametrize("variant", VARIANTS)
def test_examples_show_the_rule_and_keep_the_game(variant: str) -> None:
    """Every example of a variant can be shown; afterwards the game is as it was."""
    board = people(variant)
    move = board.state()["board"]["moves"][0]
    ask(board, "play", move=move)
    examples = board.state()["variant"]["examples"]
    assert examples
    for number, says in enumerate(examples):
        state = ask(board, "example", number=number)["state"]
        assert state["news"] == says
        assert state["demo"]
    state = ask(board, "leave-example")["state"]
    assert [node.get("move") for node in state["tree"]] == [None, move]


def test_a_position_is_set_up() -> None:
    """The rows of the editor are the position; what is no position is refused."""
    board = people("brandubh")
    rows = ["-------", "-------", "---A---", "--AKA--", "-------", "-------", "-------"]
    ask(board, "edit", rows=rows, player="defenders")
    assert board.tree.kind.format_position(board.node.game).lower().startswith("7/7/3a3/2aka2")
    assert "king" in answer(board, {"do": "edit", "rows": ["-------"] * 7, "player": "attackers"})["error"]


def test_a_position_is_pasted() -> None:
    """What the page shows as text brings the position back."""
    board = people("ataxx")
    ask(board, "play", move=board.state()["board"]["moves"][0])
    text = board.state()["position"]
    other = people("ataxx")
    assert ask(other, "position", text=text)["state"]["position"] == text


def test_typed_commands() -> None:
    """The field takes moves and commands of the command language; what needs files is refused."""
    board = people()
    ask(board, "type", text="d1-c")
    assert board.node.move == "d1-c1"
    assert "White to move" in ask(board, "type", text="status")["state"]["news"]
    ask(board, "type", text="undo")
    assert board.node.number == 0
    assert ask(board, "type", text="variant qirkat")["state"]["variant"]["name"] == "qirkat"
    assert "button" in answer(board, {"do": "type", "text": "save x"})["error"]


@pytest.mark.parametrize("move", ["d1-c", "d1-c1", "d1 c1", "d1c1", " D1 c "])
def test_typed_moves(move: str) -> None:
    """A move may be typed as at a terminal, and is kept as records write it; the page itself sends moves in full."""
    board = people()
    ask(board, "type", text=move)
    assert board.node.move == "d1-c1"
    assert "error" in answer(people(), {"do": "play", "move": "d1 c1"})


def test_typed_commands_that_are_buttons() -> None:
    """What has a button on the page does the same if it is typed."""
    board = people()
    before = board.flipped
    ask(board, "type", text="FLIP")
    assert board.flipped != before
    state = ask(board, "type", text="resign")["state"]
    assert state["over"]["text"] == state["news"].rstrip(".")
    assert "over" in answer(board, {"do": "type", "text": "resign"})["error"]
    ask(board, "type", text="variant ataxx")
    ask(board, "type", text="clear")
    assert "there is no command 'limit'" in answer(board, {"do": "limit", "number": 9})["error"]


def test_a_variant_file_is_loaded_strictly() -> None:
    """A file that is dropped is played if it is right, and its errors are said if it is wrong."""
    board = people()
    text = 'name = "mine"\ntitle = "<script>alert(1)</script>"\nextends = "brandubh"\n'
    state = ask(board, "variant-file", name="mine.toml", text=text)["state"]
    assert state["variant"]["title"] == "<script>alert(1)</script>"
    assert "<script>" not in state["board"]["svg"]
    assert ask(board, "new", variant="mine")["state"]["variant"]["name"] == "mine"
    assert ask(board, "variants")["own"][0]["name"] == "mine"
    wrong = answer(board, {"do": "variant-file", "name": "mine.toml", "text": text + "stat = 1\n"})
    assert "start" in wrong["error"]


def test_a_variant_file_reads_no_other_file(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is dropped may extend variants of the search path only, not files of the working directory."""
    (tmp_path / "here.toml").write_text('name = "here"\nextends = "brandubh"\n', "utf-8")
    monkeypatch.chdir(tmp_path)
    for parent in ("here", "./here.toml", str(tmp_path / "here.toml")):
        text = f'name = "mine"\nextends = "{parent}"\n'
        assert "error" in answer(people(), {"do": "variant-file", "name": "mine.toml", "text": text})


def test_the_list_of_variants() -> None:
    """Every variant is listed once with its size and family, the featured ones first, as on the command line."""
    found = ask(people(), "variants")["variants"]
    names = [each["name"] for each in found]
    assert len(set(names)) == len(names) > 60
    by_name = {each["name"]: each for each in found}
    assert by_name["copenhagen"]["size"] == "11x11"
    assert by_name["copenhagen-13"]["family"] == "Copenhagen hnefatafl"
    assert names == [each.name for each in listed_variants()]
    assert ask(people(), "picture", variant="qirkat")["svg"].startswith("<svg")


def test_threats_are_found() -> None:
    """A piece that the opponent could take, and a move by which the opponent would win, are told."""
    board = people("brandubh")
    rows = ["-------", "-------", "---A---", "--KD---", "-------", "---A---", "-------"]
    ask(board, "edit", rows=rows, player="defenders")
    assert ask(board, "threats")["threats"]["squares"] == ["d4"]
    ask(
        board,
        "edit",
        rows=["-------", "K------", "-------", "-------", "-------", "---A---", "-------"],
        player="attackers",
    )
    assert ask(board, "threats")["threats"]["wins"] == ["a6-a1", "a6-a7"]


def test_analysis_finds_three_lines() -> None:
    """The job of an analysis reports the best lines, the best first, and stops when it is told to."""
    board = people("brandubh")
    ask(board, "analyse", on=True)
    job = board.job()
    assert job is not None
    assert job.purpose == "analysis"
    report = job.run(lambda _: None, limit=search.SearchLimit(depth=2))
    assert len({line.best for line in report.lines}) == 3
    ask(board, "analyse", on=False)
    assert board.job() is None


def test_a_hint_is_a_legal_move() -> None:
    """A hint is searched, told once, and not played."""
    board = people("brandubh")
    ask(board, "hint")
    job = board.job()
    assert job is not None
    assert job.purpose == "hint"
    told = board.finish(job, job.run(lambda _: None, limit=search.SearchLimit(depth=1)))
    assert told is not None
    assert told["hint"] in board.state()["board"]["moves"]
    assert board.node.number == 0
    assert board.job() is None


def test_a_record_has_everything() -> None:
    """A game with variations and comments, written and opened again, is the same tree."""
    board = people("ataxx")
    for _ in range(3):
        ask(board, "play", move=board.state()["board"]["moves"][0])
    ask(board, "comment", node=2, text="a {comment} with \\ and )")
    ask(board, "go", node=1)
    ask(board, "play", move=board.state()["board"]["moves"][1])
    ask(board, "resign")
    text = ask(board, "record")["record"]
    other = people("tablut")
    ask(other, "open", text=text)
    assert ask(other, "record")["record"] == text
    shown = [(node.get("move"), node.get("comment")) for node in other.state()["tree"]]
    assert shown == [(node.get("move"), node.get("comment")) for node in board.state()["tree"]]


def test_a_record_that_is_wrong_is_opened_up_to_there() -> None:
    """The moves that agree with the rules are shown, and what does not agree is said."""
    board = people()
    state = ask(board, "open", text='[Variant "brandubh"]\n\n1. d1-c1 d5-c5 2. a1-a2 *\n')["state"]
    assert [node.get("move") for node in state["tree"]] == [None, "d1-c1", "d5-c5"]
    assert "a1" in state["news"]
    assert "error" in answer(board, {"do": "open", "text": "nothing of the kind"})


def test_the_kept_game_is_whole() -> None:
    """What a page keeps is the record with variations, comments and the rules of an own variant, for another server."""
    board = people()
    assert board.state()["backup"] == ""
    ask(board, "variant-file", name="mine.toml", text='name = "mine"\nextends = "brandubh"\n')
    ask(board, "play", move="d1-c1")
    ask(board, "go", node=0)
    ask(board, "play", move="d1-e1")
    ask(board, "comment", node=2, text="kept")
    other = people()
    state = ask(other, "open", text=board.state()["backup"])["state"]
    assert state["variant"]["name"] == "mine"
    assert state["tree"] == board.state()["tree"]


@pytest.mark.parametrize("variant", ["brandubh", "ataxx", "qirkat"])
def test_a_position_is_opened_like_a_record(variant: str) -> None:
    """What is pasted or opened may be one line with a position of the variant."""
    board = people(variant)
    ask(board, "play", move=board.state()["board"]["moves"][0])
    text = board.state()["position"]
    other = people(variant)
    state = ask(other, "open", text=f"  {text}\n")["state"]
    assert state["position"] == text
    assert len(state["tree"]) == 1


def test_a_new_game_is_not_evaluated_with_the_old_one() -> None:
    """A review of the whole game ends when another game begins."""
    board = people("brandubh")
    ask(board, "play", move="d1-c1")
    ask(board, "review", on=True)
    think(board)
    assert ask(board, "state")["state"]["reviewing"]
    assert not ask(board, "new")["state"]["reviewing"]
    assert board.job() is None


def test_names_in_records_are_texts() -> None:
    """A script in the name of a player or in a comment is told to the page as a text, and kept in the record."""
    evil = "<script>alert(1)</script>"
    board = people()
    text = f'[Variant "brandubh"]\n[Attackers "{evil}"]\n\n1. d1-c1 {{{evil}}} *\n'
    state = ask(board, "open", text=text)["state"]
    assert ["Attackers", evil] in state["tags"]
    assert state["tree"][1]["comment"] == evil
    assert evil not in state["board"]["svg"]
    assert evil in ask(board, "record")["record"]


def test_the_whole_game_is_evaluated() -> None:
    """Every position of the main line gets an evaluation, one after the other, and records keep them."""
    board = people("brandubh")
    for _ in range(2):
        ask(board, "play", move=board.state()["board"]["moves"][0])
    ask(board, "review", on=True)
    for _ in range(3):
        job = board.job()
        assert job is not None
        assert job.purpose == "review"
        board.finish(job, job.run(lambda _: None, limit=search.SearchLimit(depth=1)))
    state = board.state()
    assert not state["reviewing"]
    found = {node.number: node.evaluation for node in board.tree.main_line() if node.evaluation is not None}
    assert {node["id"]: node["bar"] for node in state["tree"]} == {
        number: pytest.approx(evaluation.points, abs=1e-4) for number, evaluation in found.items()
    }
    assert ask(board, "record")["record"].count("%eval") == 2


def test_moves_are_judged() -> None:
    """A move that misses a forced win gets the sign and the judgement of a review, and the better move is named."""
    board = people("brandubh")
    ask(board, "position", text="7/K6/7/7/7/3A3/7 defenders")
    ask(board, "play", move="a6-d6")
    ask(board, "review", on=True)
    while (job := board.job()) is not None:
        board.finish(job, job.run(lambda _: None, limit=search.SearchLimit(depth=1)))
    shown = board.state()["tree"][1]
    assert shown["symbol"] == "??"
    assert shown["judgement"] in ("missed forced win: a6-a7 is better", "missed forced win: a6-a1 is better")
