"""``python -m tools.refused [RULESET ...]`` finds for every rule of every game a small position that shows it.

For each reason for which the rules of a game can refuse a move it looks through games by chance, the same on every run,
for a position with such a move. Then it takes off one piece after another as long as the move is refused for the same
reason, so that nothing is left on the board but what the reason is about. It writes
``engine/games/refused.txt``: a line holds the game, the reason, the position, the refused move, and an allowed one.
Games that are named are found anew; the lines of the others stay.
"""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from random import Random

from engine.example import Refused
from engine.game import Game
from engine.games import find_ruleset, rulesets
from engine.games.examples import EXAMPLES
from engine.moves import Move, drop_letter
from engine.notation import format_move
from engine.parser import IllegalMove, MoveError, parse_move
from engine.position import EMPTY, InvalidPosition, Position, format_position, parse_position, start_position
from engine.refusal import Reason
from engine.refused import FILE, REFUSED
from engine.ruleset import Ruleset
from engine.turns import legal_moves

GAMES = 40
"""At most so many games by chance are looked through."""
LONGEST = 90
AT_RANDOM = 80
"""So many positions with a few pieces anywhere are looked through for each game."""
PIECES = 9
TRIES = 4
"""So many positions are made small for each reason; the one with the fewest pieces is kept."""
AT_ONCE = 40
"""So many moves are tried in each position."""
IN_VAIN = 60
"""After so many positions that show nothing new no more are looked through."""
MOST_TURNS = 400
"""Where so many turns are legal, a position is no example."""


@dataclass(frozen=True)
class Found:
    """A refused move in a position, and one that is allowed."""

    position: Position
    refused: str
    allowed: Move

    def size(self, ruleset: Ruleset) -> int:
        """The difficulty of reading an example: pieces, those that are promoted, and how far the refused move goes."""
        pieces = [cell for cell in self.position.cells if cell != EMPTY]
        points = re.findall(r"[a-z]\d+", self.refused)
        x, y = zip(*(ruleset.board.coordinates[ruleset.board.index[each]] for each in points), strict=True)
        far = max(max(x) - min(x), max(y) - min(y)) + len(points)
        return len(pieces) + sum(ruleset.kind[each].is_king for each in pieces) + int(far)


def examples_of(ruleset: Ruleset) -> dict[Reason, Refused]:
    """The smallest example found for each reason."""
    best: dict[Reason, Found] = {}
    tried: dict[Reason, int] = dict.fromkeys(Reason, 0)
    chance, in_vain, documented = Random(ruleset.key), 0, _documented(ruleset)
    for position in _positions(ruleset):
        legal = _legal(ruleset, position)
        in_vain += 1
        if not legal:
            continue
        if in_vain > IN_VAIN:
            break
        candidates = list(dict.fromkeys(_candidates(ruleset, position, legal)))
        number = len(candidates) if position in documented else min(AT_ONCE, len(candidates))
        for text in chance.sample(candidates, number):
            reason = _reason(ruleset, position, text)
            if reason is None or tried[reason] >= TRIES:
                continue
            in_vain = 0
            if (allowed := _allowed(ruleset, position, text, reason, legal)) is None:
                continue
            tried[reason] += 1
            small = _small(ruleset, Found(position, text, allowed), reason)
            if reason not in best or small.size(ruleset) < best[reason].size(ruleset):
                best[reason] = small
    return {reason: _written(ruleset, reason, best[reason]) for reason in Reason if reason in best}


def _written(ruleset: Ruleset, reason: Reason, found: Found) -> Refused:
    position = format_position(ruleset, found.position)
    return Refused(ruleset.key, reason, position, found.refused, format_move(ruleset, found.allowed))


