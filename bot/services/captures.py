"""Comparing captures off the event loop, for games in which the longest is a duty and kings may have very many."""

import asyncio
from collections.abc import Sequence

from engine.game import Game
from engine.work import TooMuchWork, at_most

LEAPS = 250
"""So many leaps are looked at on the event loop, some three milliseconds; what needs more is left to a thread."""


async def compare_captures(game: Game) -> None:
    """Work out which captures are long enough in a game's present position; the engine remembers the latest.

    Whatever is asked about its legal moves next needs no long work any more. Raises TooMuchWork.
    """

    def compare() -> Sequence[int]:
        return game.first_choice.following

    try:
        with at_most(LEAPS):
            compare()
    except TooMuchWork:
        await asyncio.to_thread(compare)
