"""The tabs *Time* and *Time zone* of ``/settings``: zone, quiet hours, days off, and what else stands there."""

from datetime import datetime

from bot.app.people.time_zones import find_zone, time_in
from bot.app.people.typed_times import read_hours
from bot.chat import Option
from bot.matches.preferences import DIGEST, PREFERENCES
from bot.matches.quiet_hours import DAYS_OFF, WEEK, QuietHours, UnknownZone, zone_of
from bot.matches.zones import LISTED, city_of
from bot.services.match.matches import Player
from bot.words import N_, Words

ZONE = PREFERENCES["zone"]
NONE = "none"
"""The quiet hours of whoever wants none, in a menu."""
_OFTEN = {"4", "6"}
"""Friday and Sunday, which are off in many places."""
WINDOWS = ("1260 360", "1320 360", "1320 420", "1320 480", "1380 420", "1380 480", "0 480", "60 540")
"""Quiet hours to choose from, as they are kept."""
UNKNOWN = N_("Your time zone is not known yet.")
_TYPED = N_("A zone that is not listed can be typed: /settings zone:Asia/Kathmandu or zone:UTC+8")
NEXT_TURN = N_("A change takes effect from the next turn.")
_OFF_NEEDS_ZONE = N_("Days off need your time zone.")
_QUIET_NEEDS_ZONE = N_("Quiet hours need your time zone.")
_DIGEST_NEEDS_ZONE = N_("A digest needs your time zone.")


def changed(player: Player, field: str, value: str) -> dict[str, str | None] | None:
    """The settings changed by a choice in a menu without fixed values; None where there is no such choice."""
    if field == "zone":
        return {"zone": value} if value in LISTED else None
    if field == "days_off":
        return {"days_off": None if value == NONE else value} if value in (NONE, *DAYS_OFF) else None
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
    """The sentence that these changes, to rests or a digest, need the player's zone; empty where it is known."""
    if changes.get("zone") or player.zone:
        return ""
    if changes.get("quiet"):
        return _QUIET_NEEDS_ZONE
    if changes.get("days_off"):
        return _OFF_NEEDS_ZONE
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
    return [*first, _quiet_in_words(player, say), _off_in_words(player, say)]


def zone_sentences(player: Player, now: datetime, say: Words, needed: str = UNKNOWN) -> list[str]:
    """The tab *Time zone* in words; ``needed`` is the first sentence where the zone is not known."""
    first = _time_in(player.zone, now, say) if player.zone else say(needed)
    return [first, say(ZONE.prompt), say(_TYPED)]


def _quiet_in_words(player: Player, say: Words) -> str:
    if not player.quiet:
        return say("Quiet hours: none. Your clocks run day and night.")
    hours = _window(player.quiet)
    return say("Quiet hours: {hours}. Your clocks are stopped then, and nobody calls you.", hours=hours)


def _off_in_words(player: Player, say: Words) -> str:
    if player.days_off not in DAYS_OFF:
        return say("Days off: none.")
    return say(
        "Off each week: {days}. Your clocks are stopped all day, and nobody calls you.",
        days=_days(player.days_off, say),
    )


def _days(off: str, say: Words) -> str:
    """Days off as they are kept, as people write them: Saturday and Sunday."""
    return say.all_of([say.weekday(int(day)) for day in off.split()])


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


def days_off(player: Player, say: Words) -> tuple[Option, ...]:
    """The days off to choose from: one, two in a row, or two of which one is Friday or Sunday."""
    pairs = [each.split() for each in DAYS_OFF if len(each) > 1]
    listed = [
        " ".join(pair) for pair in pairs if pair == ["0", "6"] or int(pair[1]) - int(pair[0]) == 1 or _OFTEN & {*pair}
    ]
    none = Option(say("No days off"), NONE, chosen=not player.days_off)
    singles = [str(day) for day in range(WEEK)]
    own = [player.days_off] if player.days_off in DAYS_OFF and player.days_off not in (*singles, *listed) else []
    return (
        none,
        *(Option(_days(each, say), each, chosen=each == player.days_off) for each in (*own, *singles, *listed)),
    )


def offered(name: str, player: Player, now: datetime, say: Words) -> tuple[Option, ...]:
    """The options of a setting without fixed values on a page, which has room for a zone that was typed."""
    if name == "quiet":
        return windows(player, say)
    if name == "days_off":
        return days_off(player, say)
    listed = zones(player, now)
    if player.zone is None or player.zone in LISTED:
        return listed
    return (_option(player.zone, player, now), *listed)


def note(name: str, player: Player, say: Words) -> str:
    """The note beside a setting without fixed values on a page."""
    if name == "quiet":
        return f"{_quiet_in_words(player, say)} {say(NEXT_TURN)}" if player.zone else say(_QUIET_NEEDS_ZONE)
    if name == "days_off":
        return f"{_off_in_words(player, say)} {say(NEXT_TURN)}" if player.zone else say(_OFF_NEEDS_ZONE)
    return say(_TYPED) if player.zone else f"{say(UNKNOWN)} {say(_TYPED)}"


def needs_zone(name: str, player: Player) -> bool:
    """Can nothing be chosen for this setting until the player's zone is known?"""
    return name != "zone" and not player.zone


def _window(quiet: str) -> str:
    """Quiet hours as they are kept, as people write them: 23:00-07:30."""
    return "-".join(f"{int(minutes) // 60:02}:{int(minutes) % 60:02}" for minutes in quiet.split(" "))
