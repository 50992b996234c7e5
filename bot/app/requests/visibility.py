"""Rules of who may see what where. A match: its players anywhere, others where it stands, nobody by a mere guess.

On a platform that shows live boards at an address (``Capabilities.watched_by_address``), whoever has the address of a
match that stands anywhere on it may watch. Who is in a group in which a match stands, as the platform says, may watch
its live board from their private chat. A match that nobody is to watch (``Terms.watched``) is its players' alone.

*Show to all*: an answer to one person, shown once more to everybody in the place, with the name of who wished it. It is
offered where others are and the answer tells them nothing about a match that stands in private chats only, or that
nobody is to watch. A platform
leaves the button out where all see the answer already. Who shows their own hint shows it to the opponent too: that is
for them to decide.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from bot.app.buttons.callback_data import Action, CallbackData
from bot.app.requests.context import Context
from bot.chat import Answer, Button, FileMessage, PrivatePanel, PublicAnswer, file_in
from bot.matches.identity import Place
from bot.matches.match import Match
from bot.matches.refusals import ActionRefused, NobodyWatches, NotShownHere, UnknownMatch, UnreadableMatch
from bot.matches.status import LIVE
from bot.services.views import View
from bot.words import N_


class NotAmong(ActionRefused):
    """A button names a chat in which whoever presses it is not."""

    sentence = N_("You are not in that chat any more. This is only for those who are in it.")


async def check_may_see(context: Context, match: Match, data: CallbackData | None = None) -> None:
    """Its players see a match anywhere; others in a place where it stands or beside it, in a thread that
    all there can read, and on what they were shown of it there.

    ``data`` is that of the button pressed. Raises NotShownHere, NobodyWatches.
    """
    if match.concerns(context.player.id):
        return
    if not await _stands_before(context, match.code, data):
        raise NotShownHere(match.code)
    if not match.terms.watched:
        raise NobodyWatches(match.code)


async def check_may_watch(context: Context, match: Match, data: CallbackData | None = None) -> None:
    """Its live board is shown to those who may see it, and to whoever has its address.

    In private chats also to whoever is in a group where it stands. ``data`` is that of the button pressed. Raises
    NotShownHere, NobodyWatches.
    """
    views = await context.services.views.of_match(match.code)
    if match.terms.watched and any(_has_address(context, view) for view in views):
        return
    if match.terms.watched and not match.concerns(context.player.id) and await _is_among_them(context, views):
        return
    await check_may_see(context, match, data)


async def _is_among_them(context: Context, views: Sequence[View]) -> bool:
    """Does whoever asks from their private chat read a group in which the match stands?"""
    here = context.request.place
    if not here.private or not context.request.person.account:
        return False
    for place in {view.place for view in views if not view.place.private and view.place.platform == here.platform}:
        if await is_among(context, place):
            return True
    return False


async def is_among(context: Context, place: Place) -> bool:
    """Is whoever asks in a chat, as its platform says or has said of late?"""
    seen, account, now = context.tools.members_seen, context.request.person.account, context.now()
    known = seen.knows(place, account, now)
    if known is None:
        known = await context.tools.is_there(place, account)
        seen.note(place, account, now, there=known)
    return known


async def check_among(context: Context, place: Place) -> None:
    """Is whoever asks in the chat that a button names? Raises NotAmong."""
    if place != context.request.place and not await is_among(context, place):
        raise NotAmong


async def knows(context: Context, code: str, data: CallbackData | None = None) -> bool:
    """Is there a match with this code that is this person's, or that they may watch, also if it cannot be read?

    An invitation to anybody that stands elsewhere is known only by its code: they may have guessed it. ``data`` is that
    of the button pressed; who was offered a seat, by the code or link, knows the match.
    """
    if data is not None and data.action == Action.ACCEPT and data.owner == context.player.id:
        return True
    watched = False
    try:
        match = await context.services.matches.get(code)
        theirs, watched = match.names(context.player.id), match.terms.watched
    except UnknownMatch:
        return False
    except UnreadableMatch:
        listed = [await context.services.matches.listed(context.player.id, live=live) for live in (True, False)]
        theirs = any(code in each.unreadable for each in listed)
    if theirs or await _stands_before(context, code, data):
        return True
    return watched and await _is_among_them(context, await context.services.views.of_match(code))


async def _stands_before(context: Context, code: str, data: CallbackData | None) -> bool:
    """Does a match stand in this place, or did this person see it where it stands?"""
    here = context.request.place
    views = await context.services.views.of_match(code)
    if data is not None and data.owner == context.player.id:
        if any(_has_address(context, view) for view in views):
            return True  # a button of the live board that was shown to them
        if here.private:
            # Their own answer about a match they saw where others see it; one in private chats they never saw.
            return any(not view.place.private for view in views)
    return any(view.place.is_at(here) or (not view.place.private and view.place.is_around(here)) for view in views)


def _has_address(context: Context, view: View) -> bool:
    """Does the live board of a match have an address, where the request comes from, because it stands there?"""
    return context.able.watched_by_address and view.place.platform == context.request.place.platform


async def is_elsewhere_private(context: Context, match: Match) -> bool:
    """Does this match stand in private chats only, while others may read what is said in this place?"""
    return not context.request.place.private and not await stands_openly(context, match)


async def stands_openly(context: Context, match: Match) -> bool:
    """Does this match stand in a place that others read?"""
    return not all(view.place.private for view in await context.services.views.of_match(match.code))


async def has_passed(context: Context, code: str, ply: int) -> None:
    """Return once a match stands at another position, or is over."""
    changed = asyncio.Event()

    def note(other: str) -> None:
        if other == code:
            changed.set()

    unsubscribe = context.services.news.matches.subscribe(note)
    try:
        while True:
            match = await context.services.matches.get(code)
            if match.status not in LIVE or match.game.ply != ply:
                return
            await changed.wait()
            changed.clear()
    finally:
        unsubscribe()


async def offer_to_all(context: Context, data: CallbackData, match: Match | None = None) -> Button | None:
    """The button for ``PrivatePanel.to_all``, for an answer about this match, if it is about one."""
    if context.request.place.private:
        return None
    if match and (not match.terms.watched or await is_elsewhere_private(context, match)):
        return None
    return Button(context.say("Show to all"), str(data))


def for_all(context: Context, answer: Answer) -> Answer:
    """An answer to one person as it is shown to all; unchanged where it may not be shown, or shows nothing."""
    if not isinstance(answer, PrivatePanel | FileMessage) or answer.to_all is None:
        return answer
    by = context.say("Shown by {name}.", name=context.player.name)
    return PublicAnswer(
        title=answer.title,
        text=f"{by}\n{answer.text}",
        code=answer.code,
        picture=answer.picture,
        without_picture=answer.without_picture,
        links=answer.links,
        panel=replace(answer, to_all=None, replace=True) if isinstance(answer, PrivatePanel) else None,
        file=file_in(answer),
    )
