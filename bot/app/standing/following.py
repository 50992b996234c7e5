"""*Follow* beside a profile: to be told in private of the end of somebody's matches in this chat."""

from bot.app.buttons.callback_data import Action, BadCallbackData, CallbackData
from bot.app.match.follow import STOP_PERSON
from bot.app.requests.context import Context
from bot.chat import Answer, Button, PrivateChat, PrivatePanel
from bot.store import Player


async def follow_button(context: Context, other: Player) -> Button:
    """The button that begins to follow somebody here, or ends it."""
    if await context.services.followings.is_followed(context.player.id, other.id, context.request.place):
        return Button(context.say("Stop following"), _payload(f"{other.id}{STOP_PERSON}"))
    return Button(context.say("Follow"), _payload(other.id))


async def follow(context: Context, other: Player, *, on: bool) -> None:
    """Follow somebody in this place, or follow them no more. Raises FollowedByNobody, FollowsEnoughPeople."""
    followings = context.services.followings
    if on:
        await followings.follow(context.player, other, context.request.place)
    else:
        await followings.unfollow(context.player.id, other.id)


async def pressed_follow_person(context: Context, data: CallbackData) -> Answer:
    """Follow the player whose id is the argument, or stop. Raises BadCallbackData."""
    say, on = context.say, not data.argument.endswith(STOP_PERSON)
    other = await context.services.people.by_id(data.argument.removesuffix(STOP_PERSON))
    private = context.request.place.private
    if other is None or other.id == context.player.id or (on and private):
        raise BadCallbackData(str(data))
    await follow(context, other, on=on)
    if on:
        text = say("I write to you in private when a match of {name} ends that stands here.", name=other.name)
    else:
        text = say("You do not follow {name} any more.", name=other.name)
    again = () if private else (await follow_button(context, other),)
    chat = (PrivateChat(say("Open a private chat"), "games_"),) if on else ()
    return PrivatePanel(title=other.name, text=text, rows=((*again, *chat),), replace=True)


def _payload(argument: str) -> str:
    return str(CallbackData(Action.FOLLOW_PERSON, argument=argument))
