"""Engines of two other protocols that answer from a table; protocol, manner and moves are arguments."""

import sys
import time


def say(*lines: str) -> None:
    """Print lines at once."""
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def htp(manner: str, moves: list[str]) -> None:
    """Answers `= …` and an empty line; it knows no `board_size`."""
    for line in sys.stdin:
        words = line.partition("#")[0].split()
        match words[:1]:
            case ["name"]:
                say("= fake-htp", "")
            case ["board_size"]:
                say("? unrecognized command: board_size", "")
            case ["generate_move"]:
                if manner == "hang":
                    time.sleep(60)
                if manner == "late" and len(moves) > 1:
                    time.sleep(1)
                say("thinking", "? unable to generate move" if manner == "refuse" else f"= {moves.pop(0)}", "")
            case ["quit"]:
                return
            case _:
                say("= ", "")


def play(manner: str, moves: list[str]) -> None:
    """Announces its moves with a star, behind a prompt."""
    for line in sys.stdin:
        if line.startswith(("auto", "a4", "d1")) and manner == "hang":
            time.sleep(60)
        elif manner == "claims" and line.startswith("auto"):
            say("* White wins.")
        elif manner == "late" and line.startswith("auto"):
            if len(moves) > 1:
                time.sleep(1)
            say(f"* {moves.pop(0)}")
        elif line.startswith(("auto", "a4", "d1")) and manner not in ("refuse", "late"):
            say(f"> * {moves.pop(0)}")
            if manner == "wins":
                say("* White wins.")
        elif line.strip() == "quit":
            return
        else:
            say("> ")


if __name__ == "__main__":
    {"htp": htp, "play": play}[sys.argv[1]](sys.argv[2], sys.argv[3:])
