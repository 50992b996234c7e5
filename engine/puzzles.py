"""Puzzles that ship: positions in which one turn is far better than every other, mined by ``tools.puzzles``.

A puzzle is a line of ``engine/games/puzzles/<ruleset>.txt``: its id, the position, the goal, the line, the themes and
the rating, with tabs between them. In the line each turn stands as ``format_move`` writes it; other turns that lead to
the same position count as solved too and stand behind it with slashes. Pure but for reading that file.
"""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache, cached_property
from pathlib import Path

from engine.game import Game
from engine.games import UnknownRuleset, find_ruleset
from engine.moves import Move, capturers, play, quiet_moves_of
from engine.notation import format_move, read_move
from engine.position import EMPTY, InvalidPosition, Position, format_position, parse_position
from engine.ruleset import Ruleset
from engine.search.symmetry import symmetries

FOLDER = Path(__file__).parent / "games" / "puzzles"
MOST_STEPS = 4
"""Turns that are asked for, at most."""
ID_BYTES = 4
_FIELDS = ("id", "position", "goal", "line", "themes", "rating")


class Goal(Enum):
    """The result of the line, for the side that solves."""

    WIN = "win"
    PIECE_UP = "piece-up"
    DRAW = "draw"
    BETTER = "better"
    """A better turn than was played: of one's own matches only."""


class Theme(Enum):
    """A motif that a line shows. Every one can be seen from the line alone."""

    TAKES_2 = "takes-2"
    TAKES_3 = "takes-3"
    TAKES_4 = "takes-4"
    SACRIFICE = "sacrifice"
    PROMOTION = "promotion"
    BLOCKS = "blocks-tigers"
    TRAP = "opens-trap"
    DRAW = "saves-draw"
    NO_CAPTURE = "must-not-capture"


class InvalidPuzzle(ValueError):
    """A puzzle cannot be read or played; the message says which one and why."""


@dataclass(frozen=True)
class Step:
    """A turn that is asked for: the game before it, the turns that count as solved (the line's own first), and the
    turns that are then played by themselves up to the next step.
    """

    game: Game
    answers: tuple[Move, ...]
    then: tuple[Move, ...]


@dataclass(frozen=True)
class Puzzle:
    """A position with the line that solves it; each turn of ``line`` has the texts that count, its own first."""

    id: str
    ruleset: str
    position: str
    line: tuple[tuple[str, ...], ...]
    goal: Goal
    themes: tuple[Theme, ...]
    rating: int

    @cached_property
    def start(self) -> Game:
        """A game at its position. Raises InvalidPuzzle."""
        try:
            ruleset = find_ruleset(self.ruleset)
            return Game.begin(ruleset, parse_position(ruleset, self.position))
        except (UnknownRuleset, InvalidPosition) as error:
            raise InvalidPuzzle(f"{self.ruleset} {self.id}: {error}") from None

    @property
    def side(self) -> int:
        """The side to move, which solves."""
        return self.start.turn

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The turns of the line. Raises InvalidPuzzle where one is not legal."""
        game, moves = self.start, []
        for texts in self.line:
            move = self._legal(game, texts[0])
            game = game.play(move)
            moves.append(move)
        return tuple(moves)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The turns that are asked for: the solving side's, where there is more than one. Raises InvalidPuzzle."""
        found: list[Step] = []
        game = self.start
        for texts, move in zip(self.line, self.moves, strict=True):
            if game.turn == self.side and has_choice(game):
                found.append(Step(game, tuple(self._legal(game, text) for text in texts), ()))
            elif found:
                found[-1] = replace(found[-1], then=(*found[-1].then, move))
            game = game.play(move)
        return tuple(found)

    @property
    def is_playable(self) -> bool:
        """Does it play by the rules, and ask for something?"""
        try:
            return bool(self.steps)
        except InvalidPuzzle:
            return False

    def _legal(self, game: Game, text: str) -> Move:
        move = read_move(game.ruleset, game.position, text)
        if move is None or not game.is_legal(move):
            raise InvalidPuzzle(f"{self.ruleset} {self.id}: {text} is not legal after {game.ply} turns")
        return move


def answers(puzzle: Puzzle, step: int) -> tuple[Move, ...]:
    """The turns that count as solved at a step, counted from 0; the line's own first.

    No other turn is within a quarter of the chance to win, so nothing has to be searched. Raises InvalidPuzzle.
    """
    return puzzle.steps[step].answers