def _positions(ruleset: Ruleset) -> Iterator[Position]:
    """The start, the examples of the documents, positions with few pieces, and those of games by chance.

    In a third of the games captures are played where there are any, in a third they are declined.
    """
    chance = Random(ruleset.key)
    yield start_position(ruleset)
    yield from _documented(ruleset)
    letters = [kind.letter for kind in ruleset.kinds]
    for _ in range(AT_RANDOM):
        cells = [EMPTY] * len(ruleset.board.points)
        for point in chance.sample(range(len(cells)), min(PIECES, len(cells) // 2)):
            cells[point] = chance.choice(letters)
        position = Position("".join(cells), chance.randrange(2))
        if possible := _possible(ruleset, position):
            yield possible
    for number in range(GAMES):
        game = Game.begin(ruleset)
        for _ in range(LONGEST):
            moves = list(islice(game.first_choice.some(MOST_TURNS), MOST_TURNS)) if game.outcome is None else []
            if not moves:
                break
            captures = [move for move in moves if move.captured]
            quiet = [move for move in moves if not move.captured]
            wanted = (moves, captures, quiet)[number % 3] or moves
            game = game.play(chance.choice(wanted))
            if game.outcome is None:
                yield game.position


def _documented(ruleset: Ruleset) -> list[Position]:
    """The positions of the examples in the documents; they show rare rules, so everything is tried in them."""
    mine = [example for example in EXAMPLES.values() if find_ruleset(example.game).key == ruleset.key]
    games = [game for example in mine for game in (example.begun(), example.played())]
    return [game.position for game in games if game.outcome is None]


def _possible(ruleset: Ruleset, position: Position) -> Position | None:
    """The position as a game can be begun from it; None if none can, or it is over."""
    try:
        read = parse_position(ruleset, format_position(ruleset, replace(position, quiet=0, number=1)))
        return None if Game.begin(ruleset, read).outcome else read
    except InvalidPosition:
        return None


def _legal(ruleset: Ruleset, position: Position) -> list[Move]:
    moves = list(islice(Game.begin(ruleset, position).first_choice.some(MOST_TURNS), MOST_TURNS))
    return moves if len(moves) < MOST_TURNS else []


def _candidates(ruleset: Ruleset, position: Position, legal: list[Move]) -> Iterator[str]:
    """Moves as somebody who does not know the rules would try them."""
    points = ruleset.board.points
    mine = position.pieces(ruleset, position.turn)
    if position.pending:
        for move in legal_moves(ruleset, replace(position, pending=())):
            yield format_move(ruleset, move)
        for point in position.pieces(ruleset, 1 - position.turn):
            yield f"~{points[point]}"
    if position.opening:
        yield " ".join(points[point] for point in mine[: position.opening])
    letter = drop_letter(ruleset, position)
    free = [point for point, cell in enumerate(position.cells) if cell == EMPTY]
    count = ruleset.placement[letter].per_turn if letter else 1
    for start in range(0, max(1, len(free) - count), 3):
        yield " ".join(f"@{points[point]}" for point in free[start : start + count])
    for point in mine:
        yield f"{points[point]}-{points[point]}"
    for move in legal:
        if len(move.path) > 2:
            for end in range(2, len(move.path)):
                yield "x".join(points[point] for point in move.path[:end])
        if move.path:
            for ray in ruleset.board.rays[move.path[-1]]:
                for end in ray.points[:3]:
                    yield "x".join(points[point] for point in (*move.path, end))
    for start in range(len(points)):
        for ray in ruleset.board.rays[start]:
            for end in ray.points:
                yield f"{points[start]}-{points[end]}"
    for start in mine:
        beside = {point for ray in ruleset.board.rays[start] for point in ray.points}
        x, y = ruleset.board.coordinates[start]
        for end, (column, row) in enumerate(ruleset.board.coordinates):
            if end not in beside and max(abs(column - x), abs(row - y)) <= 2:
                yield f"{points[start]}-{points[end]}"


def _reason(ruleset: Ruleset, position: Position, text: str) -> Reason | None:
    """The reason for refusing a move; None where it is legal, or nobody would try it: with no piece of their own."""
    try:
        parse_move(ruleset, position, text, offers=False)
    except IllegalMove as error:
        reason, start = error.refusal.reason, _start(ruleset, text)
        own = start is None or start in position.pieces(ruleset, position.turn)
        return reason if own or reason in _NOT_OWN else None
    except MoveError:
        return None
    return None


_NOT_OWN = {Reason.NO_PIECE, Reason.NOT_YOUR_PIECE, Reason.OUTSIDE_REGION, Reason.NOTHING_IN_HAND}


def _start(ruleset: Ruleset, text: str) -> int | None:
    """The point on which a move begins; None for one that names no piece to move."""
    found = re.match(r"[a-z]\d+", text)
    return ruleset.board.index[found[0]] if found else None


def _allowed(ruleset: Ruleset, position: Position, text: str, reason: Reason, legal: list[Move]) -> Move | None:
    """The legal move that shows best what the rule asks for: with the pieces it names, else with the same piece."""
    try:
        parse_move(ruleset, position, text, offers=False)
    except IllegalMove as error:
        named = set(error.refusal.points)
    except MoveError:
        return None
    start = _start(ruleset, text)

    def fits(move: Move) -> tuple[bool, bool, bool, int]:
        own = bool(move.path) and move.path[0] == start
        asked = reason in _ASKS_FOR_NAMED and bool(move.path) and move.path[0] in named
        return not asked, not own, not move.captured, len(move.path) + len(move.drops)

    return min(legal, key=fits, default=None)


_ASKS_FOR_NAMED = {Reason.MUST_CAPTURE, Reason.TAKE_MOST, Reason.KING_FIRST}


def _small(ruleset: Ruleset, found: Found, reason: Reason) -> Found:
    """The same with as few pieces as show it."""
    going_on = True
    while going_on:
        going_on = False
        for point, cell in enumerate(found.position.cells):
            if cell == EMPTY or point in found.position.pending:
                continue
            heights = tuple(each for each in found.position.stacks if each[0] != point)
            cells = found.position.cells[:point] + EMPTY + found.position.cells[point + 1 :]
            less = _possible(ruleset, replace(found.position, cells=cells, stacks=heights))
            if less is None or _reason(ruleset, less, found.refused) is not reason:
                continue
            legal = _legal(ruleset, less)
            allowed = _allowed(ruleset, less, found.refused, reason, legal)
            if allowed is None or bool(allowed.captured) != bool(found.allowed.captured):
                continue
            found, going_on = Found(less, found.refused, allowed), True
    return found


def main(keys: list[str]) -> None:
    """Write the examples of these rulesets, or of all."""
    chosen = {find_ruleset(key).key for key in keys} or {ruleset.key for ruleset in rulesets()}
    lines = []
    for ruleset in rulesets():
        if ruleset.key in chosen:
            found = examples_of(ruleset)
            print(f"{ruleset.key}: {len(found)}", flush=True)
        else:
            found = {reason: one for (key, reason), one in REFUSED.items() if key == ruleset.key}
        lines += [
            "\t".join((one.game, reason.name, one.position, one.move, one.allowed)) for reason, one in found.items()
        ]
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
