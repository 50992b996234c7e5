"""The tab *Time* of ``/settings``: where somebody is, when they sleep, and whether days away begin by themselves."""

from datetime import UTC, datetime

import pytest

from bot.app.buttons.callback_data import Action, CallbackData
from bot.app.entry.live_boards import LiveBoards
from bot.chat import PAYLOAD_BYTES, Menu, Preferences, Refusal, Setting
from bot.matches.pace import Pace
from bot.matches.preferences import PREFERENCES
from bot.matches.quiet_hours import QuietHours
from bot.matches.terms import Terms
from bot.services.services import Services
from bot.store import Database
from bot.words import LANGUAGES
from renderer import THEMES
from tests.bot.app.seen import Seen
from tests.bot.app.test_rated import Villager
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
    assert labels(board)[:3] == ["✓ Board", "Moves", "Time"]
    time = await adi.presses(board, "Time")
    assert labels(time)[:3] == ["Board", "Moves", "✓ Time"]
    assert time.replace
    again = await adi.presses(time, "Board")
    assert (again.text, labels(again)) == (board.text, labels(board))


async def test_each_tab_fits_into_a_message(adi: Visitor) -> None:
    for first in ("/settings", "/settings zone:Asia/Jakarta quiet:21:17-5:43"):
        board = await adi.types(first)
        for answer in (
            board,
            await time_of(adi),
            await adi.presses(board, "Moves"),
            await adi.presses(board, "People"),
        ):
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
    assert chosen(time) == ["Days away begin by themselves", "18:00"]
    assert not [label for label in labels(time) if label.startswith("23:00-")], "hours of no zone mean nothing"


async def test_a_zone_is_chosen_by_what_time_it_is(adi: Visitor, services: Services, clock: Clock) -> None:
    time = await time_of(adi)
    assert "20:00 · Kuala Lumpur" in labels(time)
    assert "19:00 · Jakarta" in labels(time)
    assert "07:00 · New York" in labels(time)
    clock.forward(hours=1, minutes=23)
    later = await adi.presses(time, "Kuala Lumpur")
    assert later.text.startswith("It is 21:23 for you, as in Kuala Lumpur.\n")
    assert chosen(later) == ["No quiet hours", "No days off", "Days away begin by themselves", "18:00"]
    zone = await adi.presses(later, "Time zone")
    assert chosen(zone) == ["21:23 · Kuala Lumpur"]
    assert zone.text.startswith("It is 21:23 for you, as in Kuala Lumpur.\nWhat time is it for you now?\n")
    assert await stored(services, adi) == ("Asia/Kuala_Lumpur", None, None)


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
    ("typed", "zone", "quiet"),
    [
        ("zone:GMT+8 quiet:11pm-7am", "Etc/GMT-8", "1380 420"),
        ("zone:UTC +8 quiet:11:30 pm - 7 am", "Etc/GMT-8", "1410 420"),
        ("quiet: 23:00 to 07:00 zone: kuala lumpur", "Asia/Kuala_Lumpur", "1380 420"),
        ("utc + 5:30 quiet:23 sampai 7", "Asia/Kolkata", "1380 420"),
        ("WITA", "Asia/Makassar", None),
    ],
)
async def test_they_are_typed_in_several_words(
    adi: Visitor, services: Services, typed: str, zone: str, quiet: str | None
) -> None:
    await adi.types(f"/settings {typed}")
    assert await stored(services, adi) == (zone, quiet, None)


async def test_eight_hours_east_are_shown_as_people_write_them(
    live: LiveBoards, adi: Visitor, services: Services
) -> None:
    answer = await adi.types("/settings zone:gmt+8 quiet:23-7")
    assert answer.text.startswith("It is 20:00 for you, as in UTC+8.\n")
    assert (await adi.presses(answer, "Time zone")).text.startswith("It is 20:00 for you, as in UTC+8.\n")
    zone = (await settings(live, adi))["zone"]
    assert (zone.chosen, zone.choices[0]) == ("Etc/GMT-8", ("Etc/GMT-8", "20:00 · UTC+8"))
    match, adis, sitis, _ = await begun(services, terms=Terms(Pace.RELAXED))
    clock = (await play(services, match, adis, sitis, moves=2)).clock
    assert clock
    assert clock.quiet
    nights = clock.quiet.nights(datetime(2026, 3, 1, tzinfo=UTC))
    assert next(begin for begin, _ in nights if begin.day == 1) == datetime(2026, 3, 1, 15, tzinfo=UTC)


