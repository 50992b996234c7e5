"""One person on several devices and accounts: codes, and what is said to whoever gives one.

A code alone lets nobody in: whoever has asked for it must say, where they asked, that it is them.
"""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.app.requests.context import Context
from bot.chat import Refusal
from bot.chat.linking import LinkCode, LinkResult, LinkState, LinkTicket
from bot.matches.identity import UNPROVEN
from bot.matches.refusals import BothInMatch, DataDeleted, TwoOfAPlatform, UnknownLink
from bot.store.links import Joiner, Link
from bot.words import Words

T = TypeVar("T")


def platform_name(platform: str, say: Words) -> str:
    """A platform as people call it."""
    return say("the web room") if platform in UNPROVEN else platform.capitalize()


async def begin_link(context: Context) -> LinkCode:
    """A code of this person, in place of the one before, unless somebody has given that and waits."""
    links = context.services.links
    known = await links.of_player(context.player.id)
    if known and known.joiner and known.answer is None:
        return await code_of(context) or LinkCode("", 0, "")
    code = await links.begin(context.player.id, context.request.place.platform)
    found = await code_of(context)
    return LinkCode(code, found.seconds if found else 0, "")


async def code_of(context: Context) -> LinkCode | None:
    """The code of this person that still holds."""
    known = await context.services.links.of_player(context.player.id)
    if known is None:
        return None
    left = max(int((known.until - context.now()).total_seconds()), 0)
    return LinkCode("", left, _told(known.joiner, context.say) if known.joiner else "", known.answer)


def _told(joiner: Joiner, say: Words) -> str:
    """Somebody who has given a code: with the platform of an account elsewhere, by the device in the web room."""
    return joiner.name if joiner.platform in UNPROVEN else f"{joiner.name} ({platform_name(joiner.platform, say)})"


async def link_of(context: Context, code: str) -> Link | Refusal:
    """The link of a code that this person may give, or why they may not."""

    async def look() -> Link | Refusal:
        link = await context.services.links.by_code(code)
        if link is None or link.joiner is not None:
            raise UnknownLink
        if link.player == context.player.id:
            text = context.say("This code is your own: give it on the other device, or in the other app.")
            return Refusal(text=text)
        return link

    return await _judged(context, look)


async def give_code(context: Context, code: str, device: str) -> LinkTicket | Refusal:
    """Give a code on a device of this person, or of nobody yet."""
    link = await link_of(context, code)
    if isinstance(link, Refusal):
        return link
    person = context.request.person
    giver = Joiner(person.platform, person.account, device)
    ticket = await _judged(context, lambda: context.services.links.give(code, giver))
    if isinstance(ticket, Refusal):
        return ticket
    return LinkTicket(ticket, await context.services.people.name(link.player))


async def _judged(context: Context, take: Callable[[], Awaitable[T]]) -> T | Refusal:
    """The effect of a code, or why it has none."""
    say = context.say
    try:
        taken = await context.tools.wrong_links.judged(context.request, take)
    except UnknownLink as refusal:
        return Refusal(text=refusal.told(say))
    if taken is None:
        return Refusal(text=say("These were too many wrong codes. Try again in an hour, with a new one."))
    return taken


async def result_of(context: Context, ticket: str) -> LinkResult:
    """The answer to whoever has a ticket, as far as there is one."""
    found = await context.services.links.by_ticket(ticket)
    if found is None or found.joiner is None:
        return LinkResult(LinkState.OVER)
    if found.answer is None:
        return LinkResult(LinkState.WAITS)
    if not found.answer:
        return LinkResult(LinkState.NO)
    known = await context.services.people.by_id(found.player, context.request.place.platform)
    return LinkResult(LinkState.YES, known.person.account if known else "", found.joiner.name)


async def answer_link(context: Context, *, agrees: bool) -> bool | Refusal:
    """Say whether the one who has given this person's code is them; is there one who waits for it?"""
    links = context.services.links
    if not agrees:
        return await links.refuse(context.player.id)
    try:
        return await links.accept(context.player.id)
    except (BothInMatch, TwoOfAPlatform, DataDeleted) as refusal:
        return Refusal(text=refusal.told(context.say))
