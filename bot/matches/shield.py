"""The shield of a ladder: who stands first when a month ends holds it until the next one does. Pure.

A month is told as a year and its number, ``2026-11``.
"""

from collections.abc import Iterable
from datetime import UTC, date, datetime
from enum import StrEnum

from bot.matches.daily import day_at
from bot.matches.quiet_hours import moment_of

_DECEMBER = 12


class MarkState(StrEnum):
    """Has somebody the mark of the shield in their chat?"""

    GIVING = "giving"
    GIVEN = "given"
    REFUSED = "refused"
    """The bot may not give it, of which the hosts have been told."""


def month_at(zone: str, now: datetime) -> str:
    """The month in a zone at a moment."""
    return f"{day_at(zone, now):%Y-%m}"


def month_after(month: str) -> str:
    """The month that follows. Raises ValueError for what is no month."""
    first = date.fromisoformat(f"{month}-01")
    return f"{first.year + first.month // _DECEMBER:04}-{first.month % _DECEMBER + 1:02}"


def end_of(zone: str, month: str) -> datetime:
    """The moment when a month ends in a zone, in UTC."""
    return moment_of(zone, date.fromisoformat(f"{month_after(month)}-01"), 0).astimezone(UTC)


def held_since(months: Iterable[tuple[str, str | None]]) -> tuple[str, str] | None:
    """The holder of the shield, and the first of the months in a row at whose ends they stood first.

    ``months`` are all that have ended, the latest first, each with whoever has its shield, who may be nobody.
    """
    found: tuple[str, str] | None = None
    for month, player in months:
        if player is None or (found and player != found[0]):
            break
        found = player, month
    return found