async def test_a_zone_eight_hours_west_is_shown_as_such(adi: Visitor, services: Services) -> None:
    """So that whoever once meant eight hours east by this name sees that they are not."""
    player = await services.people.player(adi.person)
    await services.people.change_settings(player.id, zone="Etc/GMT+8")
    assert (await time_of(adi)).text.startswith("It is 04:00 for you, as in UTC-8.\n")


async def test_what_is_wrong_is_named_and_changes_nothing(adi: Visitor, services: Services) -> None:
    await adi.types("/settings zone:Asia/Jakarta quiet:23-7")
    for typed, said in [
        (
            "zone:Atlantis",
            "I do not know the time zone “Atlantis”. Name it as Asia/Kathmandu, UTC+8 or WIB, or choose ",
        ),
        ("zone:Etc/GMT+8", "I do not know the time zone “Etc/GMT+8”."),
        ("quiet:late", "I understand hours as 23:00-07:30, 11pm-7am, or none. You wrote “late”."),
        ("quiet:13pm-7am", "I understand hours as 23:00-07:30, 11pm-7am, or none. You wrote “13pm-7am”."),
        ("quiet:18:00-08:00", "At most 10 hours can be quiet. You asked for 14."),
        ("quiet:23:00-23:00", "At most 10 hours can be quiet. You asked for 24."),
        ("zone:Asia/Tokyo quiet:20-7", "At most 10 hours can be quiet. You asked for 11."),
    ]:
        answer = await adi.types(f"/settings {typed}")
        assert answer.text.startswith(said), typed
        assert answer.passing, typed
        assert await stored(services, adi) == ("Asia/Jakarta", "1380 420", None), typed


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
    assert chosen(off) == ["No days away by themselves", "18:00"]
    assert await stored(services, adi) == (None, None, "no")
    await adi.presses(off, "Days away begin")
    assert await stored(services, adi) == (None, None, "yes")


async def test_days_off_are_chosen_in_a_zone_and_hold_as_quiet_hours_do(adi: Visitor, services: Services) -> None:
    time = await adi.types("/settings zone:Asia/Jakarta")
    assert "\nDays off: none.\n" in time.text
    days = [label for label in labels(time) if "day" in label and "Days" not in label and "No" not in label]
    assert {"Friday", "Saturday and Sunday", "Friday and Sunday", "Monday and Sunday"} <= set(days)
    assert len(set(days)) == len(days) == 21
    off = await adi.presses(time, "Friday and Sunday")
    assert "Off each week: Friday and Sunday. Your clocks are stopped all day, and nobody calls you." in off.text
    assert "Friday and Sunday" in chosen(off)
    rest = (await services.people.player(adi.person)).rest
    assert rest.quiet == QuietHours("Asia/Jakarta", 0, 0, (4, 6))
    match, adis, sitis, _ = await begun(services, terms=Terms(Pace.RELAXED))
    clock = (await play(services, match, adis, sitis, moves=2)).clock
    assert clock
    assert clock.quiet == rest.quiet
    assert "\nDays off: none.\n" in (await adi.presses(off, "No days off")).text


async def test_quiet_hours_hold_from_the_next_turn_on(adi: Visitor, services: Services) -> None:
    match, adis, sitis, _ = await begun(services, terms=Terms(Pace.RELAXED))
    await adi.types("/settings zone:Asia/Jakarta quiet:23-7")
    present = (await services.matches.get(match.code)).clock
    assert present
    assert present.quiet is None
    later = (await play(services, match, adis, sitis, moves=2)).clock
    assert later
    assert later.quiet == QuietHours("Asia/Jakarta", 23 * 60, 7 * 60)


