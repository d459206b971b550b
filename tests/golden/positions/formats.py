"""Positions after some moves: on one line, drawn, and with what may happen next."""

import sys

import taflkit

GAMES = {
    "tablut": "i6-g d5-7 i4-g",
    "brandubh": "b4-b7 c4-c7 a4-a6 d4-a4 d1-b1 a4-a1",
    "copenhagen": "d11-d10 e7-c7 a8-c8 c7-c6",
    "berserk": "d11-d10 e7-c7 a8-c8 c7-c9",
    "fetlar": "h1-h3 e7-e10 d11-d10",
    "tyr": "",
    "magpie": "",
    "alea-evangelii-murray": "",
    "ashton-tablut": "e4-f4",
    "plantagenet": "",
    "sea-battle-9-star": "",
}
SET_UP = {
    "brandubh": "7/7/7/K5A/7/7/7 defenders",
    "tablut": "4W4/9/9/9/4K3B/9/9/9/4W4 defenders",
    "copenhagen": "5K5/4DDD4/11/11/11/11/11/11/11/11/1A3A3A1 attackers",
}


def show(game: taflkit.Game) -> None:
    """Print what there is to know about a position."""
    line = taflkit.format_position(game)
    assert taflkit.game_from_text(line).position == game.position
    assert game.to_text() == line
    outcome = game.outcome and f"{game.outcome.winner}, {game.outcome.reason.value}"
    moves = " ".join(sorted(map(str, game.legal_moves)))
    history = " ".join(map(str, game.moves))
    sys.stdout.write(f"{line}\n{game}\n{game.position}\n")
    sys.stdout.write(f"history: {history}\noutcome: {outcome}\nlast: {game.last}\nmoves: {moves}\n\n")


for name, played in GAMES.items():
    show(taflkit.start(name).play_all(played.split()))
for name, position in SET_UP.items():
    show(taflkit.start(name, position))
for name, text in [("tablut", "9/9/9 defenders"), ("tablut", "9/9/9/9/4Z4/9/9/9/9 defenders")]:
    try:
        taflkit.start(name, text)
    except taflkit.TaflError as error:
        sys.stdout.write(f"{type(error).__name__}\n")
