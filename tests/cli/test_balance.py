"""`taflkit balance`."""

from __future__ import annotations

import json

from tests.cli.running import taflkit


def test_what_is_found_is_printed() -> None:
    """Wins, the share with its interval, lengths, and endings by reason."""
    run = taflkit("balance", "brandubh", "--games", "4", "--player", "random")
    assert run.code == 0
    assert run.lines[0] == "brandubh: 4 games from 4 openings"
    assert run.lines[2].startswith("attackers' share of the points: ")
    values = json.loads(taflkit("balance", "brandubh", "--games", "4", "--player", "random", "--json").output)
    assert sum(values["won"].values()) + values["drawn"] == 4
    assert sum(ending["games"] for ending in values["endings"]) == 4
    assert run.lines[1] == "attackers won {attackers}, defenders won {defenders}".format(**values["won"]) + (
        f", drawn {values['drawn']}"
    )
    means = values["length"]["mean_of_wins"]
    assert {name: mean is not None for name, mean in means.items()} == {
        name: n > 0 for name, n in values["won"].items()
    }
    won = [f"{name} won in {mean:.1f}" for name, mean in means.items() if mean is not None]
    assert run.lines[4] == f"moves on average: {', '.join(won)}"


def test_wrong_players_are_refused() -> None:
    """A player that cannot be read, or a program that is not there, is an error in a sentence."""
    assert "write level:1 to level:10" in taflkit("balance", "brandubh", "--player", "level:0").error
    assert "cannot start './nothing'" in taflkit("balance", "brandubh", "--player", "./nothing").error
