"""``/link``: the code by which an account somewhere else becomes this person's too, and what is said on both sides.

Both sides are asked: whoever gives the code, and whoever made it. So neither a code that was stolen nor one that
somebody was talked into giving makes one person of two.
"""

import asyncio
from collections.abc import AsyncIterator
from enum import StrEnum

from bot.app.buttons.callback_data import CallbackData
from bot.app.people.linking import code_of, give_code, platform_name, result_of
from bot.app.requests.context import Context
from bot.chat import Answer, Button, PrivatePanel, Refusal, Row, Style
from bot.chat.linking import LinkCode, LinkState, LinkTicket
from bot.matches.refusals import BothInMatch, DataDeleted, TwoOfAPlatform
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
    whose = await context.services.links.by_code(typed)
    say = context.say
    if whose is None or whose.joiner is not None or whose.player == context.player.id:
        return await _given(context, typed)  # counts, and says, what is wrong with it
    name = await context.services.people.name(whose.player)
    text = say(
        "Is this {platform} account to be one with {name} ({there})? Matches, ratings and settings become one. "
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
        "Done: you are one person here and there. Your matches, ratings and puzzles are together now. /link undo makes "
        "two of you again, for {days} days.",
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
        say("In the other app write to me in private: /link {code}", code=code),
        say("In the web room: You, then I play on another device."),
        say("It is for one account, and holds for ten minutes. I ask you here before anything happens."),
    ]
    rows: tuple[Row, ...] = ()
    if await links.can_undo(context.player.id):
        rows = ((Button(say("Undo the last link"), str(CallbackData(Linking.UNDO)), Style.DANGER),),)
    return PrivatePanel(
        title=_title(context),
        text="\n".join(lines),
        rows=rows,
        confidential=True,
        replace=True,
        updates=_asked(context),
    )


async def _asked(context: Context) -> AsyncIterator[PrivatePanel | Refusal]:
    """The question whether it was them, once somebody has given their code; and that it holds no more."""
    say, asked = context.say, False
    while (link := await code_of(context)) and link.answered is None:
        if link.giver and not asked:
            asked = True
            yield _question(context, link)
        await asyncio.sleep(LOOKED_EVERY)
    if link is None:
        yield _over(context)
    elif not link.answered:
        yield PrivatePanel(title=_title(context), text=say("Nothing has changed."))


def _question(context: Context, link: LinkCode) -> PrivatePanel:
    say = context.say
    text = say("{name} has given your code. Is that you?", name=link.giver)
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
    text = say("Now say there, where you are {name}, that it was you.", name=ticket.name)
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
        text = say("The other side said no. Nothing has changed.")
    else:
        yield _over(context)
        return
    yield PrivatePanel(title=_title(context), text=text)


async def _undone(context: Context) -> Answer:
    say = context.say
    if not await context.services.links.undo(context.player.id):
        text = say(
            "There is nothing to undo: no account became yours in the last {days} days.", days=UNDONE_WITHIN.days
        )
        return Refusal(text=text)
    text = say("Done: you are two again. What was played since then stays with the match that it belongs to.")
    return PrivatePanel(title=_title(context), text=text, replace=True)


def _over(context: Context) -> PrivatePanel:
    say = context.say
    rows = ((Button(say("Make a new code"), str(CallbackData(Linking.AGAIN))),),)
    return PrivatePanel(title=_title(context), text=say("The code does not hold any more."), rows=rows, replace=True)


def _title(context: Context) -> str:
    return context.say("One person, several places")
