"""Finds the match that a command means when it names none (never guessed where a guess could move a wrong piece)."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.app.buttons.callback_data import CallbackData
from bot.app.requests.context import Context
from bot.chat.match_codes import read_code
from bot.matches.guessing import can_be_guessed
from bot.matches.match import Match
from bot.matches.refusals import ActionRefused, NotYourTurn, OnlyVotes, UnknownMatch, UnreadableMatch
from bot.matches.status import Status
from bot.matches.village import awaited_village
from bot.services.match.matches import MatchList, Player
from bot.words import N_

LOOKED_AT = 10
"""So many matches of a place are looked at for one of others that is meant."""
_LIKE_TEXT = re.compile(r"[A-Z]+|[0-9X]+|([A-Z][0-9]{1,2}X?)+")
"""A code that looks like a word, or like a turn that is written without signs between its points."""


class NoMatchMeant(ActionRefused):
    """No match of this person fits the command."""

    sentence = N_("You have no such match. /games lists yours, /play begins one.")


class SeveralMatchesMeant(ActionRefused):
    """Several matches fit: ``matches`` are to choose from, and ``then`` is done in the chosen one."""

    sentence = N_("Several of your matches fit. Which one do you mean?")

    matches: Sequence[Match]
    then: CallbackData


class MatchElsewhere(ActionRefused):
    """One match fits, but it is shown in another place: it is not acted on unasked. Then ``then`` is done in it."""

    sentence = N_("You have no match here. Do you mean this one?")

    match: Match
    then: CallbackData


class NoBoard(ActionRefused):
    """The message that was chosen shows no match."""

    sentence = N_("That is no board of Papan.")


async def code_of_board(context: Context) -> str:
    """The code of the match that a chosen message shows. Raises NoBoard, UnreadableMatch."""
    shown = await context.services.views.match_by_message(context.request.place, context.request.message)
    if shown is None:
        raise NoBoard
    return shown.code


@dataclass(frozen=True)
class Wanted:
    """A condition on the match for a command to make sense in it, and the button that does the same in one match.

    ``then`` is without the code and the ply of a match.
    """

    fits: Callable[[Match], bool]
    then: CallbackData
    acts: bool = True
    """Does the command change the match? Then one in another place is not taken unasked."""


async def is_code(context: Context, word: str) -> bool:
    """Is a word beside a text a code? One that may be a part of the text is where a match has it: *keep*, c3xe5."""
    code = read_code(word)
    if code is None or not _LIKE_TEXT.fullmatch(code):
        return code is not None
    try:
        await context.services.matches.get(code)
    except UnknownMatch:
        return False
    except UnreadableMatch:
        return True
    return True


async def find_match(context: Context, code: str, wanted: Wanted) -> Match:
    """The match meant by code, by the board answered to, by the place, or by being the only one that fits.

    Raises UnknownMatch for a code that no match has, NoMatchMeant, SeveralMatchesMeant or MatchElsewhere; OnlyVotes for
    who has no match here, where a village plays; and UnreadableMatch where the match that is meant cannot be read, or
    may be one that cannot.
    """
    if named := read_code(code):
        return await context.services.matches.get(named)
    request = context.request
    if request.message:
        answered = await context.services.views.match_by_message(request.place, request.message)
        if answered is not None:
            return answered
    listed = await context.listed()
    mine = [match for match in listed.matches if wanted.fits(match)]
    here = [match for match in mine if match.code in listed.here]
    if len(here) == 1:
        return here[0]
    if here:
        raise SeveralMatchesMeant(here, wanted.then)
    if not mine:
        check_readable(listed)
        if wanted.acts and not listed.here and await _village_plays(context):
            raise OnlyVotes
        raise NoMatchMeant
    if len(mine) > 1:
        raise SeveralMatchesMeant(mine, wanted.then)
    if wanted.acts:
        raise MatchElsewhere(mine[0], wanted.then)
    return mine[0]


async def _village_plays(context: Context) -> bool:
    """Is a match of a village among the latest here?"""
    return any(match.villages and is_playing(match) for match in await latest_here(context))


async def latest_here(context: Context) -> list[Match]:
    """The latest matches of all in the place of a request, as many as are looked at for one that is meant."""
    return await context.services.matches.newest_in(context.request.place, LOOKED_AT)


async def find_turn(context: Context, code: str, then: CallbackData, *, acts: bool = True) -> Match:
    """The match in which this person is to move, found as ``find_match`` does.

    Raises what ``find_match`` raises, and NotYourTurn where all of their matches wait for somebody else.
    """
    try:
        return await find_match(context, code, Wanted(is_turn_of(context.player), then, acts))
    except NoMatchMeant:
        if theirs := [
            match.code for match in await context.services.matches.of_player(context.player.id) if is_playing(match)
        ]:
            raise NotYourTurn(", ".join(theirs)) from None
        raise


async def find_played(context: Context, code: str, *, here: bool = False) -> Match:
    """The match with this code, the one answered to, or the latest finished one of this person; else one they play.

    ``here``: the latest that stands in this place comes before those of the person.

    Raises UnknownMatch, UnreadableMatch, NoMatchMeant.
    """
    if named := read_code(code):
        return await context.services.matches.get(named)
    request, me = context.request, context.player.id
    if request.message and (answered := await context.services.views.match_by_message(request.place, request.message)):
        return answered
    if here:
        for match in await context.services.matches.played_in(request.place):
            if match.terms.watched or match.concerns(me):
                return match
    over = await context.services.matches.of_player(me, live=False)
    live = await context.listed()
    for matches in (over, live.matches):
        if played := [match for match in matches if match.game.moves]:
            return max(played, key=lambda match: match.changed)
    check_readable(live)
    raise NoMatchMeant


def check_readable(listed: MatchList) -> None:
    """Raises UnreadableMatch for a person of whose matches none is under way, as far as they can be read."""
    if listed.unreadable and not any(map(is_playing, listed.matches)):
        raise UnreadableMatch(*listed.unreadable[:1])


def is_playing(match: Match) -> bool:
    """Is the match under way?"""
    return match.status is Status.PLAYING


def is_turn_of(player: Player) -> Callable[[Match], bool]:
    """Tells the matches in which this player is to move."""
    return lambda match: is_playing(match) and match.side_of(player.id) == match.game.turn


def may_plan(context: Context, match: Match) -> bool:
    """Could this person plan an answer in a match now?"""
    try:
        match.check_may_plan(context.player.id)
    except ActionRefused:
        return False
    return context.services.matches.computers.keys().isdisjoint(match.seats)


def may_guess(context: Context, match: Match) -> bool:
    """Is it a match of others, of which the next turn can be guessed, or voted on?"""
    if match.villages and not match.names(context.player.id):
        return awaited_village(match) is not None
    if not is_playing(match) or match.names(context.player.id) or not can_be_guessed(match):
        return False
    return context.services.matches.computers.keys().isdisjoint(match.seats)


async def can_be_analysed(context: Context) -> list[Match]:
    """The matches of this person that are over, and their practice boards, the latest first."""
    over = await context.services.matches.of_player(context.player.id, live=False)
    live = await context.services.matches.of_player(context.player.id)
    fitting = [match for match in (*over, *live) if match.game.moves and may_be_analysed(match)]
    return sorted(fitting, key=lambda match: match.changed, reverse=True)


def may_be_analysed(match: Match) -> bool:
    """May this match be analysed? Not while an opponent still plays it: the analysis would help one of the two."""
    return match.status is Status.OVER or (match.practice and match.status is Status.PLAYING)
