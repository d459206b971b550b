"""`taflkit uci` as a program at the other end sees it."""

import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from taflkit import start
from taflkit.engines import UciServer, serve
from taflkit.variant.book import Book, position_text


class Talk:
    """A server and what it has printed."""

    def __init__(self, variant: str = "brandubh") -> None:
        self.lines: list[str] = []
        self._more = threading.Condition()
        self.server = UciServer(self._write, variant)

    def _write(self, line: str) -> None:
        with self._more:
            self.lines.append(line)
            self._more.notify_all()

    def send(self, *lines: str) -> list[str]:
        """Send lines, and return what was printed at once."""
        before = len(self.lines)
        for line in lines:
            assert self.server.obey(line)
        return self.lines[before:]

    def until(self, beginning: str) -> list[str]:
        """Wait for a line that begins so, and return everything up to it."""
        with self._more:
            assert self._more.wait_for(lambda: any(line.startswith(beginning) for line in self.lines), 30)
            at = next(n for n, line in enumerate(self.lines) if line.startswith(beginning))
            found, self.lines[: at + 1] = self.lines[: at + 1], []
        return found


@pytest.fixture
def talk() -> Iterator[Talk]:
    """A server that plays brandubh."""
    made = Talk()
    yield made
    made.server.close()


def test_the_handshake_tells_name_options_and_uciok(talk: Talk) -> None:
    """`uci` is answered by id, options, and `uciok` at the end."""
    lines = talk.send("uci")
    assert lines[0].startswith("id name taflkit")
    assert lines[-1] == "uciok"
    names = {re.match(r"option name (.+?) type", line)[1] for line in lines if line.startswith("option")}  # type: ignore[index]
    assert {"Hash", "Threads", "MultiPV", "UCI_Variant", "VariantPath", "Level", "Ponder"} <= names
    (variants,) = (line for line in lines if "UCI_Variant" in line)
    assert "default brandubh" in variants
    assert "var copenhagen" in variants


def test_a_search_reports_each_depth_and_a_move(talk: Talk) -> None:
    """`go depth 2` prints two `info` lines and a best move that is legal."""
    talk.send("position startpos", "go depth 2")
    *infos, best = talk.until("bestmove")
    assert [line.split()[2] for line in infos] == ["1", "2"]
    for line in infos:
        numbers = r"nodes \d+ nps \d+ time \d+ hashfull \d+"
        assert re.match(rf"info depth \d+ seldepth \d+ multipv 1 score cp -?\d+ {numbers} pv \w+", line)
    _, move, ponder, reply = best.split()
    assert ponder == "ponder"
    game = start("brandubh").play(f"{move[:2]}-{move[2:]}")
    assert game.play(f"{reply[:2]}-{reply[2:]}").ply == 2


def test_several_lines_and_restricted_moves(talk: Talk) -> None:
    """`MultiPV` numbers the lines; `searchmoves` restricts the choice."""
    talk.send("setoption name MultiPV value 3", "position startpos", "go depth 1")
    assert [line.split()[6] for line in talk.until("bestmove")[:-1]] == ["1", "2", "3"]
    talk.send("go depth 1 searchmoves d1c1 d1b1")
    lines = talk.until("bestmove")
    assert {line.split()[-1] for line in lines[:-1]} == {"d1c1", "d1b1"}


def test_an_endless_search_waits_for_stop(talk: Talk) -> None:
    """`go infinite` prints no best move before `stop`, even if the result is certain."""
    talk.send("position fen 3k3/7/a6/7/7/7/6a d", "go infinite")
    talk.until("info depth 1")
    assert talk.send("isready") == ["readyok"]
    assert not any(line.startswith("bestmove") for line in talk.lines)
    talk.send("stop")
    assert talk.until("bestmove")[-1].split()[1] in ("d7a7", "d7g7")


def test_pondering_becomes_a_search_on_the_clock(talk: Talk) -> None:
    """`go ponder` waits for `ponderhit`, and then keeps to the clock."""
    talk.send("position startpos moves d1c1", "go ponder wtime 100 btime 100")
    talk.until("info depth 1")
    assert not any(line.startswith("bestmove") for line in talk.lines)
    talk.send("ponderhit")
    assert talk.until("bestmove")


