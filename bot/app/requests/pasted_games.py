"""Games that were read, by the key that their buttons name."""

import asyncio

from bot.app.requests.context import Context
from bot.app.requests.pasted_text import UnreadablePaste, read_pasted
from bot.computer.analysis_queue import Pasted
from bot.matches.refusals import ActionRefused
from bot.words import N_


class PasteForgotten(ActionRefused):
    """A button names a game that was pasted, and is not known any more."""

    sentence = N_("What was pasted is not kept for long. Paste it again.")


class KeptUnreadable(ActionRefused):
    """A game that is kept was read by rules that are others now."""

    sentence = N_("This game is kept, but it cannot be read by the rules as they are now.")


async def pasted_by(context: Context, key: str) -> Pasted:
    """The game that was pasted lately and has this key, or that this person keeps.

    Raises PasteForgotten, KeptUnreadable, TooMuchWork.
    """
    queue = context.tools.analysis_queue
    if known := queue.pasted(key):
        return known
    record = await context.services.kept_games.record_of(context.player.id, key)
    if not record:
        raise PasteForgotten
    try:
        kept = Pasted(await asyncio.to_thread(read_pasted, record))
    except UnreadablePaste:
        raise KeptUnreadable from None
    queue.keep_pasted(kept)
    return kept
