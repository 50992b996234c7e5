"""What the hosts of a server, group or room have decided, asked before something is done there."""

from collections.abc import Iterable

from bot.app.requests.context import Context
from bot.chat import AllowedKind, MessageLink, Refusal
from bot.matches.communities import GENERAL, HOST_CHOICES, HOSTS, NO_CLOCK, OPEN_TO_ALL, Community, Grant, Right
from bot.matches.invitation import Invitation
from bot.matches.people import Place


async def community_of(context: Context) -> Community:
    """What the hosts have chosen where a request comes from."""
    return await context.services.communities.of_place(context.request.place)


async def clocks_of(context: Context) -> str | None:
    """The time zone in which this person names days: their own, else that of the place; None where neither is known."""
    return context.player.zone or (await community_of(context)).zone


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


async def may_not_open(context: Context, found: Community) -> Refusal | None:
    """Why this person may open no match here, with the way to where they may; None where they may."""
    if refused := await may_not_show(context, found):
        return refused
    return None if await may(context, Right.PLAY, found) else _not_among(context, found)


async def may_not_show(context: Context, found: Community) -> Refusal | None:
    """The way to where boards are shown, in a channel where none are for this person; None where they are."""
    place = context.request.place
    channel = (place.thread or GENERAL) if context.able.has_topics else context.request.channel or place.channel
    if not place.community or found.opens_in(channel):
        return None
    exempt = found.chosen("exempt") == "yes" and await manages(context, place)
    return None if exempt else await _elsewhere(context, found)


async def may_not_play(context: Context) -> Refusal | None:
    """Why this person may not play here at all; None where they may, wherever in the server."""
    found = await community_of(context)
    return None if await may(context, Right.PLAY, found) else _not_among(context, found)


async def topic_names(context: Context, place: Place, named: Iterable[Grant]) -> dict[str, str]:
    """What the topics of a group are called, those that are ``named`` among them, by their numbers."""
    say = context.say
    known = await context.services.communities.topics(place)
    here = [place.thread] if place.thread else []
    numbers = dict.fromkeys([GENERAL, *known, *(each.account for each in named), *here])
    general = {GENERAL: say("General")}
    return {each: general.get(each) or known.get(each) or say("Topic {number}", number=each) for each in numbers}


async def _elsewhere(context: Context, found: Community) -> Refusal:
    named = found.named(AllowedKind.CHANNEL, Right.PLAY)
    if context.able.has_topics:
        called = await topic_names(context, context.request.place, named)
        names = [called[each.account] for each in named]
        here = Place(found.platform, found.account)
        topics = tuple(MessageLink(called[each.account], here, each.account) for each in named)
        text = context.say("Games are played in {channels}.", channels=context.say.all_of(names))
        return Refusal(text=text, links=topics)
    names = [f"#{each.name}" for each in named]
    text = context.say("Games are played in {channels}.", channels=context.say.all_of(names))
    links = tuple(
        MessageLink(name, Place(found.platform, each.account, server=found.account), "")
        for name, each in zip(names, named, strict=True)
    )
    return Refusal(text=text, links=links)


def _not_among(context: Context, found: Community) -> Refusal:
    if found.chosen("who") == HOSTS and not found.named(AllowedKind.ROLE, Right.PLAY):
        return Refusal(text=context.say("Here only those who manage this place may play. You can play me in private."))
    roles = context.say.all_of([each.name for each in found.named(AllowedKind.ROLE, Right.PLAY)])
    return Refusal(text=context.say("Here only people with a certain role may play: {roles}.", roles=roles))


def usual_pace(found: Community) -> str:
    """The pace where nobody names one: the one that the hosts have chosen, if they offer it."""
    offered, chosen = found.several("paces"), found.chosen("pace")
    return chosen if chosen in offered else offered[0]


async def too_many_for_one(context: Context, found: Community) -> Refusal | None:
    """Why this person begins no other match here; None where they may."""
    limit = found.limit("matches")
    if limit is None or await context.services.communities.playing(found, context.player.id) < limit:
        return None
    return Refusal(text=context.say("Matches that a person may have here at once: {number}.", number=limit))


async def too_many_here(context: Context, found: Community) -> Refusal | None:
    """Why no other match begins here; None where one may."""
    limit = found.limit("at_once")
    if limit is None or await context.services.communities.playing(found) < limit:
        return None
    return Refusal(text=context.say("Matches that there may be here at once: {number}.", number=limit))


async def not_as_hosts_want(context: Context, found: Community, invitation: Invitation) -> Refusal | None:
    """Why a match is not to be opened as it is wanted; None where it may be."""
    say, terms = context.say, invitation.terms
    if invitation.accepted and not found.has("computer"):
        return Refusal(text=say("Here nobody plays against the computer. You can in your private chat with me."))
    if terms.rated and not found.has("ratings"):
        return Refusal(text=say("Here no matches are rated."))
    offered, offering = found.several("paces"), HOST_CHOICES["paces"].values
    alone = invitation.practice or invitation.accepted
    if not alone and (terms.pace.value if terms.pace else NO_CLOCK) not in offered:
        names = say.all_of([say(offering[each]) for each in offered])
        return Refusal(text=say("Here matches are played at these paces: {paces}.", paces=names))
    return await _too_many(context, found)


async def _too_many(context: Context, found: Community) -> Refusal | None:
    """Why there are too many matches here already."""
    say, here = context.say, context.services.communities
    limit = found.limit("invitations")
    if limit is not None and await here.invitations(found, context.player.id) >= limit:
        return Refusal(text=say("Open invitations that a person may have here: {number}.", number=limit))
    return await too_many_for_one(context, found) or await too_many_here(context, found)
