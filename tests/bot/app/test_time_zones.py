"""Time zones as people name them."""

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from zoneinfo import available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.people.time_zones import NoSuchZone, find_zone, time_in
from bot.matches.quiet_hours import zone_of
from bot.matches.zones import LISTED, city_of

MENU = 25
"""Options, at most."""
MONTHS = [datetime(2026, month, 15, tzinfo=UTC) for month in range(1, 13)]
KEPT = {hours * 60 for hours in range(-12, 15)} | {-570, 210, 270, 330, 345, 390, 525, 570}
"""The offsets, in minutes, that some place keeps all year."""


def offsets(zone: str) -> set[timedelta | None]:
    """The offsets of a zone from UTC in the months of a year."""
    return {time_in(zone, month).utcoffset() for month in MONTHS}


def test_the_listed_zones_cover_the_archipelago_and_the_world() -> None:
    archipelago = ("Kuala_Lumpur", "Singapore", "Jakarta", "Makassar", "Jayapura", "Brunei", "Manila")
    assert {f"Asia/{city}" for city in archipelago} <= set(LISTED)
    assert len(set(LISTED)) == len(LISTED) == MENU
    january = datetime(2026, 1, 15, tzinfo=UTC)
    there = {time_in(zone, january).utcoffset() for zone in LISTED}
    whole = {timedelta(hours=hour) for hour in (*range(-8, -2), *range(4), *range(4, 10))}
    assert whole | {timedelta(hours=5, minutes=30)} <= there


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Asia/Kathmandu", "Asia/Kathmandu"),
        ("asia/kathmandu", "Asia/Kathmandu"),
        ("Kathmandu", "Asia/Kathmandu"),
        ("kuala lumpur", "Asia/Kuala_Lumpur"),
        ("Singapore", "Asia/Singapore"),
        ("Japan", "Japan"),
        ("Louisville", "America/Louisville"),
        ("America/Argentina/ComodRivadavia", "America/Argentina/ComodRivadavia"),
    ],
)
def test_a_zone_is_found_by_its_name_or_its_city(typed: str, zone: str) -> None:
    assert find_zone(typed) == zone


@pytest.mark.parametrize(
    "typed",
    ["GMT+8", "gmt+8", "UTC+8", "UTC +8", "utc + 8", "+8", "+08", "+08:00", "+0800", "UTC+08.00", "  Utc+8 "],
)
def test_plus_eight_is_eight_hours_east_of_greenwich(typed: str) -> None:
    assert offsets(find_zone(typed)) == {timedelta(hours=8)}
    assert city_of(find_zone(typed)) == "UTC+8"


@pytest.mark.parametrize(
    ("typed", "ahead", "shown"),
    [
        ("UTC-3", timedelta(hours=-3), "UTC-3"),
        ("\u22123", timedelta(hours=-3), "UTC-3"),
        ("GMT-12", timedelta(hours=-12), "UTC-12"),
        ("+14", timedelta(hours=14), "UTC+14"),
        ("UTC", timedelta(), "UTC"),
        ("gmt", timedelta(), "UTC"),
        ("GMT+0", timedelta(), "UTC"),
        ("-00:00", timedelta(), "UTC"),
        ("UTC+5:30", timedelta(hours=5, minutes=30), "Kolkata"),
        ("+545", timedelta(hours=5, minutes=45), "Kathmandu"),
        ("GMT-9:30", timedelta(hours=-9, minutes=-30), "Marquesas"),
    ],
)
def test_an_offset_is_shown_as_people_write_it(typed: str, ahead: timedelta, shown: str) -> None:
    assert offsets(find_zone(typed)) == {ahead}
    assert city_of(find_zone(typed)) == shown


@given(
    st.sampled_from(["", "UTC", "gmt", "UTC ", "Gmt  "]),
    st.sampled_from("+-"),
    st.integers(0, 99),
    st.sampled_from([0, 15, 30, 45]) | st.integers(0, 99),
)
def test_an_offset_is_that_of_its_zone_or_kept_nowhere(before: str, sign: str, hours: int, minutes: int) -> None:
    typed = f"{before}{sign}{hours}:{minutes:02}"
    ahead = (hours * 60 + minutes) * (1 if sign == "+" else -1)
    if minutes < 60 and ahead in KEPT:
        assert offsets(find_zone(typed)) == {timedelta(minutes=ahead)}
    else:
        with pytest.raises(NoSuchZone):
            find_zone(typed)


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("WIB", "Asia/Jakarta"),
        ("wita", "Asia/Makassar"),
        ("Wit", "Asia/Jayapura"),
        ("MYT", "Asia/Kuala_Lumpur"),
        ("sgt", "Asia/Singapore"),
        ("BNT", "Asia/Brunei"),
        ("PHT", "Asia/Manila"),
    ],
)
def test_the_archipelago_has_its_abbreviations(typed: str, zone: str) -> None:
    assert find_zone(typed) == zone


@pytest.mark.parametrize("typed", ["", "Asia", "Atlantis", "../../etc/passwd", "posix/Asia/Jakarta", "8", "\x00" * 99])
def test_what_is_no_zone_is_none(typed: str) -> None:
    with pytest.raises(NoSuchZone) as refused:
        find_zone(typed)
    assert refused.value.wrote == typed[:32]


@pytest.mark.parametrize(
    "typed",
    ["Etc/GMT+8", "Etc/GMT-8", "Etc/UTC", "GMT0", "Factory", "localtime", "posixrules", "EST5EDT", "pst8pdt", "MST"],
)
def test_a_name_that_misleads_is_none(typed: str) -> None:
    with pytest.raises(NoSuchZone):
        find_zone(typed)


def test_no_name_gives_another_sign_than_it_shows() -> None:
    names = available_timezones()
    for typed in names | {name.rpartition("/")[2] for name in names}:
        with suppress(NoSuchZone):
            zone = find_zone(typed)
            assert not typed.startswith("Etc")
            assert not any(letter.isdecimal() for letter in zone) or city_of(zone) == typed.replace("GMT", "UTC")


@given(st.text("utcgmUTCGM+-:. 0123456789/E\u2212", max_size=12) | st.text())
def test_whatever_is_typed_is_a_zone_or_refused(typed: str) -> None:
    with suppress(NoSuchZone):
        zone = find_zone(typed)
        assert zone_of(zone).key == zone


def test_cities_are_proper_names() -> None:
    assert [city_of(zone) for zone in LISTED][:3] == ["Kuala Lumpur", "Singapore", "Jakarta"]
    assert all(city_of(zone).replace(" ", "").isalpha() for zone in LISTED)
