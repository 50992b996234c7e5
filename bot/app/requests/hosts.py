"""The decisions of the hosts of a server, group or room, asked before something is done there."""

from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar, assert_never

from bot.app.requests.context import Context
from bot.chat import AllowedKind, MessageLink, Refusal
from bot.matches.communities import GENERAL, OPEN_TO_ALL, Community, Grant, Right
from bot.matches.host_rules import (
    AdmissionNeeded,
    Admitted,
    ComputerOff,
    GuestKeptOut,
    HintsOff,
    HostAdmission,
    check_channel,
    check_player,
    played_in,
)
from bot.matches.identity import Place
from bot.matches.match import Match

T = TypeVar("T")


async def clocks_of(context: Context) -> str | None:
    """The time zone in which this person names days: their own, else that of the place; None where neither is known."""
    return context.player.zone or (await context.community()).zone


async def manages(context: Context, place: Place) -> bool:
    """Does this person decide for a place? The platform is asked each time: a right can have gone meanwhile."""
    return bool(place.community) and await context.tools.manages(place, context.player.account)


async def may(context: Context, right: Right, found: Community | None = None) -> bool:
    """May this person do something here? The one question for all rights that hosts give."""
    place, roles = context.request.place, context.request.roles
    if not place.community:
        return right in OPEN_TO_ALL
    found = found or await context.services.communities.of_place(place)
    return found.may(right, roles, manages=False) or await manages(context, place)


async def may_in(context: Context, right: Right, place: Place) -> bool:
    """May this person do something in a place that a button names? Roles are known only of where they press."""
    is_here = (place.platform, place.chat) == (context.request.place.platform, context.request.place.chat)
    return await (may(context, right) if is_here else manages(context, place))


async def is_staff(context: Context, place: Place, account: str) -> bool:
    """May an account rule in the matches of a place, because it manages the place or has a role for that?"""
    found = await context.services.communities.of_place(place)
    if found.may(Right.RULE, await context.tools.roles(place, account), manages=False):
        return True
    return bool(place.community) and await context.tools.manages(place, account)


async def as_admitted(context: Context, work: Callable[[Admitted], Awaitable[T]]) -> T:
    """The result of ``work``, called with all that this person is admitted to of what hosts keep to some people.

    The platform is asked between two calls, and only for what is missing: no transaction waits for it. Raises the
    AdmissionNeeded of what the person is not admitted to.
    """
    admitted: set[tuple[HostAdmission, str, str]] = set()
    while True:
        try:
            return await work(frozenset(admitted))
        except AdmissionNeeded as asked:
            if asked.key in admitted or not await _is_admitted(context, asked):
                raise
            admitted.add(asked.key)


async def _is_admitted(context: Context, asked: AdmissionNeeded) -> bool:
    found, place, request = asked.community, asked.place, context.request
    is_here = (place.platform, place.community) == (request.place.platform, request.place.community)
    match asked.admission:
        case HostAdmission.PLAY:
            roles = request.roles if is_here else await context.tools.roles(place, context.player.account)
            return found.may(Right.PLAY, roles, manages=False) or await manages(context, place)
        case HostAdmission.RATED:
            roles = request.roles if is_here else await context.tools.roles(place, context.player.account)
            return found.rated_role is None or found.rated_role[0] in roles
        case HostAdmission.ANY_CHANNEL:
            if place.is_at(request.place) and found.opens_in(place, request.channel):
                return True
            return found.chosen("exempt") == "yes" and await manages(context, place)
        case never:
            assert_never(never)


async def check_may_open(context: Context, found: Community) -> None:
    """May this person open a match here, of whatever kind? Raises KeptToSome, OtherChannels."""
    place = context.request.place

    async def look(admitted: Admitted) -> None:
        check_channel(found, place, admitted)
        check_player(found, place, admitted)

    if place.community:
        await as_admitted(context, look)


async def check_may_play(context: Context, found: Community, place: Place) -> None:
    """May this person play in a place that a button names, wherever they press it? Raises KeptToSome."""

    async def look(admitted: Admitted) -> None:
        check_player(found, place, admitted)

    await as_admitted(context, look)


async def check_guest_may_play(context: Context, found: Community, place: Place, account: str, name: str) -> None:
    """May this person play in a place, and whom they invite, by an account? Raises KeptToSome, GuestKeptOut."""
    if not found.keeps_play:
        return
    await check_may_play(context, found, place)
    if found.may(Right.PLAY, await context.tools.roles(place, account), manages=False):
        return
    if not await context.tools.manages(place, account):
        raise GuestKeptOut(name, found)


async def check_computer(context: Context) -> None:
    """May people play against the computer here? To be asked before they are asked how. Raises ComputerOff."""
    if not (await context.community()).has("computer"):
        raise ComputerOff


async def check_hints(context: Context, match: Match) -> None:
    """May hints be taken in a match, where it stands and where they are asked for? Raises HintsOff."""
    if not await has_hints(context, match):
        raise HintsOff


async def has_hints(context: Context, match: Match) -> bool:
    """Are hints on wherever a match stands, and here?"""
    everywhere = [await context.community(), *await context.services.communities.of_match(match.code)]
    return all(found.has("hints") for found in everywhere)


async def topic_names(context: Context, place: Place, named: Iterable[Grant]) -> dict[str, str]:
    """The names of the topics of a group, those that are ``named`` among them, by their numbers."""
    say = context.say
    known = await context.services.communities.topics(place)
    here = [place.thread] if place.thread else []
    numbers = dict.fromkeys([GENERAL, *known, *(each.account for each in named), *here])
    general = {GENERAL: say("General")}
    return {each: general.get(each) or known.get(each) or say("Topic {number}", number=each) for each in numbers}


async def elsewhere(context: Context, found: Community) -> Refusal:
    """The way to where the boards of a community are shown."""
    named = found.named(AllowedKind.CHANNEL, Right.PLAY)
    here = Place(found.platform, found.account)
    if context.tools.able(here).has_topics:
        called = await topic_names(context, here, named)
        topics = tuple(MessageLink(called[each.account], here, each.account) for each in named)
        return Refusal(text=played_in([each.words for each in topics], context.say), links=topics)
    links = tuple(
        MessageLink(f"#{each.name}", Place(found.platform, each.account, server=found.account), "") for each in named
    )
    return Refusal(text=played_in([each.words for each in links], context.say), links=links)
