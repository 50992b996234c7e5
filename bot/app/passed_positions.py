"""Positions that a panel asks about, until the match moves on."""

import asyncio

from bot.app.context import Context
from bot.matches.status import LIVE


async def has_passed(context: Context, code: str, ply: int) -> None:
    """Return once a match stands at another position, or is over."""
    changed = asyncio.Event()

    def note(other: str) -> None:
        if other == code:
            changed.set()

    unsubscribe = context.services.services.changes.subscribe(note)
    try:
        while True:
            match = await context.matches.get(code)
            if match.status not in LIVE or match.game.ply != ply:
                return
            await changed.wait()
            changed.clear()
    finally:
        unsubscribe()
