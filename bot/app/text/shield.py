"""The shield of a ladder and the cup of a tournament in words."""

from datetime import datetime

from bot.words import Words

SHIELD = "🛡️"
"""Stands beside the name of whoever holds the shield, and on the badge."""
CUP = "🏆"
"""Stands before the name of whoever wins a tournament, and on the badge."""


def month_told(month: str, say: Words) -> str:
    """A month, as ``2026-11``, in words: November 2026. Raises ValueError."""
    return say.month(datetime.fromisoformat(f"{month}-01"))
