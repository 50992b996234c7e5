"""Games that were read, by the key that their buttons name."""

from bot.app.requests.context import Context
from bot.computer.analysis_queue import Pasted
from bot.matches.refusals import ActionRefused
from bot.words import N_


class PasteForgotten(ActionRefused):
    """A button names a game that was pasted, and is not known any more."""

    sentence = N_("What was pasted is not kept for long. Paste it again.")


async def pasted_by(context: Context, key: str) -> Pasted:
    """The game that was pasted lately and has this key. Raises PasteForgotten."""
    pasted = context.tools.analysis_queue.pasted(key)
    if pasted is None:
        raise PasteForgotten
    return pasted
