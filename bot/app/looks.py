"""The look of a board for a person: the side below, the theme, and pictures that suit the platform."""

from bot.app.context import Context
from bot.app.images import Look
from bot.matches.match import Match
from engine.board import Board
from renderer import THEMES

_SIDES = {"first": 0, "second": 1}


def match_look(context: Context, match: Match) -> Look:
    """The look of the board of a match for this person."""
    own = None if match.practice else match.side_of(context.player.id)
    return side_look(context, own or 0)


def stacks(context: Context, board: Board) -> bool:
    """Are two pictures of this board read better one below the other than side by side?"""
    if board.height > board.width:
        return not context.able.narrow_pictures
    return not context.able.low_pictures


def side_look(context: Context, side: int) -> Look:
    """The look of a board for this person, who has a side on it."""
    view = _SIDES.get(context.player.view or "", side)
    return Look(view, context.player.theme or THEMES[0], context.able.narrow_pictures)
