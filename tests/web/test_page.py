"""What the page does beside playing, in a real browser."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from taflkit import load_variant
from taflkit.web.jobs import ANALYSIS
from tests.web.browser import Hand, Server, Table, click, drag, new_table, press, server

pytestmark = pytest.mark.slow

OWN = 'name = "mine"\ntitle = "<img src=x onerror=alert(1)>"\n'
OWN += 'summary = "<script>alert(2)</script>"\nextends = "brandubh"\n'


def set_up(table: Table, position: str) -> None:
    """Begin with a position, by the field for it."""
    table.tab("position")
    table.page.fill("#position", position)
    table.page.click('[data-act="paste-position"]')
    table.tab("game")
    expect(table.page.locator("#moves")).to_have_text("No moves yet.")
    expect(table.page.locator("#status")).to_contain_text("A new game")


def test_analysis_on_and_off(browser: Browser) -> None:
    """The three best lines, arrows for them and the bar come live, and go; a line that is clicked is a variation."""
    with server("--variant", "brandubh", "--manual", "defenders") as running:
        table = new_table(browser, running)
        page = table.page
        table.tab("analysis")
        page.check("#analyse")
        expect(page.locator("#lines li")).to_have_count(3)
        expect(page.locator(".marks .arrow")).to_have_count(3)
        expect(page.locator("#bar")).to_be_visible()
        page.locator("#lines li .move").first.click()
        expect(page.locator("#moves .move")).to_have_count(1)
        page.uncheck("#analyse")
        expect(page.locator("#lines li")).to_have_count(0)
        expect(page.locator(".marks .arrow")).to_have_count(0)
        expect(page.locator("#bar")).to_be_hidden()
        page.click("#review")
        expect(page.locator("#graph-note")).to_contain_text("2 of 2 positions are evaluated")
        expect(page.locator("#graph .course")).to_have_count(1)
        table.check()


def test_threats_hints_arrows_and_flipping(browser: Browser) -> None:
    """Threatened pieces are marked, a hint is an arrow, people draw arrows by right-drag, and the board is turned."""
    with server("--variant", "brandubh", "--manual", "defenders") as running:
        table = new_table(browser, running)
        page = table.page
        table.tab("position")
        page.fill("#position", "7/7/3A3/2KD3/7/3A3/7 defenders")
        page.click('[data-act="paste-position"]')
        expect(table.piece("c4")).to_have_count(1)
        table.tab("analysis")
        page.check("#threats")
        expect(page.locator(".marks .threat")).to_have_count(1)
        page.uncheck("#threats")
        expect(page.locator(".marks .threat")).to_have_count(0)
        page.click('[data-act="hint"]')
        expect(page.locator(".marks .hint")).not_to_have_count(0)
        boxes = [table.square(name).bounding_box() for name in ("a1", "a4")]
        for box, act in zip(boxes, (page.mouse.down, page.mouse.up), strict=True):
            assert box is not None
            page.mouse.move(box["x"] + 9, box["y"] + 9, steps=3)
            act(button="right")
        expect(page.locator(".marks .own")).to_have_count(1)
        left = table.square("a1").bounding_box()
        page.click('[data-act="flip"]')
        expect(page.locator("#grid [data-square]").first).to_have_attribute("data-square", "g1")
        assert left is not None
        assert (table.square("a1").bounding_box() or left)["x"] > left["x"]
        table.check()


def test_illegal_tries_say_why_and_early_clicks_do_nothing(browser: Browser) -> None:
    """A move that the rules refuse is explained in their words; clicks while others think change nothing."""
    with server("--variant", "tablut", "--manual", "white") as running:
        table = new_table(browser, running)
        status = table.page.locator("#status")
        click(table, ["d1", "d6"])
        expect(status).to_contain_text("blocked by d5")
        table.page.keyboard.press("Escape")
        click(table, ["e5"])
        expect(status).to_contain_text("Black to move")
        click(table, ["d1", "c1"])
        table.expect_moves("d1-c1")  # Nothing else was played.
        table.check()


def test_a_berserk_turn_goes_step_by_step(browser: Browser) -> None:
    """After a capture that must go on, the same player moves the marked piece again, and no other move is accepted."""
    with server("--variant", "berserk", "--manual", "defenders") as running:
        table = new_table(browser, running)
        page = table.page
        set_up(table, "11/11/1D9/11/4DA5/11/11/A3DA5/11/7K3/11 attackers")
        click(table, ["a4", "d4"])
        table.expect_moves("a4-d4")
        expect(page.locator("#status")).to_contain_text("captured: defender on e4. Attackers to go on.")
        expect(page.locator("#board .goes-on")).to_have_count(1)
        expect(page.locator("#grid .movable")).to_have_count(1)
        click(table, ["d4", "d5"])
        expect(page.locator("#status.wrong")).to_be_visible()
        page.keyboard.press("Escape")
        click(table, ["d4", "d7"])
        table.expect_moves("a4-d4", "d4-d7")
        expect(page.locator("#status")).to_contain_text("captured: defender on e7. Defenders to move.")
        table.check()


@pytest.mark.parametrize("hand", [click, drag, press])
def test_a_chain_of_jumps_goes_step_by_step(browser: Browser, hand: Hand) -> None:
    """The piece of a chain stands where it has come to until the chain is whole, and then it is one move."""
    with server("--variant", "qirkat", "--manual", "black") as running:
        table = new_table(browser, running)
        set_up(table, "white ----- ----- --w-- bb--b -----")
        hand(table, ["c3", "a5"])
        expect(table.page.get_by_role("gridcell", name="a5, white")).to_have_count(1)
        expect(table.page.locator("#moves .move")).to_have_count(0)
        hand(table, ["a5", "a3"] if hand is drag else ["a3"])
        table.expect_moves("c3-a5-a3")
        expect(table.piece("a3")).to_have_count(1)
        expect(table.piece("a4")).to_have_count(0)
        table.check()


def test_every_example_of_a_variant_plays_itself(browser: Browser) -> None:
    """Each example is shown on the board, a legal one played and an illegal one refused; the game comes back."""
    examples = load_variant("brandubh").examples
    with server("--variant", "brandubh", "--manual", "defenders") as running:
        table = new_table(browser, running)
        page = table.page
        click(table, ["d1", "c1"])
        table.expect_moves("d1-c1")
        table.tab("rules")
        for number, example in enumerate(examples):
            page.locator("#examples button").nth(number).click()
            expect(page.locator("#notice")).to_contain_text(example.says)
            if example.legal:
                expect(page.locator("#moves .move")).to_have_count(len(example.before) + 1)
            else:
                expect(page.locator("#status.wrong")).to_be_visible()
        page.click("#notice button")
        expect(page.locator("#notice")).to_be_hidden()
        table.expect_moves("d1-c1")
        table.check()


def test_the_position_editor(browser: Browser) -> None:
    """A position is set up by clicks and by keys, refused while it is none, and then played."""
    with server("--variant", "brandubh", "--manual", "defenders") as running:
        table = new_table(browser, running)
        page = table.page
        table.tab("position")
        page.click("#edit")
        page.click('[data-act="edit-clear"]')
        expect(page.locator("#board g[data-piece]")).to_have_count(0)
        page.get_by_role("radio", name="attacker").check()
        click(table, ["a1", "g7"])
        page.click('[data-act="edit-done"]')
        expect(page.locator("#status")).to_contain_text("king")
        page.get_by_role("radio", name="king").check()
        table.square("d2").focus()
        page.keyboard.press("Enter")
        page.select_option("#edit-player", "defenders")
        page.click('[data-act="edit-done"]')
        expect(page.locator("#editor")).to_be_hidden()
        click(table, ["d2", "d5"])
        expect(table.piece("d5")).to_have_count(1)
        table.check()


def test_a_variant_file_is_dropped(browser: Browser) -> None:
    """The file is loaded and played, its texts stay texts, and what is wrong in a file is said."""
    drop = """async ([name, text]) => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([text], name))
        for (const type of ["dragover", "drop"])
            window.dispatchEvent(new DragEvent(type, {dataTransfer: transfer, cancelable: true}))
    }"""
    with server() as running:
        table = new_table(browser, running)
        page = table.page
        page.evaluate(drop, ["mine.toml", OWN])
        expect(page.locator("#title")).to_have_text("<img src=x onerror=alert(1)>")
        expect(page.locator("#grid [data-square]")).to_have_count(49)
        page.evaluate(drop, ["mine.toml", OWN + "bord = 1\n"])
        expect(page.locator("#status")).to_contain_text("bord")
        page.click("#choose")
        expect(page.locator(".card").first).to_contain_text("<script>alert(2)</script>")
        page.fill("#filter-text", "mine")
        expect(page.locator(".card")).to_have_count(1)
        assert page.locator("main img, dialog img, main script, dialog script").count() == 0
        table.check()


def test_variants_are_searched_and_filtered(browser: Browser) -> None:
    """The picker finds variants by words, size and family, and a click begins a game."""
    with server() as running:
        table = new_table(browser, running)
        page = table.page
        page.click("#choose")
        expect(page.locator(".card svg").first).to_be_attached()
        page.fill("#filter-text", "irish")
        expect(page.locator(".card").first).to_have_attribute("data-name", "brandubh")
        page.fill("#filter-text", "")
        page.select_option("#filter-size", "19x19")
        expect(page.locator(".card").first).to_contain_text("19 \u00d7 19")
        page.locator(".card").first.click()
        expect(page.locator("#grid [data-square]")).to_have_count(361)
        table.check()


def test_records_are_opened_branched_saved_and_replayed(browser: Browser, tmp_path: Path) -> None:
    """A record that was saved has the variation and the comment, and `taflkit replay` agrees with it."""
    record = tmp_path / "game.tafl"
    script = "<script>alert(1)</script>"
    moves = f"1. d1-c1 d5-c5 {{{script}}} 2. d2-c2 *"
    record.write_text(f'[Variant "brandubh"]\n[Attackers "{script}"]\n\n{moves}\n', "utf-8")
    with server("--manual", "white") as running:
        table = new_table(browser, running)
        page = table.page
        page.set_input_files("#file", str(record))
        expect(page.locator("#moves .move")).to_have_count(3)
        expect(page.locator("#moves .comment")).to_have_text(script)
        expect(page.locator("#tags")).to_contain_text(script)
        page.locator("#moves .move").nth(0).click()
        click(table, ["d5", "e5"])
        expect(page.locator("#moves .variation .move")).to_have_text(["d5-e5"])
        page.click("#about-move summary")
        page.fill("#comment", "the other way")
        page.click('[data-act="comment"]')
        expect(page.locator("#moves .variation .comment")).to_have_text("the other way")
        with page.expect_download() as saving:
            page.click('[data-act="save"]')
        saved = tmp_path / saving.value.suggested_filename
        saving.value.save_as(saved)
        table.check()
    text = saved.read_text("utf-8")
    assert "(1... d5-e5 {the other way})" in text
    assert script in text
    done = subprocess.run(
        [sys.executable, "-m", "taflkit", "replay", str(saved)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_reload_and_a_second_tab_show_the_same_game(browser: Browser) -> None:
    """What is played in one tab is seen in the other, and a reload in the middle loses nothing."""
    with server("--variant", "brandubh", "--manual", "defenders") as running:
        table = new_table(browser, running)
        click(table, ["d1", "c1"])
        expect(table.page.locator("#moves .move")).to_have_text(["d1-c1"])
        table.page.reload()
        table.wait()
        assert "token" not in table.page.url
        expect(table.page.locator("#moves .move")).to_have_text(["d1-c1"])
        other = Table(table.page.context, running.origin)
        expect(other.page.locator("#moves .move")).to_have_text(["d1-c1"])
        click(other, ["d5", "c5"])
        expect(table.page.locator("#moves .move")).to_have_text(["d1-c1", "d5-c5"])
        expect(table.piece("c5")).to_have_count(1)
        table.check()
        other.check()


def test_a_server_that_is_gone_and_back(browser: Browser, tmp_path: Path) -> None:
    """The page says that the server does not answer and keeps the game with its variations and comments.

    The game can be saved without the server. Whoever opens the address of the next server goes on with it there, and
    then the old page connects by itself.
    """
    first = Server("--variant", "brandubh", "--manual", "defenders")
    try:
        table = new_table(browser, first)
        page = table.page
        click(table, ["d1", "c1"])
        table.expect_moves("d1-c1")
        page.click('[data-act="first"]')
        expect(page.locator("#moves [aria-current]")).to_have_count(0)
        click(table, ["d1", "e1"])
        expect(page.locator("#moves .variation .move")).to_have_text(["d1-e1"])
        page.click("#about-move summary")
        page.fill("#comment", "kept")
        page.click('[data-act="comment"]')
        expect(page.locator("#moves .variation .comment")).to_have_text("kept")
    finally:
        first.process.kill()
        first.wait()
    expect(page.locator("#banner")).to_contain_text("does not answer")
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save the game").click()
    saving.value.save_as(tmp_path / "kept.tafl")
    assert "(1. d1-e1 {kept})" in (tmp_path / "kept.tafl").read_text("utf-8")
    with server("--variant", "brandubh", "--manual", "defenders", "--port", str(first.port)) as second:
        expect(page.locator("#banner")).to_contain_text("started again")
        other = Table(page.context, second.address)
        other.page.get_by_role("button", name="Go on with it").click()
        for each in (other, table):
            each.expect_moves("d1-c1")
            expect(each.page.locator("#moves .variation .comment")).to_have_text("kept")
            expect(each.page.locator("#banner")).to_be_hidden()


def test_a_kept_game_stays_until_it_is_forgotten(browser: Browser) -> None:
    """A reload before the choice loses nothing; afterwards the game is not offered again."""
    first = Server("--variant", "brandubh", "--manual", "defenders")
    try:
        table = new_table(browser, first)
        click(table, ["d1", "c1"])
        table.expect_moves("d1-c1")
    finally:
        first.process.kill()
        first.wait()
    page = table.page
    with server("--variant", "brandubh", "--manual", "defenders", "--port", str(first.port)) as second:
        page.goto(second.address)
        expect(page.get_by_role("button", name="Go on with it")).to_be_visible()
        page.reload()
        page.get_by_role("button", name="Forget it").click()
        expect(page.locator("#notice")).to_be_hidden()
        page.reload()
        table.wait()
        expect(page.locator("#notice")).to_be_hidden()
        expect(page.locator("#moves .move")).to_have_count(0)


def test_records_and_positions_are_pasted(browser: Browser) -> None:
    """What is pasted on the page is opened; in a field it is a text as everywhere."""
    paste = """([place, text]) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData("text/plain", text)
        document.querySelector(place).dispatchEvent(new ClipboardEvent("paste", {clipboardData, bubbles: true}))
    }"""
    with server("--variant", "brandubh", "--manual", "defenders") as running:
        table = new_table(browser, running)
        page = table.page
        page.evaluate(paste, ["#move", "d1-e1"])
        page.evaluate(paste, ["body", "d1-c1 d5-c5"])
        table.expect_moves("d1-c1", "d5-c5")
        page.evaluate(paste, ["body", "7/7/3A3/2KD3/7/3A3/7 defenders"])
        expect(table.piece("c4")).to_have_count(1)
        expect(page.locator("#moves .move")).to_have_count(0)
        page.evaluate(paste, ["body", "nothing of the kind"])
        expect(page.locator("#status.wrong")).to_be_visible()
        expect(table.piece("c4")).to_have_count(1)
        table.check()


def test_another_page_can_neither_read_nor_move(browser: Browser) -> None:
    """A page from elsewhere, in the same browser with the same cookies, gets nothing and changes nothing."""
    with server("--variant", "brandubh", "--manual", "defenders") as running, server() as elsewhere:
        table = new_table(browser, running)
        other = Table(table.page.context, elsewhere.address)
        attempts = """async address => {
            const results = []
            const move = JSON.stringify({do: "play", move: "d1-c1"})
            for (const [path, options] of [["/ask", {method: "POST", body: move}],
                    ["/ask", {method: "POST", body: move, mode: "no-cors", credentials: "include"}],
                    ["/ask", {method: "POST", body: move, credentials: "include",
                              headers: {"content-type": "application/json"}}],
                    ["/events", {credentials: "include"}], ["/main.js", {credentials: "include"}]]) {
                try { const answer = await fetch(address + path, options); results.push(await answer.text()) }
                catch { results.push("") }
            }
            return results
        }"""
        # The policy of our own page would stop this already; a page without one is what an attacker has.
        bare = table.page.context.new_page()
        bare.route("**/*", lambda route: route.fulfill(body="<p>elsewhere", content_type="text/html"), times=1)
        bare.goto(elsewhere.origin)
        assert set(bare.evaluate(attempts, running.origin)) == {""}
        table.page.reload()  # What the server has now.
        table.wait()
        expect(table.page.locator("#moves")).to_have_text("No moves yet.")
        click(table, ["d1", "c1"])
        table.expect_moves("d1-c1")
        table.check()
        other.page.close()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processor time is read from /proc")
def test_closing_the_page_stops_the_search(browser: Browser) -> None:
    """When the page is closed the server soon uses no processor any more, though an analysis takes two minutes."""
    with server("--variant", "copenhagen", "--manual", "defenders") as running:
        table = new_table(browser, running)
        table.tab("analysis")
        table.page.check("#analyse")
        expect(table.page.locator("#lines li")).to_have_count(3)
        began = time.monotonic()
        table.page.close()
        used = -1.0
        while used != (used := running.processor_seconds()):
            time.sleep(1)
        # It was stopped, and did not come to its end.
        assert time.monotonic() - began < (ANALYSIS.seconds or 0) / 2
        again = Table(browser.contexts[-1], running.origin)
        expect(again.page.locator("#analyse")).to_be_checked()
        expect(again.page.locator("#lines li")).to_have_count(3)


def test_the_address_is_not_kept(browser: Browser) -> None:
    """The token leaves the address bar as soon as the page is there, and no script can read the cookie."""
    with server() as running:
        table = new_table(browser, running)
        assert table.page.url == f"{running.origin}/"
        assert table.page.evaluate("document.cookie") == ""
        cookies = table.page.context.cookies()
        assert [cookie["sameSite"] for cookie in cookies] == ["Strict"]
        assert json.dumps(cookies).find("token") < 0
        assert re.fullmatch(r"taflkit-\d+", cookies[0]["name"])
