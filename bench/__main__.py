"""``python -m bench`` prints every measurement; ``python -m bench perft pictures`` only those named.

With ``--smallest`` each is made as small as it can be: that shows that it works, and its figures say nothing.
``python -m bench events --beside 2ebe9d9`` measures the code here and that commit by turns, and prints both and their
ratios.
"""

import argparse
import sys
from importlib import import_module

from bench.beside import CannotMeasureError, UnknownCommitError, compare

TOPICS = {
    "perft": "nodes a second of the reference move generator",
    "kernel": "nodes a second of the compiled kernel, beside the reference and C; depth of a second's search",
    "tablebase": "what tables of endgames cost, and how much of what is won is won with them and without",
    "answers": "is every position answered, and every answer legal; whole games of the computer against itself",
    "pictures": "processor time and size of a picture, beside two rival pipelines",
    "film": "processor time and size of a match as a film, beside Pillow's own GIF and WebP",
    "events": "from a platform's event to the board visible, on loopback",
    "room": "live boards in Chromium: from a touch to the other's board, first paint, bytes, memory",
    "app": "from a touch in the board inside Telegram or Discord to the chats, and back",
    "touches": "touches a turn, whole matches by touching alone on the live board of each ruleset",
    "simuls": "a simul of thirty boards whose host plays on a telephone: from a move to the next board",
    "villages": "two hundred groups that vote at once: ordinary boards beside them, and votes closed a second",
    "voters": "five hundred votes in ten seconds in one Telegram group: ordinary boards beside them",
    "swiss": "a round of a Swiss of sixty-four people: seconds, and how late the event loop is meanwhile",
    "watchers": "what windows that only look on cost the server, and how long they wait for a move",
    "presses": "processor time of a press in the worst positions of each ruleset",
    "calls": "calls to a platform's API that one move costs, by the way it is made",
    "pair": "two people playing by panels in a busy Telegram group: what they wait for the board",
    "crowded_group": "fifteen matches in one Telegram group: waits for boards, results and calls, within its limit",
    "ended_invitations": "two hundred invitations in one Telegram group that end at once: what comes after, and a move",
    "floor": "processor time from event to board, beside the same libraries with a fixed picture",
    "path": "files, functions and statements that one move touches, by a reply, a press and a line",
    "load": "an open-loop load of moves over thousands of matches: waits, memory, and where it breaks",
    "thinking": "what the computer player costs the others: delays of the loop, memory, time to start",
    "mining": "from a move to the board after a pause in which Papan mined puzzles, against without, by turns",
    "commits": "moves committed a second",
    "races": "what goes wrong where people act at the same moment, on both kinds of databases",
    "growth": "a move and /games beside up to a million finished matches",
    "history": "a page of the finished matches beside a million of them, and how it is found",
    "top": "the list of the strongest players of a chat, beside its members",
    "processes": "four processes on one server, one killed while a thousand matches go on",
    "floods": "the waits of others while one person sends the web room as much as they can",
    "proxy": "three hundred people at one address behind a proxy: how long another waits to come in, moves a second",
    "idle": "what a server does while nobody does anything, after each thing that people do there",
    "soak": "twenty minutes of matches, rematches and lobbies: memory, processor, and what is left when all have gone",
    "crowds": "moves and pictures beside hundreds of open lobbies, and beside files that are fetched without end",
    "stops": "seconds from SIGTERM to the end, in twelve situations",
    "freezes": "what it costs the other of two processes on one server that one stands still, fifty times",
    "clocks": "what clocks cost beside a million matches, and how late a live match is lost",
    "clock_kills": "who loses on time by kill -9, with one process and with two",
    "week": "a week of a group: who is told what, at which hours and where",
    "notice_kills": "who is told twice or never by kill -9, with one process and with two",
    "board_kills": "turns and wishes at live boards lost or doubled after kill -9 of the server",
    "crash": "moves lost, doubled and views behind after kill -9 in mid-traffic and stops of the server",
}

UNCHECKED = "The loopback servers do not check requests against the API descriptions: that costs more than a move."


def main(arguments: list[str]) -> int:
    """Run the measurements named, or all; give the exit status."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__.split("\n", 1)[0])
    parser.add_argument("names", nargs="*", metavar="MEASUREMENT", help=f"default: all; there are {', '.join(TOPICS)}")
    parser.add_argument("--smallest", action="store_true", help="do they work? the figures then say nothing")
    parser.add_argument("--beside", metavar="COMMIT", help="compare one measurement with that of another commit")
    asked = parser.parse_args(arguments)
    unknown = [name for name in asked.names if name not in TOPICS]
    if unknown:
        known = ", ".join(TOPICS)
        print(f"bench: no measurement is called {', '.join(unknown)}; there are {known}", file=sys.stderr)
        return 2
    if asked.beside is not None:
        return _compare(asked.names, asked.beside, smallest=asked.smallest)
    print(UNCHECKED)
    for name in asked.names or TOPICS:
        print(f"\n# {name}: {TOPICS[name]}\n", flush=True)
        measurement = import_module(f"bench.{name}")
        measurement.run(**(measurement.SMALLEST if asked.smallest else {}))
    return 0


def _compare(names: list[str], commit: str, *, smallest: bool) -> int:
    if len(names) != 1:
        print("bench: name one measurement to compare, such as bench events --beside COMMIT", file=sys.stderr)
        return 2
    try:
        compare(names[0], commit, smallest=smallest)
    except UnknownCommitError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 2
    except CannotMeasureError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
