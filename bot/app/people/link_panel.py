"""``/link``: the code by which an account somewhere else becomes this person's too, and what is said on both sides.

Both sides are asked: whoever gives the code, and whoever made it. So neither a code that was stolen nor one that
somebody was talked into giving makes one person of two.
"""

import asyncio
from collections.abc import AsyncIterator
from enum import StrEnum

from bot.app.buttons.callback_data import CallbackData
from bot.app.people.linking import give_code, link_of, platform_name, result_of
from bot.app.requests.context import Context
from bot.chat import Answer, Button, PrivatePanel, Refusal, Row, Style
from bot.chat.linking import LinkState, LinkTicket
from bot.matches.identity import UNPROVEN
from bot.matches.refusals import BothInMatch, DataDeleted, TwoOfAPlatform
from bot.store.links import Joiner
from bot.store.merging import UNDONE_WITHIN

LOOKED_EVERY = 2.0
"""Seconds between two looks at what the other side has said."""
UNDO = "undo"
"""What is typed in place of a code to undo the last link."""


class Linking(StrEnum):
    """The actions of the buttons of these panels."""

    GIVE = "xg"
    YES = "xy"
    NO = "xn"
    AGAIN = "xa"
    UNDO = "xu"


async def link_command(context: Context, code: str) -> Answer:
    """``/link``: a code of this person's, or the question whether a code is to be given, or the undoing of the last."""
    typed = code.strip()
    if typed.casefold() == UNDO:
        return await _undone(context)
    if not typed:
        return await _begun(context)
    whose = await link_of(context, typed)
    if isinstance(whose, Refusal):
        return whose
    say = context.say
    name = await context.services.people.name(whose.player)
    text = say(
        "Join this {platform} account with {name} ({there})? Matches, ratings and settings become one. "
        "Only go on if you made this code yourself just now.",
        platform=platform_name(context.request.person.platform, say),
        name=name,
        there=platform_name(whose.platform, say),
    )
    rows = (
        (
            Button(say("Yes, one person"), str(CallbackData(Linking.GIVE, argument=typed[:20]))),
            Button(say("No"), str(CallbackData(Linking.NO))),
        ),
    )
    return PrivatePanel(title=_title(context), text=text, rows=rows, confidential=True)


async def pressed_again(context: Context, data: CallbackData) -> Answer:
    """*Make a new code*."""
    del data
    return await _begun(context)


async def pressed_give(context: Context, data: CallbackData) -> Answer:
    """*Yes, one person*, on the side that gives the code."""
    return await _given(context, data.argument)


async def pressed_yes(context: Context, data: CallbackData) -> Answer:
    """*Yes, it is me*, on the side that made the code."""
    del data
    say, link = context.say, await context.services.links.of_player(context.player.id)
    try:
        done = await context.services.links.accept(context.player.id)
    except (BothInMatch, TwoOfAPlatform, DataDeleted) as refusal:
        return Refusal(text=refusal.told(say), replace=True)
    if not done or link is None:
        return _over(context)
    text = say(
        "Done: you are one person here and there. Your matches, ratings and puzzles are together now. Within {days} "
        "days, /link undo makes two of you again.",
        days=UNDONE_WITHIN.days,
    )
    return PrivatePanel(title=_title(context), text=text, replace=True)


async def pressed_no(context: Context, data: CallbackData) -> Answer:
    """*No*, on either side."""
    del data
    await context.services.links.refuse(context.player.id)
    return PrivatePanel(title=_title(context), text=context.say("Nothing has changed."), replace=True)


async def pressed_undo(context: Context, data: CallbackData) -> Answer:
    """*Undo*: two players again."""
    del data
    return await _undone(context)


