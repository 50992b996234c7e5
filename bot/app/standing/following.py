"""*Follow* beside a profile: to be told in private of the end of somebody's matches in this chat.

The profile may stand in the private chat of who asked, so the button names the chat: ``-1001/kx3v7q2m9d4tz``.
"""

from bot.app.buttons.about_place import about, place_of
from bot.app.buttons.callback_data import Action, BadCallbackData, CallbackData
from bot.app.match.follow import STOP_PERSON
from bot.app.requests.about_group import of_group
from bot.app.requests.context import Context
from bot.app.requests.visibility import check_among
from bot.chat import Answer, Button, PrivateChat, PrivatePanel
from bot.matches.identity import Place
from bot.store import Player


async def follow_button(context: Context, other: Player, place: Place) -> Button:
    """The button that begins to follow somebody in a place, or ends it."""
    if await context.services.followings.is_followed(context.player.id, other.id, place):
        return Button(context.say("Stop following"), _payload(f"{other.id}{STOP_PERSON}"))
    return Button(context.say("Follow"), _payload(about(place, other.id)))


async def follow(context: Context, other: Player, place: Place, *, on: bool) -> None:
    """Follow somebody in a place, or follow them no more. Raises FollowedByNobody, FollowsEnoughPeople."""
    followings = context.services.followings
    if on:
        await followings.follow(context.player, other, place)
    else:
        await followings.unfollow(context.player.id, other.id)


async def pressed_follow_person(context: Context, data: CallbackData) -> Answer:
    """Follow the player whose id is the argument, in the place before it, or stop. Raises BadCallbackData, NotAmong."""
    say, here = context.say, context.request.place
    place, wanted = place_of(data, here, also_private=True)
    on = not wanted.endswith(STOP_PERSON)
    other = await context.services.people.by_id(wanted.removesuffix(STOP_PERSON))
    if other is None or other.id == context.player.id or (on and place.private):
        raise BadCallbackData(str(data))
    if on:
        await check_among(context, place)
    await follow(context, other, place, on=on)
    if on:
        text = say("I write to you in private when a match of {name} ends that stands here.", name=other.name)
    else:
        text = say("You do not follow {name} any more.", name=other.name)
    again = () if place.private else (await follow_button(context, other, place),)
    chat = (PrivateChat(say("Open a private chat"), "games_"),) if on and not here.private else ()
    title = await of_group(context, place, other.name) if place != here else other.name
    return PrivatePanel(title=title, text=text, rows=((*again, *chat),), replace=True)


def _payload(argument: str) -> str:
    return str(CallbackData(Action.FOLLOW_PERSON, argument=argument))
