"""The days away of people who may be invited, as they are told before it."""

from datetime import UTC, datetime

from bot.matches.quiet_hours import UnknownZone, zone_of
from bot.services.match.matches import Player
from bot.words import Words


def absence(player: Player, now: datetime, say: Words) -> str:
    """The sentence that a player is away, or will be; empty where they are here and have planned nothing."""
    if player.away_until and player.away_until > now:
        return say("{name} is away until {date}.", name=player.name, date=_day(player, player.away_until, say))
    if player.planned_from and player.planned_until:
        begin, end = (_day(player, each, say) for each in (player.planned_from, player.planned_until))
        return say("{name} is away from {begin} to {end}.", name=player.name, begin=begin, end=end)
    return ""


def _day(player: Player, moment: datetime, say: Words) -> str:
    """The day of a moment, by the clock of the player where their zone is known."""
    try:
        zone = zone_of(player.zone or "")
    except UnknownZone:
        return say.month_day(moment.astimezone(UTC))
    return say.month_day(moment.astimezone(zone))
