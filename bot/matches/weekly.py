"""The time when the card of a week comes to a chat, and which of its matches was the most eventful."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

from bot.matches.daily import day_at
from bot.matches.quiet_hours import moment_of
from engine.game import Game

WEEK = timedelta(days=7)
"""A card tells of so long."""
LATE = timedelta(hours=24)
"""A card comes so late at most; where no Papan ran for longer there is none that week."""
_DAYS = 7


def due_after(zone: str, week_day: int, hour: int, now: datetime) -> datetime:
    """The first moment after now at which it is so late on a day of the week in a zone, in UTC; Monday is 0."""
    today = day_at(zone, now)
    days = (today + timedelta(days=number) for number in range(-1, 2 * _DAYS))
    moments = (moment_of(zone, day, hour * 60).astimezone(UTC) for day in days if day.weekday() == week_day)
    return next(at for at in moments if at > now)


def suspense(game: Game) -> tuple[int, int, int]:
    """The suspense of a match, to be compared: no search is asked, as what one has found is kept nowhere.

    How often the lead in pieces went from one side to the other; then the pieces that the side lost which lost fewer;
    then the turns. The lead is that since the start, looked at after turns that take nothing, so that
    an exchange changes nothing.
    """
    first, second = ([each.count(game.ruleset, side) for each in game.positions] for side in (0, 1))
    leads = [(one - other) - (first[0] - second[0]) for one, other in zip(first, second, strict=True)]
    settled = [lead for lead, move in zip(leads[1:], game.moves, strict=True) if lead and not move.takes]
    changes = sum((one > 0) != (other > 0) for one, other in pairwise(settled))
    lost = (pieces[0] - pieces[-1] for pieces in (first, second))
    return changes, min(lost), game.ply