async def test_what_no_menu_offers_is_no_button(adi: Visitor, services: Services) -> None:
    owner = (await services.people.player(adi.person)).id
    for argument in [
        "zone:Asia/Kathmandu",
        "zone:",
        "quiet:",
        "quiet:1380",
        "quiet:60 1200",
        "quiet:x y",
        "auto_away:maybe",
        "days_off:7",
        "days_off:",
        "tab:other",
        "told:aloud",
    ]:
        data = CallbackData(Action.SETTING, argument=argument, owner=owner)
        answer = await adi.sends(str(adi.papan._tools.signer.signed(data)))
        assert "no longer in use" in answer.text, argument
        assert await stored(services, adi) == (None, None, None), argument


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


async def settings(live: LiveBoards, visitor: Visitor) -> dict[str, Setting]:
    found = await live.preferences(visitor.request())
    assert isinstance(found, Preferences)
    return {each.name: each for each in found.settings}


async def test_a_page_offers_every_setting_as_the_panel_does(live: LiveBoards, adi: Visitor) -> None:
    in_room = await settings(live, adi)
    assert set(PREFERENCES) - set(in_room) == {"asks", "labels"}, "no chat knows them"
    adi = Villager(adi.papan, "Adi")
    await adi.types("/settings zone:Asia/Jakarta")
    shown = await settings(live, adi)
    assert {name: (each.prompt, each.tab) for name, each in shown.items()} == {
        name: (each.prompt, each.tab.capitalize()) for name, each in PREFERENCES.items()
    }
    board = await adi.types("/settings")
    panels = [board, *[await adi.presses(board, tab) for tab in ("Moves", "Time", "Time zone", "People")]]
    menus = {menu.prompt: menu.options for panel in panels for menu in panel.rows if isinstance(menu, Menu)}
    for setting in shown.values():
        assert setting.choices == tuple((option.value, option.label) for option in menus[setting.prompt])
        assert [setting.chosen] == [option.value for option in menus[setting.prompt] if option.chosen]


async def test_what_was_typed_in_a_chat_is_chosen_on_a_page(live: LiveBoards, adi: Visitor) -> None:
    assert (await settings(live, adi))["zone"].chosen is None
    await adi.types("/settings zone:Asia/Kathmandu quiet:21:17-5:43")
    shown = await settings(live, adi)
    assert shown["zone"].chosen == "Asia/Kathmandu"
    assert shown["zone"].choices[0] == ("Asia/Kathmandu", "17:45 · Kathmandu")
    assert dict(shown["quiet"].choices)[str(shown["quiet"].chosen)] == "21:17-05:43"


async def test_a_page_refuses_quiet_hours_without_a_zone(live: LiveBoards, adi: Visitor, services: Services) -> None:
    quiet = (await settings(live, adi))["quiet"]
    assert (quiet.open, quiet.note) == (False, "Quiet hours need your time zone.")
    refused = await live.prefer(adi.request(), "quiet", "1320 360")
    assert isinstance(refused, Refusal)
    assert refused.text == "Quiet hours need your time zone."
    refused = await live.prefer(adi.request(), "days_off", "5 6")
    assert isinstance(refused, Refusal)
    assert refused.text == "Days off need your time zone."
    await live.prefer(adi.request(), "zone", "Asia/Tokyo")
    assert (await settings(live, adi))["quiet"].open
    await live.prefer(adi.request(), "quiet", "1320 360")
    assert await stored(services, adi) == ("Asia/Tokyo", "1320 360", None)


def test_the_values_of_settings_are_those_that_there_are() -> None:
    """Values that mean something elsewhere: a language, a theme."""
    assert tuple(PREFERENCES["theme"].values) == THEMES
    assert tuple(PREFERENCES["language"].values) == LANGUAGES
