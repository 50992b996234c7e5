"""The page of a person: what ``/profile`` tells, and the boards of their latest matches."""

from bot.app.live.lobby import listed_of
from bot.app.requests.context import Context
from bot.app.standing.profile import kept_private, known_of, ratings_told, scores_told
from bot.chat import Person, PersonPage, Refusal
from bot.store import Player


async def person_page(context: Context, who: Person | str) -> PersonPage | Refusal:
    """Of somebody in this place, or of an id at a seat; a refusal where whoever asks may know nothing of them."""
    say = context.say
    known = await _by_id(context, who) if isinstance(who, str) else await context.services.people.find(who)
    if known is None:
        return Refusal(text=say("I do not know them: they have never played here."))
    found = await known_of(context, known)
    if found is None:
        return kept_private(known, say)
    return PersonPage(
        name=known.name,
        ratings=tuple(ratings_told(found, say)),
        scores=scores_told(found, say),
        heading=say("Latest matches") if found.latest else "",
        matches=await listed_of(context, found.latest),
    )


async def _by_id(context: Context, player: str) -> Player | None:
    """The player of an id who has an account on this platform, or a seat in a match that may be watched on it: an id
    that was guessed tells nothing of anybody else.
    """
    people, platform = context.services.people, context.request.place.platform
    here = await people.by_id(player, platform)
    if here or await context.services.standing.is_met(player, context.player.id, platform):
        return here or await people.by_id(player)
    return None
