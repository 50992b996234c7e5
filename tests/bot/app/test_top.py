"""/top: the strongest players of a chat; whoever does not want to be listed is not, at once."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.app.entry.app import App
from bot.app.requests.context import AppServices
from bot.app.standing.weekly_card import WeeklyCards
from bot.matches.identity import Place
from bot.matches.season import season_of
from bot.services.services import Services
from bot.store import ratings
from bot.store.weeklies import Weekly
from tests.bot.app.test_rated import CHAT, Villager, begun, moved, resigns
from tests.bot.app.visitors import Visitor, labels
from tests.bot.kit import Clock

OTHER = Place("telegram", "-2002")
PRIVATE = Place("telegram", "budi", private=True)


@pytest.fixture
def budi(adi: Visitor) -> Villager:
    return Villager(adi.papan, "Budi")


@pytest.fixture
def ani(adi: Visitor) -> Villager:
    return Villager(adi.papan, "Ani")


async def played(services: Services, host: Villager, guest: Villager, game: str = "dam-8") -> None:
    code = await begun(host, guest, f"/play {game} first pace:coffee rated:yes")
    await moved(services, code, 6)
    await resigns(guest, code)


async def met(services: Services, *villagers: Villager) -> list[str]:
    """Have villagers play three people each, which puts them into the lists; their ratings then."""
    for villager in villagers:
        for name in ("Dol", "Eng", "Fuad"):
            await played(services, villager, Villager(villager.papan, name))
    return [await rating(services, villager) for villager in villagers]


async def rating(services: Services, villager: Villager) -> str:
    """A rating as the lists tell it."""
    player = await services.people.player(villager.person)
    (found,) = await services.database.read(lambda connection: ratings.of_player(connection, player.id))
    return f"{found.rating.rating:.0f}?"


async def chooses(who: Villager, label: str) -> None:
    """Choose in the settings where one is listed."""
    tab = await who.presses(await who.types("/settings", place=PRIVATE), "People", place=PRIVATE)
    await who.presses(tab, label, place=PRIVATE)


async def test_this_chat_this_month_and_all(
    adi: Visitor, budi: Villager, ani: Villager, services: Services, clock: Clock
) -> None:
    assert "Nobody is listed yet" in (await budi.types("/top", place=CHAT)).text
    await met(services, budi, ani)
    await played(services, budi, ani)
    first, second = [await rating(services, each) for each in (budi, ani)]
    here = await ani.types("/top", place=CHAT)
    assert here.private
    assert here.title == "This chat · Malaysian checkers 8x8"
    *people, levels = here.text.splitlines()
    assert people == [f"1. Budi · {first}", f"2. Ani (you) · {second}"], "who has met two people is not listed"
    assert levels.startswith("The computer's levels: 1 ")
    assert ", 4 (1500), 5 (" in levels
    month = await ani.presses(here, "This month", place=CHAT)
    assert month.text.splitlines() == ["1. Budi · 4 of 4", "2. Ani (you) · 3 of 4"]
    everybody = await ani.presses(month, "All players", place=CHAT)
    assert "Nobody is listed yet" in everybody.text
    assert "Nobody is listed yet" in (await budi.types("/top dam-8", place=OTHER)).text, "who plays here is listed here"
    await chooses(budi, "Also among all players")
    assert (await ani.presses(month, "All players", place=CHAT)).text.splitlines()[0] == f"1. Budi · {first}"
    assert (await budi.types("/top dam-8", place=PRIVATE)).text.startswith(f"1. Budi (you) · {first}\n")
    clock.forward(days=40)
    assert "Nobody is listed yet" in (await ani.presses(here, "This month", place=CHAT)).text
    clock.forward(days=60)
    assert "Nobody is listed yet" in (await ani.types("/top", place=CHAT)).text, "nobody has played here of late"


async def test_who_opts_out_or_leaves_is_gone_at_once(budi: Villager, ani: Villager, services: Services) -> None:
    _, second = await met(services, budi, ani)
    await chooses(budi, "Nowhere")
    assert (await ani.types("/top dam-8", place=CHAT)).text.startswith(f"1. Ani (you) · {second}\n")
    assert "Budi" not in (await ani.types("/top dam-8 month", place=CHAT)).text
    await chooses(budi, "In chats where I play rated")
    assert "Budi" in (await ani.types("/top dam-8", place=CHAT)).text
    player = await services.people.player(budi.person)
    await services.leaving.left(player.id, CHAT)
    assert "Budi" not in (await ani.types("/top dam-8", place=CHAT)).text
    await services.people.erase(await services.people.player(ani.person))
    assert "Nobody is listed yet" in (await budi.types("/top dam-8", place=CHAT)).text


async def test_the_list_is_drawn_for_whoever_asks(budi: Villager, ani: Villager, services: Services) -> None:
    assert (await budi.types("/top dam-8", place=CHAT)).picture is None, "there is nothing to draw"
    first, second = await met(services, ani, budi)
    here = await ani.types("/top", place=CHAT)
    assert here.picture
    assert here.picture.png
    said = here.picture.alt
    assert f"Ani, {first}." in said
    assert f"Budi, {second}." in said
    assert said.startswith("This chat · Malaysian checkers 8x8. You are number ")
    assert "The computer's levels: " in said
    assert "5 · Old hand 1700, 4 · " in said
    month = await ani.presses(here, "This month", place=CHAT)
    assert month.picture
    assert "computer" not in month.picture.alt
    await chooses(budi, "Nowhere")
    again = await ani.presses(here, "This chat", place=CHAT)
    assert again.picture
    assert "Budi" not in again.picture.alt, "the next request has no card of before"
    assert f"1: Ani, {first}." in again.picture.alt


async def test_a_season_is_a_list_of_points(
    adi: Visitor, budi: Villager, ani: Villager, services: Services, clock: Clock, app_services: AppServices
) -> None:
    await met(services, budi, ani)
    for _ in range(4):
        await played(services, budi, ani)
        clock.forward(minutes=1)
    await played(services, ani, budi)
    season = await ani.types("/top dam-8 season", place=CHAT)
    lines = season.text.splitlines()
    assert lines[:2] == ["1. Budi · 18 points (6 played)", "2. Ani (you) · 9 points (6 played)"], (
        "the first three of the two"
    )
    assert lines[2] == "A win gives 3 points, a draw 1; of the same two the first 3 matches count."
    assert season.title == "Season 1 of 2026 · Malaysian checkers 8x8"
    assert "Nobody is listed" in (await ani.types("/top dam-8 season", place=OTHER)).text
    before = await ani.presses(season, "The season before", place=CHAT)
    assert before.title == "Season 4 of 2025 · Malaysian checkers 8x8"
    assert "Nobody has points in that season." in before.text
    clock.forward(days=92)
    await played(services, ani, budi)
    assert (await ani.presses(season, "This season", place=CHAT)).text.startswith(
        "1. Ani (you) · 3 points (1 played)\n"
    )
    again = await ani.presses(before, "The season before", place=CHAT)
    assert again.text.splitlines()[:2] == lines[:2], "nothing is reset"
    clock.forward(days=92)
    first = season_of(clock.now).first
    weekly = Weekly(CHAT.platform, CHAT.chat, CHAT.chat, "", "en", None)
    told = [await WeeklyCards(app_services).show(replace(weekly, at=first + timedelta(days=days))) for days in (0, 7)]
    ended = "Season 2 of 2026 has ended · Malaysian checkers 8x8\n1. Ani: 3 points (1 played)\n"
    assert told[0], "in the first card after it"
    assert told[0].text.startswith(ended)
    assert told[1] is None or "has ended" not in told[1].text, "once"
    later = await ani.presses(season, "This season", place=CHAT)
    past = await ani.presses(later, "Season 1 of 2026", place=CHAT)
    assert past.title == season.title
    assert past.text.splitlines()[:2] == lines[:2], "every season that has ended can be seen"
    assert [label for label in labels(past) if "Season" in label] == ["Season 2 of 2026", "Season 1 of 2026"]


async def test_several_games_are_chosen_from(budi: Villager, ani: Villager, services: Services) -> None:
    await played(services, budi, ani)
    await played(services, ani, budi, "tapal")
    shown = await budi.types("/top", place=CHAT)
    assert "Main tapal empat" in labels(shown)
    hunt = await budi.presses(shown, "Main tapal empat", place=CHAT)
    assert hunt.title == "This chat · Main tapal empat"
    assert "no game called chess" in (await budi.types("/top chess", place=CHAT)).text


async def test_a_list_that_has_come_to_a_private_chat_is_still_that_of_its_group(
    app_services: AppServices, services: Services
) -> None:
    """It is shown to who is in the group."""

    async def is_there(place: Place, account: str) -> bool:
        return place.chat == CHAT.chat and account == "budi"

    papan = App(replace(app_services, is_there=is_there))
    budi = Villager(papan, "Budi")
    await met(services, budi)
    shown = await budi.types("/top dam-8", place=CHAT)
    month = await budi.presses(shown, "This month", place=PRIVATE)
    assert month.text.startswith("1. Budi (you) · 3 of 3")
    here = await budi.presses(month, "This chat", place=PRIVATE)
    assert here.title == "This chat · Malaysian checkers 8x8"
    assert here.text.startswith("1. Budi (you) · ")
    await papan.left(CHAT, budi.person)
    refused = await budi.presses(shown, "This month", place=PRIVATE)
    assert refused.text == "You are not in that chat any more. This is only for those who are in it."


async def test_in_the_web_room_nobody_is_told_to_play_rated(adi: Visitor) -> None:
    assert "rated:yes" not in (await adi.types("/top")).text
    assert "Nobody is listed in the web room" in (await adi.types("/top")).text


async def test_a_hunt_says_how_it_stands_between_the_people_of_the_chat(
    budi: Villager, ani: Villager, services: Services
) -> None:
    """Not the matches by a bid, nor those that a computer plays, nor those too short to say anything."""
    assert "matches here" not in (await ani.types("/top tapal", place=CHAT)).text
    for number in range(10):
        host, guest = (budi, ani) if number % 2 else (ani, budi)
        code = await begun(host, guest, "/play tapal first pace:none")
        await moved(services, code, 6)
        await resigns(guest if number < 7 else host, code)
    code = await begun(budi, ani, "/play tapal bid:16")
    await moved(services, code, 6)
    await resigns(ani, code)
    await resigns(ani, await begun(budi, ani, "/play tapal first pace:none"))
    assert "Goats 70 % of 10 matches here" in (await ani.types("/top tapal", place=CHAT)).text.splitlines()
    assert "matches here" not in (await ani.types("/top tapal", place=OTHER)).text
    assert "matches here" not in (await ani.types("/top tapal month", place=CHAT)).text