@cache
def puzzles_of(ruleset: Ruleset) -> tuple[Puzzle, ...]:
    """The puzzles of a ruleset that ship, in the order of the file, if there are any. Raises InvalidPuzzle."""
    file = file_of(ruleset)
    if not file.exists():
        return ()
    return tuple(read_puzzles(ruleset, file.read_text(encoding="utf-8").splitlines()))


def file_of(ruleset: Ruleset) -> Path:
    """The file that holds the puzzles of a ruleset."""
    return FOLDER / f"{ruleset.key}.txt"


def read_puzzles(ruleset: Ruleset, lines: Iterable[str]) -> Iterator[Puzzle]:
    """The puzzles of a file's lines; what begins with ``#`` is about the mining. Raises InvalidPuzzle."""
    for number, line in enumerate(lines, 1):
        if line and not line.startswith("#"):
            try:
                yield _read(ruleset, line)
            except ValueError as error:
                raise InvalidPuzzle(f"{ruleset.key}.txt, line {number}: {error}") from None


def write_puzzle(puzzle: Puzzle) -> str:
    """The line of a puzzle, as ``read_puzzles`` reads it."""
    line = " ".join("/".join(texts) for texts in puzzle.line)
    themes = ",".join(theme.value for theme in puzzle.themes) or "-"
    return "\t".join((puzzle.id, puzzle.position, puzzle.goal.value, line, themes, str(puzzle.rating)))


def _read(ruleset: Ruleset, line: str) -> Puzzle:
    fields = line.split("\t")
    if len(fields) != len(_FIELDS):
        raise ValueError(f"a puzzle has {', '.join(_FIELDS)} with tabs between them, not {len(fields)} fields")
    name, position, goal, turns, themes, rating = fields
    read = tuple(tuple(turn.split("/")) for turn in turns.split(" "))
    if not all(text for turn in read for text in turn):
        raise ValueError("a turn of the line is missing")
    found = () if themes == "-" else tuple(Theme(theme) for theme in themes.split(","))
    return Puzzle(name, ruleset.key, position, read, Goal(goal), found, int(rating))


def identity(ruleset: Ruleset, position: Position) -> str:
    """A short digest of a position that is the same for all its images under the symmetries of the rules."""
    first = min(format_position(ruleset, image, counters=False) for image in _images(ruleset, position))
    return hashlib.blake2b(f"{ruleset.key} {first}".encode(), digest_size=ID_BYTES).hexdigest()


@cache
def _symmetries(ruleset: Ruleset) -> tuple[tuple[list[int], dict[str, str]], ...]:
    return tuple(symmetries(ruleset))


def _images(ruleset: Ruleset, position: Position) -> Iterator[Position]:
    order = [kind.letter for kind in ruleset.kinds]
    for image, letters in _symmetries(ruleset):
        cells = [EMPTY] * len(position.cells)
        for point, cell in enumerate(position.cells):
            cells[image[point]] = letters.get(cell, EMPTY)
        swapped = any(ruleset.side_of(one) != ruleset.side_of(other) for one, other in letters.items())
        yield Position(
            "".join(cells),
            1 - position.turn if swapped else position.turn,
            tuple(
                sorted(((letters[held], many) for held, many in position.hand), key=lambda each: order.index(each[0]))
            ),
            tuple(sorted(image[point] for point in position.pending)),
            stacks=tuple(sorted((image[point], many) for point, many in position.stacks)),
            opening=position.opening,
        )


def lead(game: Game, side: int) -> int:
    """By how many pieces a side is ahead, those in hand included."""
    return game.position.count(game.ruleset, side) - game.position.count(game.ruleset, 1 - side)


def themes_of(start: Game, moves: Iterable[Move], goal: Goal) -> tuple[Theme, ...]:
    """The themes of a line, seen from the side that is to act at its start."""
    side, game, found = start.turn, start, set[Theme]()
    lost = False
    for move in moves:
        after = game.play(move)
        own = game.turn == side
        if own:
            _note_turn(game, after, move, found)
            if lost and len(move.captured) > 1:
                found.add(Theme.TRAP)
        elif move.takes:
            lost = True
            found.add(Theme.SACRIFICE)
        game = after
    if goal is Goal.DRAW:
        found.add(Theme.DRAW)
    if start.ruleset.hunters == 1 - side and _stuck(game, 1 - side) > _stuck(start, 1 - side):
        found.add(Theme.BLOCKS)
    return tuple(theme for theme in Theme if theme in found)


