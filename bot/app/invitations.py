"""An invitation from its card on: joined by code, accepted, declined, withdrawn, or turned into another."""

from bot.app.callback_data import BadCallbackData, CallbackData
from bot.app.context import Context
from bot.app.opening import open_match
from bot.app.own_view import own_view
from bot.app.text.names import side_name
from bot.app.visibility import check_may_see
from bot.chat import Answer, Refusal, Toast
from bot.chat.commands import read_code
from bot.matches.invitation import Invitation
from bot.matches.match import Match


async def join_command(context: Context, code: str) -> Answer:
    """``/join``: take a seat by code, also from another chat or app; the match is then shown here too.

    The code of one's own match shows it.
    """
    named = read_code(code)
    if named is None:
        return Refusal(text=context.say("Give the code of the match, as /join K7QM. You find it on the invitation."))
    match = await context.matches.get(named)
    here = named in await context.matches.codes_in(context.request.place)
    if context.player.id in (match.host, *match.seats):
        if not here:
            return await context.show_again(match)
        return await (context.show_here(match) if context.request.place.private else own_view(context, match))
    place = context.request.place
    match = await context.matches.join(context.request.event, context.player, named, place=place)
    return _seated(context, match) if here else await context.show_here(match)


def _seated(context: Context, match: Match) -> Answer:
    side = match.side_of(context.player.id) or 0
    text = context.say(
        "You play {side} in {code}.", side=side_name(match.game.ruleset, side, context.say), code=match.code
    )
    return Toast(text)


async def pressed_accept(context: Context, data: CallbackData) -> Answer:
    """Accept an invitation; of an open one, the side that the button names."""
    if data.argument not in ("", "0", "1"):
        raise BadCallbackData(str(data))
    side = int(data.argument) if data.argument else None
    request = context.request
    match = await context.matches.join(request.event, context.player, data.code, side, request.place)
    return _seated(context, match)


async def pressed_instead(context: Context, data: CallbackData) -> Answer:
    """*Play me instead*: a person whom an invitation was not for invites its host to the same game."""
    match = await context.matches.get(data.code)
    await check_may_see(context, match, data)
    host = await context.people.by_id(match.host, context.request.place.platform)
    if host is None:
        return Refusal(text=context.say("They are not here. Invite anybody with /play, and give them the code."))
    return await open_match(context, Invitation(match.game.ruleset, player=host.id, terms=match.terms))


async def pressed_decline(context: Context, data: CallbackData) -> Answer:
    """Decline an invitation."""
    await context.act(data.code, lambda match, now: match.decline(context.player.id, now))
    return Toast(context.say("Declined."))


async def pressed_withdraw(context: Context, data: CallbackData) -> Answer:
    """Withdraw one's own invitation."""
    await context.act(data.code, lambda match, now: match.withdraw(context.player.id, now))
    return Toast(context.say("Withdrawn."))
