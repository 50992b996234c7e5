"""Panels that are about a group, and may stand in the private chat of who asked for them."""

from bot.app.requests.context import Context
from bot.chat import cut_at_word
from bot.matches.identity import Place
from bot.matches.names import in_text

LONGEST_NAME = 40


async def of_group(context: Context, place: Place, title: str) -> str:
    """The title of a panel about a place, with what the place is called where its answers may stand elsewhere."""
    ask = context.request.called
    name = " ".join((await ask(place)).split()) if ask else ""
    return f"{title} · {in_text(cut_at_word(name, LONGEST_NAME))}" if name else title
