"""Lines and moves of the protocol Hub, version 2, in which draughts programs are driven (``engine.search.hub``).

Pure: no input or output. Its positions are read by ``engine.foreign_position``.
"""

import re

from engine.game import Game
from engine.moves import Move, play
from engine.ruleset import Ruleset
from engine.work import within

LEAPS = 20_000
"""So many leaps are looked at to find a move."""
_ARGUMENT = re.compile(r'(?P<name>[^\s="]++)(?:\s*+=\s*+(?:"(?P<quoted>[^"]*+)"|(?P<plain>[^\s="]++)))?+\s*+')
_PLAIN = re.compile(r'[^\s="]+')
_MOVE = re.compile(r"(?P<start>\d{1,3})(?:-(?P<end>\d{1,3})|x(?P<landing>\d{1,3})(?P<taken>(?:x\d{1,3})*+))", re.ASCII)


class BadLine(ValueError):
    """A line or a move that cannot be read; the message says what is the matter."""


def read_hub_arguments(text: str) -> dict[str, str]:
    """The arguments of a line by their names, an empty value for a flag; the last of several with one name.

    Raises BadLine.
    """
    arguments: dict[str, str] = {}
    text, at = text.strip(), 0
    while at < len(text):
        found = _ARGUMENT.match(text, at)
        if found is None:
            raise BadLine(f"arguments look like name=value or name='some words', not {text[at:]}")
        arguments[found["name"]] = found["quoted"] or found["plain"] or ""
        at = found.end()
    return arguments


def format_hub_line(command: str, **arguments: object) -> str:
    """A line; values that need it are in quotation marks, and have none within."""
    return " ".join((command, *(f"{name}={_value(str(value))}" for name, value in arguments.items())))


def _value(text: str) -> str:
    return text if _PLAIN.fullmatch(text) else f'"{" ".join(text.replace(chr(34), chr(39)).split())}"'


def format_hub_move(ruleset: Ruleset, move: Move) -> str:
    """A move by the numbers of its squares: ``32-28``, or a capture's ends and what it takes, ``28x19x23``."""
    points = (move.path[0], move.path[-1], *move.captured)
    return ("x" if move.captured else "-").join(str(ruleset.board.number(point)) for point in points)


def read_hub_move(game: Game, text: str) -> Move:
    """The legal move that is written so, what it takes in any order. All ways of a capture with the same ends that
    take the same are one move; where nothing is said of what it takes, its ends have to be enough.

    Raises BadLine.
    """
    written = _MOVE.fullmatch(text)
    if written is None:
        raise BadLine(f"moves look like 32-28 or 28x19x23, not {text}")
    start, end = int(written["start"]) - 1, int(written["end"] or written["landing"]) - 1
    taken = sorted(int(number) - 1 for number in (written["taken"] or "").split("x")[1:])
    if game.outcome or start not in (first := game.first_choice).following:
        raise BadLine(f"no legal move here: {text}")
    moves = within(LEAPS, lambda: [move for move in first.then(start).moves() if move.target == end], None)
    if moves is None:
        raise BadLine(f"too many captures are possible here: {text}")
    captures = written["end"] is None
    fitting = [
        move for move in moves if bool(move.captured) == captures and (not taken or sorted(move.captured) == taken)
    ]
    if not fitting:
        raise BadLine(f"no legal move here: {text}")
    if len({play(game.ruleset, game.position, move) for move in fitting}) > 1:
        raise BadLine(f"several legal moves are written so: {text}")
    return fitting[0]
