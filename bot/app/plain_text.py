"""Plain messages: moves in the match they belong to, and a word of help for those who greet the bot; else just talk."""

import re

from bot.app.context import Context
from bot.app.help import is_greeting, short_help
from bot.app.match_resolver import check_readable, is_playing, is_turn_of
from bot.app.move_entry import Typed, among, elsewhere, parse, play, respond, split_code
from bot.app.play import named_in_reply
from bot.app.unclear import unclear
from bot.chat import Answer
from bot.matches.match import Match
from bot.matches.refusals import NotYourTurn, UnreadableMatch
from bot.services.views import MatchSnapshot
from engine.parser import InvalidMove, NotListed, Played

_POINT = re.compile(r"(?<![^\W_])[a-z]\d", re.IGNORECASE)


async def said(context: Context, text: str) -> Answer | None:
    """The answer to a plain message, None for ordinary talk among people.

    A reply to a board or a call belongs to that match. A line to the bot, in private or with its name, belongs to the
    matches of that chat, or else to any. In a room where every line is heard, a legal move is played.
    """
    request = context.request
    if request.chosen and (invited := await named_in_reply(context)):
        return invited
    try:
        answered = await context.views.snapshot_by_message(request.place, request.message) if request.message else None
    except UnreadableMatch:
        if _names_a_point(text):
            raise
        return None
    if answered is not None:
        return await _replied(context, answered, text)
    if request.place.private or request.addressed:
        if is_greeting(text):
            return short_help(context)
        return await _to_the_bot(context, text) or await unclear(context, text)
    if context.able.hears_all:
        return await _overheard(context, text)
    return None


async def _replied(context: Context, answered: MatchSnapshot, text: str) -> Answer | None:
    """The answer to a reply to a message of a match, which was read with it: only ``act`` reads it again."""
    match = answered.match
    typed = await _move_in(context, match, text)
    if typed is None:
        return None
    if is_turn_of(context.player)(match):
        return await respond(context, match, typed)
    _check_turn(context, [(match, typed)])
    return None


async def _to_the_bot(context: Context, text: str) -> Answer | None:
    code, text = await split_code(context, "", text)
    listed = await context.matches.listed(context.player.id, place=context.request.place)
    if code in listed.unreadable:
        raise UnreadableMatch(code)
    if _names_a_point(text):
        check_readable(listed)
    mine = [
        (match, typed)
        for match in listed.matches
        if is_playing(match)
        and code in ("", match.code)
        and (typed := await _move_in(context, match, text)) is not None
    ]
    waiting = [(match, typed) for match, typed in mine if is_turn_of(context.player)(match)]
    codes = listed.here
    readable = [each for each in waiting if not isinstance(each[1], InvalidMove)] or waiting
    meant = [(match, typed) for match, typed in readable if match.code in codes] or readable
    if not meant:
        _check_turn(context, mine)
        return None
    if len(meant) > 1:
        return await among(context, meant)
    ((match, typed),) = meant
    # Where another match stands, which only waits for the opponent, the move may have been meant for that one.
    no_other = context.request.place.private and not any(each.code in codes for each, _ in mine)
    if match.code in codes or code or no_other:
        return await respond(context, match, typed)
    return await elsewhere(context, match, typed)


async def _overheard(context: Context, text: str) -> Answer | None:
    """The answer to a line in a room: all is talk but a legal move, by its points, in the one match that waits here."""
    listed = await context.matches.listed(context.player.id, place=context.request.place)
    waiting = [match for match in listed.matches if match.code in listed.here and is_turn_of(context.player)(match)]
    if len(waiting) != 1 or not any(letter.isalpha() for letter in text):
        return None
    typed = await parse(context, waiting[0], text)
    return await play(context, waiting[0], typed) if isinstance(typed, Played) else None


def _names_a_point(text: str) -> bool:
    """May this text be a move of some game?"""
    return _POINT.search(text) is not None


def _check_turn(context: Context, matches: list[tuple[Match, Typed]]) -> None:
    """Raises NotYourTurn for a text that is a move in matches in which this person plays and the other is to move."""
    player = context.player.id
    codes = [
        match.code for match, typed in matches if match.side_of(player) is not None and not isinstance(typed, NotListed)
    ]
    if codes:
        raise NotYourTurn(*codes)


async def _move_in(context: Context, match: Match, text: str) -> Typed | None:
    """The move that a text means in a match; None for other words, and in a match that is over."""
    if not is_playing(match):
        return None
    typed = await parse(context, match, text)
    return None if isinstance(typed, InvalidMove) and not typed.unknown else typed
