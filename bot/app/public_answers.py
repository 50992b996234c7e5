"""*Show to all*: an answer to one person, shown once more to everybody in the place, with the name of who wished it.

It is offered where others are and the answer tells them nothing about a match that stands in private chats only.
A platform leaves the button out where all see the answer already. Who shows their own hint shows it to the opponent
too: that is for them to decide.
"""

from dataclasses import replace

from bot.app.callback_data import CallbackData
from bot.app.context import Context
from bot.app.visibility import is_elsewhere_private
from bot.chat import Answer, Button, PrivatePanel, PublicAnswer
from bot.matches.match import Match


async def offer_to_all(context: Context, data: CallbackData, match: Match | None = None) -> Button | None:
    """The button for ``PrivatePanel.to_all``, for an answer about this match, if it is about one."""
    if context.request.place.private or (match and await is_elsewhere_private(context, match)):
        return None
    return Button(context.say("Show to all"), str(data))


def for_all(context: Context, answer: Answer) -> Answer:
    """An answer to one person as it is shown to all; unchanged where it may not be, or is none to be shown."""
    if not isinstance(answer, PrivatePanel) or answer.to_all is None:
        return answer
    by = context.say("Shown by {name}.", name=context.player.name)
    return PublicAnswer(
        title=answer.title,
        text=f"{by}\n{answer.text}",
        code=answer.code,
        picture=answer.picture,
        without_picture=answer.without_picture,
        links=answer.links,
        panel=replace(answer, to_all=None, replace=True),
    )
