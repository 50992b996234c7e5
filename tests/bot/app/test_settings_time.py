"""The tab *Time* of ``/settings``: where somebody is, when they sleep, and whether days away begin by themselves."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.app.buttons.callback_data import Action, CallbackData
from bot.app.people.typed_times import LISTED, NoSuchZone, city_of, find_zone
from bot.chat import PAYLOAD_BYTES, Menu
from bot.matches.pace import Pace, Terms
from bot.matches.preferences import PREFERENCES
from bot.matches.quiet_hours import QuietHours
from bot.services.services import Services
from bot.store import Database
from bot.words import LANGUAGES
from renderer import THEMES
from tests.bot.app.seen import Seen
from tests.bot.app.visitors import Visitor, controls, labels
from tests.bot.kit import Clock, begun, play

ROWS = 5
"""Of a message, at most."""
MENU = 25


async def time_of(visitor: Visitor) -> Seen:
    return await visitor.presses(await visitor.types("/settings"), "Time")


async def stored(services: Services, visitor: Visitor) -> tuple[str | None, str | None, str | None]:
    player = await services.people.player(visitor.person)
    return player.zone, player.quiet, player.auto_away


def chosen(answer: Seen) -> list[str]:
    return [option.label for row in answer.rows if isinstance(row, Menu) for option in row.options if option.chosen]


async def test_tabs_lead_to_each_other(adi: Visitor) -> None:
    board = await adi.types("/settings")
    assert labels(board)[:2] == ["✓ Board", "Time"]
    time = await adi.presses(board, "Time")
    assert labels(time)[:2] == ["Board", "✓ Time"]
    assert time.replace
    again = await adi.presses(time, "Board")
    assert (again.text, labels(again)) == (board.text, labels(board))


async def test_each_tab_fits_into_a_message(adi: Visitor) -> None:
    for first in ("/settings", "/settings zone:Asia/Jakarta quiet:21:17-5:43"):
        for answer in (await adi.types(first), await time_of(adi)):
            assert len(answer.rows) <= ROWS
            menus = [row for row in answer.rows if isinstance(row, Menu)]
            assert all(0 < len(menu.options) <= MENU for menu in menus)
            payloads = [":".join((payload, *values)) for payload, values, _ in controls(answer)]
            assert len(set(payloads)) == len(payloads)
            assert all(len(payload) <= PAYLOAD_BYTES for payload in payloads)


async def test_before_anything_is_set_it_asks_for_the_zone(adi: Visitor) -> None:
    time = await time_of(adi)
    assert time.text.startswith("Your time zone is not known yet.\nWhat time is it for you now?\n")
    assert "Quiet hours: none." in time.text
    assert "When your time runs out: Days away begin by themselves." in time.text
    assert "A change takes effect from the next turn." in time.text
    assert chosen(time) == ["Days away begin by themselves"]
    assert not [label for label in labels(time) if label.startswith("23:00-")], "hours of no zone mean nothing"


async def test_a_zone_is_chosen_by_what_time_it_is(adi: Visitor, services: Services, clock: Clock) -> None:
    time = await time_of(adi)
    assert "20:00 · Kuala Lumpur" in labels(time)
    assert "19:00 · Jakarta" in labels(time)
    assert "07:00 · New York" in labels(time)
    clock.forward(hours=1, minutes=23)
    later = await adi.presses(time, "Kuala Lumpur")
    assert later.text.startswith("It is 21:23 for you, as in Kuala Lumpur.\n")
    assert chosen(later) == ["No quiet hours", "Days away begin by themselves"]
    zone = await adi.presses(later, "Time zone")
    assert chosen(zone) == ["21:23 · Kuala Lumpur"]
    assert zone.text.startswith("It is 21:23 for you, as in Kuala Lumpur.\nWhat time is it for you now?\n")
    assert await stored(services, adi) == ("Asia/Kuala_Lumpur", None, None)


def test_the_listed_zones_cover_the_archipelago_and_the_world() -> None:
    archipelago = ("Kuala_Lumpur", "Singapore", "Jakarta", "Makassar", "Jayapura", "Brunei", "Manila")
    assert {f"Asia/{city}" for city in archipelago} <= set(LISTED)
    assert len(set(LISTED)) == len(LISTED) == MENU
    january = datetime(2026, 1, 15, tzinfo=UTC)
    offsets = {january.astimezone(ZoneInfo(zone)).utcoffset() for zone in LISTED}
    whole = {timedelta(hours=hour) for hour in (*range(-8, -2), *range(4), *range(4, 10))}
    assert whole | {timedelta(hours=5, minutes=30)} <= offsets


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Asia/Kathmandu", "Asia/Kathmandu"),
        ("asia/kathmandu", "Asia/Kathmandu"),
        ("Kathmandu", "Asia/Kathmandu"),
        ("kuala lumpur", "Asia/Kuala_Lumpur"),
        ("Singapore", "Singapore"),
        ("UTC", "UTC"),
        ("Louisville", "America/Louisville"),
        ("America/Argentina/ComodRivadavia", "America/Argentina/ComodRivadavia"),
    ],
)
def test_a_zone_is_found_by_its_name_or_its_city(typed: str, zone: str) -> None:
    assert find_zone(typed) == zone


@pytest.mark.parametrize("typed", ["", "Asia", "Atlantis", "../../etc/passwd", "posix/Asia/Jakarta", "+8", "\x00" * 99])
def test_what_is_no_zone_is_none(typed: str) -> None:
    with pytest.raises(NoSuchZone) as refused:
        find_zone(typed)
    assert refused.value.wrote == typed[:32]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_zone_and_quiet_hours_are_typed(adi: Visitor, services: Services, language: str) -> None:
    speaker = Visitor(adi.papan, "Adi", locale=language)
    answer = await speaker.types("/settings zone:Asia/Kathmandu quiet:23:00-07:30")
    assert await stored(services, adi) == ("Asia/Kathmandu", "1380 450", None)
    assert "17:45" in answer.text
    assert "Kathmandu." in answer.text
    assert "23:00-07:30" in answer.text
    assert QuietHours.of("Asia/Kathmandu", "1380 450") == QuietHours("Asia/Kathmandu", 23 * 60, 7 * 60 + 30)
    assert "23:00-07:30" in chosen(answer), "what was typed stands in the menu, though it is not listed"


async def test_a_lone_zone_needs_no_name(adi: Visitor, services: Services) -> None:
    await adi.types("/settings Asia/Kathmandu")
    assert (await stored(services, adi))[0] == "Asia/Kathmandu"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("zone:Atlantis", "I do not know the time zone “Atlantis”."),
        ("quiet:late", "I understand hours as 23:00-07:30, or none. You wrote “late”."),
        ("quiet:18:00-08:00", "At most 10 hours can be quiet. You asked for 14."),
        ("quiet:23:00-23:00", "At most 10 hours can be quiet. You asked for 24."),
        ("zone:Asia/Tokyo quiet:20-7", "At most 10 hours can be quiet. You asked for 11."),
    ],
)
async def test_what_is_wrong_is_named_and_changes_nothing(
    adi: Visitor, services: Services, typed: str, said: str
) -> None:
    await adi.types("/settings zone:Asia/Jakarta quiet:23-7")
    answer = await adi.types(f"/settings {typed}")
    assert answer.text.startswith(said)
    assert answer.passing
    assert await stored(services, adi) == ("Asia/Jakarta", "1380 420", None)


async def test_quiet_hours_without_a_zone_ask_for_it(adi: Visitor, services: Services) -> None:
    answer = await adi.types("/settings quiet:23:00-07:00")
    assert answer.text.startswith("Quiet hours need your time zone.\nWhat time is it for you now?\n")
    assert await stored(services, adi) == (None, None, None)
    zoned = await adi.presses(answer, "Jakarta")
    await adi.presses(zoned, "23:00-07:00")
    assert await stored(services, adi) == ("Asia/Jakarta", "1380 420", None)


async def test_a_window_is_chosen_and_given_up(adi: Visitor, services: Services) -> None:
    time = await adi.types("/settings zone:Asia/Jakarta")
    windows = [label for label in labels(time) if label[2] == label[8:9] == ":" or label == "No quiet hours"]
    assert windows[0] == "No quiet hours"
    assert len(windows) == 9
    for window in windows[1:]:
        answer = await adi.presses(time, window)
        assert f"Quiet hours: {window}. Your clocks are stopped then" in answer.text
        assert window in chosen(answer)
        assert QuietHours.of(*(await stored(services, adi))[:2])
    assert "Quiet hours: none." in (await adi.presses(time, "No quiet hours")).text
    await adi.presses(time, windows[1])
    assert "Quiet hours: none." in (await adi.types("/settings quiet:none")).text
    assert await stored(services, adi) == ("Asia/Jakarta", None, None)


async def test_days_away_by_themselves_are_switched_off_and_on(adi: Visitor, services: Services) -> None:
    off = await adi.presses(await time_of(adi), "No days away")
    assert "When your time runs out: No days away by themselves." in off.text
    assert chosen(off) == ["No days away by themselves"]
    assert await stored(services, adi) == (None, None, "no")
    await adi.presses(off, "Days away begin")
    assert await stored(services, adi) == (None, None, "yes")


async def test_quiet_hours_hold_from_the_next_turn_on(adi: Visitor, services: Services) -> None:
    match, adis, sitis, _ = await begun(services, terms=Terms(Pace.RELAXED))
    await adi.types("/settings zone:Asia/Jakarta quiet:23-7")
    present = (await services.matches.get(match.code)).clock
    assert present
    assert present.quiet is None
    later = (await play(services, match, adis, sitis, moves=2)).clock
    assert later
    assert later.quiet == QuietHours("Asia/Jakarta", 23 * 60, 7 * 60)


@pytest.mark.parametrize(
    "argument",
    [
        "zone:Asia/Kathmandu",
        "zone:",
        "quiet:",
        "quiet:1380",
        "quiet:60 1200",
        "quiet:x y",
        "auto_away:maybe",
        "tab:told",
    ],
)
async def test_what_no_menu_offers_is_no_button(adi: Visitor, services: Services, argument: str) -> None:
    owner = (await services.people.player(adi.person)).id
    data = CallbackData(Action.SETTING, argument=argument, owner=owner)
    answer = await adi.sends(str(adi.papan._tools.signer.signed(data)))
    assert "no longer in use" in answer.text
    assert await stored(services, adi) == (None, None, None)


@pytest.mark.parametrize(
    ("zone", "quiet", "known"),
    [
        ("Asia/Atlantis", "1380 420", "Your time zone is not known yet."),
        ("../etc/passwd", "1380 420", "Your time zone is not known yet."),
        ("Asia/Jakarta", "1380 1380", "Quiet hours: none."),
        ("Asia/Jakarta", "half past", "Quiet hours: none."),
        ("Asia/Jakarta", "1380 -420", "Quiet hours: none."),
    ],
)
async def test_whatever_is_stored_the_panel_stands(
    adi: Visitor, services: Services, database: Database, zone: str, quiet: str, known: str
) -> None:
    player = await services.people.player(adi.person)
    await services.people.change_settings(player.id, zone=zone, quiet=quiet)
    assert known in (await time_of(adi)).text
    assert "Language: English" in (await adi.types("/settings")).text
    assert (await adi.types("/away 3 Apr")).text
    mended = await adi.types("/settings zone:Asia/Tokyo quiet:22-6")
    assert "Quiet hours: 22:00-06:00." in mended.text


def test_cities_are_proper_names() -> None:
    assert [city_of(zone) for zone in LISTED][:3] == ["Kuala Lumpur", "Singapore", "Jakarta"]
    assert all(city_of(zone).replace(" ", "").isalpha() for zone in LISTED)


def test_the_values_of_settings_are_those_that_there_are() -> None:
    """Where a value means something elsewhere: a language, a theme."""
    assert tuple(PREFERENCES["theme"].values) == THEMES
    assert tuple(PREFERENCES["language"].values) == LANGUAGES
