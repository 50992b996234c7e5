"""Lessons that ship: for every game up to seven small positions, each with a task that shows one of its rules.

They stand in ``games/lessons.txt``, which ``python -m tools.lessons`` writes: a line holds the game, the topic, the
task, the position, and what is right, with further choices behind it where the task offers some. The rules judge every
answer, so a lesson says nothing that the program does not do. Pure but for reading that file.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from pathlib import Path

from engine.example import Example
from engine.game import Game
from engine.moves import Move, capturers
from engine.notation import read_move
from engine.parser import IllegalMove, MoveError, parse_move
from engine.refusal import Refusal, refuse_point
from engine.ruleset import Kind, Ruleset

FILE = Path(__file__).with_name("games") / "lessons.txt"


class LessonTopic(Enum):
    """The subject of a lesson; a game has at most one of each, in this order."""

    BOARD = "board"
    MOVING = "moving"
    CAPTURING = "capturing"
    SEVERAL = "several"
    DUTY = "duty"
    GROWTH = "growth"
    """Promotion, or pieces in hand."""
    ENDING = "ending"


class LessonTask(Enum):
    """The task of the learner. Of FIND and REFUSE the answer is one of some choices; of all others it is a turn."""

    BEGIN = "begin"
    """Any turn."""
    GO = "go"
    """A quiet turn to the point to which the right one goes."""
    TAKE = "take"
    """A turn that takes something."""
    TAKE_SEVERAL = "take-several"
    """A turn that takes as many as the right one."""
    DECLINE = "decline"
    """A turn that takes nothing though one could."""
    PROMOTE = "promote"
    """A turn by which a piece is promoted."""
    PUT = "put"
    """A turn that puts a piece from the hand on the board."""
    WIN = "win"
    """A turn that wins the game."""
    FIND = "find"
    """The point of the only piece that may move."""
    REFUSE = "refuse"
    """The one move that the rules do not allow."""


CHOSEN = frozenset({LessonTask.FIND, LessonTask.REFUSE})
"""The tasks that offer choices."""


class InvalidLesson(ValueError):
    """A lesson cannot be read, or is not what it says; the message tells which one and why."""


@dataclass(frozen=True)
class Lesson:
    """A position with a task. ``options`` are the right answer as it is written, and the other choices behind it."""

    game: str
    topic: LessonTopic
    task: LessonTask
    position: str
    options: tuple[str, ...]

    @cached_property
    def start(self) -> Game:
        """The game as it stands."""
        return Example(self.game, self.position).begun()

    @property
    def ruleset(self) -> Ruleset:
        """The rules that judge it."""
        return self.start.ruleset

    @property
    def choices(self) -> tuple[str, ...]:
        """The choices offered, in an order that tells nothing; empty where a turn is asked for."""
        return tuple(sorted(self.options)) if self.task in CHOSEN else ()

    @cached_property
    def answer(self) -> Move:
        """A turn that is right, where one is asked for. Raises InvalidLesson."""
        return self.turn(self.options[0])

    def turn(self, text: str) -> Move:
        """A legal turn of its position. Raises InvalidLesson."""
        move = read_move(self.ruleset, self.start.position, text)
        if move is None or not self.start.is_legal(move):
            raise InvalidLesson(f"{self.game} {self.topic.value}: {text} is not legal")
        return move

    def accepts(self, move: Move) -> bool:
        """Does a legal turn do what is asked for?"""
        return does(self.task, self.start, move, self.answer)

    def refusal_of(self, choice: str) -> Refusal | None:
        """The reason why the rules do not allow a choice; None where they do, or the task offers no choices."""
        game = self.start
        if self.task is LessonTask.FIND:
            point = game.ruleset.board.index[choice]
            able = game.first_choice.following
            return None if point in able else refuse_point(game.ruleset, game.position, point)
        try:
            parse_move(game.ruleset, game.position, choice, offers=False)
        except IllegalMove as error:
            return error.refusal
        except MoveError:
            return None
        return None


def does(task: LessonTask, game: Game, move: Move, right: Move) -> bool:
    """Does a legal turn do what a task asks for, where another turn is right?"""
    quiet = bool(move.path) and not move.captured and not move.removed
    match task:
        case LessonTask.BEGIN:
            return True
        case LessonTask.GO:
            return quiet and move.target == right.target
        case LessonTask.TAKE:
            return bool(move.captured)
        case LessonTask.TAKE_SEVERAL:
            return len(move.captured) >= len(right.captured)
        case LessonTask.DECLINE:
            return quiet and bool(capturers(game.ruleset, game.position))
        case LessonTask.PROMOTE:
            return promoted(game, move) is not None
        case LessonTask.PUT:
            return bool(move.drops)
        case LessonTask.WIN:
            outcome = game.play(move).outcome
            return outcome is not None and outcome.winner == game.turn
        case LessonTask.FIND | LessonTask.REFUSE:
            return False


def promoted(game: Game, move: Move) -> Kind | None:
    """The kind that the piece that moves becomes by a turn; None where it stays as it is."""
    if not move.path or move.removed:
        return None
    before, after = game.position.cells[move.origin], game.play(move).position.cells[move.target]
    ruleset = game.ruleset
    return ruleset.kind[after] if after != before and ruleset.kind[before].promotes_to == after else None


def _read(text: str) -> dict[str, tuple[Lesson, ...]]:
    found: dict[str, tuple[Lesson, ...]] = {}
    for line in text.splitlines():
        game, topic, task, position, *options = line.split("\t")
        lesson = Lesson(game, LessonTopic(topic), LessonTask(task), position, tuple(options))
        found[game] = (*found.get(game, ()), lesson)
    return found


LESSONS: Mapping[str, tuple[Lesson, ...]] = _read(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
"""The lessons of a game, in the order in which they are taken, by its key."""


def lessons_of(ruleset: Ruleset) -> tuple[Lesson, ...]:
    """The lessons of a game, in the order in which they are taken."""
    return LESSONS.get(ruleset.key, ())
