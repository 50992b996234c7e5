"""The buttons that open a step of a lesson, or of a puzzle: they stand beside what either is about."""

from enum import StrEnum

from bot.app.buttons.callback_data import Action, CallbackData
from bot.chat import Button, Style
from engine.ruleset import Ruleset


class DailyAction(StrEnum):
    """The buttons of the puzzle of the day."""

    SOLVE = "ds"
    SWITCH = "dw"
    HOUR = "dh"
    GAME = "dg"
    ZONE = "dz"
    TAB = "dt"


def solve_button(day: str, label: str) -> Button:
    """The button that opens the puzzle of a day of the chat in which it stands."""
    return Button(label, str(CallbackData(DailyAction.SOLVE, argument=day)), Style.MAIN)


def lesson_step(ruleset: Ruleset, number: int) -> str:
    """The argument that names a lesson of a game, counted from 0; what is picked in it comes behind."""
    return f"{ruleset.short_id}{number}/"


def lesson_button(ruleset: Ruleset, number: int, label: str, more: str = "", style: Style = Style.PLAIN) -> Button:
    """The button that opens a lesson of a game; ``more`` is what is picked in it."""
    return Button(label, str(CallbackData(Action.LESSON, argument=f"{lesson_step(ruleset, number)}{more}")), style)


def puzzle_step(puzzle: str, step: int, mark: str = "") -> str:
    """The argument that names a step of a puzzle, counted from 0; ``mark`` is the theme that was asked for."""
    return f"{puzzle}{step}{mark}/"


def puzzle_button(puzzle: str, label: str) -> Button:
    """The button that opens a puzzle."""
    return Button(label, str(CallbackData(Action.PUZZLE, argument=puzzle_step(puzzle, 0))))
