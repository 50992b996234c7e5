"""*Decline*, and the reason for it, which whoever declines may give in one press."""

from datetime import datetime

from bot.app.boards.match_message import button
from bot.app.buttons.callback_data import Action, BadCallbackData, CallbackData
from bot.app.requests.context import Context
from bot.chat import Answer, PrivatePanel, Toast
from bot.matches.happening import DECLINED_BECAUSE, Happening
from bot.matches.match import Match
from bot.words import N_

_REASONS = {
    Happening.DECLINED_FOR_NOW: N_("Not now"),
    Happening.DECLINED_GAME: N_("Another game"),
    Happening.DECLINED_PACE: N_("Another pace"),
    Happening.DECLINED_CHALLENGES: N_("No challenges"),
}

_OTHER_TERMS = (Happening.DECLINED_GAME, Happening.DECLINED_PACE)
"""What nobody can offer in a contest, which says what is played."""


async def pressed_decline(context: Context, data: CallbackData) -> Answer:
    """Decline an invitation at once, and offer to say why. Raises what ``Match.decline`` raises."""
    say, player = context.say, context.player.id
    match = await context.act(data.code, lambda current, now: current.decline(player, now))
    reasons = tuple(
        button(match, say(_REASONS[reason]), Action.DECLINE_BECAUSE, argument=str(number))
        for number, reason in enumerate(DECLINED_BECAUSE)
        if match.event is None or reason not in _OTHER_TERMS
    )
    card = await context.tools.cards.named(match, say)
    asked = say("Would you like to tell {name} why?", name=card.host or say("Former player"))
    return PrivatePanel(text=" ".join((say("Declined."), asked)), rows=(reasons,), replace=True)


async def pressed_because(context: Context, data: CallbackData) -> Answer:
    """A reason, which stands on the card from now on. Raises BadCallbackData, NotForYou."""
    named = {str(number): reason for number, reason in enumerate(DECLINED_BECAUSE)}
    if data.argument not in named:
        raise BadCallbackData(str(data))
    because = named[data.argument]

    def change(match: Match, now: datetime) -> Match:
        return match.decline_because(context.player.id, because, now)

    await context.act(data.code, change)
    return Toast(context.say("It stands on the invitation."), closes=True)
