"""The words of a lesson: its title, the rule that it shows, as the rules cards put it, and its task."""

from bot.app.rules import rules_text as rules
from bot.app.rules.abilities import capture, movement, promotion, special_captures, special_moves, told_as
from bot.app.rules.why import CARD_OF
from bot.app.text.moves import dropped_name
from bot.app.text.names import side_name
from bot.words import N_, Words
from engine.lessons import Lesson, LessonTask, LessonTopic, promoted
from engine.refusal import Reason
from engine.ruleset import Kind

_TITLES = {
    LessonTopic.BOARD: N_("Board and goal"),
    LessonTopic.MOVING: N_("Moving"),
    LessonTopic.CAPTURING: N_("Capturing"),
    LessonTopic.SEVERAL: N_("Several captures in one turn"),
    LessonTopic.DUTY: N_("Is capturing a duty?"),
    LessonTopic.GROWTH: N_("Pieces in hand"),
    LessonTopic.ENDING: N_("Winning"),
}
_TASK_TITLES = {LessonTask.PROMOTE: N_("Promotion"), LessonTask.REFUSE: N_("What is not allowed")}
"""Where the task tells more than the topic."""
_TASKS = {
    LessonTask.BEGIN: N_("Make the first turn of the game. Any will do."),
    LessonTask.GO: N_("Move to {point}."),
    LessonTask.TAKE: N_("Take a piece of your opponent."),
    LessonTask.TAKE_SEVERAL: N_("Take {count} pieces in one turn."),
    LessonTask.DECLINE: N_("You could take something here. Make a turn that takes nothing."),
    LessonTask.PROMOTE: N_("Get a {piece} in this turn."),
    LessonTask.PUT: N_("Put a {piece} on the board."),
    LessonTask.WIN: N_("Win the game in this turn."),
    LessonTask.FIND: N_("Only one of your pieces may move here. Which?"),
    LessonTask.REFUSE: N_("Which of these moves is not allowed?"),
}


def topic_title(lesson: Lesson, say: Words) -> str:
    """The title for the topic of a lesson."""
    return say(_TASK_TITLES.get(lesson.task, _TITLES[lesson.topic]))


def task_told(lesson: Lesson, say: Words) -> str:
    """Whom one plays, and what is to be done."""
    playing = say("You play {side}.", side=side_name(lesson.ruleset, lesson.start.turn, say))
    return f"{playing} {_task(lesson, say)}"


def _task(lesson: Lesson, say: Words) -> str:
    sentence = _TASKS[lesson.task]
    match lesson.task:
        case LessonTask.GO:
            return say(sentence, point=lesson.ruleset.board.points[lesson.answer.target])
        case LessonTask.TAKE_SEVERAL:
            return say(sentence, count=len(lesson.answer.captured))
        case LessonTask.PROMOTE if kind := promoted(lesson.start, lesson.answer):
            return say.sentence(sentence, piece=say.noun(kind.noun))
        case LessonTask.PUT:
            return say.sentence(sentence, piece=dropped_name(lesson.ruleset, 1, say))
        case _:
            return say(sentence)


def rule_told(lesson: Lesson, say: Words) -> list[str]:
    """The sentences of the rule that a lesson shows."""
    ruleset = lesson.ruleset
    match lesson.task:
        case LessonTask.BEGIN:
            return [say(ruleset.summary), rules.board_told(ruleset, say), *rules.opening_told(ruleset, say)]
        case LessonTask.GO:
            kind = _mover(lesson)
            pieces = told_as(ruleset, kind, say)
            return [movement(ruleset, kind, pieces, say), *special_moves(ruleset, kind, pieces, say)]
        case LessonTask.TAKE if lesson.topic is LessonTopic.CAPTURING:
            kind = _mover(lesson)
            pieces = told_as(ruleset, kind, say)
            return [capture(ruleset, kind, pieces, say), *special_captures(kind, pieces, say)]
        case LessonTask.TAKE_SEVERAL:
            chains = CARD_OF[Reason.ONE_CAPTURE_ONLY].tell(ruleset, say)
            return chains + rules.choice_told(ruleset, say)
        case LessonTask.TAKE | LessonTask.DECLINE | LessonTask.FIND:
            return rules.duty_told(ruleset, say)
        case LessonTask.PROMOTE:
            kind = _mover(lesson)
            return [promotion(ruleset, kind, told_as(ruleset, kind, say), say)]
        case LessonTask.PUT:
            return [rules.placement_told(ruleset, each, say) for each in ruleset.placements]
        case LessonTask.WIN:
            return rules.winning_told(ruleset, say)
        case LessonTask.REFUSE:
            refusal = lesson.refusal_of(lesson.options[0])
            return CARD_OF[refusal.reason].tell(ruleset, say) if refusal else []


def _mover(lesson: Lesson) -> Kind:
    """The kind of the piece that the right turn moves."""
    return lesson.ruleset.kind[lesson.start.position.cells[lesson.answer.origin]]
