"""Trials of Ludii, the program for the games of the world, as the text of a record (docs/rules/notation.md#programs).

Pure: no input or output. Ludii numbers the points of a square board row by row from the lower left, from 0. A trial
places the pieces first, which shows whether the game is the one that Papan plays.
"""

import re
from collections.abc import Iterator

from engine.faults import Fault, InvalidRecord
from engine.games import find_ruleset
from engine.position import start_position
from engine.ruleset import Ruleset

_NAME = re.compile(r"game=(?:[^\n]*/)?([^/\n]{1,100}?)(?:\.lud)?\s*(?:\n|$)")
_MOVE = re.compile(
    r"^Move=\[Move:mover=([012]),from=(-?\d{1,4}),to=(-?\d{1,4}),(?:[^\n]*?,)??actions=\[([^\n]*+)$", re.MULTILINE
)
_OPTIONS = ("START GAME OPTIONS", "END GAME OPTIONS")
_ADDED = re.compile(r"Add:type=\w+,to=(\d{1,4}),what=(\d{1,2})")
_WINNER = re.compile(r"^winner=(-?\d{1,2})\s*$", re.MULTILINE)
_GAMES = {
    "International Draughts": "international-draughts",
    "English Draughts": "english-draughts",
    "Shashki": "russian-draughts",
    "Brazilian Draughts": "brazilian-draughts",
    "Canadian Draughts": "canadian-draughts",
    "Baghchal": "bagh-chal",
}
"""The games that both have, by the names that Ludii gives them."""
_AS_HERE = ("Baghchal", "End Rules/Capture at least five tigers")
"""A game whose rules are those of Papan only with this option. Ludii says tigers where it counts goats."""


def is_trial(text: str) -> bool:
    """Does a text begin as a trial does?"""
    return text.lstrip().startswith("game=")


def trial_as_words(text: str) -> tuple[Ruleset, list[str]]:
    """The game of a trial, and its moves and result in our notation. Raises InvalidRecord."""
    found = _NAME.match(text.lstrip())
    name = found[1].strip() if found else ""
    key = _GAMES.get(name)
    if key is None:
        told = f"Ludii's game {name or '?'} is none of those that Papan reads: {', '.join(_GAMES)}"
        raise InvalidRecord(told, Fault.OTHER_TRIAL, named=name or "?", known=tuple(_GAMES))
    before, behind = _OPTIONS
    chosen = " ".join(text.partition(before)[2].partition(behind)[0].split())[:60]
    if chosen and (name, chosen) != _AS_HERE:
        told = f"the trial of {name} has rules of its own, which are not known here: {chosen}"
        raise InvalidRecord(told, Fault.OTHER_RULES, named=name, rules=chosen)
    ruleset = find_ruleset(key)
    _check_start(ruleset, text, name)
    return ruleset, [*_moves(ruleset, text), *_result(ruleset, text)]


def _site_points(ruleset: Ruleset) -> dict[int, int]:
    """The point of each site. Player 1 begins, at the lower edge; where ours is at the upper one, all is turned."""
    board = ruleset.board
    size = board.width * board.height
    sites = ((point, x + y * board.width) for point, (x, y) in enumerate(board.coordinates))
    return {size - 1 - site if ruleset.first == 1 else site: point for point, site in sites}


def _check_start(ruleset: Ruleset, text: str, name: str) -> None:
    """Raises InvalidRecord where the pieces that are placed before the first move are not those of our start."""
    points, start = _site_points(ruleset), start_position(ruleset)
    placed: dict[int, int] = {}
    for mover, _, _, actions in _MOVE.findall(text):
        if mover == "0" and (added := _ADDED.match(actions.removeprefix("["))) and int(added[1]) in points:
            placed[points[int(added[1])]] = int(added[2])
    sides = {
        point: 1 + (ruleset.side_of(cell) != ruleset.first) for point, cell in enumerate(start.cells) if cell != "."
    }
    if placed != sides:
        told = f"the trial of {name} does not begin as the game here: {ruleset.name}"
        raise InvalidRecord(told, Fault.OTHER_START, named=name, game=ruleset)


def _moves(ruleset: Ruleset, text: str) -> Iterator[str]:
    """The moves; the leaps of a capture are words of their own, as they are moves of their own there."""
    points, names = _site_points(ruleset), ruleset.board.points
    for mover, here, there, actions in _MOVE.findall(text):
        if mover == "0":
            continue
        if int(there) not in points:
            told = f"there is no site {there} on the board of {ruleset.name}"
            raise InvalidRecord(told, Fault.NO_SUCH_POINT, word=there, game=ruleset)
        target = names[points[int(there)]]
        if int(here) not in points:
            yield f"@{target}"
        else:
            yield f"{names[points[int(here)]]}{'x' if 'Remove:' in actions else '-'}{target}"


def _result(ruleset: Ruleset, text: str) -> Iterator[str]:
    """The result: player 1 begins, and is named first."""
    if found := _WINNER.search(text):
        yield {"0": "1/2-1/2", "1": "1-0", "2": "0-1"}.get(found[1], "*")