async def _begun(context: Context) -> Answer:
    """The code of this person, and the panel that asks them once somebody has given it."""
    say, links = context.say, context.services.links
    code = await links.begin(context.player.id, context.request.place.platform)
    lines = [
        say("Your code: {code}", code=code),
        say("It is for one account, and holds for ten minutes. I ask you here before anything happens."),
        say("In the web room: You, then I play on another device."),
        say("In the other app, write this to me in private:"),
    ]
    rows: tuple[Row, ...] = ()
    if await links.can_undo(context.player.id):
        rows = ((Button(say("Undo the last link"), str(CallbackData(Linking.UNDO)), Style.DANGER),),)
    return PrivatePanel(
        title=_title(context),
        text="\n".join(lines),
        code=f"/link {code}",
        rows=rows,
        confidential=True,
        replace=True,
        updates=_asked(context, code),
    )


async def _asked(context: Context, code: str) -> AsyncIterator[PrivatePanel | Refusal]:
    """The question whether it was them, once somebody has given this code; and that it holds no more."""
    say, asked, links = context.say, False, context.services.links
    while (link := await links.by_code(code)) and link.answer is None:
        if link.joiner and not asked:
            asked = True
            yield _question(context, link.joiner)
        await asyncio.sleep(LOOKED_EVERY)
    if link is None:
        yield _over(context)
    elif not link.answer:
        yield PrivatePanel(title=_title(context), text=say("Nothing has changed."))


def _question(context: Context, joiner: Joiner) -> PrivatePanel:
    say = context.say
    name = joiner.name
    if joiner.platform in UNPROVEN:
        browser, _, system = name.partition("/")
        both = browser and system
        name = say("{browser} on {system}", browser=browser, system=system) if both else browser or system
    where = platform_name(joiner.platform, say)
    text = say("{name} has given your code. Is that you?", name=f"{name or say('An unknown device')} ({where})")
    rows = (
        (
            Button(say("Yes, it is me"), str(CallbackData(Linking.YES))),
            Button(say("No, keep it out"), str(CallbackData(Linking.NO)), Style.DANGER),
        ),
    )
    return PrivatePanel(title=_title(context), text=text, rows=rows, confidential=True)


async def _given(context: Context, code: str) -> Answer:
    """Give a code: what the other side says to it is shown in the same panel."""
    say = context.say
    ticket = await give_code(context, code, context.player.name)
    if isinstance(ticket, Refusal):
        return ticket
    text = say("Now confirm it where you made the code: there you are {name}.", name=ticket.name)
    updates = _answered(context, ticket)
    return PrivatePanel(title=_title(context), text=text, replace=True, confidential=True, updates=updates)


async def _answered(context: Context, ticket: LinkTicket) -> AsyncIterator[PrivatePanel | Refusal]:
    say = context.say
    result = await result_of(context, ticket.ticket)
    while result.state is LinkState.WAITS:
        await asyncio.sleep(LOOKED_EVERY)
        result = await result_of(context, ticket.ticket)
    if result.state is LinkState.YES:
        text = say("Done: you are {name} here too.", name=ticket.name)
    elif result.state is LinkState.NO:
        text = say("The other side has not agreed. Nothing has changed.")
    else:
        yield _over(context)
        return
    yield PrivatePanel(title=_title(context), text=text)


async def _undone(context: Context) -> Answer:
    say = context.say
    parted = await context.services.links.undo(context.player.id)
    if parted is None:
        text = say(
            "There is nothing to undo: no account became yours in the last {days} days.", days=UNDONE_WITHIN.days
        )
        return Refusal(text=text)
    one, other = (" + ".join(platform_name(each, say) for each in platforms) for platforms in parted)
    text = say(
        "Done: you are two people again: one with {one}, one with {other}. What was played since then stays with the "
        "match that it belongs to.",
        one=one,
        other=other,
    )
    return PrivatePanel(title=_title(context), text=text, replace=True)


def _over(context: Context) -> PrivatePanel:
    say = context.say
    rows = ((Button(say("Make a new code"), str(CallbackData(Linking.AGAIN))),),)
    return PrivatePanel(title=_title(context), text=say("The code does not hold any more."), rows=rows, replace=True)


def _title(context: Context) -> str:
    return context.say("One person, several places")
