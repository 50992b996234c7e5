"""One person on several devices and accounts: codes, and what is said to whoever gives one.

A code alone lets nobody in: whoever has asked for it must say, where they asked, that it is them.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from bot.app.requests.context import Context
from bot.chat import Refusal, Request
from bot.chat.linking import LinkCode, LinkResult, LinkState, LinkTicket
from bot.foundation.bounded import BoundedMemory
from bot.matches.refusals import BothInMatch, DataDeleted, TwoOfAPlatform, UnknownLink
from bot.store.links import Joiner

TRIES = 5
"""Wrong codes that one person, or one address, may give within ``TRIES_WITHIN``."""
TRIES_WITHIN = timedelta(hours=1)
ASKERS = 10_000


class WrongLinkCodes:
    """The wrong codes of late, by person or address."""

    def __init__(self) -> None:
        self._known = BoundedMemory[str, Sequence[datetime]](ASKERS)

    def are_too_many(self, request: Request, now: datetime) -> bool:
        """Has somebody given so many that no code of theirs is taken?"""
        return len(self._recent(request, now)) >= TRIES

    def note(self, request: Request, now: datetime) -> None:
        """Somebody has given a wrong code."""
        self._known.put(_asker(request), (*self._recent(request, now), now))

    def _recent(self, request: Request, now: datetime) -> Sequence[datetime]:
        return [at for at in self._known.get(_asker(request)) or () if at > now - TRIES_WITHIN]


def _asker(request: Request) -> str:
    return f"{request.person.platform} {request.person.account or request.address}"


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
    return LinkCode("", left, known.joiner.name if known.joiner else "", known.answer)


async def give_code(context: Context, code: str, device: str, wrong: WrongLinkCodes) -> LinkTicket | Refusal:
    """Give a code on a device of this person, or of nobody yet."""
    say, request, now = context.say, context.request, context.now()
    if wrong.are_too_many(request, now):
        return Refusal(text=say("These were too many wrong codes. Try again in an hour, with a new one."))
    links, people = context.services.links, context.services.people
    whose = await links.by_code(code)
    if whose and whose.player == context.player.id:
        return Refusal(text=say("You are that already. Give this code on the other device."))
    try:
        ticket = await links.give(code, Joiner(request.person.platform, request.person.account, device))
    except UnknownLink as refusal:
        wrong.note(request, now)
        return Refusal(text=refusal.told(say))
    return LinkTicket(ticket, await people.name(whose.player if whose else None))


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