def test_pondering_can_be_stopped(talk: Talk) -> None:
    """If another move is played, `stop` ends pondering."""
    talk.send("position startpos moves d1c1", "go ponder wtime 100000 btime 100000")
    talk.until("info depth 1")
    talk.send("stop")
    assert talk.until("bestmove")


def test_forced_wins_are_told_in_moves(talk: Talk) -> None:
    """`go mate 1` finds the king's way out."""
    talk.send("position fen 3k3/7/a6/7/7/7/6a d", "go mate 1")
    info, best = talk.until("bestmove")
    assert "score mate 1" in info
    assert best.split()[1] in ("d7a7", "d7g7")


def test_a_finished_game_has_no_best_move(talk: Talk) -> None:
    """`bestmove (none)` where there is nothing to play."""
    talk.send("position fen 3k3/7/a6/7/7/7/6a d moves d7a7", "go depth 1")
    assert talk.until("bestmove") == ["bestmove (none)"]


def test_a_lower_level_plays_too(talk: Talk) -> None:
    """`Level` chooses a weaker player."""
    talk.send("setoption name Level value 1", "position startpos", "go movetime 1000")
    assert len(talk.until("bestmove")[-1].split()[1]) == 4


def test_another_searcher_plays_too(talk: Talk) -> None:
    """`Searcher` chooses a searcher by name, of a plug-in for example; one that there is not is refused."""
    talk.send("setoption name Searcher value random", "position startpos", "go depth 1")
    assert len(talk.until("bestmove")[-1].split()[1]) == 4
    assert "no searcher called 'nobody'" in talk.send("setoption name Searcher value nobody")[0]


@pytest.fixture
def book_talk(tmp_path: Path) -> Iterator[Talk]:
    """A server that plays a variant whose opening book has one move for the start, which no search would choose."""
    (tmp_path / "mine.toml").write_text('name = "mine"\nextends = "brandubh"\nbook = "mine.book"\n', "utf-8")
    book = Book(((position_text(start("brandubh").position), (("d1-b1", 0),)),))
    (tmp_path / "mine.book").write_bytes(book.to_bytes())
    made = Talk(str(tmp_path / "mine.toml"))
    made.send("setoption name OwnBook value true", "position startpos")
    yield made
    made.server.close()


def test_a_move_of_the_opening_book_is_played_if_asked_for(book_talk: Talk) -> None:
    """With `OwnBook` the default player plays a move of the book without a search, and without it searches."""
    book_talk.send("go depth 1")
    info, best = book_talk.until("bestmove")
    assert info.startswith("info depth 0 ")
    assert best in {f"bestmove {move}" for move in ("d1b1", "d1f1", "d7b7", "d7f7", "a4a2", "a4a6", "g4g2", "g4g6")}
    book_talk.send("setoption name OwnBook value false", "go depth 1")
    assert book_talk.until("bestmove")[0].startswith("info depth 1 ")
    assert "OwnBook is true or false, not 'maybe'" in book_talk.send("setoption name OwnBook value maybe")[0]


@pytest.mark.parametrize("option", ["Level value 9", "MultiPV value 2", "Searcher value classic"])
def test_the_opening_book_is_that_of_the_default_player(book_talk: Talk, option: str) -> None:
    """Lower levels, other searchers and several lines are searched."""
    book_talk.send(f"setoption name {option}", "go depth 1")
    assert book_talk.until("bestmove")[0].startswith("info depth 1 ")


@pytest.mark.parametrize("go", ["depth 1 searchmoves d1c1", "mate 1", "infinite"])
def test_the_opening_book_is_for_moves_to_play(book_talk: Talk, go: str) -> None:
    """An analysis, a choice of moves or a question for a forced win is searched."""
    book_talk.send(f"go {go}")
    book_talk.until("info depth 1 ")


