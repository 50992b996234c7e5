"""*Play in the browser*: a link to the live board of a match, by which one is the same person there."""

from bot.app.boards.match_message import button
from bot.app.buttons.callback_data import Action, BadCallbackData, CallbackData
from bot.app.requests.context import Context
from bot.app.requests.visibility import check_may_see
from bot.chat import Answer, Button, PrivatePanel
from bot.chat.browser_links import LINK_LASTS
from bot.matches.match import Match


def browser_button(context: Context, match: Match) -> tuple[Button, ...]:
    """The button that asks for the link, where there is a page that it can lead to."""
    if context.tools.browser is None:
        return ()
    return (button(match, context.say("Play in the browser"), Action.BROWSER),)


async def pressed_browser(context: Context, data: CallbackData) -> Answer:
    """The link, for this person alone. Raises UnknownMatch, NotShownHere, NobodyWatches, BadCallbackData."""
    links, request, say = context.tools.browser, context.request, context.say
    if links is None:
        raise BadCallbackData(str(data))
    match = await context.services.matches.get(data.code)
    await check_may_see(context, match, data)
    address = links.make(request.person, request.place, match.code, context.now())
    minutes = int(LINK_LASTS.total_seconds() / 60)
    told = say(
        "By this link you are yourself in a browser, on this or another device. It works once, within {count} minutes. "
        "Give it to nobody: whoever opens it plays as you.",
        count=minutes,
    )
    back = (button(match, say("Back"), Action.MORE),)
    return PrivatePanel(
        title=say("Play in the browser"), text=f"{told}\n{address}", rows=(back,), replace=True, confidential=True
    )
