"""``python -m tools.lessons [RULESET ...]`` finds the lessons of every game: small positions that show one rule each.

For each topic it looks through positions with few pieces and through games by chance, the same on every run, for one in
which some turn does what the task asks for. Then it takes off one piece after another as long as the lesson stays what
it is. It writes ``engine/games/lessons.txt``, which ``engine.lessons`` reads. Games that are named are found anew; the
lines of the others stay.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from random import Random

from engine.game import Game
from engine.games import find_ruleset, rulesets
from engine.lessons import FILE, LESSONS, Lesson, LessonTask, LessonTopic, does
from engine.moves import Move
from engine.notation import format_move
from engine.position import EMPTY, InvalidPosition, Position, format_position, parse_position, start_position
from engine.refusal import Reason, refuse_point
from engine.refused import REFUSED
from engine.ruleset import Obligation, Ruleset

GAMES = 30
LONGEST = 300
AT_RANDOM = 400
SIZES = (2, 3, 4, 5, 6, 8, 10)
"""So many pieces stand in the positions by chance."""
TRIES = 6
"""So many positions are made small for each lesson; the one with the fewest pieces is kept."""
MOST_TURNS = 200
"""Where so many turns are legal, a position is no lesson."""
CHOICES = 4
"""At most so many choices are offered."""
_PRICE = ","
"""Stands in a turn before what it costs; a choice is a plain move."""
SHOWN = (
    Reason.ONE_CAPTURE_ONLY,
    Reason.RESTING,
    Reason.EVEN_ROW,
    Reason.TWO_IN_A_ROW,
    Reason.OWN_PIECE_IN_THE_WAY,
    Reason.NO_STEP_BACK,
    Reason.NEVER_CAPTURES,
    Reason.TOO_FAR,
    Reason.NO_LINE,
    Reason.MOVE_THEN_LEAP,
)
"""What a game's rules refuse and a lesson shows where a topic is none of the game's, the most telling first."""


@dataclass(frozen=True)
class Wanted:
    """A lesson that is looked for: its topic, its task, and what else has to be so beside the turn."""

    topic: LessonTopic
    task: LessonTask
    also: Callable[[Game, list[Move], Move], bool]


def lessons_for(ruleset: Ruleset) -> list[Lesson]:
    """The lessons of a game in their order; what the game has no rule for is left out, or another rule is shown."""
    found = {LessonTopic.BOARD: _begin(ruleset)}
    for wanted in _wanted(ruleset):
        if wanted.topic not in found and (lesson := _found(ruleset, wanted)):
            found[wanted.topic] = lesson
    for lesson in _refused(ruleset):
        free = next((topic for topic in _MAY_BE_ANY if topic not in found), None)
        if free is None:
            break
        found[free] = replace(lesson, topic=free)
    return [found[topic] for topic in LessonTopic if topic in found]


_MAY_BE_ANY = (LessonTopic.SEVERAL, LessonTopic.GROWTH, LessonTopic.DUTY, LessonTopic.MOVING)


def _wanted(ruleset: Ruleset) -> Iterator[Wanted]:
    yield Wanted(LessonTopic.MOVING, LessonTask.GO, _goes)
    yield Wanted(LessonTopic.CAPTURING, LessonTask.TAKE, _takes)
    yield Wanted(LessonTopic.SEVERAL, LessonTask.TAKE_SEVERAL, _takes_several)
    match ruleset.obligation:
        case Obligation.OPTIONAL:
            yield Wanted(LessonTopic.DUTY, LessonTask.DECLINE, _can_take)
        case Obligation.FORFEIT:
            yield Wanted(LessonTopic.DUTY, LessonTask.TAKE, _at_a_price)
        case Obligation.FORCED:
            yield Wanted(LessonTopic.DUTY, LessonTask.FIND, _must)
    yield Wanted(LessonTopic.GROWTH, LessonTask.PROMOTE, _of_a_man)
    yield Wanted(LessonTopic.GROWTH, LessonTask.PUT, _puts)
    yield Wanted(LessonTopic.ENDING, LessonTask.WIN, _not_all)


def _goes(game: Game, legal: list[Move], move: Move) -> bool:
    ends = {each.target for each in legal}
    return len(ends) > 1 and not any(each.captured for each in legal) and game.play(move).outcome is None


def _takes(game: Game, legal: list[Move], move: Move) -> bool:
    return len(move.captured) == 1 and len(legal) > 1 and game.play(move).outcome is None


def _takes_several(game: Game, legal: list[Move], move: Move) -> bool:
    return len(move.captured) in (2, 3) and game.play(move).outcome is None


def _can_take(game: Game, legal: list[Move], move: Move) -> bool:
    return any(each.captured for each in legal) and game.play(move).outcome is None


def _at_a_price(game: Game, legal: list[Move], move: Move) -> bool:
    quiet = any(not each.captured and each.path for each in legal)
    mine = game.position.pieces(game.ruleset, game.turn)
    return quiet and len(mine) > 1 and not game.position.pending and game.play(move).outcome is None


def _must(game: Game, legal: list[Move], move: Move) -> bool:
    """Only one piece may move, and another would but for the duty to capture."""
    able = {each.origin for each in legal if each.path}
    if len(able) != 1 or not all(each.captured for each in legal) or game.play(move).outcome:
        return False
    mine = set(game.position.pieces(game.ruleset, game.turn)) - able
    reasons = [refuse_point(game.ruleset, game.position, point).reason for point in mine]
    return 1 <= len(mine) < CHOICES and Reason.MUST_CAPTURE in reasons


def _of_a_man(game: Game, legal: list[Move], move: Move) -> bool:
    man = game.ruleset.kind[game.position.cells[move.origin]].is_man
    return man and game.play(move).outcome is None and len(legal) > 1


def _puts(game: Game, legal: list[Move], move: Move) -> bool:
    placement = next((each for each in game.ruleset.placements if each.per_turn < each.count), None)
    return (
        placement is not None
        and game.play(move).outcome is None
        and bool(game.position.pieces(game.ruleset, 1 - game.turn))
    )


def _not_all(game: Game, legal: list[Move], move: Move) -> bool:
    return True


def _begin(ruleset: Ruleset) -> Lesson:
    position = start_position(ruleset)
    first = next(Game.begin(ruleset, position).first_choice.moves())
    return _written(ruleset, LessonTopic.BOARD, LessonTask.BEGIN, position, (format_move(ruleset, first),))


def _written(
    ruleset: Ruleset, topic: LessonTopic, task: LessonTask, position: Position, options: tuple[str, ...]
) -> Lesson:
    return Lesson(ruleset.key, topic, task, format_position(ruleset, position), options)


def _refused(ruleset: Ruleset) -> Iterator[Lesson]:
    """The refused moves of a game beside others that are allowed."""
    for reason in SHOWN:
        row = REFUSED.get((ruleset.key, reason))
        if row is None:
            continue
        game = row.begun()
        legal = [format_move(ruleset, move) for move in islice(game.first_choice.moves(), MOST_TURNS) if move.path]
        plain = [text for text in dict.fromkeys((row.allowed, *legal)) if text in legal and _PRICE not in text]
        others = plain[: CHOICES - 1]
        if others:
            yield Lesson(ruleset.key, LessonTopic.GROWTH, LessonTask.REFUSE, row.position, (row.move, *others))


def _found(ruleset: Ruleset, wanted: Wanted) -> Lesson | None:
    best: tuple[int, Position, Move] | None = None
    tries = 0
    for position in _positions(ruleset, wanted.topic):
        move = _shows(ruleset, position, wanted)
        if move is None:
            continue
        small, move = _small(ruleset, position, move, wanted)
        size = _size(ruleset, small) + len(move.path)
        if best is None or size < best[0]:
            best = size, small, move
        tries += 1
        if tries >= TRIES:
            break
    if best is None:
        return None
    _, position, move = best
    options: tuple[str, ...] = (format_move(ruleset, move),)
    if wanted.task is LessonTask.FIND:
        points = ruleset.board.points
        others = [point for point in position.pieces(ruleset, position.turn) if point != move.origin]
        options = (points[move.origin], *(points[point] for point in others))
    return _written(ruleset, wanted.topic, wanted.task, position, options)


def _size(ruleset: Ruleset, position: Position) -> int:
    return sum(1 + ruleset.kind[cell].is_king for cell in position.cells if cell != EMPTY)


def _shows(ruleset: Ruleset, position: Position, wanted: Wanted) -> Move | None:
    """A turn of a position that does what is wanted."""
    game = Game.begin(ruleset, position)
    legal = list(islice(game.first_choice.some(MOST_TURNS), MOST_TURNS))
    if not legal or len(legal) >= MOST_TURNS:
        return None
    task = LessonTask.TAKE if wanted.task is LessonTask.FIND else wanted.task
    if wanted.task is not LessonTask.WIN and game.position.pending:
        return None
    able = [move for move in legal if does(task, game, move, move) and wanted.also(game, legal, move)]
    if wanted.task in _NOT_ALL and len(able) == len(legal) > 0 and not all(move.captured for move in legal):
        return None
    return max(able, key=lambda move: (len(move.captured), -len(move.path)), default=None)


_NOT_ALL = {LessonTask.WIN, LessonTask.PROMOTE}
"""Where every turn does it, nothing is asked for."""


def _positions(ruleset: Ruleset, topic: LessonTopic) -> Iterator[Position]:
    """Positions with a few pieces anywhere, then those of games by chance; in half of them captures are played."""
    chance = Random(f"{ruleset.key} {topic.value}")
    letters = [kind.letter for kind in ruleset.kinds]
    for number in range(AT_RANDOM):
        cells = [EMPTY] * len(ruleset.board.points)
        for point in chance.sample(range(len(cells)), min(SIZES[number % len(SIZES)], len(cells) // 2)):
            cells[point] = chance.choice(letters)
        if possible := _possible(ruleset, Position("".join(cells), chance.randrange(2))):
            yield possible
    for number in range(GAMES):
        game = Game.begin(ruleset)
        for _ in range(LONGEST):
            moves = list(islice(game.first_choice.some(MOST_TURNS), MOST_TURNS)) if game.outcome is None else []
            if not moves:
                break
            if not game.position.opening:
                yield replace(game.position, quiet=0, number=1)
            captures = [move for move in moves if move.captured]
            game = game.play(chance.choice(captures if captures and number % 2 else moves))


def _possible(ruleset: Ruleset, position: Position) -> Position | None:
    """The position as a game can be begun from it; None if none can, or it is over."""
    try:
        read = parse_position(ruleset, format_position(ruleset, replace(position, quiet=0, number=1)))
        return None if Game.begin(ruleset, read).outcome else read
    except InvalidPosition:
        return None


def _small(ruleset: Ruleset, position: Position, move: Move, wanted: Wanted) -> tuple[Position, Move]:
    """The same lesson with as few pieces as show it."""
    going_on = True
    while going_on:
        going_on = False
        for point, cell in enumerate(position.cells):
            if cell == EMPTY:
                continue
            heights = tuple(each for each in position.stacks if each[0] != point)
            cells = position.cells[:point] + EMPTY + position.cells[point + 1 :]
            less = _possible(ruleset, replace(position, cells=cells, stacks=heights))
            if less is not None and (shown := _shows(ruleset, less, wanted)):
                position, move, going_on = less, shown, True
    return position, move


def main(keys: list[str]) -> None:
    """Write the lessons of these rulesets, or of all."""
    chosen = {find_ruleset(key).key for key in keys} or {ruleset.key for ruleset in rulesets()}
    lines = []
    for ruleset in rulesets():
        lessons = lessons_for(ruleset) if ruleset.key in chosen else LESSONS.get(ruleset.key, ())
        if ruleset.key in chosen:
            print(f"{ruleset.key}: {len(lessons)}", *(each.task.value for each in lessons), flush=True)
        lines += [
            "\t".join((each.game, each.topic.value, each.task.value, each.position, *each.options)) for each in lessons
        ]
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