def test_variants_are_chosen_by_option(talk: Talk, tmp_path: Path) -> None:
    """`UCI_Variant` takes a name, `VariantPath` a file; `uci` names what is played."""
    talk.send("setoption name UCI_Variant value copenhagen", "position startpos")
    assert any("UCI_Variant type combo default copenhagen " in line for line in talk.send("uci"))
    file = tmp_path / "mine.toml"
    file.write_text('extends = "brandubh"\nname = "mine"\ntitle = "Mine"\nsummary = "Mine."\n')
    talk.send(f"setoption name VariantPath value {file}")
    assert any("UCI_Variant type combo default mine " in line for line in talk.send("uci"))


def test_ataxx_programs_say_uai() -> None:
    """`uai` chooses Ataxx and is answered by `uaiok`."""
    talk = Talk()
    assert talk.send("uai")[-1] == "uaiok"
    talk.send("uainewgame", "position startpos moves f1", "go depth 1")
    assert re.fullmatch(r"[a-g][1-7]([a-g][1-7])?", talk.until("bestmove")[-1].split()[1])
    talk.server.close()


@pytest.mark.parametrize(
    ("line", "about"),
    [
        ("nonsense", "unknown command"),
        ("position", "position needs"),
        ("position fen x", "cannot read"),
        ("position startpos moves a1a9", "illegal|cannot read|expected|outside"),
        ("go depth", "depth needs a whole number"),
        ("go depth 0", "at least 1"),
        ("go sideways", "go does not know 'sideways'"),
        ("go searchmoves a1a1", ""),
        ("setoption", "setoption needs"),
        ("setoption name Hush value 3", "Hash"),
        ("setoption name Hash value many", "whole number from 1"),
        ("setoption name UCI_Variant value tabluut", "tablut"),
        ("setoption name VariantPath value nowhere.toml", "nowhere.toml"),
    ],
)
def test_mistakes_are_told_as_info_strings(talk: Talk, line: str, about: str) -> None:
    """What is wrong is told in the form of the protocol, and the engine goes on."""
    (said,) = talk.send(line)
    assert said.startswith("info string error: ")
    assert re.search(about, said)
    assert talk.send("isready") == ["readyok"]


def test_a_wrong_position_leaves_the_old_one(talk: Talk) -> None:
    """After an illegal move the position is as before."""
    talk.send("position startpos moves d1c1", "position startpos moves d1c1 d1c1")
    (said,) = talk.send("go depth 1 searchmoves a4a3")
    assert "not the defenders' to move" in said
    talk.send("go depth 1 searchmoves d3c3")
    assert talk.until("bestmove")[-1].startswith("bestmove d3c3")


def test_searches_of_a_file_wait_for_each_other() -> None:
    """Each `go` is answered for its own position, in order, and none blocks the commands after it."""
    talk = Talk()
    talk.send("position startpos", "go depth 2", "position fen 3k3/7/a6/7/7/7/6a d", "go mate 1", "isready")
    serve(talk.server, [])
    bests = [line.split()[1] for line in talk.lines if line.startswith("bestmove")]
    assert len(bests) == 2
    assert bests[1] in ("d7a7", "d7g7")


def test_stop_ends_searches_that_wait(talk: Talk) -> None:
    """A long search does not hold `stop` back, and every `go` has its answer."""
    talk.send("position startpos", "go movetime 99999999", "go movetime 99999999", "go depth 99")
    assert talk.send("isready")[-1] == "readyok"
    talk.send("stop")
    assert sum(line.startswith("bestmove") for line in talk.lines) == 3


def test_the_end_of_input_lets_a_search_with_a_limit_end() -> None:
    """Commands from a file are answered to the end, and an endless search does not hang."""
    talk = Talk()
    serve(talk.server, ["position startpos", "go depth 2"])
    assert talk.lines[-1].startswith("bestmove")
    talk = Talk()
    serve(talk.server, ["position startpos", "go infinite"])
    assert talk.lines[-1].startswith("bestmove")
    talk = Talk()
    serve(talk.server, ["go infinite", "quit", "uci"])
    assert "uciok" not in talk.lines