def _note_turn(game: Game, after: Game, move: Move, found: set[Theme]) -> None:
    """Add to ``found`` the themes that a turn of the side that solves shows by itself."""
    ruleset, many = game.ruleset, len(move.captured)
    if many > 1:
        found.add((Theme.TAKES_2, Theme.TAKES_3, Theme.TAKES_4)[min(many, 4) - 2])
    if move.path and not move.removed:
        before, now = game.position.cells[move.path[0]], after.position.cells[move.path[-1]]
        if before != now and ruleset.kind[before].promotes_to == now:
            found.add(Theme.PROMOTION)
    if not move.captured and not move.drops and not game.position.pending and capturers(ruleset, game.position):
        found.add(Theme.NO_CAPTURE)


def _stuck(game: Game, side: int) -> int:
    """The number of pieces of a side that cannot move, were it to act."""
    position, ruleset = replace(game.position, turn=side, pending=(), opening=0), game.ruleset
    pieces = position.pieces(ruleset, side)
    if position.hand_of(ruleset, side):
        return 0
    able = {move.path[0] for move in _turns(ruleset, position) if move.path}
    return len(pieces) - len(able)


def _turns(ruleset: Ruleset, position: Position) -> Iterator[Move]:
    yield from (Move((point,)) for point in capturers(ruleset, position))
    for point in position.pieces(ruleset, position.turn):
        yield from quiet_moves_of(ruleset, position, point)


def has_choice(game: Game) -> bool:
    """Are there turns that lead to different positions?"""
    first = None
    for move in () if game.outcome else game.first_choice.moves():
        end = play(game.ruleset, game.position, move).key
        if first is not None and end != first:
            return True
        first = end
    return False


def same_end(game: Game, move: Move) -> tuple[Move, ...]:
    """The legal turns that lead to the same position as one of them, that one first."""
    end = play(game.ruleset, game.position, move).key
    others = (each for each in game.legal_moves if each != move)
    return (move, *(each for each in others if play(game.ruleset, game.position, each).key == end))


def texts_of(game: Game, move: Move) -> tuple[str, ...]:
    """A turn as a puzzle's line has it, with its like behind it."""
    return tuple(format_move(game.ruleset, each) for each in same_end(game, move))


def check(puzzle: Puzzle) -> None:
    """Play a puzzle through. Raises InvalidPuzzle where it says of itself what is not so."""
    ruleset, name = puzzle.start.ruleset, f"{puzzle.ruleset} {puzzle.id}"
    if puzzle.id != identity(ruleset, puzzle.start.position):
        raise InvalidPuzzle(f"{name}: that is not the id of its position")
    if not 1 <= len(puzzle.steps) <= MOST_STEPS or puzzle.steps[0].game.ply:
        raise InvalidPuzzle(f"{name}: a puzzle asks for 1 to {MOST_STEPS} turns, the first at once")
    for step in puzzle.steps:
        ends = {play(ruleset, step.game.position, move).key for move in step.answers}
        if len(ends) != 1:
            raise InvalidPuzzle(f"{name}: the answers after {step.game.ply} turns lead to different positions")
    if puzzle.themes != themes_of(puzzle.start, puzzle.moves, puzzle.goal):
        raise InvalidPuzzle(f"{name}: the line does not show the themes")
    end = end_of(puzzle)
    if puzzle.goal is Goal.PIECE_UP and lead(end, puzzle.side) <= lead(puzzle.start, puzzle.side):
        raise InvalidPuzzle(f"{name}: nobody is a piece up at the end of the line")
    won = end.outcome and end.outcome.winner == 1 - puzzle.side
    if won or (end.outcome and puzzle.goal is Goal.WIN and end.outcome.winner is None):
        raise InvalidPuzzle(f"{name}: the line ends otherwise than its goal")


def end_of(puzzle: Puzzle) -> Game:
    """The game after the whole line. Raises InvalidPuzzle."""
    game = puzzle.start
    for move in puzzle.moves:
        game = game.play(move)
    return game
