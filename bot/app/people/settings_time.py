"""The tabs *Time* and *Time zone* of ``/settings``: zone, quiet hours, and whether days away begin by themselves."""

from datetime import datetime

from bot.app.people.time_zones import find_zone, time_in
from bot.app.people.typed_times import read_hours
from bot.chat import Option
from bot.matches.preferences import DIGEST, PREFERENCES
from bot.matches.quiet_hours import QuietHours, UnknownZone, zone_of
from bot.matches.zones import LISTED, city_of
from bot.services.match.matches import Player
from bot.words import N_, Words

ZONE = PREFERENCES["zone"]
NONE = "none"
"""The quiet hours of whoever wants none, in a menu."""
WINDOWS = ("1260 360", "1320 360", "1320 420", "1320 480", "1380 420", "1380 480", "0 480", "60 540")
"""Quiet hours to choose from, as they are kept."""
UNKNOWN = N_("Your time zone is not known yet.")
_TYPED = N_("A zone that is not listed can be typed: /settings zone:Asia/Kathmandu or zone:UTC+8")
NEXT_TURN = N_("A change takes effect from the next turn.")
_QUIET_NEEDS_ZONE = N_("Quiet hours need your time zone.")
_DIGEST_NEEDS_ZONE = N_("A digest needs your time zone.")


def changed(player: Player, field: str, value: str) -> dict[str, str | None] | None:
    """The settings changed by a choice in the menu of ``zone`` or ``quiet``; None where there is no such choice."""
    if field == "zone":
        return {"zone": value} if value in LISTED else None
    if value == NONE:
        return {"quiet": None}
    # Whether the player has a zone is asked later: here any will do.
    return {"quiet": value} if QuietHours.of(player.zone or LISTED[0], value) else None


def typed(zone: str, quiet: str) -> dict[str, str | None]:
    """The settings changed by the options of the command. Raises NoSuchZone, UnreadableHours, TooManyHours."""
    changes: dict[str, str | None] = {"zone": find_zone(zone)} if zone else {}
    if quiet:
        hours = read_hours(quiet)
        changes["quiet"] = f"{hours[0]} {hours[1]}" if hours else None
    return changes


def lacks_zone(player: Player, changes: dict[str, str | None]) -> str:
    """The sentence that these changes, to quiet hours or a digest, need the player's zone; empty where it is known."""
    if changes.get("zone") or player.zone:
        return ""
    if changes.get("quiet"):
        return _QUIET_NEEDS_ZONE
    return _DIGEST_NEEDS_ZONE if changes.get("told") == DIGEST else ""


def with_known_times(zone: str | None, quiet: str | None) -> tuple[str | None, str | None]:
    """A zone and quiet hours as they are stored, without what cannot be read."""
    known = zone
    if zone is not None:
        try:
            zone_of(zone)
        except UnknownZone:
            known = None
    return known, quiet if QuietHours.of(known, quiet) else None


def sentences(player: Player, now: datetime, say: Words, needed: str = UNKNOWN) -> list[str]:
    """The tab *Time* in words; ``needed`` is the first sentence where the zone is not known."""
    first = [_time_in(player.zone, now, say)] if player.zone else zone_sentences(player, now, say, needed)
    return [*first, _quiet_in_words(player, say)]


def zone_sentences(player: Player, now: datetime, say: Words, needed: str = UNKNOWN) -> list[str]:
    """The tab *Time zone* in words; ``needed`` is the first sentence where the zone is not known."""
    first = _time_in(player.zone, now, say) if player.zone else say(needed)
    return [first, say(ZONE.prompt), say(_TYPED)]


def _quiet_in_words(player: Player, say: Words) -> str:
    if not player.quiet:
        return say("Quiet hours: none. Your clocks run day and night.")
    hours = _window(player.quiet)
    return say("Quiet hours: {hours}. Your clocks are stopped then, and nobody calls you.", hours=hours)


def _time_in(zone: str, now: datetime, say: Words) -> str:
    clock = say.time_of_day(time_in(zone, now))
    return say("It is {time} for you, as in {city}.", time=clock, city=city_of(zone))


def zones(player: Player, now: datetime) -> tuple[Option, ...]:
    """The zones to choose from, each as the time it is there now."""
    return tuple(_option(zone, player, now) for zone in LISTED)


def _option(zone: str, player: Player, now: datetime) -> Option:
    return Option(f"{time_in(zone, now):%H:%M} · {city_of(zone)}", zone, chosen=zone == player.zone)


def windows(player: Player, say: Words) -> tuple[Option, ...]:
    """The quiet hours to choose from, those of the player among them whatever they have typed."""
    own = (player.quiet,) if player.quiet and player.quiet not in WINDOWS else ()
    none = Option(say("No quiet hours"), NONE, chosen=not player.quiet)
    return (none, *(Option(_window(each), each, chosen=each == player.quiet) for each in (*own, *WINDOWS)))


def offered(name: str, player: Player, now: datetime, say: Words) -> tuple[Option, ...]:
    """The options for ``zone`` or ``quiet`` on a page, which has room for a zone that was typed."""
    if name == "quiet":
        return windows(player, say)
    listed = zones(player, now)
    if player.zone is None or player.zone in LISTED:
        return listed
    return (_option(player.zone, player, now), *listed)


def note(name: str, player: Player, say: Words) -> str:
    """The note beside ``zone`` or ``quiet`` on a page."""
    if name == "quiet":
        return f"{_quiet_in_words(player, say)} {say(NEXT_TURN)}" if player.zone else say(_QUIET_NEEDS_ZONE)
    return say(_TYPED) if player.zone else f"{say(UNKNOWN)} {say(_TYPED)}"


def needs_zone(name: str, player: Player) -> bool:
    """Can nothing be chosen for this setting until the player's zone is known?"""
    return name == "quiet" and not player.zone


def _window(quiet: str) -> str:
    """Quiet hours as they are kept, as people write them: 23:00-07:30."""
    return "-".join(f"{int(minutes) // 60:02}:{int(minutes) % 60:02}" for minutes in quiet.split(" "))
