"""A UCI engine as some of the field behave: options after `uciok`, chatter, its own `info` words, no `ucinewgame`.

It answers from a table of moves by ply, given on the command line; a word in front of `:` says how it misbehaves.
"""

import sys
import time


def say(*lines: str) -> None:
    """Print lines at once."""
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def ponder(manner: str, move: str) -> str:
    """Think until the expected move is played, or something else."""
    if manner == "dies-pondering":
        sys.exit(4)
    say(*["info depth 9 nodes 77 pv " + move] * (5000 if manner == "talks-pondering" else 1))
    for line in sys.stdin:
        match line.split():
            case ["isready"]:
                say("readyok")
            case ["ponderhit"]:
                return f"bestmove {move}"
            case ["stop"]:
                break
    return "bestmove a1a1"


def main(manner: str, moves: list[str]) -> None:
    """Talk until `quit`."""
    ply = 0
    say("Bearing 3 by somebody", "")
    for line in sys.stdin:
        words = line.split()
        match words[:1]:
            case ["uci"]:
                say("id name bearing", "uciok", "option name NNFile type string default <empty>")
                say("option name Move Overhead type spin default 10 min 0 max 5000")
                if manner == "options":
                    say("option name Hash type spin default 64 min 1 max 4096", "option name Clear Hash type button")
                    say("option name OwnBook type check default false", "option name Depth type spin min 0")
                    say("option name Style type combo default Solid var Solid var Mild")
            case ["isready"]:
                if manner == "deaf":
                    continue
                say("readyok")
            case ["position"]:
                ply = len(words) - words.index("moves") - 1 if "moves" in words else 0
                say(f"position set \x1b[31m{ply}")
            case ["go"]:
                if manner == "crash":
                    sys.stderr.write("out of luck\n")
                    sys.exit(3)
                if manner == "once":
                    manner = "crash"
                if manner == "hang":
                    time.sleep(60)
                if words[:2] == ["go", "ponder"]:
                    say(ponder(manner, moves[ply]))
                    continue
                if manner == "flood":
                    while True:
                        sys.stdout.write("x" * 65536)
                if manner == "chatter":
                    while True:
                        say("info depth 1 nodes 5", "info string " + "y" * 500, "bestmov")
                move = moves[ply]
                say("thinking ...", "info depth 3 score cp 12 nodes 400 time 7 speed 57142 pv " + move)
                say("info depth 4 score mate 2 nodes 900 time 9 speed 57142 currmove x pv " + move + " a1a1")
                if manner == "stubborn":
                    while True:
                        sys.stdin.readline()
                if manner == "endless":
                    for answer in sys.stdin:
                        if answer.strip() == "stop":
                            break
                say(f"bestmove {move}" + (f" ponder {moves[ply + 1]}" if ply + 1 < len(moves) else ""))
            case ["quit"]:
                say("bye")
                return
            case _:
                say(f"Unknown command: {line.strip()}")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
